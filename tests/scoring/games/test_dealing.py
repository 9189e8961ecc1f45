"""Who deals first, and that the deal goes round from there."""

import pytest

from scoring.games.base import PlayedHand, Sheet, Table
from scoring.games.dealing import Opening, first_dealer, losing_columns, next_to_deal, opening
from tests.scoring.games.cast import game, table_of

BOOK = table_of("jassregeln", {"target": 300}, dealer=0)
SEVEN = table_of("what-is-jass", deck="french", dealer=None)


def after(slips: list[dict[str, object]], table: Table = BOOK) -> Sheet:
    hands = [PlayedHand(number=at + 1, slip=slip) for at, slip in enumerate(slips)]
    return game(table).sheet(hands, table)


def played(first: int, **more: object) -> dict[str, object]:
    return {"contract": "RO", "points": [first, None], **more}


def test_the_first_dealer_of_an_evening_is_drawn():
    assert opening(BOOK.profile) == Opening(asks="lot", article="spiel-geben")


@pytest.mark.parametrize(("seat", "winner"), [(0, 0), (3, 0)])
def test_the_losers_of_the_last_game_decide_who_deals(seat, winner):
    side = seat % 2
    points = [157, 0] if side == 0 else [100, 57]
    last = after([played(157), played(157), played(100, points=points, claim={"seat": seat})])
    assert last.finish.ending is not None
    assert last.finish.ending.winner == winner
    asked = opening(BOOK.profile, last)
    assert (asked.asks, asked.columns, asked.article) == ("losers", (1,), "spiel-geben")


def test_a_game_that_was_not_finished_has_no_losers():
    assert opening(BOOK.profile, after([played(100)])).asks == "lot"


def test_where_everybody_plays_alone_all_but_the_best_have_lost():
    table = table_of("handjass", {"hands": 1}, dealer=0)
    last = after([{"points": [57, 57, 43, None]}], table)
    assert losing_columns(last) == (2, 3)
    assert opening(table.profile, last).columns == (2, 3)


def test_equal_players_have_no_losers_among_them():
    table = table_of("turnier-einzelschieber", {"hands": 2}, dealer=0)
    last = after([played(100), played(57)], table)
    assert (last.finished, losing_columns(last)) == (True, ())
    assert opening(table.profile, last).asks == "lot"


def test_who_is_neither_has_not_lost_and_whoever_lost_alone_is_known():
    table = table_of("schaufeldame", {"schaufeldame.losers": 2, "target": 5}, dealer=0)
    level: dict[str, object] = {"counts": [1, 1, 1, 0]}
    last = after([level, level, {"counts": [3, 0, 0, 0]}], table)
    assert losing_columns(last) == (0,)
    asked = opening(table.profile, last)
    assert asked.asks == "lot"
    assert next_to_deal(asked, last, table) == 3


@pytest.mark.parametrize("holder", range(4))
def test_who_holds_the_seven_of_diamonds_speaks_first_and_deals_next(holder):
    asked = opening(SEVEN.profile)
    assert asked == Opening(asks="diamond_seven", article="what-is-jass.eldest")
    dealer = first_dealer(asked, holder, SEVEN)
    table = table_of("what-is-jass", deck="french", dealer=dealer)
    assert table.forehand == holder
    sheet = after([{"contract": "H", "points": [100, None]}], table)
    assert (sheet.next_dealer, sheet.next_leader) == (holder, (holder + 1) % 4)


def test_the_answer_is_the_dealer_where_no_card_decides():
    assert first_dealer(opening(BOOK.profile), 2, BOOK) == 2


def test_the_seven_decides_in_every_game_anew():
    table = table_of("chibre", {"target": 300}, deck="french", dealer=0)
    last = after([{"contract": "H", "points": [157, 0]}] * 2, table)
    assert opening(table.profile, last).asks == "diamond_seven"
