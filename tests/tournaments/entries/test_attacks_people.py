"""Sign-ups and people as they must not go wrong: doubles, waiting lists, who is gone."""

from typing import Any

import pytest

from jassclub.clubs.actors import ANONYMOUS, digest
from jassclub.core.errors import Invalid
from tests.tournaments.events import Event, event
from tournaments.desk import rounds, services as desk
from tournaments.entries import entrants, services as people
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry

pytestmark = pytest.mark.django_db

PAIRS = "pairs-7x8-round-robin"


def open_event(preset: str = "einzelschieber-4x12", capacity: int | None = None) -> Event:
    day = event(preset)
    desk.change_tournament(**day.ids, version=1, values={"public": True, "capacity": capacity})
    desk.open_sign_up(**day.ids)
    return day


def sign_up(day: Event, *names: str, team: str = "") -> list[Entry]:
    named = [Person(name) for name in names]
    ident = day.tournament.pk
    return people.sign_up(actor=ANONYMOUS, tournament_id=ident, people=named, team=team)[0]


def change(day: Event, **values: Any) -> None:
    desk.change_tournament(**day.ids, version=day.fresh().version, values=values)


def states(day: Event) -> dict[str, str]:
    return dict(day.tournament.entries.values_list("name", "state"))


@pytest.mark.parametrize(
    "double",
    ["Chlöe  Anna", " chlöe anna", "Chlo\u0308e Anna", "Chlöe\u200b Anna", "Chlöe\u00a0Anna",
     "\u202eChlöe Anna", "Chlöe\nAnna", "Chlöe\u00ad Anna"],
)  # fmt: skip
def test_a_name_that_looks_the_same_is_the_same(double: str) -> None:
    day = open_event()
    sign_up(day, "Chlöe Anna")
    with pytest.raises(Invalid) as refused:
        sign_up(day, double)
    assert refused.value.details[0].code == "name_entered"


@pytest.mark.parametrize("empty", ["\u200b", "\u202e \u200d", "\t\n"])
def test_a_name_that_nobody_can_see_is_none(empty: str) -> None:
    day = open_event()
    with pytest.raises(Invalid) as refused:
        sign_up(day, empty)
    assert refused.value.details[0].code == "name_missing"


def test_a_name_is_kept_as_it_is_read_aloud() -> None:
    day = open_event()
    assert sign_up(day, "  Rene\u0301e\u202e \n Müller\x07")[0].name == "Renée Müller"
    entry = sign_up(day, "Beat")[0]
    changed = people.change_entry(
        actor=day.director,
        tournament_id=entry.tournament_id,
        entry_id=entry.pk,
        version=1,
        values={"name": "Be\u200bat  Egli"},
    )
    assert changed.name == "Beat Egli"


def test_a_family_of_emojis_is_a_name_like_any_other() -> None:
    day = open_event()
    name = "👩\u200d👩\u200d👧 Egli"
    assert sign_up(day, name)[0].name == name


def test_a_renamed_entry_is_checked_for_its_own_name_only_once() -> None:
    day = open_event()
    entry = sign_up(day, "Beat")[0]
    people.change_entry(
        actor=day.director,
        tournament_id=entry.tournament_id,
        entry_id=entry.pk,
        version=1,
        values={"name": "BEAT"},
    )
    with pytest.raises(Invalid):
        people.change_entry(
            actor=day.director,
            tournament_id=entry.tournament_id,
            entry_id=entry.pk,
            version=2,
            values={"name": "\u200b"},
        )


@pytest.mark.parametrize("capacity", [None, 8])
def test_who_waits_moves_up_when_there_are_more_places(capacity: int | None) -> None:
    day = open_event(capacity=4)
    for number in range(7):
        sign_up(day, f"Gast {number}")
    change(day, capacity=capacity)
    assert set(states(day).values()) == {"signed_up"}


def test_fewer_places_than_people_turn_nobody_away() -> None:
    day = open_event(capacity=6)
    for number in range(6):
        sign_up(day, f"Gast {number}")
    change(day, capacity=4)
    assert set(states(day).values()) == {"signed_up"}
    people.drop_out(**day.ids, number=1)
    assert sign_up(day, "Spät")[0].state == "waiting"


def test_a_pair_that_does_not_fit_lets_nobody_pass_and_moves_up_when_it_does() -> None:
    day = open_event(PAIRS, capacity=5)
    for pair in ("AB", "CD", "EF"):
        sign_up(day, *pair)
    people.add_entries(**day.ids, people=[Person("Allein")])
    assert states(day)["E"] == states(day)["F"] == "waiting"
    for number in (1, 2):
        people.drop_out(**day.ids, number=number)
    assert states(day)["E"] == states(day)["F"] == "signed_up"


def test_when_the_first_who_waits_goes_the_next_are_looked_at() -> None:
    day = open_event(PAIRS, capacity=5)
    for pair in ("AB", "CD", "EF", "GH"):
        sign_up(day, *pair)
    Entry.objects.filter(tournament=day.tournament, name="H").update(state="withdrawn")
    people.drop_out(**day.ids, number=5)
    people.drop_out(**day.ids, number=6)
    assert states(day)["G"] == "signed_up"
    assert states(day)["H"] == "withdrawn"


def test_who_is_gone_is_not_gone_again() -> None:
    day = event()
    day.enter(5)
    people.drop_out(**day.ids, number=3)
    before = day.fresh().log_seq
    assert people.drop_out(**day.ids, number=3).state == Entry.State.AWAY
    assert day.fresh().log_seq == before


def test_a_pair_that_took_its_sign_up_back_may_sign_up_again() -> None:
    day = open_event(PAIRS)
    for turn in (1, 2, 3):
        entries = sign_up(day, "Anna", "Beat", team="Die Asse")
        assert entries[0].team is not None
        assert entries[0].team.name == "Die Asse"
        Entry.objects.filter(pk=entries[0].pk).update(token_hash=digest(f"x{turn}"))
        people.withdraw(actor=ANONYMOUS, token=f"x{turn}")
    assert day.tournament.teams.count() == 3


def test_two_teams_of_very_long_names_are_two_teams() -> None:
    day = open_event(PAIRS)
    long = "Maria Magdalena Theodora von und zu Obersteinbrunn-Niederhasli im Tal der Linden"[:78]
    first = sign_up(day, f"{long} 1", "Beat")[0].team
    people.drop_out(**day.ids, number=1)
    second = sign_up(day, f"{long} 1", "Chlöe")[0].team
    third = sign_up(day, f"{long} 2", "Dario")[0].team
    assert len({team.name for team in (first, second, third) if team}) == 3


def test_a_taken_team_name_points_to_the_name_of_the_team() -> None:
    day = open_event(PAIRS)
    sign_up(day, "Anna", "Beat", team="Die Asse")
    with pytest.raises(Exception, match="dieses Namens") as refused:
        sign_up(day, "Chlöe", "Dario", team="die asse")
    assert getattr(refused.value, "code", "") == "team_name_taken"
    assert day.tournament.entries.count() == 2


def test_a_check_in_is_no_mistake_any_more_once_there_is_a_seat() -> None:
    day = event()
    day.enter(5)
    day.call()
    for number in range(1, 6):
        with pytest.raises(Invalid) as refused:
            people.check_out(**day.ids, numbers=[number])
        assert refused.value.details[0].code == "has_played"
    assert set(states(day).values()) == {"present"}


def test_who_comes_back_in_mid_round_is_drawn_for_the_next() -> None:
    day = event(rounds=3)
    day.enter(8)
    people.drop_out(**day.ids, number=8)
    round_ = day.call()
    people.check_in(**day.ids, numbers=[8])
    assert not round_.sittings.filter(entry__number=8).exists()
    assert (
        8
        in [n for t in day.draw().rounds[1]["tables"] for n in t]
        + day.draw().rounds[1]["sitting_out"]
    )


def test_a_call_taken_back_leaves_the_event_as_it_was_before_play() -> None:
    day = open_event()
    day.enter(4)
    day.call()
    rounds.uncall_round(**day.ids, number=1, reason="Falsche Liste")
    assert day.fresh().state == "open"
    assert sign_up(day, "Spät")[0].state == "signed_up"
    desk.cancel(**day.ids, reason="Zu wenig Leute")
    assert day.fresh().state == "cancelled"


def test_a_team_may_be_parted_only_before_it_sat_out_or_played() -> None:
    day = event(PAIRS, odd="sit_out")
    day.enter(6)
    for numbers in ((1, 2), (3, 4), (5, 6)):
        entrants.make_team(**day.ids, name="", numbers=numbers)
    day.call()
    for team in (1, 2, 3):
        with pytest.raises(Exception, match="schon gespielt"):
            entrants.part_team(**day.ids, number=team, reason="verschrieben")


def test_a_pair_without_a_name_is_called_after_its_people_every_time() -> None:
    day = open_event(PAIRS)
    for turn in (1, 2):
        team = sign_up(day, "Anna", "Beat")[0].team
        assert team is not None
        assert team.name == "Anna / Beat"
        for number in (2 * turn - 1, 2 * turn):
            people.drop_out(**day.ids, number=number)
