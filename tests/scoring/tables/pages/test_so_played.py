"""The few rules of a game are asked when it is opened, and stand there again the next time."""

import re

import pytest

from referee.rules.profile import load_profile
from scoring.core.models import Game
from scoring.core.rules import Rules
from scoring.tables.pages.variants import playable
from scoring.tables.so_played import asked
from tests.scoring.web_forms import fields_of
from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db


def test_what_a_table_plays_is_kept_on_its_game_and_proposed_for_the_next_one():
    table = table_of("jassregeln")
    club, anna = table.house.club, browser(table, 0)
    address = f"/clubs/{club.slug}/games/new/"
    seats = {f"seat_{at}": str(who.pk) for at, who in enumerate(table.house.people[:4])}
    sent = {"profile": "pandur", "own_of": "pandur", "first_dealer": "0", "key": "n", **seats}
    sent |= {"played_on": table.game.played_on.isoformat(), "own.target": "21"}
    sent |= {"own.pandur.dealer": "on_made", "own.pandur.drop_out": "no", "own.pandur.misere": "4"}

    refused = anna.client.post(address, sent | {"own.target": "viel"})
    assert refused.status_code == 422
    assert 'value="viel"' in refused.content.decode()

    answer = anna.client.post(address, sent | {"key": "m"})
    assert answer.status_code == 302, words(answer)
    profile = Rules.of(Game.objects.get(profile_slug="pandur")).profile
    asked = ("target", "pandur.dealer", "pandur.drop_out", "pandur.misere")
    assert [profile.value(path) for path in asked] == [21, "on_made", False, 4]
    assert [profile.citation(path).origin for path in asked][:3] == ["table"] * 3
    assert profile.citation("pandur.misere").origin == "book"

    page = anna.client.get(address + "?own=pandur").content.decode()
    assert re.search(r'name="own.target" value="21"', page)
    assert '<option value="on_made" selected>' in page
    assert "<form" not in page
    assert "own." not in anna.client.get(address + "?own=jassregeln").content.decode()
    assert "own." not in anna.client.get(address + "?own=nix").content.decode()


def test_a_switch_that_games_did_not_have_yet_stands_as_the_rules_have_it():
    game = table_of("handjass-zu-zweit", seats=2).game
    del game.profile["values"]["butzer.home"]
    game.save()
    shown = {rule.path: rule.shown for rule in asked(game.profile_slug, game.club)}
    assert shown["butzer.home"] == "no"


def test_an_answer_that_there_is_no_more_is_told_and_the_others_stand_as_they_were_played():
    table = table_of("pandur")
    values = table.game.profile["values"]
    values["target"]["value"] = 21
    values["pandur.dealer"]["value"] = "halb"
    values["pandur.alt"] = {"value": 3, "house": "So abgemacht am Tisch", "origin": "table"}
    table.game.save()
    rules = {rule.path: rule for rule in asked("pandur", table.house.club)}
    assert (rules["target"].shown, rules["target"].error) == ("21", "")
    assert rules["pandur.dealer"].shown == "fixed"
    assert rules["pandur.dealer"].error == "Letztes Mal galt «halb»; das gibt es nicht mehr."
    assert "pandur.alt" not in rules
    anna = browser(table, 0)
    assert anna.client.get(f"/clubs/{table.house.club.slug}/").status_code == 200
    assert "zählt nicht mit: pandur.alt, pandur.dealer." in words(anna.get(""))
    address = f"/clubs/{table.house.club.slug}/games/new/"
    Game.objects.filter(pk=table.game.pk).update(profile_slug="alt")
    assert 'value="jassregeln"' in anna.client.get(address).content.decode()
    assert anna.client.get(f"{address}?like={table.game.pk}").status_code == 200
    assert anna.get("").status_code == 200


@pytest.mark.proof
def test_what_was_asked_about_other_rules_is_left_aside():
    table = table_of("jassregeln")
    club, anna = table.house.club, browser(table, 0)
    seats = {f"seat_{at}": str(who.pk) for at, who in enumerate(table.house.people[:4])}
    sent = {"profile": "aucho", "own_of": "pandur", "first_dealer": "0", "key": "n", **seats}
    sent |= {"played_on": table.game.played_on.isoformat(), "own.target": "21"}
    answer = anna.client.post(f"/clubs/{club.slug}/games/new/", sent)
    assert answer.status_code == 302, words(answer)
    assert Rules.of(Game.objects.get(profile_slug="aucho")).profile.target == 7


def opening(table, slug, players):
    people = [*table.house.people, *(f"Gast {at}" for at in range(players))][:players]
    seats = {f"seat_{at}": str(who.pk) for at, who in enumerate(people) if at < 6}
    seats |= {f"guest_{at}": who for at, who in enumerate(people) if at >= 6}
    day = table.game.played_on.isoformat()
    return {"profile": slug, "own_of": slug, "first_dealer": "0", "played_on": day, **seats}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("slug", [profile.slug for profile in playable()])
def test_every_game_opens_from_its_page_with_nothing_changed(slug):
    table = table_of("jassregeln")
    anna = browser(table, 0, role="scribe")
    address = f"/clubs/{table.house.club.slug}/games/new/"
    page = anna.client.get(address, {"own": slug}).content.decode()
    chosen = r'<select[^>]* name="([^"]+)">.*?"([^"]*)" selected'
    shown = fields_of(page) | dict(re.findall(chosen, page, re.S))
    sent = opening(table, slug, min(load_profile(slug).players)) | shown
    answer = anna.client.post(address, sent | {"key": "n"})
    assert answer.status_code == 302, words(answer)
    begun = Rules.of(Game.objects.exclude(pk=table.game.pk).get()).profile
    assert [
        path for path in shown if begun.citation(path.removeprefix("own.")).origin == "table"
    ] == []


def test_a_number_that_cannot_be_is_named_at_its_own_field():
    table = table_of("jassregeln")
    sent = opening(table, "aucho", 4) | {"own.aucho.failed_dealer": "-2", "key": "n"}
    answer = browser(table, 0).client.post(f"/clubs/{table.house.club.slug}/games/new/", sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'<p class="error" id="own.aucho.failed_dealer-error">[^<]*-1 bis 0', page)
    assert 'href="#own.aucho.failed_dealer"' in page
    assert '<details class="more" id="own_rules" open>' in page
