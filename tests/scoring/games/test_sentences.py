"""What is wrong with the slips of all these games can be said in a sentence."""

import pytest

from jassclub.core.errors import Finding
from scoring.games.base import Table
from scoring.games.registry import text
from tests.scoring.games.cast import game
from tests.scoring.games.coiffeur import test_game as test_coiffeur
from tests.scoring.games.differenzler import test_decks as test_differenzler_decks
from tests.scoring.games.free import test_game as test_free
from tests.scoring.games.hae import test_game as test_hae, test_record as test_hae_record

TWO_CARDS = test_hae_record.at_round(2)
CASES: list[tuple[Table, object]] = [
    *((table, slip) for table, slip, _ in test_hae.BAD),
    *((TWO_CARDS, slip) for slip, _ in test_hae_record.BAD),
    *((table, slip) for table, slip, _ in test_coiffeur.BAD),
    *((table, slip) for table, slip, _ in test_free.BAD),
    *((table, slip) for table, slip, _ in test_differenzler_decks.BAD),
]


@pytest.mark.parametrize(("table", "slip"), CASES)
def test_each_finding_has_the_parameters_of_its_sentence(table, slip):
    for finding in game(table).check(slip, table):
        assert text(finding).endswith((".", "?"))


SAID = [
    (
        test_hae.FOUR,
        test_hae.slip(bids=[5, 2, 2, 1]),
        "Verboten ist hier die Ansage 1: zusammen wären es genau 10 Stiche.",
    ),
    (
        test_hae.FOUR,
        test_hae.slip(tricks=[3, 4, 2, 0]),
        "Zusammen sind es 9 statt 10 Stiche.",
    ),
    (
        TWO_CARDS,
        test_hae_record.recorded(["X1=B", "H9", "C2", "D3"], test_hae_record.SECOND),
        "«X1=B»: ein Joker muss eine Karte von 2 bis Ass sein.",
    ),
    (
        test_coiffeur.WRITTEN,
        test_coiffeur.slip(),
        "Die Zeile «SI» steht bei Seite 1 schon in Spiel 2.",
    ),
    (
        test_differenzler_decks.FIVE,
        test_differenzler_decks.said(60, 40, 9, 0, 160, left_out=41),
        "2 Karten können nicht 41 Punkte zählen.",
    ),
]


@pytest.mark.parametrize(("table", "slip", "sentence"), SAID)
def test_the_sentence_says_what_people_at_the_table_need(table, slip, sentence):
    assert [text(finding) for finding in game(table).check(slip, table)] == [sentence]


def test_a_contract_is_called_by_its_word_in_each_language():
    found = Finding(code="contract_not_allowed", pointer="/contract", params={"contract": "O"})
    assert text(found) == "«Obenabe» wird an diesem Tisch nicht gespielt."
    assert "«obenabe»" in text(found, lang="fr")
