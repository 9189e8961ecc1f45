"""Tables of each game with so many hands written, the sizes of the phones beside them, and what
does not stand on their first screen."""

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page

from jassclub.clubs.actors import digest
from jassclub.clubs.models import Device, Player
from scoring.claims.predictions import predict
from tests.scoring.games.sheets.evenings import EVENINGS
from tests.scoring.table import House, TableOf, open_table, schieber

Slip = dict[str, Any]
Size = tuple[int, int]

PORTRAIT = [(320, 568), (360, 640), (375, 667), (390, 664), (390, 844), (412, 915), (430, 932)]
LANDSCAPE = [(568, 320), (667, 375), (844, 390), (915, 412)]
LINES = ("EI", "RO", "SI", "SE", "O", "U")


def _differenzler(number: int) -> Slip:
    said = [40, 30 + number, 50, 20]
    return {"trump": "RO", "predictions": said, "points": [40, 35, 50, None]}


def _hae_safe(number: int) -> Slip:
    """Nobody bids anything but the first: the dealer never says what would make the sum right."""
    cards = 11 - number
    return {"bids": [0, 0, 0, 0], "tricks": [cards, 0, 0, 0]}


def _coiffeur(number: int) -> Slip:
    return {"side": number % 2, "line": LINES[(number - 1) // 2], "points": 90 + number}


GAMES: dict[str, tuple[str, int, Callable[[int], Slip]]] = {
    "schieber": ("schieber-2500", 4, lambda number: schieber(60 + number)),
    "differenzler": ("differenzler-offen", 4, _differenzler),
    "hae": ("hae", 4, _hae_safe),
    "coiffeur": ("coiffeur", 4, _coiffeur),
    "handjass": ("handjass", 4, lambda number: {"trump": "RO", "points": [50, 40, 30, None]}),
    "passen": ("schieber-passen", 4, lambda number: {"points": [1000, None], "partner": 1}),
    "free": ("freies-blatt", 4, lambda number: {"points": [10, 20, 30, number]}),
    "limited": ("freies-blatt", 4, lambda number: {"points": [20, 30, 40, number]}),
}
"""Profile, players, and what is written as hand `number`."""
AGREED = {"limited": {"free.most": 157}} | {
    name: evening.switches for name, evening in EVENINGS.items()
}
"""The house rules of a table that has some."""
LAST = {"hae": 10, "passen": 3} | {name: len(one.hands) for name, one in EVENINGS.items()}
"""The last hand where there are fewer than twelve."""


def _of_a_book(name: str) -> tuple[str, int, Callable[[int], Slip]]:
    evening = EVENINGS[name]
    return evening.profile, evening.players, lambda number: evening.hands[number - 1][0]


def table_with(house: House, game: str, *, played: int) -> TableOf:
    """A table at which `played` hands are written."""
    profile, seats, slip = GAMES.get(game) or _of_a_book(game)
    dealer = EVENINGS[game].dealer if game in EVENINGS else 0
    agreed = AGREED.get(game, {})
    table = open_table(house, profile, seats=seats, house_rules=agreed, first_dealer=dealer)
    for number in range(1, played + 1):
        table.write(number, slip(number))
    return table


def mountain(house: House, *, played: int) -> TableOf:
    """A Schieber with the prize of the Berg."""
    berg = {"berg": {"value": True, "house": "heute"}}
    table = open_table(house, "schieber-2500", house_rules=berg)
    for number in range(1, played + 1):
        table.write(number, schieber(60 + number))
    return table


def sealed(house: House, *, played: int) -> TableOf:
    """A hidden Differenzler: nobody has agreed to the last hand yet."""
    rules = {"differenzler.sealed_entry": "phone"}
    table = open_table(house, "differenzler-verdeckt", house_rules=rules)
    for number in range(1, played + 1):
        for seat in range(4):
            predict(
                actor=table.phones[seat],
                game_id=table.game.pk,
                number=number,
                seat=seat,
                value=30 + seat,
            )
        table.write(number, {"trump": "RO", "predictions": [None] * 4, "points": [40, 35, 50, 32]})
        if number < played:
            table.confirm(number, seat=1)
    return table


def twelve(house: House, *, played: int) -> TableOf:
    """A HAE of as many as may play it."""
    for name in ("Gret", "Hansueli", "Ida", "Jakob", "Katharina", "Leo"):
        house.people.append(Player.objects.create(club=house.club, name=name))
    table = open_table(house, "hae", seats=12, phones_at=4)
    for number in range(1, played + 1):
        table.write(number, {"bids": [0] * 12, "tricks": [5 - number, *[0] * 11]})
    return table


def secret_of(table: TableOf, seat: int) -> str:
    """What the phone at a seat keeps in its cookie."""
    secret = f"jcd_phone-{table.game.pk}-{seat}"
    Device.objects.filter(pk=str(table.phones[seat].device_id)).update(token_hash=digest(secret))
    return secret


PARTS = ["bar h1", "answer", "predict form", "pen .points", "pen .choice", "pen .keys", "pen .go"]
OUT_OF_PLACE = """parts => {
    const edge = document.querySelector('.tabs')
    const fixed = edge && getComputedStyle(edge).position === 'fixed' ? edge.offsetHeight : 0
    const boxes = parts.map(part => [part, document.querySelector(`.${part}`)])
        .filter(([_part, one]) => one?.checkVisibility() && one.offsetHeight)
        .map(([part, one]) => [part, one.getBoundingClientRect()])
    const beyond = boxes.filter(([_part, box]) => box.left < 0 || box.top < 0
        || box.right > innerWidth + .5 || box.bottom > innerHeight - fixed + .5)
    const overlaps = boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([_other, b]) =>
        a.left < b.right - .5 && b.left < a.right - .5
        && a.top < b.bottom - .5 && b.top < a.bottom - .5)
        .map(([other]) => `${one} over ${other}`))
    const low = [...document.querySelectorAll(
        '.pen :is(button, input[type=text], .pick span, .check span)'
    )].filter(one => one.checkVisibility({visibilityProperty: true})
        && one.getBoundingClientRect().height < 43.5)
    return [...beyond.map(([part, box]) => `${part} ends at ${box.bottom}, ${box.right}`),
        ...overlaps, ...low.map(one => `${one.textContent || one.name} is low`),
        ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : [])]
}"""


def out_of_place(
    page: Page, parts: list[str] = PARTS, *, sizes: Sequence[Size] = (*PORTRAIT, *LANDSCAPE)
) -> list[str]:
    """What does not stand whole on the first screen, at every size."""
    wrong = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}x{height}: {one}" for one in page.evaluate(OUT_OF_PLACE, parts)]
    return wrong
