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
