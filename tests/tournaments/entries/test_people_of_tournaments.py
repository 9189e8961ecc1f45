"""Who takes part: sign-up, waiting list, check-in, leaving, teams."""

from datetime import timedelta

import pytest
from django.utils import timezone

from jassclub.clubs.actors import ANONYMOUS, digest
from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound
from tests.scoring.table import house
from tests.tournaments.events import Event, event
from tournaments.core.models import LogRecord
from tournaments.core.selectors import verify
from tournaments.desk import services as desk
from tournaments.entries import entrants, services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry

pytestmark = pytest.mark.django_db


def open_event(capacity: int | None = None, preset: str = "einzelschieber-4x12") -> Event:
    day = event(preset)
    desk.change_tournament(**day.ids, version=1, values={"public": True, "capacity": capacity})
    desk.open_sign_up(**day.ids)
    return day


def sign_up(day: Event, *names: str) -> tuple[list[Entry], str]:
    named = [Person(name) for name in names]
    return entries.sign_up(actor=ANONYMOUS, tournament_id=day.tournament.pk, people=named)


def states(day: Event) -> dict[str, str]:
    return dict(day.tournament.entries.values_list("name", "state"))


def test_whoever_signs_up_after_the_last_place_waits_and_moves_up() -> None:
    day = open_event(capacity=4)
    for name in ("Anna", "Beat", "Chlöe", "Dario", "Emma", "Fritz"):
        sign_up(day, name)
    assert states(day)["Emma"] == states(day)["Fritz"] == "waiting"
    entries.drop_out(**day.ids, number=2)
    assert states(day) | {"Beat": "withdrawn", "Emma": "signed_up"} == states(day)
    assert states(day)["Fritz"] == "waiting"


def test_nobody_passes_those_who_wait() -> None:
    day = open_event(capacity=4)
    for name in ("Anna", "Beat", "Chlöe", "Dario", "Emma"):
        sign_up(day, name)
    entries.withdraw(actor=ANONYMOUS, token=_secret_of(day, "Emma"))
    assert states(day)["Emma"] == "withdrawn"
    assert sign_up(day, "Fritz")[0][0].state == "waiting"


def _secret_of(day: Event, name: str) -> str:
    """A fresh secret for somebody, since the one given out is known to him alone."""
    Entry.objects.filter(tournament=day.tournament, name=name).update(token_hash=digest("x" + name))
    return "x" + name


def test_a_sign_up_is_taken_back_with_its_secret_and_no_other() -> None:
    day = open_event()
    _entries, secret = sign_up(day, "Anna")
    with pytest.raises(NotFound):
        entries.withdraw(actor=ANONYMOUS, token=secret + "x")
    assert entries.withdraw(actor=ANONYMOUS, token=secret).state == "withdrawn"


def test_a_name_is_entered_once_unless_it_says_where_it_comes_from() -> None:
    day = open_event()
    sign_up(day, "Hans Müller")
    with pytest.raises(Invalid) as refused:
        sign_up(day, "hans müller")
    assert refused.value.details[0].code == "name_entered"
    assert sign_up(day, "Hans Müller, Gossau")[0][0].number == 2


def test_a_list_with_doubles_is_refused_whole_and_names_every_fault() -> None:
    day = event()
    day.enter(1, name="Anna")
    named = [Person("Anna 1"), Person("Bruno"), Person("Bruno"), Person(" ")]
    with pytest.raises(Invalid) as refused:
        entries.add_entries(**day.ids, people=named)
    found = [(detail.pointer, detail.code) for detail in refused.value.details]
    assert found == [
        ("/people/0/name", "name_entered"),
        ("/people/2/name", "name_entered"),
        ("/people/3/name", "name_missing"),
    ]
    assert day.tournament.entries.count() == 1


def test_a_player_of_the_club_is_known_by_name_at_the_desk_and_not_on_the_net() -> None:
    day = open_event()
    player = day.house.club.players.first()
    sign_up(day, player.name)
    assert day.tournament.entries.get().player is None
    day.tournament.entries.update(name="Jemand")
    entries.add_entries(**day.ids, people=[Person(player.name)])
    assert day.tournament.entries.get(number=2).player == player


@pytest.mark.parametrize("late", [True, False])
def test_a_closed_sign_up_is_closed(late: bool) -> None:
    day = open_event()
    if late:
        day.tournament.sign_up_until = timezone.now() - timedelta(minutes=1)
        type(day.tournament).objects.update(sign_up_until=day.tournament.sign_up_until)
    else:
        desk.cancel(**day.ids, reason="Saal doppelt belegt")
    with pytest.raises(Conflict) as refused:
        sign_up(day, "Anna")
    assert refused.value.code == "sign_up_closed"


def test_a_draft_is_nobodys_to_sign_up_for() -> None:
    day = event()
    with pytest.raises(NotFound):
        sign_up(day, "Anna")


def test_whoever_left_may_come_back_under_his_number() -> None:
    day = event()
    day.enter(8)
    entries.drop_out(**day.ids, number=3, reason="Notfall")
    assert day.tournament.entries.get(number=3).state == Entry.State.AWAY
    entries.check_in(**day.ids, numbers=[3])
    assert day.tournament.entries.get(number=3).state == Entry.State.PRESENT
    day.enter(1, name="Neu")
    assert day.tournament.entries.order_by("number").last().number == 9


def test_a_check_in_by_mistake_is_taken_back() -> None:
    day = event()
    day.enter(4)
    entries.check_out(**day.ids, numbers=[2])
    assert day.tournament.entries.get(number=2).state == Entry.State.SIGNED_UP
    with pytest.raises(Invalid):
        entries.check_out(**day.ids, numbers=[2])


def test_a_number_that_was_never_given_is_named() -> None:
    day = event()
    day.enter(4)
    with pytest.raises(Invalid) as refused:
        entries.check_in(**day.ids, numbers=[2, 77])
    assert "77" in refused.value.message


def test_a_pair_signs_up_together_and_waits_together() -> None:
    day = open_event(capacity=6, preset="pairs-7x8-round-robin")
    for pair in (("Anna", "Beat"), ("Chlöe", "Dario"), ("Emma", "Fritz"), ("Gina", "Hugo")):
        sign_up(day, *pair)
    assert day.tournament.teams.get(number=1).name == "Anna / Beat"
    assert states(day)["Gina"] == states(day)["Hugo"] == "waiting"
    entries.withdraw(actor=ANONYMOUS, token=_secret_of(day, "Chlöe"))
    assert states(day)["Gina"] == states(day)["Hugo"] == "signed_up"
    with pytest.raises(Invalid):
        sign_up(day, "Allein")


def test_one_who_is_in_a_pair_is_not_put_into_another() -> None:
    day = event("pairs-7x8-round-robin")
    day.enter(4)
    entrants.make_team(**day.ids, name="Die Ersten", numbers=[1, 2])
    with pytest.raises(Conflict):
        entrants.make_team(**day.ids, name="Die Zweiten", numbers=[2, 3])
    entrants.part_team(**day.ids, number=1, reason="verschrieben")
    assert entrants.make_team(**day.ids, name="", numbers=[2, 3]).name == "Gast 2 / Gast 3"


def test_people_of_other_clubs_see_and_change_nothing() -> None:
    day, stranger = event(), house("Anderer Club").official("admin")
    with pytest.raises(NotFound):
        entries.check_in(actor=stranger, tournament_id=day.tournament.pk, numbers=[1])


def test_a_member_without_an_office_enters_nobody() -> None:
    day = event()
    member = day.house.official("member")
    with pytest.raises(NotAllowed):
        entries.add_entries(actor=member, tournament_id=day.tournament.pk, people=[Person("Anna")])


def test_the_log_notices_what_was_changed_behind_its_back() -> None:
    day = event()
    day.enter(4)
    assert not list(verify(day.fresh()))
    record = LogRecord.objects.get(tournament=day.tournament, seq=2)
    LogRecord.objects.filter(tournament=day.tournament, seq=2).update(
        payload={**record.payload, "entries": [1, 2]}
    )
    assert [found.params["seq"] for found in verify(day.fresh())] == [2]


def test_the_end_of_a_log_cannot_be_cut_off() -> None:
    day = event()
    day.enter(4)
    LogRecord.objects.filter(tournament=day.tournament, seq=2).delete()
    assert [found.text for found in verify(day.fresh())] == ["the log ends too early"]
