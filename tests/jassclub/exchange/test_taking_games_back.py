"""Past evenings that were taken over from a spreadsheet are taken back whole."""

from datetime import date

import pytest
from django.utils import timezone

from jassclub.clubs.access import Invitation
from jassclub.clubs.models import Player
from jassclub.clubs.services import kitty
from jassclub.core.errors import NotAllowed
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.taking_back import take_import_back
from scoring.claims.models import HandEntry
from scoring.claims.selectors import listed
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from scoring.tables.games import open_game, reopen_game
from tests.jassclub.exchange.test_season_sheets import send
from tests.jassclub.office import Browser, words
from tournaments.evenings.services import plan, say
from tournaments.seasons.models import SeasonAverage
from tournaments.seasons.services import count_events

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("season")]

LINES = """Datum;Spiel;Spieler;Ansage;Punkte
4.3.2026;1;{anna};40;50
4.3.2026;1;{beat};50;47
4.3.2026;1;Fritz Neu;60;60
4.3.2026;2;{anna};30;57
4.3.2026;2;{beat};50;50
4.3.2026;2;Fritz Neu;60;50
11.3.2026;1;{anna};40;50
11.3.2026;1;{beat};50;47
11.3.2026;1;Fritz Neu;60;60
"""


@pytest.fixture
def lines(anna, beat):
    return LINES.format(anna=anna.player.name, beat=beat.player.name).encode()


@pytest.fixture
def taken(chloe, club, lines):
    """Two evenings with somebody new, taken over; the preview and who looks at it."""
    browser = Browser(chloe, club.slug)

    def take():
        address = send(browser, lines, name="abende.csv", profile="differenzler-offen")
        answer = browser.post(address, action="accept", name_0="Fritz Neu", who_0="new")
        assert answer.status_code == 302, words(answer)
        return SpreadsheetPreview.objects.get(taken_back_at=None)

    return browser, take(), take


def averages(season):
    count_events()
    rows = SeasonAverage.objects.filter(season=season)
    return {row.player.name: row.hands for row in rows if row.hands}


def test_nothing_of_it_counts_any_more_and_all_of_it_stays_readable(taken, season, chloe):
    browser, kept, _take = taken
    assert averages(season)["Fritz Neu"] == 3
    assert "Partien aus «abende.csv» übernommen: 2" in browser.text("history/")
    assert "Was geändert wurde" in browser.text(f"data/{kept.pk}/")
    back = browser.post("history/", book="imports", deed=str(kept.pk))
    assert back.status_code == 302, words(back)
    told = browser.text("history/")
    assert "Es ist wieder, wie es vorher war" in told
    assert not Player.objects.get(name="Fritz Neu").active
    assert "Fritz Neu" not in browser.text("people/")
    assert averages(season) == {}
    assert not listed(Game.objects.all()).exists()
    for game in Game.objects.all():
        assert game.state == Game.State.ABANDONED
        assert not verify_game(game)
        assert game.changes.get().reason == "Übernahme aus «abende.csv» zurückgenommen"
    entries = HandEntry.objects.all()
    assert {entry.state for entry in entries} == {HandEntry.State.REJECTED}
    assert all(entry.slip["points"] for entry in entries)
    assert not Player.objects.get(name="Fritz Neu").active
    assert "Zurückgenommen am" in browser.text(f"data/{kept.pk}/")


def test_the_same_file_may_come_again_and_counts_once(taken, season, chloe, club):
    _browser, kept, take = taken
    take_import_back(chloe.actor, club, kept.pk)
    take()
    assert averages(season)["Fritz Neu"] == 3


def test_people_who_sit_elsewhere_meanwhile_stay(taken, chloe, club, guests):
    _browser, kept, _take = taken
    fritz = Player.objects.get(name="Fritz Neu")
    open_game(
        actor=chloe.actor,
        club_id=club.pk,
        season_id=None,
        profile_slug="differenzler-offen",
        player_ids=[fritz.pk, *(guest.pk for guest in guests[1:])],
        played_on=date(2026, 4, 1),
    )
    take_import_back(chloe.actor, club, kept.pk)
    fritz.refresh_from_db()
    assert fritz.active


def books(chloe, club, fritz):
    lines = [kitty.Line(fritz.pk, 500)]
    day = date(2026, 4, 1)
    kitty.book(actor=chloe.actor, club_id=club.pk, kind="payment", day=day, lines=lines)


def attends(chloe, club, fritz):
    (evening,) = plan(actor=chloe.actor, club_id=club.pk, days=[timezone.localdate()])
    say(actor=chloe.actor, evening_id=evening.pk, said={fritz.pk: "here"})


def is_invited(chloe, club, fritz):
    made = {"role": "member", "expires_at": timezone.now(), "token_hash": "0" * 64}
    Invitation.objects.create(club=club, player=fritz, created_by=str(chloe.actor), **made)


@pytest.mark.parametrize("stands", [books, attends, is_invited])
def test_people_who_stand_elsewhere_meanwhile_stay_and_are_named(taken, chloe, club, stands):
    browser, kept, _take = taken
    fritz = Player.objects.get(name="Fritz Neu")
    stands(chloe, club, fritz)
    assert browser.post("history/", book="imports", deed=str(kept.pk)).status_code == 302
    fritz.refresh_from_db()
    assert fritz.active
    assert "darum auch: Fritz Neu." in browser.text("history/")


def test_one_game_that_was_opened_again_since_keeps_all_of_them(taken, chloe):
    browser, kept, _take = taken
    late = Game.objects.get(played_on="2026-03-11")
    reopen_game(actor=chloe.actor, game_id=late.pk, reason="Ein Spiel fehlt noch.")
    back = browser.post("history/", book="imports", deed=str(kept.pk))
    assert "Partie vom 11.03.2026 ist seither etwas gesagt oder gebucht" in words(back)
    assert listed(Game.objects.all()).count() == 2


def test_who_sat_there_takes_it_not_back(taken, anna, club, chloe):
    """As with typing it in, somebody else does."""
    _browser, kept, _take = taken
    with pytest.raises(NotAllowed):
        take_import_back(anna.actor, club, kept.pk)
    assert listed(Game.objects.all()).count() == 2
