"""A knock-out by hand from the door to the last place: the door and the desk by keys, the
direction by touch on a phone, and every place counted a second time from what was typed."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jassclub.clubs.models import User
from tests.browser.test_door import KEY, door_of, here, press, sent
from tests.tournaments.office import Office
from tournaments.money.services import balance
from tournaments.rounds.models import Passe
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db(transaction=True)
FEE, HANDS, THIRD = 2000, 4, 3
Sheets = dict[tuple[int, int], tuple[int, int]]
"""By round and table what was typed, side by side."""


@pytest.mark.parametrize(
    ("count", "rounds"), [(5, 3), pytest.param(41, 6, marks=pytest.mark.proof)]
)
def test_a_knock_out_from_the_door_to_the_last_place(
    open_device: Any, count: int, rounds: int
) -> None:
    found = Office("pairs-knockout", rounds=rounds, hands=HANDS, fee=FEE)
    found.tournament.public = True
    found.tournament.save(update_fields=["public"])
    phone: Page = open_device(User.objects.get(username=found.director.name))
    _sign_up(found, phone, count)
    _at_the_door(found, open_device, count)
    desk: Page = open_device(User.objects.get(username=found.scribe.name), wide=True)
    typed: Sheets = {}
    for number in range(1, rounds + 1):
        phone.goto(found.director.root)
        for words in ("Auslosen", f"Runde {number} aufrufen", f"Runde {number} starten"):
            _tap(phone, words)
        typed |= _typed_by_keys(found, desk, number)
        phone.reload()
        _tap(phone, f"Runde {number} abschliessen")
    _tap(phone, "Turnier beenden")
    recount(found.tournament.pk)
    assert _on_the_page(found, phone) == _naive_places(found, typed, count, rounds)


def _sign_up(found: Office, phone: Page, count: int) -> None:
    phone.goto(found.director.root)
    _tap(phone, "Anmeldung öffnen")
    phone.goto(f"{found.director.root}people/")
    names = [f"Anna {n:02} Meier / Urs {n:02} Frei" for n in range(1, count + 1)]
    phone.get_by_label("Namen, einer pro Zeile").fill("\n".join(names))
    phone.get_by_role("button", name="Eintragen", exact=True).tap()
    expect(phone.get_by_text(f"{2 * count} Leute sind eingetragen.")).to_be_visible()


def _at_the_door(found: Office, open_device: Any, count: int) -> None:
    """Everybody by number; one of each pair pays for both, in cash."""
    door = door_of(found, open_device)
    keys = [press(door, f"{n}⏎⏎" if n % 2 else f"{n}⏎") for n in range(1, 2 * count + 1)]
    assert max(keys) <= 6
    sent(door)
    assert here(found) == set(range(1, 2 * count + 1))
    assert balance(found.fresh()).till == count * FEE


def _tap(phone: Page, words: str) -> None:
    button = phone.locator(".next .btn.main", has_text=words)
    button.tap()
    expect(button).to_have_count(0)


def _typed_by_keys(found: Office, desk: Page, number: int) -> Sheets:
    """Table, points, points, each with Enter; the last table first."""
    desk.goto(found.director.root)
    expect(desk.get_by_label("Tisch", exact=True)).to_be_focused()
    sheets: Sheets = {}
    tables = found.round().passen.order_by("-table__number")
    for table in tables.values_list("table__number", flat=True):
        made = (97 * table + 131 * number + 17 * table * number) % (157 * HANDS)
        sheets[number, table] = made, 157 * HANDS - made
        for typed in (table, *sheets[number, table]):
            desk.keyboard.type(str(typed), delay=KEY / 2)
            desk.keyboard.press("Enter")
        expect(desk.locator(f".missing [data-table='{table}']")).to_have_count(0)
    return sheets


def _on_the_page(found: Office, phone: Page) -> dict[int, int]:
    """By number of the pair its place, as everybody reads it."""
    phone.goto(f"/t/{found.tournament.slug}/")
    for summary in phone.locator("#rangliste summary", has_text=re.compile("^alle")).all():
        summary.tap()
    rows = phone.locator("#rangliste table:has(th.num) tbody tr").all_inner_texts()
    told = [re.match(r"\s*(\d+)\s+Anna (\d+) Meier", row) for row in rows]
    return {int(row[2]): int(row[1]) for row in told if row}


def _naive_places(found: Office, typed: Sheets, count: int, rounds: int) -> dict[int, int]:
    """Who loses for the first time in a round shares the place behind those who go on."""
    places: dict[int, int] = {}
    passen = Passe.objects.filter(round__tournament=found.tournament)
    for passe in passen.select_related("round", "table").order_by("round__number"):
        number = passe.round.number
        first, second = (
            (sitting.entry.number + 1) // 2
            for sitting in passe.sittings.select_related("entry").order_by("index")[:2]
        )
        one, other = typed[number, passe.table.number]
        assert one != other, "nobody can tell who won"
        won, lost = (first, second) if one > other else (second, first)
        if places.get(won) == places.get(lost) == THIRD and number == rounds:
            places[lost] = THIRD + 1
        elif lost not in places:
            places[lost] = 2 ** (rounds - number) + 1
    (winner,) = set(range(1, count + 1)) - places.keys()
    return {**places, winner: 1}
