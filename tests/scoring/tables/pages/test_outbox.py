"""What the service answers to the outbox of a phone, which waits for words and not for a page."""

import re
from typing import Any

import pytest

from jassclub.clubs.actors import digest
from jassclub.clubs.models import TableLink
from scoring.tables.pages.entry import question_about
from tests.scoring.table import schieber
from tests.scoring.web_table import Browser, browser, table_of

pytestmark = pytest.mark.django_db
HAND = {"contract": "RO", "points_0": "97"}


@pytest.fixture
def table():
    return table_of("schieber-1000")


@pytest.fixture
def anna(table) -> Browser:
    return browser(table, 0)


def sent(browser: Browser, path: str, *, who: str = "", **fields: str) -> Any:
    """Send as the outbox does."""
    fields = {"key": "k1", **fields}
    return browser.client.post(browser.game + path, fields, headers={"Outbox": who})


def test_it_learns_that_a_hand_is_stored_and_learns_it_again(table, anna) -> None:
    first = sent(anna, "hands/1/write/", **HAND)
    assert first.status_code == 200
    assert first.json()["to"] == anna.game
    assert first.json()["question"] == ""
    again = sent(anna, "hands/1/write/", **HAND)
    assert again.json()["to"] == anna.game
    assert table.states(1) == ["provisional"]


def test_all_findings_come_in_words_and_nothing_is_stored(table, anna) -> None:
    refused = sent(anna, "hands/1/write/", **{**HAND, "points_1": "97"})
    assert refused.status_code == 422
    assert refused.json()["words"]
    assert refused.json()["findings"]
    assert not table.game.hands.filter(entries__isnull=False).exists()


def test_equal_numbers_merge_and_different_ones_are_a_question(table, anna) -> None:
    table.write(1, schieber(97), seat=1)
    table.write(2, schieber(97), seat=1)
    assert sent(anna, "hands/1/write/", **HAND).json()["question"] == ""
    asked = sent(anna, "hands/2/write/", key="k2", contract="EI", points_0="90").json()
    assert asked["to"] == f"{anna.game}hands/2/"
    assert asked["question"] == (
        "Für Spiel 2 stehen verschiedene Zahlen da: 97 : 60 (Rose) oder 90 : 67 (Eichel). Was gilt?"
    )
    assert table.states(2) == ["provisional", "rival"]
    assert asked["question"] in anna.text("hands/2/")


def test_the_question_says_long_numbers_in_groups() -> None:
    table = table_of("coiffeur")
    for seat, points in ((1, 157), (0, 140)):
        slip = {"side": 0, "line": "Joker 8", "contract": "RO", "points": points}
        table.write(1, slip, seat=seat)
    assert re.search(r"1’\d{3} : 0 oder 1’\d{3} : 0", question_about(table.game, 1))


def test_nothing_is_sent_in_the_name_of_somebody_else(table, anna) -> None:
    other = sent(anna, "hands/1/write/", who="device:of-beat", **HAND)
    assert (other.status_code, other.json()["code"]) == (409, "someone_else")
    assert not table.game.hands.exists()
    assert sent(anna, "hands/1/write/", who=other.json()["who"], **HAND).status_code == 200


def test_who_is_not_known_any_more_is_told_so_without_a_page(table, anna) -> None:
    anna.client.logout()
    answer = sent(anna, "hands/1/write/", **HAND)
    assert (answer.status_code, answer.json()["code"]) == (401, "log_in_needed")


def test_a_link_that_was_revoked_says_what_to_do(table, anna) -> None:
    anna.client.logout()
    phone = Browser(anna.client, table)
    link = TableLink.objects.get(scope_id=table.game.pk)
    device = link.devices.first()
    device.token_hash = digest("jcd_x")
    device.save()
    phone.client.cookies["phone"] = "jcd_x"
    assert sent(phone, "hands/1/write/", who=f"device:{device.pk}", **HAND).status_code == 200
    TableLink.objects.update(revoked_at=link.expires_at)
    answer = sent(phone, "hands/2/write/", key="k2", **HAND)
    assert (answer.status_code, answer.json()["code"]) == (410, "link_ended")
    assert "QR-Code" in answer.json()["words"]


class TestFollowing:
    def test_a_phone_that_has_seen_everything_costs_no_sheet(
        self, table, anna, django_assert_max_num_queries
    ) -> None:
        seen = anna.get()["ETag"]
        with django_assert_max_num_queries(9):
            answer = anna.client.get(anna.game, headers={"If-None-Match": seen})
        assert answer.status_code == 304
        table.write(1, schieber(97), seat=1)
        fresh = anna.client.get(anna.game, headers={"If-None-Match": seen})
        assert fresh.status_code == 200
        assert "97" in fresh.content.decode()

    def test_two_readers_and_two_languages_never_share_what_they_saw(self, table, anna) -> None:
        beat = browser(table, 1)
        seen = {anna.get()["ETag"], beat.get()["ETag"]}
        anna.client.cookies["django_language"] = "fr"
        seen.add(anna.get()["ETag"])
        assert len(seen) == 3

    def test_only_the_page_of_the_game_may_be_kept_for_no_network(self, table, anna) -> None:
        table.write(1, schieber(97))
        assert "Offline-Copy" in anna.get()
        for path in ("hands/1/", "hands/1/correct/", "phone/"):
            assert "Offline-Copy" not in anna.get(path)
