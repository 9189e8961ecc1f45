"""The screen of a number that is said before a hand: whose it asks for, who is missing, what is
struck out, and that no sealed number stands in any answer of it before all are opened."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassclub.clubs.models import Device
from scoring.claims.models import Prediction
from scoring.claims.predictions import predict
from scoring.tables.games import abandon_game
from tests.markup import markup
from tests.rights.sealed import plain
from tests.scoring.table import TableOf
from tests.scoring.web_table import Browser, browser, hidden, table_of, words

pytestmark = pytest.mark.django_db

SCREEN = "hands/1/predict/"
SECRET, OTHER = "137", "113"
CHANCE = ("ETag", "Expires", "X-Request-ID")
"""Heads that differ between any two answers."""
MADE = {"trump": "RO", "points": [25, 52, 40, None]}


def hidden_table(entry: str = "phone", *, phones: bool = False) -> TableOf:
    """Hidden predictions typed on phones or on one that goes round; no device unless told."""
    table = table_of("differenzler-verdeckt", house_rules={"differenzler.sealed_entry": entry})
    if not phones:
        Device.objects.update(seat=None)
    return table


def say(who: Browser, seat: int, value: object, key: str = "") -> Any:
    return who.post(SCREEN, seat=seat, value=value, key=key or f"k{seat}{value}")


def fields_of(page: str) -> dict[str, str]:
    """What the form of the screen sends beside the number."""
    form = page.split("data-say", 1)[1]
    return dict(re.findall(r'type="hidden" name="(key|seat|first)" value="(\w+)"', form))


def shows(who: Browser, query: str = "") -> str:
    """What the screen shows, and for whom it asks."""
    page = markup(who.client.get(f"{who.game}{SCREEN}{query}"))
    found: list[str] = re.findall(r'data-phase="([a-z]+ ?\d*)', page)
    return found[0].strip()


class TestOnTheOwnPhone:
    def test_it_asks_for_the_own_number_alone(self):
        table = hidden_table()
        assert shows(browser(table, 2)) == "say 2"
        assert shows(browser(table, 3), "?seat=1") == "say 3"
        assert shows(browser(table, None, role="scribe")) == "told"
        assert shows(browser(table, None)) == "told"

    def test_who_is_missing_is_named(self):
        table = hidden_table()
        anna = browser(table, 0)
        assert "Es fehlt noch: Anna, Beat, Chlöe, Dario" in anna.text(SCREEN)
        say(anna, 0, 40)
        beat = browser(table, 1)
        assert "Es fehlt noch: Beat, Chlöe, Dario" in beat.text(SCREEN)

    def test_after_sealing_it_can_be_changed_until_it_is_opened(self):
        table = hidden_table()
        anna = browser(table, 0)
        answer = say(anna, 0, 40)
        assert answer["Location"] == anna.game + SCREEN
        assert shows(anna) == "told"
        assert shows(anna, "?change=1") == "say 0"
        assert say(anna, 0, 50).status_code == 302
        assert "✓ versiegelt" in anna.text(SCREEN)

    def test_a_fault_comes_back_on_the_screen_with_what_was_typed(self):
        anna = browser(hidden_table(), 0)
        refused = say(anna, 0, 158)
        assert refused.status_code == 422
        assert "157" in words(refused)
        assert hidden(markup(refused), "seat") == "0"
        assert 'value="158"' in markup(refused)

    def test_numbers_typed_after_the_points_are_marked(self):
        table = hidden_table(phones=True)
        for seat in (1, 2):
            predict(actor=table.phones[seat], game_id=table.game.pk, number=1, seat=seat, value=9)
        paper = {**MADE, "predictions": [None, None, None, 30]}
        table.write(1, {**paper, "predictions": [5, None, None, 30]}, seat=1)
        anna = browser(table, 0)
        assert "als nachher getippt vermerkt" in anna.text(SCREEN)


class TestGoingRound:
    def test_the_phone_hides_between_two_people_and_names_the_next(self):
        anna = browser(hidden_table("round"), 0)
        assert shows(anna) == "pass 0"
        assert shows(anna, "?seat=0") == "say 0"
        answer = say(anna, 0, SECRET)
        assert answer["Location"] == anna.game + SCREEN
        assert shows(anna) == "pass 1"
        page = anna.get(SCREEN)
        assert "Telefon weitergeben an Beat" in words(page)
        assert SECRET not in plain(page.content)
        assert "<input" not in markup(page).split("data-pass")[1].split("</section>")[0]

    def test_who_has_spoken_or_has_a_phone_is_not_asked_on_this_one(self):
        table = hidden_table("round", phones=True)
        Device.objects.exclude(pk=str(table.phones[1].device_id)).update(seat=None)
        anna = browser(table, 0)
        say(anna, 0, 40)
        assert shows(anna) == "pass 2"
        assert shows(anna, "?seat=0") == "pass 2"
        assert shows(anna, "?seat=9") == "pass 2"

    def test_when_all_have_typed_it_says_so(self):
        anna = browser(hidden_table("round"), 0)
        for seat in range(4):
            say(anna, seat, 40)
        assert shows(anna) == "told"
        assert "alle versiegelt" in anna.text(SCREEN)

    def test_who_typed_last_may_say_another_number(self):
        anna = browser(hidden_table("round"), 0)
        assert "andere Zahl" not in anna.text(SCREEN)
        for seat, name in enumerate(("Anna", "Beat", "Chlöe", "Dario")):
            say(anna, seat, 40)
            assert re.findall(r"(\w+): andere Zahl", anna.text(SCREEN)) == [name]
            assert shows(anna, "?change=1") == f"say {seat}"
            assert say(anna, seat, 41, key=f"changed{seat}").status_code == 302
        assert "Zeigen, ändern" in anna.text("")


class TestAloud:
    def test_it_goes_round_in_order_and_then_to_the_sheet(self):
        table = table_of("differenzler-offen")
        anna = browser(table, 0)
        for seat, value in ((1, 40), (2, 30), (3, 50)):
            assert shows(anna) == f"say {seat}"
            assert say(anna, seat, value)["Location"].endswith(SCREEN)
        assert "Dario sagte 50: ändern" in anna.text(SCREEN)
        assert shows(anna, "?change=1") == "say 3"
        assert "Zeigen, ändern" not in anna.text("")
        assert say(anna, 0, 20)["Location"] == anna.game
        assert "Zeigen, ändern" in anna.text("")
        assert "Anna sagte 20: ändern" in anna.text(SCREEN)
        assert say(anna, 0, 30)["Location"] == anna.game

    def test_the_forbidden_bid_is_struck_out_and_says_why(self):
        anna = browser(table_of("hae"), 0)
        for seat, value in ((1, 3), (2, 2), (3, 1)):
            assert "<s>" not in markup(anna.get(SCREEN))
            say(anna, seat, value)
        page = markup(anna.get(SCREEN))
        keys = re.findall(r'<button name="value" value="(\d+)"([^>]*)>\s*(<s>)?', page)
        assert [int(value) for value, *_rest in keys] == list(range(11))
        assert [value for value, state, _struck in keys if "disabled" in state] == ["4"]
        assert [value for value, _state, struck in keys if struck] == ["4"]
        assert "zusammen wären es genau 10 Stiche" in words(anna.get(SCREEN))
        assert say(anna, 0, 4).status_code == 422
        assert say(anna, 0, 5).status_code == 302

    @pytest.mark.parametrize("spoken", [1, 4])
    def test_a_key_of_a_page_that_is_out_of_date_changes_no_bid(self, spoken):
        table = table_of("hae")
        anna = browser(table, 0)
        for seat in (1, 2, 3, 0)[:spoken]:
            late, page = seat, markup(anna.get(SCREEN))
            say(anna, seat, 3)
        chloe = browser(table, 2)
        answer = chloe.post(SCREEN, **fields_of(page), value=2)
        assert answer.status_code == 409
        assert "unterdessen schon angesagt" in words(answer)
        assert f'data-phase="{"say 2" if spoken == 1 else "told"}' in markup(answer)
        assert Prediction.objects.get(seat=late, current=True).value == 3
        assert say(chloe, late, 2, key="changed").status_code == 302

    def test_bids_over_the_tricks_strike_nothing_out(self):
        anna = browser(table_of("hae"), 0)
        for seat in (1, 2, 3):
            say(anna, seat, 5)
        assert "<s>" not in markup(anna.get(SCREEN))


@pytest.mark.parametrize("profile", ["schieber-1000", "differenzler-verdeckt"])
def test_where_nothing_is_typed_before_a_hand_it_leads_to_the_sheet(profile):
    anna = browser(table_of(profile), 0)
    assert anna.get(SCREEN)["Location"] == anna.game


def test_a_game_that_is_over_asks_for_nothing():
    table = table_of("differenzler-offen")
    director = table.house.official("director")
    abandon_game(actor=director, game_id=table.game.pk, reason="aus")
    assert shows(browser(table, 0)) == "told"


def all_sealed(table: TableOf, first: str) -> list[Browser]:
    """Everybody at the table with an account has sealed a number."""
    people = [browser(table, seat) for seat in range(4)]
    for seat, who in enumerate(people):
        say(who, seat, first if seat == 0 else 40)
    return people


def test_all_numbers_are_opened_together_on_every_phone():
    table = hidden_table()
    people = all_sealed(table, "25")
    made = {"made_0": "25", "made_1": "52", "made_2": "40", "made_3": ""}
    people[0].post("hands/1/write/", contract="RO", key="w", **made)
    assert {shows(who) for who in people} == {"told"}
    assert "sobald eine andere Seite sie bestätigt" in people[2].text(SCREEN)
    agreed = people[1].post("hands/1/versions/1/confirm/", key="c")
    assert agreed["Location"] == f"{people[1].game}{SCREEN}", "who opens them looks at them"
    assert {shows(who) for who in people} == {"opened"}
    cells = re.findall(r"<td>(.*?)</td>", markup(people[3].get(SCREEN)), re.S)
    told = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", cell)).strip() for cell in cells]
    assert told == ["25", "25", "0 genau", "40", "52", "12", "40", "40", "0 genau", "40", "40",
                    "0 genau"]  # fmt: skip


def test_where_the_writer_has_sealed_none_it_says_that_one_more_has_to_agree():
    table = hidden_table()
    people = [browser(table, seat) for seat in range(4)]
    for seat in (1, 2, 3):
        say(people[seat], seat, 40)
    made = {"made_0": "25", "made_1": "52", "made_2": "40", "made_3": ""}
    people[0].post("hands/1/write/", contract="RO", key="w", said_0="30", **made)
    people[1].post("hands/1/versions/1/confirm/", key="c")
    assert "sobald noch eine Seite sie bestätigt" in people[2].text(SCREEN)
    assert "bis noch eine Seite zustimmt" in people[2].text("hands/1/")
    people[2].post("hands/1/versions/1/confirm/", key="d")
    assert {shows(who) for who in people} == {"opened"}


def everything(who: Browser) -> list[str]:
    """All that the screen answers, heads and pages, without what chance puts there."""
    found = []
    for query in ("", "?change=1", "?seat=0", "?seat=1", "?seat=0&change=1"):
        answer = who.client.get(f"{who.game}{SCREEN}{query}")
        heads = [f"{name}: {text}" for name, text in answer.headers.items() if name not in CHANCE]
        found += [*heads, markup(answer)]
        again = who.client.get(f"{who.game}{SCREEN}{query}", headers={
            "If-None-Match": answer["ETag"]})  # fmt: skip
        assert again.status_code == 304
    return [plain(one.encode()) for one in found]


@pytest.mark.parametrize("entry", ["phone", "round"])
def test_no_answer_of_the_screen_tells_two_sealed_numbers_apart(entry, caplog):
    """Not even to the seat itself: page, heads and log are the same for either number."""
    caplog.set_level("INFO")
    courses = {}
    table = hidden_table(entry)
    anna, beat = browser(table, 0), browser(table, 1)
    for number in (SECRET, OTHER):
        caplog.clear()
        with CaptureQueriesContext(connection) as work:
            say(anna, 0, number)
        told = everything(anna) + everything(beat)
        assert not [one for one in told if number in one]
        assert number not in re.sub(r"[\w-]{16,}", "", caplog.text)
        courses[number] = (told, len(work))
    assert courses[SECRET][0] == courses[OTHER][0]


def test_the_answer_to_a_phone_that_asks_again_is_no_number():
    """The ETag moves with the ledger: sealing the same number again moves it like another one."""
    table = hidden_table()
    anna, beat = browser(table, 0), browser(table, 1)
    tags: list[str] = []
    for number in (SECRET, SECRET, OTHER):
        say(anna, 0, number, key=f"k{len(tags)}")
        tags.append(beat.get(SCREEN)["ETag"])
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize(("entry", "most"), [("phone", 13), ("round", 17)])
def test_what_it_asks_of_the_database_is_known(entry, most):
    table = hidden_table(entry)
    anna = browser(table, 0)
    say(anna, 0, 40)
    anna.get(SCREEN)
    with CaptureQueriesContext(connection) as work:
        seen = anna.get(SCREEN)
    assert len(work) == most, [one["sql"][:90] for one in work]
    with CaptureQueriesContext(connection) as again:
        anna.client.get(anna.game + SCREEN, headers={"If-None-Match": seen["ETag"]})
    assert len(again) <= 6
