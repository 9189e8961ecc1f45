"""A Sidi from the first hand to the archive: over the API, on the pages, on paper."""

import re

import pytest

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import User
from jassclub.exchange.archives.importing import import_archive
from scoring.core.models import Game
from scoring.tables.games import close_game
from tests.cast import Caller
from tests.jassclub.exchange import moving
from tests.markup import markup
from tests.scoring.table import house, open_table
from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db
FORM = {
    "contract": "EI",
    "declared_by": "0",
    "bid": "100",
    "double": "2",
    "points_0": "113",
    "points_1": "",
    "matsch": "",
    "weis_0": "20",
    "stoeck": "0",
}
SLIP = {"contract": "RO", "declared_by": 1, "bid": 90, "points": [59, None]}


@pytest.fixture
def table():
    return table_of("sidi")


def test_a_game_is_opened_written_corrected_and_closed_over_the_api():
    club = house()
    anna = Caller(user=User.objects.get(pk=str(club.official("director").user_id)))
    opened = anna.post(
        "games",
        {
            "club": str(club.club.pk),
            "profile": "sidi",
            "played_on": "2026-11-19",
            "players": [str(player.pk) for player in club.people[:4]],
        },
    )
    assert opened.status_code == 201, opened.content
    game = opened.json()["id"]
    first = anna.post(f"games/{game}/hands", {"number": 1, "slip": SLIP})
    assert first.status_code == 201, first.content
    assert first.json()["totals"] == [59, 188]
    hand = first.json()["current"]["hand"]
    again = anna.post(
        f"hands/{hand}/entries",
        {"slip": {**SLIP, "double": 2}, "base_version": 1, "reason_code": "miscounted"},
    )
    assert again.status_code == 201, again.content
    assert anna.get(f"games/{game}").json()["sheet"]["totals"] == [59, 278]
    closed = anna.post(f"games/{game}/closure", {})
    assert closed.status_code in (200, 201), closed.content


def test_a_bid_off_the_ladder_is_refused_with_its_sentence(table):
    anna = browser(table, 0)
    refused = anna.post("hands/1/write/", **{**FORM, "bid": "101"}, key="k")
    assert refused.status_code == 422
    html = markup(refused)
    assert re.search(r'id="bid"[^>]*aria-invalid', html)
    assert "Geboten wird ab 50 Punkten in Schritten von 5" in words(refused)


def test_a_hand_is_typed_on_the_page_and_stands_on_the_slate(table):
    anna = browser(table, 0)
    page = anna.text()
    assert "Wer hat geboten?" in page
    assert anna.post("hands/1/write/", **FORM, key="k").status_code == 302
    assert table.current(1).slip["points"] == [113, 44]
    assert "353 : 44" in anna.text()
    html = markup(anna.get("hands/1/correct/"))
    assert re.search(r'name="bid" value="100"', html)
    assert re.search(r'name="double" value="2" checked', html)


def test_the_paper_sheet_asks_for_all_of_it(table):
    heads = browser(table, None, role="scribe").text("grid/")
    assert "Gebot (Matsch: 157)" in heads
    assert "Gedoppelt" in heads


def test_an_archive_takes_a_sidi_elsewhere_with_the_same_totals():
    table = open_table(house(), "sidi")
    table.write(1, SLIP)
    close_game(actor=SYSTEM, game_id=table.game.pk)
    archive = moving.archive_of(table.house.club)
    moving.empty()
    import_archive(actor=SYSTEM, archive=archive)
    game = Game.objects.get(pk=table.game.pk)
    assert (game.variant, game.profile["values"]["sidi.least_bid"]["value"]) == ("sidi", 50)
    assert moving.archive_of(game.club) == archive


def test_a_club_bids_from_ninety_and_another_game_does_not_mind():
    club = house()
    club.club.profile_layer = {"sidi.least_bid": 90}
    club.club.save()
    table = open_table(club, "sidi")
    refused = browser(table, 0).post("hands/1/write/", **{**FORM, "bid": "50"}, key="k")
    assert "Geboten wird ab 90 Punkten" in words(refused)
    assert "sidi.least_bid" not in open_table(club, "jassregeln").game.profile["values"]
