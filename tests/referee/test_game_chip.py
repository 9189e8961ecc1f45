"""The chip of the game: as which games it is ruled alike, and which have rules of their own."""

import re

import pytest
from django.test import Client

CASE = "/rules/nichtangeben/case/?gave=side_withheld&noticed=open"


@pytest.mark.django_db
def test_a_strict_game_is_not_said_to_be_ruled_alike_and_is_a_tap_with_its_own_rules():
    page = Client().get(CASE).content.decode()
    alike = re.search(r"Ebenso: (.*?)</li>", page)
    assert alike
    assert "Bieter" in alike[1]
    assert not {"Pandur", "Schlager"} & set(alike[1].split(", "))
    taps = dict(re.findall(r'<li><a href="([^"]*)">([^<]*)</a></li>', page))
    named = {words: address.replace("&amp;", "&") for address, words in taps.items()}
    ruled = Client().get("/rules/nichtangeben/case/" + named["Pandur"]).content.decode()
    assert "mit einer falschen Karte verloren" in ruled
    assert (
        "mit einer falschen Karte verloren"
        in Client().get("/rules/nichtangeben/case/" + named["Schlager"]).content.decode()
    )
    assert {"Schellenjass und Herzjass", "Hindersi"} <= set(named)
