"""Somebody is forgotten: his name and what names him goes, no number and no log changes."""

from io import StringIO

import pytest
from django.core.management import call_command

from jassclub.api.models import Upkeep
from jassclub.clubs import personal_data
from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Player
from jassclub.clubs.personal_data import whose
from jassclub.clubs.services.forgetting import anonymise_player
from jassclub.clubs.services.people import add_player
from scoring import tasks
from tests.tournaments.halls import Hall, hall
from tournaments.core.models import LogRecord, Tournament
from tournaments.core.selectors import log, verify
from tournaments.entries.models import Entry, Payment, Team
from tournaments.public.board import board_etag
from tournaments.results.models import PasseSheet, PenaltyPoints
from tournaments.rounds.models import Draw

pytestmark = pytest.mark.django_db

NAME = "Hansruedi Ammann"
WORDS = "Ammann kam zu spät"


@pytest.fixture
def player(hall_of_him: Hall) -> Player:
    return Player.objects.get(name=NAME)


@pytest.fixture
def hall_of_him() -> Hall:
    """A hall in which entry 3 is Hansruedi, and everywhere somebody has written about him."""
    place = hall()
    him = add_player(actor=SYSTEM, club_id=place.tournament.club_id, name=NAME)
    place.call()
    team = Team.objects.create(
        club_id=place.tournament.club_id,
        tournament=place.tournament,
        number=1,
        name=f"{NAME} / Otto",
    )
    Entry.objects.filter(pk=place.entry(3).pk).update(
        name=NAME, player=him, contact="079 111 22 33", note="isst kein Fleisch", team=team,
        seat_in_team=0,
    )  # fmt: skip
    Entry.objects.filter(pk=place.entry(4).pk).update(note="mit Hansruedi gekommen")
    PenaltyPoints.objects.create(
        club_id=place.entry(3).club_id,
        entry=place.entry(3),
        points=20,
        reason=WORDS,
        actor="user:999",
        cancelled_reason="",
    )
    Payment.objects.create(
        club_id=place.entry(3).club_id,
        entry=place.entry(3),
        kind="fee",
        rappen=2500,
        note="für Ammann bar",
        actor="user:999",
    )
    sheet = {"hands": 3, "lines": [], "scribe": None, "reason": "Ammanns Bus fuhr"}
    PasseSheet.objects.create(
        club_id=place.passe().club_id,
        passe=place.passe(), number=1, origin="desk", sheet=sheet, counted={}, actor="user:999",
        reason=WORDS, after_closing=True,
    )  # fmt: skip
    Draw.objects.filter(pk=place.draw.pk).update(reason=WORDS)
    log(place.tournament, "left", actor=SYSTEM, facts={"entry": 3}, reason=WORDS)
    log(place.tournament, "left", actor=SYSTEM, facts={"entry": 5}, reason="müde")
    return place


def forget(player: Player) -> None:
    anonymise_player(actor=SYSTEM, player_id=player.pk, reason="gewünscht")


def test_his_name_contact_and_every_text_about_him_is_gone(hall_of_him, player):
    forget(player)
    entry = Entry.objects.select_related("team").get(pk=hall_of_him.entry(3).pk)
    assert (entry.name, entry.contact, entry.note) == ("Person 1", "", "")
    assert entry.team is not None
    assert entry.team.name == "Person 1 / Otto"
    assert Entry.objects.get(pk=hall_of_him.entry(4).pk).note == ""
    penalty, payment = PenaltyPoints.objects.get(), Payment.objects.get()
    assert (penalty.reason, penalty.points) == ("", 20)
    assert (payment.note, payment.rappen) == ("", 2500)
    sheet = PasseSheet.objects.get()
    assert (sheet.reason, sheet.sheet["reason"], sheet.sheet["hands"]) == ("–", "–", 3)
    assert Draw.objects.get(pk=hall_of_him.draw.pk).reason == ""


def test_no_board_that_is_kept_shows_his_name_any_more(hall_of_him, player):
    def etag() -> str:
        return board_etag(Tournament.objects.get(pk=hall_of_him.tournament.pk))

    before = etag()
    forget(player)
    assert etag() != before


def test_the_log_keeps_other_reasons_and_still_holds(hall_of_him, player):
    forget(player)
    tournament = hall_of_him.tournament
    assert [r.reason for r in LogRecord.objects.filter(tournament=tournament)] == ["", "müde"]
    tournament.refresh_from_db()
    assert list(verify(tournament)) == []


def test_an_entry_of_nobody_known_that_bears_his_name_is_his(hall_of_him, player):
    Entry.objects.filter(pk=hall_of_him.entry(3).pk).update(player=None)
    Entry.objects.filter(pk=hall_of_him.entry(5).pk).update(name="Sara Ammann")
    assert personal_data.export(whose(player))["tournaments"]["entries"][0]["number"] == 3
    forget(player)
    names = dict(hall_of_him.tournament.entries.values_list("number", "name"))
    assert (names[3], names[5]) == ("Person 1", "Sara Ammann")


def test_an_entry_of_nobody_known_that_bears_a_part_of_his_name_is_not_his(hall_of_him, player):
    Entry.objects.filter(pk=hall_of_him.entry(5).pk).update(name="Ammann", contact="079 222 33 44")
    forget(player)
    other = Entry.objects.get(pk=hall_of_him.entry(5).pk)
    assert (other.name, other.contact) == ("Ammann", "079 222 33 44")


def test_two_teams_that_differed_in_how_they_named_him_still_differ(hall_of_him, player):
    again = Team.objects.create(
        club_id=hall_of_him.tournament.club_id,
        tournament=hall_of_him.tournament,
        number=2,
        name="Ammann / Otto",
    )
    Entry.objects.filter(pk=hall_of_him.entry(5).pk).update(
        name=NAME, state="withdrawn", team=again, seat_in_team=0
    )
    forget(player)
    assert set(Team.objects.values_list("name", flat=True)) == {
        "Person 1 / Otto", "Person 1 / Otto (2)",
    }  # fmt: skip


def test_he_reads_what_is_held_about_him(hall_of_him, player):
    (entry,) = personal_data.export(whose(player))["tournaments"]["entries"]
    assert (entry["name"], entry["contact"], entry["team"]) == (
        NAME,
        "079 111 22 33",
        f"{NAME} / Otto",
    )
    assert [p["rappen"] for p in entry["payments"]] == [2500]
    assert [p["reason"] for p in entry["penalties"]] == [WORDS]


def test_what_he_wrote_himself_goes_with_him(hall_of_him, player):
    official = hall_of_him.official("director")
    Player.objects.filter(pk=player.pk).update(user=official.user_id)
    log(hall_of_him.tournament, "time", actor=official, reason="Der Kaffee war spät")
    held = personal_data.export(whose(player))["tournaments"]["texts"]
    assert {"of": "LogRecord", "reason": "Der Kaffee war spät"} in held
    forget(player)
    assert not LogRecord.objects.filter(reason__contains="Kaffee").exists()


def test_two_who_sat_in_one_tournament_are_two_people(hall_of_him, player):
    other = add_player(actor=SYSTEM, club_id=player.club_id, name="Otto")
    assert personal_data.meetings(frozenset({player.pk}), frozenset({other.pk})) == []
    Entry.objects.filter(pk=hall_of_him.entry(2).pk).update(player=other)
    (met,) = personal_data.meetings(frozenset({player.pk}), frozenset({other.pk}))
    assert (met.kind, met.ident) == ("tournament", hall_of_him.tournament.pk)


def test_the_command_and_the_nightly_check_find_a_changed_log(hall_of_him):
    out = StringIO()
    call_command("verify_ledger", stdout=out)
    assert "1 tournaments, 0 findings" in out.getvalue()
    assert tasks.verify_ledgers() == 0
    LogRecord.objects.filter(seq=1).update(kind="entered")
    Upkeep.objects.all().delete()
    assert tasks.verify_ledgers() == 1
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_ledger", "--json", stdout=out)
    assert "record 1: the record was changed" in out.getvalue()
