"""What an evening of Schieber costs, typed from paper: nobody wrote down who said thank you."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import Club, User
from jassclub.clubs.services.kitty import kitty_state
from scoring.tables.games import close_game
from tests.scoring.table import House, TableOf, house, open_table, schieber
from tournaments.evenings import paying, services
from tournaments.evenings.models import Evening
from tournaments.evenings.tonight import Tonight

pytestmark = pytest.mark.django_db

STROKE = 50
"""Rappen, as the club has it in its house rules; two more strokes for a Schneider's game."""
SHEETS: dict[str, tuple[str, Sequence[int], Sequence[int]]] = {
    "narrow": ("schieber-1000", [97, 110, 60, 130, 90, 100, 80, 120, 70, 85, 99, 60], ()),
    "schneider": ("schieber-1000", [150, 150, 140, 150, 152, 150, 150], ()),
    "the others": ("schieber-1000", [20, 30, 40, 20, 30, 40, 50, 60, 40, 30, 20, 10], ()),
    "matsch": ("schieber-1000", [157, 157, 30, 20, 40, 157, 150, 150, 140], (1, 2, 6)),
    "nobody": ("schieber-1000", [100, 100, 97], ()),
    "twelve hands": ("kilchberg", [80, 90, 100, 60, 70, 80, 90, 100, 60, 70, 80, 90], ()),
    "too few hands": ("kilchberg", [80, 90, 100], ()),
}


def typed(club: House, name: str) -> TableOf:
    profile, points, matsches = SHEETS[name]
    table = open_table(club, profile)
    for number, one in enumerate(points, start=1):
        more: dict[str, Any] = {"matsch": 0} if number in matsches else {}
        table.write(number, schieber(one, **more))
    close_game(actor=club.official("scribe"), game_id=table.game.pk)
    return table


def by_hand(name: str) -> int:
    """Second count, of the first side: its strokes against those of the other, in Rappen."""
    profile, points, matsches = SHEETS[name]
    ours = sum(points) + 100 * len(matsches)
    theirs = sum(157 - one for one in points)
    if profile == "kilchberg":
        strokes = len(points) == 12 and (1 if ours > theirs else -1)
    elif max(ours, theirs) < 1000:
        strokes = 0
    else:
        strokes = (2 if min(ours, theirs) < 500 else 1) * (1 if ours > theirs else -1)
    return STROKE * (strokes + (len(matsches) if strokes else 0))


@pytest.fixture
def club():
    found = house()
    Club.objects.filter(pk=found.club.pk).update(profile_layer={"stakes": {"rate": STROKE}})
    return found


def test_every_game_that_a_side_has_won_is_settled_to_the_rappen(club):
    amounts = {"narrow": 50, "schneider": 100, "the others": -100, "matsch": 250, "nobody": 0}
    amounts |= {"twelve hands": 50, "too few hands": 0}
    assert {name: by_hand(name) for name in SHEETS} == amounts
    (row,) = services.plan(
        actor=club.official("scribe"), club_id=club.club.pk, days=[timezone.localdate()]
    )
    naive = Counter[Any]()
    for name in SHEETS:
        table = typed(club, name)
        sign = 1
        for seat in table.game.seats.order_by("index"):
            naive[seat.player_id] += sign * by_hand(name)
            sign = -sign
        page = Client()
        page.force_login(User.objects.get(pk=club.official("scribe").ident))
        told = page.get(f"/games/{table.game.pk}/").content.decode()
        francs = f"{abs(by_hand(name)) / 100:.2f}"
        each = re.findall(rf"<dd>Fr\.\s(−?){francs}</dd>", told)
        assert sorted(each) == (["", "", "−", "−"] if by_hand(name) else [])
    evening = Evening.objects.select_related("club").get(pk=row.pk)
    shown = {who: amount for who, amount in Tonight(evening).due.items() if who}
    assert shown == naive
    assert paying.settle(actor=club.official("scribe"), evening_id=row.pk) == []
    balances = {one.player.pk: one.amount for one in kitty_state(club.club.pk).balances}
    assert {who: amount for who, amount in balances.items() if amount} == naive
    assert Tonight(Evening.objects.select_related("club").get(pk=row.pk)).booked


def page_of(club: House, path: str = "") -> str:
    client = Client()
    client.force_login(User.objects.get(pk=club.official("scribe").ident))
    address = f"/clubs/{club.club.slug}/evenings/{timezone.localdate()}/{path}"
    return " ".join(client.get(address).content.decode().split())


def test_the_page_names_the_games_that_are_not_settled_and_links_to_the_money(club):
    services.plan(actor=club.official("scribe"), club_id=club.club.pk, days=[timezone.localdate()])
    for name in ("narrow", "nobody"):
        typed(club, name)
    html = page_of(club)
    assert "Rangliste und Abrechnung des Abends" in html
    assert "Nicht abgerechnet, weil keine Seite gewonnen hat: Schieber" in html
    assert "Gespielt wurde ohne Einsatz" not in html


def test_where_it_was_played_for_nothing_the_page_says_where_stakes_are_set():
    own = house()
    services.plan(actor=own.official("scribe"), club_id=own.club.pk, days=[timezone.localdate()])
    typed(own, "narrow")
    html = page_of(own)
    assert "Rangliste des Abends" in html
    assert "Abrechnung" not in html
    assert f"/clubs/{own.club.slug}/rules/?base=schieber-1000" in html
    assert "Nicht abgerechnet" not in html
