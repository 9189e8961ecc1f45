"""Games that are data, on their pages: what is asked there, and what is said of the answers."""

import pytest

from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db


def test_what_is_missing_is_called_by_its_name():
    table = table_of("bieter", seats=3)
    anna = browser(table, 0)
    said = words(anna.post("hands/1/write/", points="1011", key="k"))
    assert "Wer ist König? Diese Angabe fehlt noch." in said
    assert "Gebot: Diese Angabe fehlt noch." in said
    assert "Kartenpunkte des Königs: Möglich ist 0 bis 157." in said


def test_the_question_whether_it_is_over_says_who_has_won():
    table = table_of("schaufeldame")
    for number in range(1, 5):
        table.write(number, {"state": "complete", "counts": [3, 0, 0, 0]})
    anna = browser(table, 0)
    assert "Gewonnen: Beat / Chlöe / Dario." in anna.text()


def test_who_is_king_is_asked_for_in_the_first_hand_and_stands_there_in_all_others():
    table = table_of("bieter", seats=3)
    anna = browser(table, 0)
    assert "wie bisher" not in anna.text()
    table.write(1, {"state": "complete", "declared_by": 1, "bid": 610, "points": 80})
    assert "Wer ist König? Beat · Gebot 610" in anna.text()
