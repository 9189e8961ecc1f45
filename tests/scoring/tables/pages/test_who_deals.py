"""Who deals, who begins and who can still be named, as the page of a table tells it."""

import re

import pytest

from scoring.games.base import PlayedHand
from tests.scoring.games.cast import game, table_of as pure_table
from tests.scoring.games.sheets.evenings import EVENINGS
from tests.scoring.table import house, open_table
from tests.scoring.web_table import browser, table_of

pytestmark = pytest.mark.django_db
WON = {"declared_by": 3, "played": "pandur_trump", "result": "made"}


def test_who_has_dropped_out_neither_deals_nor_leads_nor_can_be_named():
    layer = {"target": {"value": 6, "house": "kurz"}}
    table = open_table(house(), "pandur", house_rules=layer, first_dealer=0)
    anna = browser(table, 0)
    table.write(1, WON)
    page = anna.get().content.decode()
    assert "Beat gibt · Chlöe spricht zuerst" in page
    assert 'name="declared_by" value="2"' in page
    assert 'name="declared_by" value="3"' not in page
    assert re.search(r"Dario\s*<br><small[^>]*>Fertig<", page)
    table.write(2, {"played": "none"})
    assert "Chlöe gibt · Anna spricht zuerst" in anna.text()
    table.write(3, {"played": "none"})
    assert "Anna gibt · Beat spricht zuerst" in anna.text()
    assert [table.hand(number).dealer for number in (1, 2, 3)] == [0, 1, 2]


def test_the_king_deals_the_second_hand_and_leads_only_to_the_first():
    table = table_of("bieter", seats=3)
    anna = browser(table, 0)
    assert "Anna gibt · Beat spricht zuerst" in anna.text()
    table.write(1, {"declared_by": 2, "bid": 700, "points": 100})
    assert "Chlöe gibt · Anna spielt aus" in anna.text()
    table.write(2, {"points": 100})
    assert "Anna gibt · Beat spielt aus" in anna.text()


def test_a_king_is_known_once_a_hand_counts_and_not_from_one_that_was_annulled():
    table = table_of("bieter", seats=3)
    anna = browser(table, 0)
    table.write(1, {"state": "annulled"})
    assert "Beat gibt · Chlöe spricht zuerst" in anna.text()
    assert "König Chlöe" not in re.sub(r"\W+", " ", anna.text())
    assert "wie bisher" not in anna.text()
    table.write(2, {"declared_by": 2, "bid": 700, "points": 100})
    page = anna.text()
    assert "Chlöe gibt · Anna spielt aus" in page
    assert "König Chlöe" in re.sub(r"\W+", " ", page)
    assert "wie bisher" in page


def test_where_the_dealer_is_drawn_for_each_hand_nobody_is_said_to_deal():
    table = table_of("schaggi-haas", seats=2)
    anna = browser(table, 0)
    assert "Anna gibt · Beat spielt aus" in anna.text()
    table.write(1, {"points": [60, 50]})
    table.write(2, {"points": [60, 50]})
    page = anna.text()
    assert "Wer gibt, wird ausgelost" in page
    assert "spielt aus" not in page


@pytest.mark.parametrize(
    ("profile", "hand", "chosen"),
    [
        ("molotow", {"points": [60, 40, 30, 27]}, "last"),
        ("guggitaler", {"round": "tricks", "counts": [9, 0, 0, 0]}, "round"),
    ],
)
def test_a_hand_dealt_again_takes_none_of_the_places_agreed_on(profile, hand, chosen):
    rules = {"hands": {"value": 2, "house": "kurz"}}
    if profile == "molotow":
        rules["molotow.last"] = {"value": True, "house": "doppelt"}
    table = open_table(house(), profile, house_rules=rules, first_dealer=0)
    anna = browser(table, 0)
    first = rf'name="{chosen}" value="(\w+)"\s+checked'
    before = re.findall(first, anna.get().content.decode())
    table.write(1, {"state": "misdealt"})
    assert re.findall(first, anna.get().content.decode()) == before
    assert "Spiel 2 von 3" in anna.text()
    table.write(2, hand)
    page = anna.get().content.decode()
    assert "Spiel 3 von 3" in anna.text()
    assert re.findall(first, page) == [{"last": "yes", "round": "schellen"}[chosen]]


@pytest.mark.parametrize("name", EVENINGS)
def test_on_no_evening_of_any_game_does_somebody_deal_or_lead_who_has_left(name):
    evening = EVENINGS[name]
    table = pure_table(
        evening.profile, evening.switches, players=evening.players, dealer=evening.dealer
    )
    hands = [PlayedHand(number=at, slip=slip) for at, (slip, _) in enumerate(evening.hands, 1)]
    for number in range(1, len(hands) + 1):
        sheet = game(table).sheet(hands[:number], table)
        after = game(table).table_at(number + 1, hands[:number], table)
        assert (after.dealer, game(table).leader(after)) == (sheet.next_dealer, sheet.next_leader)
        out = sheet.outcome.winners if sheet.outcome and not sheet.finished else ()
        assert after.gone == tuple(out)
        assert not {after.dealer, after.forehand, game(table).leader(after)} & set(out)
