"""A whole game is taken back while it is empty, broken off, seated anew, opened again: each on a
page that says what it will do."""

import json
import re

import pytest

from jassclub.clubs.models import Membership, User
from jassclub.home.cards import newest
from scoring.claims.selectors import listed
from scoring.claims.verification import verify
from scoring.core.models import Game
from scoring.tables.anew import cancel_game
from scoring.tables.games import close_game, sign_off
from tests.markup import markup
from tests.scoring.table import schieber
from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return table_of("schieber-1000")


@pytest.fixture
def anna(table):
    return browser(table, 0)


@pytest.fixture
def emil(table):
    return browser(table, None, role="director")


def fresh(table) -> Game:
    return Game.objects.get(pk=table.game.pk)


def test_an_empty_game_is_taken_back_and_leaves_the_list_of_the_club(table, anna):
    club = f"/clubs/{table.house.club.slug}/"
    assert "Läuft gerade" in words(anna.client.get(club))
    assert "Partie verwerfen" in anna.text()
    assert "verschwindet aus allen Listen" in anna.text("change/cancel/")
    for _ in range(2):
        assert anna.post("change/cancel/", key="c")["Location"] == club
    page = words(anna.client.get(club))
    assert "Die leere Partie ist weg." in page
    assert "Läuft gerade" not in page
    assert (fresh(table).state, verify(fresh(table))) == ("abandoned", [])
    assert "Hier wurde nichts geschrieben." in anna.text()


def test_who_looks_on_does_not_take_it_back_a_phone_at_the_table_does(table):
    stranger = browser(table, None)
    assert "Partie verwerfen" not in stranger.text()
    assert stranger.get("change/cancel/").status_code == 403
    assert stranger.post("change/cancel/", key="c").status_code == 403
    assert fresh(table).state == "open"
    assert cancel_game(actor=table.phones[2], game_id=table.game.pk).state == "abandoned"


def test_what_is_written_is_never_taken_back_with_the_game(table, anna):
    table.write(1, schieber(97))
    assert "Partie verwerfen" not in anna.text()
    response = anna.post("change/cancel/", key="c")
    assert response.status_code == 409
    assert "kann nur noch abgebrochen werden" in words(response)
    assert fresh(table).state == "open"


def test_an_empty_game_of_another_day_is_in_no_list(table, emil):
    shown = lambda: [*newest(listed(Game.objects.all()))]  # noqa: E731
    assert shown() == [table.game]
    told = lambda: len(emil.client.get("/api/v1/games").json()["results"])  # noqa: E731
    assert told() == 1
    Game.objects.update(created_at="2026-01-01T20:00:00Z")
    assert shown() == []
    assert told() == 0
    table.write(1, schieber(97))
    assert (shown(), told()) == ([table.game], 1)


def test_a_game_is_broken_off_with_a_reason(table, emil):
    table.write(1, schieber(97))
    assert "Gewonnen hat niemand" in emil.text("change/abandon/")
    refused = emil.post("change/abandon/", reason=" ", key="a")
    assert refused.status_code == 422
    assert 'href="#reason"' in markup(refused)
    assert emil.post("change/abandon/", reason="Krankheit", key="a").status_code == 302
    page = emil.text()
    assert "Die Partie ist abgebrochen." in page
    assert "Abgebrochen, ohne Sieger" in page
    shared = json.loads(
        markup(emil.get()).split('"told-game" type="application/json">')[1].split("<")[0]
    )
    assert shared["margin"] == "Abgebrochen, ohne Sieger"
    assert [(one["plain"], one["won"]) for one in shared["sides"]] == [("A", False), ("B", False)]
    assert emil.post("change/reopen/", reason="doch weiter", key="o").status_code == 302
    assert "Die Partie läuft wieder." in emil.text()
    assert (fresh(table).state, verify(fresh(table))) == ("open", [])


def test_two_who_sat_wrong_change_places_and_the_hands_stay(table, emil):
    table.write(1, schieber(97))
    people = [str(player.pk) for player in table.house.people]
    page = markup(emil.get("change/reseat/"))
    assert re.findall(r'<option value="([^"]*)" selected', page) == people[:4]
    seats = {f"seat_{at}": people[who] for at, who in enumerate((1, 0, 2, 3))}
    twice = emil.post("change/reseat/", **{**seats, "seat_1": people[1]}, reason="x", key="s")
    assert twice.status_code == 422
    assert 'href="#seat_1"' in markup(twice)
    assert emil.post("change/reseat/", **seats, reason="verwechselt", key="s").status_code == 302
    names = [seat.player.name for seat in table.game.seats.order_by("index")]
    assert names == ["Beat", "Anna", "Chlöe", "Dario"]
    assert "verwechselt" in emil.text("why/")


@pytest.mark.usefixtures("emil")
@pytest.mark.parametrize("name", ["abandon", "reseat", "reopen"])
def test_only_the_direction_that_does_not_sit_there_opens_these_pages(table, anna, name):
    table.write(1, schieber(97))
    chloe = browser(table, 2, role="director")
    for reader in (anna, chloe):
        assert f"change/{name}/" not in markup(reader.get())
        assert reader.get(f"change/{name}/").status_code == 403


def test_what_is_offered_fits_the_game(table, emil):
    def offered() -> list[str]:
        page = markup(emil.get())
        names = ("cancel", "abandon", "reseat", "reopen")
        return [name for name in names if f"change/{name}/" in page]

    assert offered() == ["cancel", "reseat"]
    table.write(1, schieber(97))
    assert offered() == ["abandon", "reseat"]
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    assert offered() == ["reseat", "reopen"]


def test_nothing_else_is_done_to_a_game(emil):
    assert emil.get("change/delete/").status_code == 404


def test_a_director_at_the_table_reads_who_may_break_it_off_instead(table, anna):
    table.write(1, schieber(97))
    sign_off(actor=table.phones[1], game_id=table.game.pk)
    user = User.objects.get(players=table.house.people[0])
    Membership.objects.filter(user=user).update(role="director")
    alone = "Sonst hat im Club niemand diese Rolle; der Vorstand gibt sie unter «Mitglieder»."
    assert alone in anna.text()
    boss = User.objects.create_user("vreni", password="x")
    Membership.objects.create(user=boss, club=table.house.club, role="admin")
    assert "wieder öffnen: Am eigenen Tisch entscheidet jemand anders. Das kann: vreni." in (
        anna.text()
    )
    refused = anna.post("change/abandon/", key="c", reason="zu spät")
    assert refused.status_code == 403
    assert "Das kann: vreni." in words(refused)
    assert fresh(table).state == "open"
