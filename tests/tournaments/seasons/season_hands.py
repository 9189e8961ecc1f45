"""Hands of a season, made by hypothesis or by hand."""

from hypothesis import strategies as st

from tournaments.format.pure.ranking_rule import Count
from tournaments.standings.pure import PlayerHand, SeasonRules, SideHand


def player_hand(player="A", *, evening="e1", hand=1, size=4, prediction=0, made=0, **other):
    """One hand with the difference that follows, unless another one was booked."""
    difference = made + 20 if prediction is None else abs(prediction - made)
    return PlayerHand(
        player=player,
        evening=evening,
        day=other.get("day", int(evening[1:])),
        hand=hand,
        table_size=size,
        prediction=prediction,
        made=made,
        difference=other.get("difference", difference),
    )


def hands_of(player, evenings, *, size=4):
    """{"e1": [differences]} as hands in which nothing was predicted and so much was made."""
    flat = [(evening, made) for evening, values in evenings.items() for made in values]
    return [
        player_hand(player, evening=evening, hand=number, made=made, size=size)
        for number, (evening, made) in enumerate(flat, start=1)
    ]


@st.composite
def player_hands(draw, most=25):
    """Hands with few players, evenings and numbers, so that ties of every kind are common."""
    count = draw(st.integers(1, most))
    return [
        player_hand(
            draw(st.sampled_from("ABCD")),
            evening=draw(st.sampled_from(["e1", "e2", "e3", "e4"])),
            hand=number,
            size=draw(st.sampled_from([3, 4])),
            prediction=draw(st.none() | st.integers(0, 4)),
            made=draw(st.integers(0, 4)),
        )
        for number in range(count)
    ]


@st.composite
def side_hands(draw, most=25):
    """Hands and passe totals of Schieber players."""
    count = draw(st.integers(1, most))
    return [
        SideHand(
            player=draw(st.sampled_from("ABCD")),
            evening=(evening := draw(st.sampled_from(["e1", "e2", "e3"]))),
            day=int(evening[1:]),
            hand=number,
            points_for=draw(st.integers(0, 4)),
            points_against=draw(st.integers(0, 4)),
            matsche=draw(st.integers(0, 1)),
            hands=draw(st.sampled_from([1, 1, 12])),
        )
        for number in range(count)
    ]


def season_rules(*own):
    """Any rules that a table with such criteria takes."""
    ties = st.lists(st.sampled_from(["best", "second", "count", *own]), unique=True, max_size=3)
    return st.builds(
        SeasonRules,
        minimum_evenings=st.integers(0, 3),
        minimum_hands=st.integers(0, 5),
        count=st.sampled_from(["average", "sum", "drop:1+average", "drop:2", "best:2"]).map(
            Count.parse
        ),
        rank_by=st.sampled_from(["count", *own]),
        ties=ties.map(tuple),
    )
