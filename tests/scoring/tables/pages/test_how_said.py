"""How numbers are said is chosen in words when a game is opened, and nothing else is asked."""

import re

import pytest

from scoring.claims.predictions import predict
from scoring.core.models import Game
from scoring.core.rules import Rules
from tests.scoring.table import house, open_table
from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db

CHOICES = [
    ("differenzler-verdeckt", "phones", "differenzler-verdeckt", ("hidden", "phone")),
    ("differenzler-verdeckt", "round", "differenzler-verdeckt", ("hidden", "round")),
    ("differenzler-verdeckt", "slips", "differenzler-verdeckt", ("hidden", "paper")),
    ("differenzler-verdeckt", "aloud", "differenzler-offen", ("open", "paper")),
    ("differenzler-verdeckt", "", "differenzler-verdeckt", ("hidden", "paper")),
    ("differenzler-offen", "phones", "differenzler-verdeckt", ("hidden", "phone")),
    ("differenzler-offen", "aloud", "differenzler-offen", ("open", "paper")),
    ("differenzler-aegeri", "aloud", "differenzler-aegeri", ("open", "paper")),
    ("differenzler-kilchberg", "round", "differenzler-kilchberg", ("hidden", "round")),
    ("schieber-1000", "phones", "schieber-1000", ("open", "paper")),
]
OURS = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen"}}


def opened(layer, profile, way):
    """The game that the page opens, and the rules by which it is played."""
    table = table_of("jassregeln")
    club = table.house.club
    club.profile_layer = layer
    club.save()
    anna = browser(table, 0)
    seats = {f"seat_{at}": str(who.pk) for at, who in enumerate(table.house.people[:4])}
    sent = {"profile": profile, "saying": way, "first_dealer": "0", "key": "n", **seats}
    sent["played_on"] = table.game.played_on.isoformat()
    answer = anna.client.post(f"/clubs/{club.slug}/games/new/", sent)
    assert answer.status_code == 302, words(answer)
    return Game.objects.exclude(pk=table.game.pk).get()


def said_in(game):
    options = Rules.of(game).profile.differenzler
    return options.predictions, options.sealed_entry


@pytest.mark.parametrize(("profile", "way", "slug", "switches"), CHOICES)
def test_what_was_chosen_holds_at_the_table(profile, way, slug, switches):
    game = opened({}, profile, way)
    assert (game.profile_slug, said_in(game)) == (slug, switches)


@pytest.mark.parametrize(
    ("way", "switches"),
    [("", ("hidden", "phone")), ("slips", ("hidden", "paper")), ("round", ("hidden", "round"))],
)
def test_a_table_may_do_otherwise_than_its_club(way, switches):
    assert said_in(opened(OURS, "differenzler-verdeckt", way)) == switches


def test_the_page_knows_how_the_club_does_it_by_each_of_the_rules():
    table = table_of("jassregeln")
    table.house.club.profile_layer = OURS
    table.house.club.save()
    page = browser(table, 0).client.get(f"/clubs/{table.house.club.slug}/games/new/")
    usual = re.findall(r'data-saying="([^"]*)"', page.content.decode())[0].split()
    assert {"differenzler-verdeckt:phones", "differenzler-aegeri:phones"} <= set(usual)
    assert "differenzler-offen:aloud" in usual
    assert "schieber" not in " ".join(usual)


def test_like_last_time_is_said_like_last_time():
    table = table_of("jassregeln")
    rules = {"differenzler.sealed_entry": {"value": "round", "house": "heute"}}
    before = open_table(table.house, "differenzler-verdeckt", house_rules=rules)
    anna = browser(table, 0)
    address = f"/clubs/{table.house.club.slug}/games/new/?like={before.game.pk}"
    page = re.sub(r"\s+", " ", anna.client.get(address).content.decode())
    assert re.findall(r'name="saying" value="(\w+)" checked', page) == ["round"]


def test_whose_slip_of_paper_came_with_the_points_is_missing_no_more():
    rules = {"differenzler.sealed_entry": "round"}
    table = open_table(house(), "differenzler-verdeckt", house_rules=rules)
    for seat, value in ((0, 41), (1, 52), (3, 23)):
        predict(actor=table.phones[seat], game_id=table.game.pk, number=1, seat=seat, value=value)
    page = f"/games/{table.game.pk}/hands/1/predict/"
    dario = browser(table, 3)
    assert "Es fehlt noch: Chlöe" in words(dario.client.get(page))
    slip = {"trump": "RO", "predictions": [None, None, 30, None], "points": [40, 50, 37, 30]}
    table.write(1, slip)
    shown = words(dario.client.get(page))
    assert "Alle haben angesagt. Die Punkte stehen." in shown
    assert "Chlöe 30" in shown
    assert not {"41", "52", "23"} & set(shown.split())
