"""A qualifying event whose final is another tournament: who goes on, with what, only once."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound
from tests.scoring.table import house
from tests.tournaments.events import Event
from tests.tournaments.finals.qualifying import (
    by_squares,
    came_from,
    end,
    final_of,
    invite,
    qualifying,
)
from tests.tournaments.playing import Points, correct, live, play, ranks, seated
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services as desk
from tournaments.entries import entrants, services as people
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry
from tournaments.finals.services import invite_finalists, qualified
from tournaments.rounds.models import Passe
from tournaments.standings.pure import QualifyingRoute

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def by_number(seats: Any) -> list[int]:
    """Distances of a Differenzler, for each seat, no two alike."""
    return [7 * number + number**2 for number in seats]


def added_up(day: Event, points: Points) -> Counter[int]:
    """What everybody has, added up from the seats alone."""
    total: Counter[int] = Counter()
    for round_ in day.tournament.rounds.all():
        for passe in round_.passen.all():
            total.update(added_up_at(passe, points))
    return total


def added_up_at(passe: Passe, points: Points) -> Counter[int]:
    numbers, found = seated(passe), list(points(seated(passe)))
    return Counter({n: found[at % len(found)] for at, n in enumerate(numbers)})


def ordered(day: Event) -> list[int]:
    return [number for rank, number in ranks(live(day).rows) if rank is not None]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("carried", ["all", "average", "nothing"])
@pytest.mark.parametrize("game", ["schieber", "differenzler"])
def test_finalists_are_ranked_by_the_final_and_what_they_bring(game: str, carried: str) -> None:
    preset, points = {
        "schieber": ("einzelschieber-4x12", by_squares),
        "differenzler": ("differenzler-qualifying-4x4", by_number),
    }[game]
    day = end(qualifying(preset=preset, carried=carried, places=8), points)
    final = final_of(day, preset=preset)
    entries = invite(day, final)
    assert came_from(entries) == ordered(day)[:8]
    before, came = added_up(day, points), {entry.number: entry for entry in entries}
    people.check_in(**final.ids, numbers=came)
    play(final, points)
    brings = {"all": Fraction(1), "average": Fraction(1, 8), "nothing": Fraction(0)}[carried]
    here = added_up(final, points)
    for row in live(final).rows:
        source = came[row["number"]].qualified_from
        assert source is not None
        assert Fraction(row["carried"]) == before[source.number] * brings
        assert Fraction(row["value"]) == here[row["number"]] + before[source.number] * brings
    values = [Fraction(row["value"]) for row in live(final).rows]
    assert values == sorted(values, reverse=game == "schieber")


def test_name_player_and_contact_go_along_and_the_log_tells_it_without_names() -> None:
    day = qualifying()
    player = day.house.people[0]
    first = day.tournament.entries.get(number=1)
    first.name, first.player, first.contact = player.name, player, "079 000 00 00"
    first.save()
    end(day)
    final = final_of(day)
    entries = invite(day, final)
    there = next(e for e in entries if e.qualified_from == first)
    assert (there.name, there.player, there.contact) == (player.name, player, "079 000 00 00")
    assert {entry.state for entry in entries} == {Entry.State.SIGNED_UP}
    sent, got = day.tournament.log.latest("seq"), final.tournament.log.latest("seq")
    assert sent.payload["entries"] == got.payload["numbers"] == came_from(entries)
    assert got.payload["entries"] == [entry.number for entry in entries]
    assert player.name not in str([sent.payload, got.payload])


def test_asking_again_adds_nobody_until_somebody_has_gone_from_the_final() -> None:
    day = end(qualifying())
    final, order = final_of(day), ordered(day)
    entries = invite(day, final)
    assert invite(day, final) == []
    people.drop_out(**final.ids, number=entries[1].number)
    assert came_from(invite(day, final)) == [order[4]]
    assert invite(day, final) == []
    assert final.tournament.entries.count() == 5
    assert [found.way for found in qualified(day.tournament)] == [QualifyingRoute.RANK] * 3 + [
        QualifyingRoute.MOVED_UP
    ]


def test_a_late_correction_changes_what_is_brought_until_the_final_begins() -> None:
    day = end(qualifying(carried="all", places=8))
    final = final_of(day)
    came = {entry.number: entry for entry in invite(day, final)}
    best = day.tournament.rounds.get(number=1).passen.first()
    assert best is not None
    correct(day, best.table.number, [600, 28], number=1)
    before = {number: entry.carried for number, entry in came.items()}
    invite(day, final)
    now = {entry.number: entry for entry in final.tournament.entries.all()}
    told = final.tournament.log.get(kind="brought").payload["entries"]
    assert told == [number for number in before if now[number].carried != before[number]] != []
    total = added_up(day, by_squares) - added_up_at(best, by_squares)
    total.update(dict(zip(seated(best), (600, 28, 600, 28), strict=True)))
    for entry in now.values():
        assert entry.qualified_from is not None
        assert Fraction(entry.carried) == total[entry.qualified_from.number]
    invite(day, final)
    assert final.tournament.log.filter(kind="brought").count() == 1


def test_who_was_told_absent_or_seeded_is_so_the_next_time_too() -> None:
    day = end(qualifying())
    final, order = final_of(day), ordered(day)
    entries = invite(day, final, absent=[order[0]], seeded=[order[2], order[-1]])
    assert set(came_from(entries)) == {order[n] for n in (1, 2, 3, 4, 5, -1)}
    assert invite(day, final) == []
    gone = next(e for e in entries if e.qualified_from and e.qualified_from.number == order[1])
    people.drop_out(**final.ids, number=gone.number)
    assert came_from(invite(day, final)) == [order[6]]
    assert came_from(invite(day, final, seeded=[order[0]])) == [order[0]]


def in_pairs(carried: str) -> Event:
    """Six pairs who have played, neighbours by number."""
    day = qualifying(carried=carried, places=2, seating="pairs")
    for first in range(1, 12, 2):
        entrants.make_team(**day.ids, name="", numbers=[first, first + 1])
    return end(day)


@pytest.mark.parametrize("carried", ["all", "average"])
def test_pairs_go_on_whole_and_bring_their_points_once(carried: str) -> None:
    day = in_pairs(carried)
    final = final_of(day, seating="pairs")
    entries = invite(day, final)
    best = live(day).teams[:2]
    assert len(entries) == 4
    assert [team.name for team in final.tournament.teams.all()] == [
        day.tournament.teams.get(number=row["number"]).name for row in best
    ]
    assert [len(team.entries.all()) for team in final.tournament.teams.all()] == [2, 2]
    brought = [row["value" if carried == "all" else "average"] for row in best]
    rows = sorted(live(final).teams, key=lambda row: row["number"])
    assert [Fraction(row["carried"]) for row in rows] == [Fraction(b) for b in brought]
    people.drop_out(**final.ids, number=entries[0].number)
    assert len(invite(day, final)) == 2


def test_a_final_that_was_called_off_holds_nobody_back() -> None:
    day = end(qualifying())
    first = final_of(day)
    assert len(invite(day, first, absent=[ordered(day)[0]])) == 4
    Tournament.objects.filter(pk=first.tournament.pk).update(slug="abgesagt")
    second = final_of(day)
    with pytest.raises(Conflict, match="anderen Final"):
        invite(day, second)
    desk.cancel(**first.ids, reason="Saal besetzt")
    assert came_from(invite(day, second)) == ordered(day)[:4]


def test_before_the_end_and_once_the_final_has_begun_nobody_is_invited() -> None:
    day = qualifying()
    final = final_of(day)
    with pytest.raises(Conflict, match="beendet"):
        invite(day, final)
    end(day)
    final.enter(4)
    final.draw()
    rounds.call_round(**final.ids)
    before = final.fresh().log_seq
    with pytest.raises(Conflict, match="begonnen"):
        invite(day, final)
    assert final.fresh().log_seq == before


def test_who_plays_in_pairs_there_or_has_no_final_cannot_be_invited() -> None:
    day = end(qualifying())
    with pytest.raises(Invalid):
        invite(day, final_of(day, seating="pairs"))
    Tournament.objects.filter(pk=day.tournament.pk).update(slug="vorher")
    plain = end(qualifying(final=None))
    with pytest.raises(Conflict, match="keinen Final"):
        invite(plain, plain)
    assert qualified(plain.tournament) == []


def test_a_final_of_another_club_is_not_found_and_the_desk_may_not_invite() -> None:
    day = end(qualifying())
    final = final_of(day)
    Tournament.objects.filter(pk=final.tournament.pk).update(
        public=True, state="open", club=house("Anderer Club").club
    )
    with pytest.raises(NotFound):
        invite(day, final)
    with pytest.raises(NotAllowed):
        invite_finalists(actor=day.scribe, tournament_id=day.tournament.pk, to=day.tournament.pk)


@pytest.mark.parametrize("told", [{"absent": [99]}, {"seeded": [99]}])
def test_a_number_that_was_never_given_is_refused(told: dict[str, list[int]]) -> None:
    day = end(qualifying())
    final = final_of(day)
    with pytest.raises(Invalid):
        invite(day, final, **told)
    assert not final.tournament.entries.exists()


def test_a_name_that_is_in_the_final_already_is_told_and_nobody_is_entered() -> None:
    day = end(qualifying())
    final = final_of(day)
    name = day.tournament.entries.get(number=ordered(day)[0]).name
    people.add_entries(**final.ids, people=[Person(name)])
    with pytest.raises(Invalid):
        invite(day, final)
    assert final.tournament.entries.count() == 1
