"""The page of a new game: nobody is moved, and who deals first is asked once."""

import re
from typing import Any

import pytest

from jassclub.clubs.models import Player
from scoring.claims.selectors import state_of
from scoring.core.models import Game
from tests.markup import markup
from tests.scoring.table import house, open_table, schieber
from tests.scoring.web_forms import fields_of
from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return table_of("jassregeln")


@pytest.fixture
def anna(table):
    return browser(table, 0)


def path_of(table):
    return f"/clubs/{table.house.club.slug}/games/new/"


def sent(table, seats, **changes):
    """The form with people at seats, by their number in the club."""
    people = {f"seat_{seat}": str(table.house.people[who].pk) for seat, who in seats.items()}
    plain = {"profile": "schieber-1000", "first_dealer": "0", "key": "n"}
    return {**plain, "played_on": table.game.played_on.isoformat(), **people, **changes}


def opened(table):
    return Game.objects.exclude(pk=table.game.pk).get()


FOUR = {0: 0, 1: 1, 2: 2, 3: 3}


@pytest.mark.parametrize(
    ("profile", "seats", "empty"),
    [
        ("differenzler-offen", {0: 0, 1: 1, 3: 2}, {2}),
        ("schieber-1000", {1: 0, 2: 1, 3: 2, 4: 3}, {0}),
        ("differenzler-gross", {0: 0, 1: 1, 5: 2}, {2, 3, 4}),
    ],
)
def test_nobody_moves_up_to_an_empty_seat(table, anna, profile, seats, empty):
    fields = sent(table, seats, profile=profile)
    response = anna.client.post(path_of(table), fields)
    page = markup(response)
    assert response.status_code == 422
    assert words(response).count("Hier sitzt niemand, aber weiter unten") == 2 * len(empty)
    assert {int(at) for at in re.findall(r'href="#seat_(\d+)"', page)} == empty
    for seat, who in seats.items():
        chosen = rf'name="seat_{seat}".*?value="{table.house.people[who].pk}" selected'
        assert re.search(chosen, page)
    assert Game.objects.count() == 1


def test_an_empty_seat_after_all_others_is_none(table, anna):
    fields = sent(table, {0: 0, 1: 1, 2: 2}, profile="differenzler-offen", first_dealer="2")
    assert anna.client.post(path_of(table), fields).status_code == 302
    assert (opened(table).seats.count(), opened(table).first_dealer) == (3, 2)


@pytest.mark.parametrize("many", range(2, 13))
def test_a_hae_is_opened_and_a_round_typed_for_two_to_twelve(table, anna, many):
    club, cards, last = table.house, min(10, 54 // many), many - 1
    guests = [Player(club=club.club, name=f"Gast {number}") for number in range(6)]
    club.people += Player.objects.bulk_create(guests)
    fields = sent(table, {at: at for at in range(many)}, profile="hae", first_dealer=str(last))
    assert anna.client.post(path_of(table), fields).status_code == 302
    path = f"/games/{opened(table).pk}/"
    page = anna.client.get(path)
    assert f"Runde mit {cards} Karten" in words(page)
    rows = [f"made_{at}" for at in range(many)]
    assert re.findall(r'<input[^>]* name="(made_\d+)"', markup(page)) == rows
    typed = {f"said_{at}": "0" for at in range(many)} | dict.fromkeys(rows, "0")
    typed |= {"said_0": str(cards), "made_0": str(cards - 1), f"said_{last}": "2", rows[last]: ""}
    assert anna.client.post(path + "hands/1/write/", typed | {"key": "h"}).status_code == 302
    assert state_of(opened(table)).totals == (1, *[0] * (many - 2), 1)
    assert f"Runde mit {cards - 1} Karten" in words(anna.client.get(path))


def test_who_is_no_player_of_the_club_is_named_at_his_seat(table, anna):
    fields = sent(table, FOUR, seat_1="kein Mensch")
    page = markup(anna.client.post(path_of(table), fields))
    assert re.findall(r'href="#(seat_\d+)">Diese Person spielt nicht', page) == ["seat_1"]


def test_all_that_is_wrong_is_told_at_once(table, anna):
    fields = sent(table, {1: 0, 2: 1}, first_dealer="", played_on="gestern")
    page = markup(anna.client.post(path_of(table), fields))
    named = set(re.findall(r'<li><a href="#(\w+)"', page))
    assert named == {"seat_0", "first_dealer", "played_on"}


def test_who_deals_is_asked_and_never_guessed(table, anna):
    form = markup(anna.client.get(path_of(table)))
    assert "first_dealer" not in fields_of(form)
    response = anna.client.post(path_of(table), sent(table, FOUR, first_dealer=""))
    assert response.status_code == 422
    assert "Bitte antippen, wer zuerst gibt." in words(response)


def test_after_the_answer_the_deal_goes_round_and_the_page_says_so(table, anna):
    anna.client.post(path_of(table), sent(table, FOUR, first_dealer="3"))
    game = f"/games/{opened(table).pk}/"
    assert "Dario gibt · Anna spielt aus" in words(anna.client.get(game))
    anna.client.post(game + "hands/1/write/", {"contract": "RO", "points_0": "90", "key": "h"})
    assert "Anna gibt · Beat spielt aus" in words(anna.client.get(game))


def test_where_the_seven_decides_its_holder_leads_first(table, anna):
    form = words(anna.client.get(path_of(table)))
    assert re.search(r"Wo die Ecken-Sieben entscheidet \([^)]*What is Jass\?\)", form)
    fields = sent(table, FOUR, profile="what-is-jass", first_dealer="2")
    assert anna.client.post(path_of(table), fields).status_code == 302
    assert opened(table).first_dealer == 1
    assert "Beat gibt · Chlöe spielt aus" in words(anna.client.get(f"/games/{opened(table).pk}/"))


@pytest.fixture
def won(table):
    """The first side has won."""
    for number in range(1, 8):
        claim: dict[str, Any] = {"claim": {"seat": 0}} if number == 7 else {}
        table.write(number, schieber(157, **claim))


@pytest.mark.usefixtures("won")
def test_the_losers_of_the_last_game_say_who_deals(table, anna):
    page = markup(anna.get())
    link = re.search(r'href="([^"]*games/new/\?after=[^"]*)"', page)
    assert link
    asked = anna.client.get(link[1])
    told = words(asked).replace("&amp;", "&")
    assert "Verloren: Beat & Dario. Wer verliert, sagt, wer gibt." in told
    form = fields_of(markup(asked))
    assert (form["profile"], form["after"]) == ("jassregeln", str(table.game.pk))
    seats = re.findall(r'<option value="([^"]*)" selected', markup(asked))
    assert seats == [str(player.pk) for player in table.house.people[:4]]
    dealers = re.findall(r'name="first_dealer" value="\d"><span>(\w+)<', markup(asked))
    assert dealers[:4] == ["Anna", "Beat", "Chlöe", "Dario"]


@pytest.mark.usefixtures("won")
def test_the_question_stays_while_the_form_comes_back_with_errors(table, anna):
    fields = sent(table, FOUR, first_dealer="", after=str(table.game.pk))
    assert "Wer verliert, sagt, wer gibt." in words(anna.client.post(path_of(table), fields))


@pytest.mark.parametrize("after", ["", "7", "00000000-0000-0000-0000-000000000000"])
def test_after_no_game_the_lot_decides(table, anna, after):
    page = words(anna.client.get(path_of(table), {"after": after}))
    assert "Das Los oder die Abmachung am Tisch" in page
    assert "Die Verlierer" not in page


def test_a_game_of_another_club_is_not_named(table, anna):
    other = open_table(house("Jassclub Edelweiss"), "schieber-1000")
    page = markup(anna.client.get(path_of(table), {"after": str(other.game.pk)}))
    assert "after" not in fields_of(page)


def test_after_a_game_that_nobody_won_the_lot_decides(table, anna):
    table.write(1, schieber(157))
    page = words(anna.client.get(path_of(table), {"after": str(table.game.pk)}))
    assert "Das Los oder die Abmachung am Tisch" in page
