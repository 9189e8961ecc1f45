"""Sheets as people type them, and strategies for them."""

from hypothesis import strategies as st

from tournaments.format.pure import HAND_POINTS
from tournaments.results.pure.sheet import Line, Sheet, Terms

SIDES = Terms(hands=12)
SPLIT = Terms(hands=12, control="split")
ALONE = Terms(hands=12, partners=False)
THREE = Terms(hands=12, partners=False, seats=3)
DIFFERENZLER = Terms(hands=8, partners=False, counts="differences")


def typed(*points, **more):
    """What a typist sends: a line per number."""
    return {"lines": [{"points": number} for number in points], **more}


def codes(reading):
    return [(finding.code, finding.pointer) for finding in reading.findings]


def numbers(most):
    return st.integers(0, most)


@st.composite
def all_terms(draw, counts=("points", "differences")):
    counting = draw(st.sampled_from(counts))
    seats = draw(st.sampled_from([3, 4]))
    return Terms(
        hands=draw(st.integers(1, 16)),
        seats=seats,
        partners=seats == 4 and counting == "points" and draw(st.booleans()),
        counts=counting,
        control=draw(st.sampled_from(["reject", "split", "scribe", "director"])),
        matsch_bonus=draw(st.sampled_from([0, 100])),
    )


@st.composite
def lines_of(draw, terms, hands):
    differences = terms.counts == "differences"
    return Line(
        points=draw(numbers(terms.most_points(hands))),
        matsches=0 if differences else draw(numbers(hands // terms.columns)),
        made=draw(numbers(hands * HAND_POINTS)) if differences else None,
    )


@st.composite
def sheets(draw, terms):
    """A sheet of numbers each in its range; the sum is mostly wrong."""
    hands = draw(st.integers(1, terms.hands))
    lines = tuple(draw(lines_of(terms, hands)) for _ in range(terms.columns))
    scribe = draw(st.integers(0, terms.seats - 1))
    return Sheet(hands=hands, lines=lines, scribe=scribe, reason="Die Polizeistunde kam.")


TERMS_AND_SHEET = all_terms().flatmap(lambda terms: st.tuples(st.just(terms), sheets(terms)))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["hands", "lines", "scribe", "reason", "points", "made", "x"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)
