"""Ranks within a category, and clubs by their best people, against a naive second writing."""

from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, strategies as st

from tournaments.format.pure import Prize, PrizeKind, contradictions, read_format
from tournaments.format.pure.categories import label_of, labels_of
from tournaments.standings.pure import prizes_for
from tournaments.standings.pure.groups import group_standings, ranks_within
from tournaments.standings.pure.scores import TournamentStanding


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        *((word, "women") for word in ("Damen", "Frau", "w", "F", "Femmes", "Donne", "women")),
        *((word, "juniors") for word in ("Junioren", "Juniorin", "Jugend", "giovani")),
        *((word, "veterans") for word in ("Senioren", "Vétérans", "Aînés", "Veterani")),
        ("U 20", "U 20"),
        ("F2", "F2"),
        ("  Gäste   aus Chur ", "Gäste aus Chur"),
        ("", ""),
    ],
)
def test_a_category_is_known_as_people_write_it_and_any_other_label_is_its_own(written, kept):
    assert label_of(written) == kept


def test_labels_stand_in_one_order_and_each_once():
    found = labels_of(["Zürich", "Senioren", "Damen", "bern", "Frau", "BERN"])
    assert found == ["women", "veterans", "BERN", "Zürich"]


@given(st.dictionaries(st.integers(1, 60), st.integers(1, 12), max_size=20))
def test_a_rank_within_counts_those_of_the_category_who_are_ahead(ranks):
    found = ranks_within(ranks)
    assert found == {who: 1 + sum(r < rank for r in ranks.values()) for who, rank in ranks.items()}


numbers = st.integers(0, 8) | st.fractions(0, 5, max_denominator=3)


@given(
    st.dictionaries(st.integers(1, 12), numbers, max_size=12),
    st.lists(st.sampled_from(["A", "B", "C", ""]), min_size=12, max_size=12),
    st.integers(1, 4),
    st.booleans(),
)
def test_no_choice_of_people_makes_more_of_a_club_and_no_club_ahead_has_less(
    values, clubs, best, lower
):
    groups = {number: club for number, club in enumerate(clubs, start=1) if club}
    rows = group_standings(values, groups, best=best, lower_wins=lower)
    better = min if lower else max
    for row in rows:
        own = [value for who, value in values.items() if groups.get(who) == row.name]
        assert row.people == len(own)
        if len(own) < best:
            assert (row.rank, row.value, row.missing) == (None, None, best - len(own))
        else:
            assert row.value == better(map(sum, combinations(own, best)))
            assert row.value == sum(values[who] for who in row.counted)
    ranked = [row for row in rows if row.rank is not None]
    for ahead, behind in pairwise(ranked):
        one, other = ahead.value or 0, behind.value or 0
        assert (ahead.rank or 0) <= (behind.rank or 0)
        assert one == other or better(one, other) == one
    assert {row.name for row in rows} == {groups[who] for who in values if who in groups}


def test_equal_sums_are_parted_by_the_best_single_result():
    values = {1: 10, 2: 6, 3: 9, 4: 7, 5: 9, 6: 7}
    groups = {1: "Aarau", 2: "Aarau", 3: "Bern", 4: "Bern", 5: "Chur", 6: "Chur"}
    rows = group_standings(values, groups, best=2, lower_wins=False)
    assert [(row.rank, row.name, row.value) for row in rows] == [
        (1, "Aarau", 16),
        (2, "Bern", 16),
        (2, "Chur", 16),
    ]


def row(player, rank, value=100):
    return TournamentStanding(
        player=player, team=None, stand_in=False, value=value, scores=(), rank=rank
    )


def test_a_prize_of_a_category_goes_to_the_first_of_it_and_that_of_a_club_to_its_best():
    rows = [row(n, rank) for n, rank in ((1, 1), (2, 2), (3, 3), (4, 3), (5, 5))]
    prizes = (
        Prize(rappen=10_000),
        Prize(rappen=5_001, category="women"),
        Prize(kind=PrizeKind.CLUB, rappen=9_000, text="Pokal"),
    )
    clubs = group_standings({2: 5, 5: 3, 1: 4}, {2: "Chur", 5: "Chur", 1: "Bern"}, best=2,
                            lower_wins=False)  # fmt: skip
    found = prizes_for(
        rows,
        prizes,
        numbers={n: n for n in range(1, 6)},
        members={"women": {3, 4, 5}},
        groups={PrizeKind.CLUB: clubs},
    )
    told = [(a.player, a.rappen, a.category, a.group, a.texts) for a in found]
    assert told == [
        (1, 10_000, "", "", ()),
        (3, 2_501, "women", "", ()),
        (4, 2_500, "women", "", ()),
        (2, 9_000, "", "Chur", ("Pokal",)),
    ]


@pytest.mark.parametrize(
    ("settings", "codes"),
    [
        ({"club_best": 3}, []),
        ({"club_best": 3, "prizes": [{"kind": "club", "text": "Pokal", "last": 3}]}, []),
        ({"prizes": [{"kind": "squad", "text": "Pokal"}]}, ["no_such_ranking"]),
        (
            {"club_best": 2, "prizes": [{"kind": "club", "text": "P", "category": "Damen"}]},
            ["groups_have_no_category"],
        ),
        (
            {
                "profile": "turnier-partnerschieber", "seating": "pairs", "pairing": "knockout",
                "club_best": 2, "squad_best": 2,
            },
            ["knockout_has_no_sums", "knockout_has_no_sums"],
        ),
    ],
)  # fmt: skip
def test_settings_of_clubs_and_teams_go_together_or_are_named(settings, codes):
    reading = read_format(settings)
    found = [f.code for f in reading.findings]
    assert [code for code in found if code in {*codes}] == codes
    assert codes or (reading.format and not contradictions(reading.format))


def test_exact_values_are_added_exactly():
    (found,) = group_standings({1: Fraction(1, 3), 2: Fraction(2, 3)}, {1: "A", 2: "A"}, best=2,
                               lower_wins=True)  # fmt: skip
    assert found.value == 1
