"""How the page tells the end of games that are data: who won, who lost, what it cost."""

import pytest

from jassclub.clubs.actors import SYSTEM
from scoring.tables.games import close_game
from tests.scoring.games.cast import errors, table_of as pure_table
from tests.scoring.table import house, open_table, schieber
from tests.scoring.web_table import browser, words

pytestmark = pytest.mark.django_db


def finished(profile, slips, seats=4, **layer):
    """The page of a game after these hands, and the table."""
    rules = {path: {"value": value, "house": "kurz"} for path, value in layer.items()}
    table = open_table(house(), profile, seats=seats, house_rules=rules)
    for number, slip in enumerate(slips, 1):
        table.write(number, slip)
    close_game(actor=SYSTEM, game_id=table.game.pk)
    reader = browser(table, 0)
    return str(reader.text()).replace("&amp;", "&"), table, reader


def test_who_first_has_what_loses_lost_and_the_others_won():
    lost = {"counts": [0, 0, 0, 3]}
    page, table, reader = finished("schaufeldame", [lost], target=3)
    assert "Anna / Beat / Chlöe gewinnen" in page
    assert "Dario −3 Striche" in page
    assert "Gleichstand" not in page
    assert "Verloren:" not in page
    again = reader.client.get(f"/clubs/{table.house.club.slug}/games/new/?after={table.game.pk}")
    assert "Verloren:" not in words(again)
    assert 'class="btn main" name="dealer" value="2"' in reader.get().content.decode()


def test_king_and_partner_win_together_and_every_share_is_told():
    first = {"declared_by": 1, "partner": 3, "bid": 600, "all_tricks": "declarer"}
    again = {"all_tricks": "declarer"}
    page, _table, _reader = finished("bieter-zu-fuenft", [first, again, again], seats=5)
    assert "Beat / Dario gewinnen" in page
    for name in ("Anna", "Chlöe", "Elena"):
        assert f"{name}: Schneider." in page
        assert f"{name} −2 Striche" in page
    assert "Beat 4 Striche" in page
    assert "Dario 2 Striche" in page
    assert "Verloren: Anna, Chlöe, Elena." in page


def test_a_pair_below_half_of_the_target_is_said_to_be_schneider():
    page, _table, _reader = finished("kreuzjass", [{"points": [157, 0], "all_tricks": 0}] * 4)
    assert "Anna & Chlöe gewinnen" in page
    assert "Beat & Dario: Schneider." in page
    assert "Anna & Chlöe 2 Striche" in page


def test_those_who_are_level_after_the_last_hand_are_still_equal():
    page, _table, _reader = finished("schellenjass", [{"counts": [0, 0, 4, 5]}], hands=1)
    assert "Gleichstand: Anna / Beat" in page


def test_a_contract_that_is_fixed_is_not_asked_and_nothing_else_is_taken():
    table = open_table(house(), "schafhauser", seats=3)
    page = browser(table, 0).get().content.decode()
    assert 'name="declared_by"' in page
    assert 'name="bid"' not in page
    rules = pure_table("schafhauser", players=3)
    king = {"declared_by": 0, "points": 100}
    assert errors(king | {"bid": 610}, rules) == [("not_asked", "/bid")]
    assert errors(king | {"bid": 350}, rules) == errors(king, rules) == []


def test_strokes_are_called_strokes_where_strokes_are_written():
    hands = [{"points": [58, 47, 33, 19]}, {"points": [58, 33, 47, 19]}]
    page, table, reader = finished("butzer", hands)
    assert "1 Strich Vorsprung" in page
    shown = reader.client.get(f"/clubs/{table.house.club.slug}/games/new/?all=1")
    assert "auf 7 Striche" in words(shown)


@pytest.mark.parametrize(
    ("profile", "slips", "title"),
    [
        ("kreuzjass", [{"points": [100, 57]}], "Anna & Chlöe liegen vorn"),
        ("butzer", [{"written": [2, 0, 0, 0]}], "Anna liegt vorn"),
        ("butzer", [{"written": [7, 0, 0, 0]}], "Anna gewinnt"),
        ("coiffeur", [{"side": 0, "line": "O", "points": 100}], "Anna & Chlöe liegen vorn"),
        ("hae", [{"bids": [1, 0, 0, 0], "tricks": [1, 9, 0, 0]}], "Gleichstand"),
        ("hae", [{"bids": [1, 0, 0, 1], "tricks": [1, 8, 1, 0]}], "Anna liegt vorn"),
        ("club-swiss", [schieber(100)], "Anna & Chlöe gewinnen"),
        ("handjass", [{"points": [57, 40, 30, 30]}], "Anna liegt vorn"),
    ],
)
def test_who_is_ahead_in_a_game_that_is_closed_before_its_end_has_not_won(profile, slips, title):
    page, _table, _reader = finished(profile, slips)
    assert title in page
