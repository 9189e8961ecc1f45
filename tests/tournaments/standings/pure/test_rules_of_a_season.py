"""Every rule of a season against a second, naive count: what is kept, dropped, doubled, apart."""

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tournaments.standings.pure import (
    DIFFERENZLER_CRITERIA,
    PlayerHand,
    differenzler_averages,
    read_season_rules,
    summed,
)
from tournaments.standings.pure.master import club_master, read_master
from tournaments.standings.pure.qualifying import LeagueRow
from tournaments.standings.pure.season import GUEST

FIRST = date(2026, 9, 4)
PEOPLE = ("Anna", "Beat", "Gast")
HANDS = st.lists(
    st.tuples(
        st.sampled_from(PEOPLE), st.integers(0, 4), st.integers(0, 1), st.integers(0, 60)
    ),
    min_size=1,
    max_size=40,
)  # fmt: skip
RULES = st.fixed_dictionaries(
    {
        "unit": st.sampled_from(["evening", "game"]),
        "guests": st.sampled_from(["ranked", "unranked", "absent"]),
        "minimum_evenings": st.integers(0, 3),
        "minimum_hands": st.integers(0, 6),
        "count": st.sampled_from(["average", "drop:1+average", "drop:2+average", "best:2+average"]),
    },
    optional={
        "final": st.fixed_dictionaries(
            {
                "day": st.integers(0, 4).map(lambda n: (FIRST + timedelta(n)).isoformat()),
                "weight": st.integers(1, 3),
            }
        )
    },
)


def naive_table(hands, rules):
    """{player: (mean or None, ranked)} by going through the hands once for each question."""
    found = {}
    for player in {hand[0] for hand in hands}:
        if player == "Gast" and rules["guests"] == "absent":
            continue
        parts: dict[Any, list[int]] = {}
        for who, day, game, points in hands:
            if who == player:
                key = (day, game) if rules["unit"] == "game" else (day, 0)
                parts.setdefault(key, []).append(points)
        final_day = rules.get("final", {}).get("day")
        is_final = {key: (FIRST + timedelta(key[0])).isoformat() == final_day for key in parts}
        others = [key for key in parts if not is_final[key]]
        others.sort(
            key=lambda key: (Fraction(sum(parts[key]), len(parts[key])), len(parts[key]), key)
        )
        keep, _sep, number = rules["count"].removesuffix("+average").partition(":")
        if keep == "drop":
            for _ in range(int(number)):
                others = others[:-1] if len(others) > 1 else others
        elif keep == "best":
            others = others[: int(number)]
        counted = [points for key in others for points in parts[key]]
        for key, points in parts.items():
            if is_final[key]:
                counted += points * rules["final"]["weight"]
        days = len({day for day, _game in parts})
        total = sum(len(points) for points in parts.values())
        ranked = days >= rules["minimum_evenings"] and total >= rules["minimum_hands"]
        ranked = ranked and (player != "Gast" or rules["guests"] == "ranked")
        found[player] = (Fraction(sum(counted), len(counted)), len(counted), ranked)
    return found


@given(HANDS, RULES)
def test_every_rule_acts_as_the_naive_count_says(hands, said):
    rules = read_season_rules(said, criteria=DIFFERENZLER_CRITERIA).rules
    assert rules is not None
    played = []
    for number, (player, day, game, points) in enumerate(hands):
        when = FIRST + timedelta(day)
        key, at = rules.key(when, game), when.toordinal()
        played.append(PlayerHand(player, key, at, number, 4, None, None, points))
    rows = differenzler_averages(summed(played), rules, guests={"Gast"})
    expected = naive_table(hands, said)
    assert {
        row.player: (row.counted.mean, row.counted.hands, row.rank is not None) for row in rows
    } == expected
    means = [row.counted.mean or 0 for row in rows if row.rank]
    assert means == sorted(means)
    assert all(
        (row.decided_by == GUEST) == (row.player == "Gast" and said["guests"] == "unranked")
        for row in rows
    )


RANKS = st.lists(st.one_of(st.none(), st.integers(1, 5)), min_size=4, max_size=4)


@given(RANKS, RANKS, st.integers(1, 2), st.sampled_from(["same", "mean"]))
def test_the_club_master_adds_the_points_of_the_ranks(schieber, differenzler, minimum, shared):
    tables = {
        game: [LeagueRow(player, rank) for player, rank in zip("ABCD", ranks, strict=True)]
        for game, ranks in (("schieber", schieber), ("differenzler", differenzler))
    }
    scale = [9, 6, 4]
    points = {"table": scale, "rest": 1, "shared": shared}
    said = {"games": ["schieber", "differenzler"], "points": points, "minimum": minimum}
    rules = read_master(said, games=tables).rules
    assert rules is not None

    def worth(rank, ranks):
        places = [rank] if shared == "same" else range(rank, rank + ranks.count(rank))
        return Fraction(sum(scale[p - 1] if p <= 3 else 1 for p in places), len(places))

    expected = {}
    for place, player in enumerate("ABCD"):
        won = [worth(r[place], r) for r in (schieber, differenzler) if r[place] is not None]
        if won:
            expected[player] = (sum(won), sorted(won, reverse=True), len(won) >= minimum)
    rows = club_master(tables, rules)
    assert {row.player: row.total for row in rows} == {p: e[0] for p, e in expected.items()}
    for row in rows:
        total, won, enough = expected[str(row.player)]
        ahead = sum(
            (other[0], other[1]) > (total, won) for other in expected.values() if other[2]
        )  # fmt: skip
        assert row.rank == (ahead + 1 if enough else None)


@pytest.mark.parametrize(
    ("said", "code", "pointer"),
    [
        ({"unit": "week"}, "not_a_choice", "/unit"),
        ({"guests": 1}, "not_a_choice", "/guests"),
        ({"final": {"weight": 2}}, "final_unreadable", "/final"),
        ({"final": {"day": "June"}}, "no_date", "/final/day"),
        ({"final": {"day": "2027-06-01", "weight": 0}}, "not_a_count", "/final/weight"),
    ],
)
def test_rules_that_cannot_be_are_named(said, code, pointer):
    findings = read_season_rules(said, criteria=DIFFERENZLER_CRITERIA).findings
    assert [(finding.code, finding.pointer) for finding in findings] == [(code, pointer)]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({}, "games_unreadable"),
        ({"games": ["chess"]}, "game_unknown"),
        ({"games": ["schieber", "schieber"]}, "games_unreadable"),
        ({"games": ["schieber"], "minimum": 2}, "not_a_count"),
    ],
)
def test_a_club_master_that_cannot_be_is_named(said, code):
    assert [finding.code for finding in read_master(said, games=["schieber"]).findings] == [code]
