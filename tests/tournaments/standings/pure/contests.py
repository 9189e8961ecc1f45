"""Small tournaments for the tests, and strategies for random ones."""

from hypothesis import strategies as st

from tournaments.format.pure import LateResult, MissingResult, RankingRule, RankPoints, SharedRank
from tournaments.format.pure.ranking_rule import Count
from tournaments.standings.pure import Contest, Entrant, PasseResult, Round

HANDS = 12


def rounds(number, **options):
    return tuple(Round(n, HANDS, **options) for n in range(1, number + 1))


def result(player, number, points, **options):
    return PasseResult(player=player, round=number, points=points, **{"hands": HANDS} | options)


def contest(lists, *, extra=(), programme=None, drawn=None, **entrants):
    """A contest of `{player: [points of round 1, 2 ...]}`, None where there is no result.

    `entrants` names fields of entrants that differ: `A={"stand_in": True}`.
    """
    length = max(map(len, lists.values()), default=0)
    return Contest(
        programme or rounds(length),
        tuple(Entrant(player, **entrants.get(player, {})) for player in lists),
        (
            *(
                result(player, number, points)
                for player, passen in lists.items()
                for number, points in enumerate(passen, start=1)
                if points is not None
            ),
            *extra,
        ),
        drawn=drawn,
    )


# Few different numbers, so that ties of every depth are common.
POINTS = st.none() | st.integers(0, 4)


@st.composite
def contests(draw, teams=("red", "blue", None)):
    """Rounds open and closed, finals, stand-ins, jokers, late and unconfirmed results."""
    length = draw(st.integers(1, 4))
    final = draw(st.booleans()) and length > 1
    programme = tuple(
        Round(n, HANDS, final=final and n == length, closed=draw(st.booleans()))
        for n in range(1, length + 1)
    )
    entrants = tuple(
        Entrant(
            f"P{n}",
            team=draw(st.sampled_from(teams)),
            stand_in=draw(st.sampled_from((False, False, False, True))),
            carried=draw(st.sampled_from((0, 0, 1))),
            penalty=draw(st.sampled_from((0, 0, 1))),
            card=draw(st.none() | st.integers(1, 3)),
        )
        for n in range(draw(st.integers(0, 5)))
    )
    found = tuple(
        draw(results_of(entrant.player, played.number))
        for entrant in entrants
        for played in programme
        if draw(st.integers(0, 5))
    )
    return Contest(programme, entrants, found)


def results_of(player, number):
    return st.builds(
        PasseResult,
        player=st.just(player),
        round=st.just(number),
        points=st.integers(0, 4),
        hands=st.just(HANDS),
        matsches=st.integers(0, 1),
        exact=st.integers(0, 2),
        penalty=st.sampled_from((0, 0, 1)),
        table=st.none() | st.integers(1, 2),
        side=st.none() | st.integers(0, 1),
        confirmed=st.sampled_from((True, True, True, False)),
        late=st.sampled_from((False, False, True)),
        joker=st.sampled_from((False, False, False, True)),
    )


COUNTS = st.sampled_from(
    ["sum", "average", "drop:1", "drop:2", "best:1", "best:3", "drop:1+average"]
).map(Count.parse)
TIES = st.sampled_from(
    [
        ("shared",),
        ("best", "shared"),
        ("best", "second", "card"),
        ("last", "points", "matsches", "exact", "penalties"),
        ("head_to_head", "best", "second", "last", "card", "shared"),
    ]
)


@st.composite
def rules(draw, /, **fixed):
    """Every rule that does not contradict itself."""
    ranked = draw(st.booleans())
    lower = draw(st.booleans())
    late = draw(st.sampled_from(LateResult))
    settings = {
        "count": draw(COUNTS),
        "lower_wins": lower,
        "rank_points": draw(rank_points()) if ranked else None,
        "final_weight": draw(st.integers(1, 2)),
        "minimum_units": draw(st.integers(0, 2)),
        "missing": draw(st.sampled_from(_missing(ranked=ranked, lower=lower))),
        "late": late,
        "late_penalty": 2 if late is LateResult.PENALISED else 0,
        "ties": draw(TIES),
    }
    return RankingRule(**settings | fixed)


def _missing(*, ranked, lower):
    if ranked:
        return [MissingResult.SKIP, MissingResult.ZERO, MissingResult.UNRANKED]
    return [kind for kind in MissingResult if kind is not MissingResult.ZERO or not lower]


def rank_points():
    return st.builds(
        RankPoints,
        table=st.just((5, 3)),
        rest=st.just(1),
        ties=st.sampled_from([("shared",), ("best", "second", "shared")]),
        shared=st.sampled_from(SharedRank),
    )
