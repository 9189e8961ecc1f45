"""Cards as people type them."""

import pytest

from referee.rulebook.card_names import read_card_name, read_card_names, read_suit_name
from referee.rules.cards import Notation, Rank, Suit, read_card
from referee.rules.modes import name_of

TYPED = """
    DJ   Ecken-Bauer · Eckenbauer · ecken buur · D B · valet de carreau · fante di quadri
    DT   D10 · Ecken 10 · egge-zehner · ten of diamonds · dix de carreau · dieci di quadri · ♦10
    RO9  RO9 · ro 9 · Rosen-Nell · Roseneun · Rosen neun · s'Näll vo de Rose
    ROA  Trumpf-As · Trumpfass · l'as d'atout · asso di briscola · ace of trumps · ROA · Rosen A
    RO9  Trumpfnell · Näll · Nell · neuf d'atout · neuf d atout
    ROU  Trumpfbauer · Trumpf-Puur · TRUMPF BUUR · bour d'atout · Trumpf Rosen Under
    ROB  RO10 · Rosen-Banner · Rosen zehn · bannière de roses
    H7   Herz 7 · Härz sibe · herz-sieben · sept de cœur · sette di cuori · seven of hearts
    SEU  Schellen-Under · Schällepuur · SEU · Under der Schellen
    SIK  Schilten-König · Schilte-Chünig · roi d'écus
    SJ   Schaufel-Bauer · Schuflebuur · valet de pique · SJ
    CQ   Kreuz-Dame · Chrüz-Dame · donna di fiori · queen of clubs · CQ
    EI6  Eichle sächs · EI6 · Eichel-Sechser · sei di ghiande
    HK   Herz-König · re di cuori · H K · Herz K · roi de coeur
"""
CASES = [
    (name.strip(), line.split()[0])
    for line in TYPED.strip().splitlines()
    for name in line.strip().partition(" ")[2].split("·")
]
NO_CARD = ["", "Bauer", "Trumpf", "Herz", "10", "das", "Herz Schaufel 7", "Herz 7 8", "xyzzy", "11"]


@pytest.mark.parametrize(("text", "code"), CASES)
def test_a_card_is_read_as_people_call_it(text, code):
    assert read_card_name(text, "RO") == code


@pytest.mark.parametrize("text", NO_CARD)
def test_what_names_no_card_or_more_than_one_is_none(text):
    assert read_card_name(text, "RO") is None


@pytest.mark.parametrize("mode", [None, "O", "UNKNOWN"])
def test_a_trump_is_no_card_where_nothing_is_trump(mode):
    assert read_card_name("Trumpf-As", mode) is None
    assert read_card_name("Näll", mode) is None


def test_a_trump_is_of_the_deck_of_the_mode_even_where_tricks_are_avoided():
    assert read_card_name("Trumpfbauer", "H") == "HJ"
    assert read_card_name("Trumpf-Ass", "MISERE_EI") == "EIA"


def test_every_card_is_read_by_its_code_and_by_the_names_that_pages_give_it():
    jass = [rank for rank in Rank if rank >= Rank.SIX]
    for notation in Notation:
        for code in [suit.text(notation) + rank.text(notation) for suit in Suit for rank in jass]:
            assert read_card(code)
            assert read_card_name(code) == code
            for lang in ("de", "fr", "it", "en"):
                assert read_card_name(name_of(code, lang)) == code, name_of(code, lang)


def test_a_list_is_read_with_commas_and_without():
    cards = read_card_names("Ecken-Bauer, D10 Trumpf-As\nherz 7 RO9 valet de trèfle", "RO")
    assert cards == ["DJ", "DT", "ROA", "H7", "RO9", "CJ"]
    assert read_card_names("D10 quatsch, ROA") == ["DT", "QUATSCH", "ROA"]


def test_a_suit_is_read_by_name_and_by_letters():
    names = ("Rosen", "schälle", "H", "coeur", "Trumpf", "x")
    assert [read_suit_name(text) for text in names] == ["RO", "SE", "H", "H", None, None]
