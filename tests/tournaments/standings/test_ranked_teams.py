"""Pairs and teams over the services: their ranking, how it is hidden, their fines and prizes."""

from typing import Any

import pytest

from jassclub.clubs.models import User
from jassclub.core.errors import Conflict
from tests.cast import Caller
from tests.tournaments.events import Event, event
from tests.tournaments.playing import (
    live,
    low_numbers_win,
    play,
    ranks,
    row_of,
    seated,
    sheet,
    type_table,
)
from tournaments.desk import rounds, seating, services as setup
from tournaments.entries.entrants import make_team, part_team
from tournaments.entries.models import Payment
from tournaments.money import services as money
from tournaments.money.services import balance
from tournaments.results import penalties, services as results
from tournaments.rounds.models import Passe, Sitting
from tournaments.standings.models import Ranking
from tournaments.standings.rankings import finalists, order_of

pytestmark = pytest.mark.django_db
PRIZES = [
    {"kind": "rank", "first": 1, "rappen": 10000},
    {"kind": "rank", "first": 2, "rappen": 6000},
]


def pairs(count: int = 4, **settings: Any) -> Event:
    """So many fixed pairs: numbers 1 and 2, 3 and 4 ..."""
    day = event("pairs-7x8-round-robin", **{"hands": 4, "rounds": 3, **settings})
    day.enter(2 * count)
    for first in range(1, 2 * count, 2):
        make_team(**day.ids, name=f"Paar {first}", numbers=[first, first + 1])
    return day


def teams(**settings: Any) -> Event:
    """Four teams of four: 1 to 4, 5 to 8 ..."""
    day = event(
        "teams-4x8", **{"hands": 4, "rounds": 4, "team_size": 4, "team_best": 4, **settings}
    )
    day.enter(16)
    for first in range(1, 17, 4):
        make_team(**day.ids, name=f"Team {first}", numbers=list(range(first, first + 4)))
    return day


def test_the_points_of_a_pair_count_once() -> None:
    day = pairs()
    play(day)
    rows = live(day).teams
    assert rows[0]["number"] == 1
    for row in rows:
        assert row["points"] == row_of(day, 2 * row["number"])["points"]
    assert order_of(day.tournament)[:2] == [1, 2]


def test_the_desk_sees_the_ranks_of_teams_that_are_hidden_from_the_hall() -> None:
    day = pairs(ranking={"hidden_from": 2})
    play(day)
    play(day)
    found = live(day)
    assert [row["rank"] for row in found.teams] == [1, 2, 3, 4]
    assert {row["rank"] for row in found.hall_teams} == {None}
    path = f"tournaments/{day.tournament.pk}/standings"
    day.tournament.public = True
    day.tournament.save(update_fields=["public"])
    desk = Caller(user=_user(day)).get(path).json()
    assert desk["teams"][0]["rank"] == 1
    hall = Caller().get(path).json()
    assert {row["rank"] for row in hall["teams"]} == {None}
    setup.reveal(**day.ids)
    assert ranks(live(day).hall_teams) == ranks(live(day).teams)
    kept = day.tournament.rankings.get(after_round=2)
    assert ranks(kept.hall_teams) == ranks(kept.teams)


def _user(day: Event) -> User:
    return User.objects.get(pk=str(day.director.user_id))


def test_a_fine_of_one_partner_is_the_fine_of_the_pair() -> None:
    day = pairs()
    play(day)
    before = row_of(day, 1, of="teams")["value"]
    penalties.give_penalty(**day.ids, number=2, points=30, reason="Handy", round_number=1)
    found = live(day)
    assert found.findings == []
    assert row_of(day, 1, of="teams")["value"] == before - 30
    assert row_of(day, 1, of="teams")["penalties"] == 30


def test_partners_with_other_results_have_no_rank_and_stop_what_needs_one() -> None:
    day = pairs(final={"places": 2, "rounds": 1})
    play(day)
    round_ = day.tournament.rounds.get()
    one, other = (
        passe.sittings.get(index=0).entry.number for passe in round_.passen.order_by("table")
    )
    seating.exchange_seats(**day.ids, number=1, one=one, other=other, reason="falsch gesessen")
    type_other = live(day)
    assert type_other.teams == type_other.hall_teams == []
    assert {"code": "partners_differ", "pointer": "/teams"} in type_other.findings
    for asked in (order_of, finalists):
        with pytest.raises(Conflict) as refused:
            asked(day.tournament)
        assert refused.value.code == "partners_differ"


def test_only_the_best_of_a_team_count() -> None:
    day = teams(team_best=2)
    round_ = day.call()
    points = {}
    for passe, first in zip(
        round_.passen.order_by("table__number"), (400, 350, 280, 90), strict=True
    ):
        found = [first, 628 - first]
        type_table(day, passe.table.number, found)
        for sitting in passe.sittings.all():
            points[sitting.entry.number] = found[sitting.index % 2]
    rows = {row["number"]: row["points"] for row in live(day).teams}
    for team in (1, 2, 3, 4):
        members = range(4 * team - 3, 4 * team + 1)
        assert rows[team] == sum(sorted(points[n] for n in members)[-2:])


def test_joining_and_parting_a_team_counts_the_ranking_anew() -> None:
    day = teams()
    day.enter(4, name="Neu")
    live(day)
    before = day.fresh().results_version
    made = make_team(**day.ids, name="Neue", numbers=[17, 18, 19, 20])
    assert made.number in [row["number"] for row in live(day).teams]
    part_team(**day.ids, number=made.number, reason="verschrieben")
    assert made.number not in [row["number"] for row in live(day).teams]
    assert day.fresh().results_version == before + 2


def test_a_pair_wins_the_prize_of_its_rank_once() -> None:
    day = pairs(rounds=1, fee=4000, prizes=PRIZES)
    play(
        day,
        lambda seated: [
            314 + seated[1] ** 2 - seated[0] ** 2,
            314 + seated[0] ** 2 - seated[1] ** 2,
        ],
    )
    setup.finish(**day.ids)
    found = balance(day.fresh())
    first, second = (row["number"] for row in live(day).teams[:2])
    assert {a.number: a.won for a in found.accounts.values() if a.won} == {
        2 * first - 1: 10000, 2 * second - 1: 6000,
    }  # fmt: skip
    assert [award.rappen for award in found.awards] == [10000, 6000]
    winner = 2 * first - 1
    money.pay(**day.ids, number=winner, kind=Payment.Kind.PRIZE, rappen=10000)
    assert balance(day.fresh()).accounts[winner].owed == 0


def test_findings_of_hidden_rounds_are_for_the_desk() -> None:
    day = event(hands=4, rounds=2, ranking={"hidden_from": 2})
    day.enter(8)
    play(day)
    wrong = rounds.call_round(**day.ids).passen.get(table__number=1)
    results.decide(
        actor=day.director, passe_id=wrong.pk, data=sheet([300, 300]), reason="so geschrieben"
    )
    found = live(day)
    assert [finding["pointer"] for finding in found.findings] == ["/rounds/2/tables/1"]
    assert found.hall_findings == []
    path = f"tournaments/{day.tournament.pk}/standings"
    day.tournament.public = True
    day.tournament.save(update_fields=["public"])
    assert Caller().get(path).json()["findings"] == []
    assert len(Caller(user=_user(day)).get(path).json()["findings"]) == 1


def test_a_helper_may_be_credited_without_breaking_the_pair() -> None:
    day = pairs()
    day.enter(1, name="Helferin", kind="stand_in")
    round_ = day.call()
    seating.step_in(
        **day.ids, number=1, entry=1, substitute=9, credited=Sitting.Credited.SUBSTITUTE
    )
    for table in round_.passen.values_list("table__number", flat=True):
        type_table(day, table, [400, 228])
    assert live(day).findings == []
    assert row_of(day, 1, of="teams")["points"] in (400, 228)
    assert row_of(day, 9)["rank"] is None
    assert Ranking.objects.filter(after_round=0).count() == 1


def test_in_the_last_round_by_rank_teams_meet_each_other_and_not_themselves() -> None:
    """The best three of four count: reckoned by hand from the sheets of every round."""
    day = teams(team_best=3, standing_from=4)
    for _round in range(4):
        play(day)
    before = day.tournament.rankings.filter(after_round=3).latest("revision").teams
    order = [row["number"] for row in before]
    met = set()
    by_team: dict[tuple[int, int], list[int]] = {}
    for passe in Passe.objects.filter(round__tournament=day.tournament).select_related("round"):
        four, points = seated(passe), low_numbers_win(seated(passe))
        for seat, number in enumerate(four):
            by_team.setdefault(((number + 3) // 4, passe.round.number), []).append(points[seat % 2])
        if passe.round.number == 4:
            sides = [{(four[at] + 3) // 4, (four[at + 2] + 3) // 4} for at in (0, 1)]
            assert [len(side) for side in sides] == [1, 1], "mates are partners"
            met.add(frozenset(sides[0] | sides[1]))
    assert met == {frozenset(order[:2]), frozenset(order[2:])}
    for row in live(day).teams:
        own = [sum(sorted(by_team[row["number"], n])[1:]) for n in range(1, 5)]
        assert [unit["value"] for unit in row["units"]] == own
        assert row["value"] == sum(own)
