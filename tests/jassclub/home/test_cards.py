"""Cards of games: what follows from the hands is kept, and never a record behind."""

import pytest

from jassclub.clubs.models import Player
from jassclub.home.cards import cards_of, newest
from tests.scoring.table import house, open_table, schieber

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return open_table(house(), "schieber-1000")


def told(table):
    (card,) = cards_of(newest(table.game.club.games.all()))
    return card.next_number, [(side.name, side.total) for side in card.sides]


def test_a_card_follows_every_record(table):
    assert told(table) == (1, [("Anna & Chlöe", 0), ("Beat & Dario", 0)])
    table.write(1, schieber(90))
    assert told(table) == (2, [("Anna & Chlöe", 90), ("Beat & Dario", 67)])
    table.correct(1, schieber(100))
    assert told(table) == (2, [("Anna & Chlöe", 100), ("Beat & Dario", 57)])


def test_it_names_people_as_they_are_called_today_and_reads_no_hand_again(
    table, django_assert_num_queries
):
    table.write(1, schieber(90))
    told(table)
    Player.objects.filter(name="Anna").update(name="Ariane Muster")
    with django_assert_num_queries(2):
        assert told(table) == (2, [("Ariane & Chlöe", 90), ("Beat & Dario", 67)])


def test_no_games_are_no_cards():
    assert cards_of([]) == []
