"""Formats for the tests: presets with random changes that still go together."""

from hypothesis import assume, strategies as st

from tournaments.format.pure import PRESETS, as_json, read_format

PRIZES = st.lists(
    st.one_of(
        st.fixed_dictionaries(
            {"kind": st.just("rank"), "first": st.integers(1, 3), "last": st.integers(3, 9)},
            optional={"text": st.sampled_from(["", "Speckseite"])},
        ).map(lambda prize: prize | {"rappen": 500}),
        st.sampled_from(
            [
                {"kind": "last", "text": "Rüebli"},
                {"kind": "nearest", "rappen": 1234},
                {"kind": "matsches", "rappen": 2000, "text": "Fläschli"},
                {"kind": "exact", "rappen": 1},
            ]
        ),
    ),
    max_size=3,
)
RANKING = st.fixed_dictionaries(
    {},
    optional={
        "hidden_from": st.none() | st.integers(1, 8),
        "count": st.sampled_from(["sum", "drop:1", "best:3", "average"]),
        "ties": st.sampled_from([["card"], ["last", "points", "shared"], ["head_to_head"]]),
        "missing": st.sampled_from(["skip", "worst", "unranked"]),
    },
)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "house_rules": st.sampled_from(
            [
                {},
                {"referee": {"rest_allowed": False}},
                {"redeal": {"value": "next", "house": "Unser Brauch"}},
                {"contracts": ["trump", "O", "U"]},
            ]
        ),
        "rounds": st.integers(1, 12),
        "hands": st.integers(1, 20),
        "minutes": st.none() | st.integers(1, 600),
        "odd": st.sampled_from(["mean", "sit_out", "stand_in", "joker"]),
        "pairing": st.sampled_from(["plan", "by_standing"]),
        "standing_from": st.none() | st.integers(2, 6),
        "writing": st.sampled_from(["hands", "totals"]),
        "double_entry": st.booleans(),
        "control": st.sampled_from(["reject", "split", "scribe", "director"]),
        "matsch_bonus": st.sampled_from([0, 0, 50, 100]),
        "substitute": st.sampled_from(["entry", "substitute"]),
        "ranking": RANKING,
        "correction_minutes": st.none() | st.integers(0, 60),
        "board_seconds": st.none() | st.integers(3, 60),
        "final": st.none()
        | st.fixed_dictionaries(
            {
                "places": st.integers(1, 40) | st.sampled_from(["1/3", "2/5"]),
                "rounds": st.integers(0, 2),
                "carried": st.sampled_from(["all", "nothing", "average"]),
            }
        ),
        "fee": st.integers(0, 10_000),
        "prizes": PRIZES,
    },
)


@st.composite
def formats(draw):
    """A preset with some of its settings changed."""
    base = draw(st.sampled_from(list(PRESETS.values()))).format
    changes = draw(CHANGES)
    found = [read_format({name: value}, base=base).format for name, value in changes.items()]
    kept = {
        name: as_json(one)[name]
        for name, one in zip(changes, found, strict=True)
        if one is not None
    }
    reading = read_format(kept, base=base)
    assume(reading.format)
    return reading.format
