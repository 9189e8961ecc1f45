"""One evening of each game with real touches on screens of four sizes, and what it took.

`python -m tests.browser.evening [GAME ...]` plays and prints, for each game and size: taps a hand
beside the digits, digits a hand, how much the page moved while somebody wrote, at how many steps
the key that writes or the totals were out of sight, and the taps that put hand 3 of 12 right.
A swipe that brings something into sight counts as a tap. The last digit of a number whose length
nothing tells is drawn to the right, which leads on.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.touching import HOLD, Finger
from tests.scoring.games.sheets.evenings import EVENINGS

SIZES = [(320, 568), (390, 844), (768, 1024), (1024, 768), (568, 320)]
PHONES_AND_TABLET = [(320, 568), (390, 844), (1024, 768)]
HANDS, CORRECTED = 12, 3
DRAWN = 40
Filled = dict[str, int]

SHIFTS = """() => {
    window.shifted = 0
    new PerformanceObserver(list => list.getEntries().forEach(({value}) => {
        window.shifted += value
    })).observe({type: 'layout-shift'})
}"""
UNSEEN = """() => {
    const edge = document.querySelector('.tabs')
    const fixed = edge && getComputedStyle(edge).position === 'fixed' ? edge.offsetHeight : 0
    const totals = '.slate strong, .sheet:not(.wall) tfoot tr:last-child :is(th, td), '
        + '.wall tfoot tr:nth-last-child(2) :is(th, td)'
    return ['.pen .go button', totals].filter(name =>
        ![...document.querySelectorAll(name)].every(one => {
            const {top, bottom, height} = one.getBoundingClientRect()
            return height && top >= 0 && bottom <= innerHeight - fixed + .5
        }))
}"""
INTO_SIGHT = """one => {
    const {left, top, width, height} = one.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    const far = !one.contains(there) && !one.labels?.[0]?.contains(there)
    const box = one.closest('.asks')
    if (far) one.scrollIntoView({block: box ? 'nearest' : 'center', behavior: 'instant'})
    return far
}"""


def _schieber(number: int) -> tuple[Filled, list[str]]:
    return {"points_0": 60 + number}, ["[name=contract][value=RO]"]


def _differenzler(number: int) -> tuple[Filled, list[str]]:
    made = {"made_0": 40, "made_1": 35, "made_2": 50}
    said = {"said_0": 40, "said_1": 30 + number, "said_2": 50, "said_3": 20}
    return {**said, **made}, ["[name=contract][value=RO]"]


def _hae(number: int) -> tuple[Filled, list[str]]:
    said = {f"said_{seat}": 0 for seat in range(4)}
    return {**said, "made_0": 11 - number, "made_1": 0, "made_2": 0}, []


def _coiffeur(number: int) -> tuple[Filled, list[str]]:
    line = ("EI", "RO", "SI", "SE", "O", "U")[(number - 1) // 2]
    cell = f"a.write[data-side='{number % 2}'][data-line='{line}']"
    return {"points": 90 + number}, [cell]


def _free(number: int) -> tuple[Filled, list[str]]:
    return {"points_0": 10, "points_1": 20, "points_2": 30, "points_3": number}, []


def _limited(number: int) -> tuple[Filled, list[str]]:
    return {"points_0": 20, "points_1": 30, "points_2": 140, "points_3": 80 + number}, []


def _handjass(_number: int) -> tuple[Filled, list[str]]:
    made = {"points_0": 50, "points_1": 40, "points_2": 30}
    return made, ["[name=contract][value=RO]"]


NUMBERS = frozenset({"points", "against", "bid", "weis", "weis_against"})


def _sheet(evening: str, number: int) -> tuple[Filled, list[str]]:
    """A hand of the books."""
    filled: Filled = {}
    taps: list[str] = []
    for key, value in EVENINGS[evening].hands[number - 1][0].items():
        if isinstance(value, list):
            told = {f"{key}_{column}": one for column, one in enumerate(value) if one is not None}
            taps += [f"[name={name}]" for name, one in told.items() if one is True]
            numbers = {name: one for name, one in told.items() if not isinstance(one, bool)}
            filled |= {name: one for name, one in numbers.items() if one or "weis" not in key}
        elif key in NUMBERS:
            filled[key] = value
        else:
            name = {"trump": "contract"}.get(key, key)
            taps.append(f"[name={name}][value='{value}']")
    return filled, taps


def _passen(_number: int) -> tuple[Filled, list[str]]:
    return {"points_0": 1000}, ["[name=partner] >> nth=0"]


WRITTEN: dict[str, Callable[[int], tuple[Filled, list[str]]]] = {
    **{evening: partial(_sheet, evening) for evening in EVENINGS},
    "schieber": _schieber,
    "differenzler": _differenzler,
    "hae": _hae,
    "coiffeur": _coiffeur,
    "handjass": _handjass,
    "passen": _passen,
    "free": _free,
    "limited": _limited,
}
"""What a scorekeeper types as hand `number` of each game, and what he taps beside it."""


@dataclass
class Evening:
    """One table, one phone, and a count of what the finger does."""

    page: Page
    taps: int = 0
    digits: int = 0
    shift: float = 0.0
    unseen: list[str] = field(default_factory=list)
    typed: str = ""

    @property
    def line(self) -> Finger:
        """The finger on the glass."""
        return Finger.on(self.page)

    def tap(self, what: str | Locator) -> None:
        """Touch something: swiping to it, opening what folds it away."""
        one = self.page.locator(what).first if isinstance(what, str) else what
        folded = self.page.locator(".pen .rare:not([open])").filter(has=one)
        if folded.count():
            self.tap(folded.locator("summary"))
        self.taps += 1 + bool(one.evaluate(INTO_SIGHT))
        self._touch(one)

    def type(self, number: int, *, on: bool = False) -> None:
        """The digits of a number on the keys of the page; `on` to the next one."""
        first, last = divmod(number, 10)
        for digit in str(first or ""):
            self._touch(self._digit(digit))
        self._touch(self._digit(str(last)), across=DRAWN if on else 0)
        self.digits += len(str(number))

    def fill(self, name: str, number: int, *, then: str) -> None:
        """A number into a field, by the shortest way from the field that is chosen."""
        order = self._fields()
        chosen = self.page.locator(".pen .chosen").get_attribute("name")
        assert chosen is not None
        if chosen != name:
            # Where a full number has led on, a key that leads on as well would skip a field.
            after = chosen == self.typed and order[order.index(chosen) + 1 :][:1] == [name]
            self.tap(".pad [data-key='next']" if after else f".pen #{name}")
        long = self.page.locator(f".pen #{name}[data-long]").count()
        self.type(number, on=bool(long) and then in order[order.index(name) + 1 :][:1])
        expect(self.page.locator(f".pen #{name}")).to_have_value(str(number))
        self.typed = name
        self._look()

    def write(self, game: str, number: int) -> None:
        """One hand, from its first digit to the next hand's empty form."""
        filled, taps = WRITTEN[game](number)
        form = self.page.locator(f"form[action*='/hands/{number}/write/']")
        form.wait_for()
        self.page.evaluate(SHIFTS)
        if form.get_attribute("data-total"):
            # The last of the numbers that make the whole follows.
            filled.pop(str(form.locator("[data-part]").last.get_attribute("name")), None)
        # From above, as the form asks; a cell of the Coiffeur is chosen on the sheet before.
        asked = ["", *form.evaluate("form => [...form.elements].map(one => one.name)")]
        told = {re.sub(r".*\[name=(\w+)\].*|a\.write.*", r"\1", one): one for one in taps}
        # An answer whose key writes comes last.
        keys = [one for one in told.values() if form.locator(f".go {one}").count()]
        told = {name: one for name, one in told.items() if one not in keys}
        order = sorted([*filled, *told], key=asked.index)
        for name, then in zip(order, [*order, ""][1:], strict=True):
            if name in filled:
                self.fill(name, filled[name], then=then)
            elif not name or not self.page.locator(f"{told[name]} >> nth=0").is_checked():
                self.tap(told[name])
        self._look()
        self.shift += float(self.page.evaluate("window.shifted"))
        self.tap(form.locator(f".go {keys[0]}" if keys else ".go button"))
        form.wait_for(state="detached")

    def correct(self, game: str, number: int) -> int:
        """The taps, digits among them, from the table page to the new version."""
        before = self.taps + self.digits
        hand = f"a[href*='/hands/{number}/']:not([href*='write']):visible"
        if not self.page.locator(f".shown {hand}").count():
            self.tap(".tabs a[href='#course']")
        self.tap(f":is(.shown, #course) {hand}")
        form = self.page.locator("form[action$='/correct/']")
        self.page.wait_for_url("**/hands/**")
        if not form.count():
            self.tap("main a[href$='/correct/']")
        form.wait_for()
        first = self.page.locator(".pen .chosen").get_attribute("name") or ""
        self.type(abs(WRITTEN[game](number)[0].get(first, 10) - 1))
        if self.page.locator(".pen .live.wrong").count():
            # What one has made less, another has made more: his number takes the rest.
            self.tap(".pen #points_1")
        asked = self.page.locator(".pen form > .reasons")
        if asked.count() and not asked.locator(":checked").count():
            self.tap("[name=reason_code]")
        self.tap(".pen .go button")
        form.wait_for(state="detached")
        return self.taps + self.digits - before

    def _digit(self, digit: str) -> Locator:
        return self.page.locator(f".pad [data-key='{digit}']")

    def _fields(self) -> list[str]:
        shown = ".pen [data-pad]:not(.rare:not([open]) *)"
        away = "[data-away]:checked"
        playing = f"""all => all.filter(one => !('out' in one.dataset)
            && ![...document.querySelectorAll('{away}')].some(
                home => one.name.endsWith('_' + home.dataset.away))).map(one => one.name)"""
        return list(self.page.locator(shown).evaluate_all(playing))

    def _touch(self, one: Locator, *, across: int = 0) -> None:
        box = one.bounding_box()
        assert box, one
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        signs = [("touchStart", [{"x": x, "y": y}])]
        signs += [("touchMove", [{"x": x + far, "y": y}]) for far in (across // 2, across) if far]
        for sign, points in [*signs, ("touchEnd", [])]:
            self.line.line.send("Input.dispatchTouchEvent", {"type": sign, "touchPoints": points})
            time.sleep(HOLD / 3000)

    def _look(self) -> None:
        self.unseen += self.page.evaluate(UNSEEN)


@dataclass(frozen=True)
class Told:
    """What one evening took."""

    game: str
    size: tuple[int, int]
    hands: int
    taps: float
    digits: float
    shift: float
    unseen: tuple[str, ...]
    correction: int

    def __str__(self) -> str:
        out = f"{len(self.unseen)} times out of sight: {sorted(set(self.unseen))}"
        return (
            f"{self.game:<13} {self.size[0]:>4} x {self.size[1]:<4} {self.taps:>5.1f} taps + "
            f"{self.digits:>4.1f} digits a hand, moved {self.shift:.3f}, "
            + (f"hand {CORRECTED} put right in {self.correction}" if self.correction else "")
            + (f"; {out}" if self.unseen else "")
        )


def played(page: Page, path: str, game: str, size: tuple[int, int], *, hands: int) -> Told:
    """An evening at an empty table."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(path)
    evening = Evening(page)
    for number in range(1, hands + 1):
        evening.write(game, number)
    taps, digits = evening.taps / hands, evening.digits / hands
    page.goto(path)
    # What may be less by one differs from book to book.
    correction = 0 if game in EVENINGS else evening.correct(game, min(CORRECTED, hands))
    return Told(game, size, hands, taps, digits, evening.shift, tuple(evening.unseen), correction)


def all_of(names: list[str]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each game on each screen."""
    for game in names or WRITTEN:
        for size in PHONES_AND_TABLET if game in EVENINGS else SIZES:
            yield game, size


if __name__ == "__main__":
    asked = " or ".join(sys.argv[1:])
    long = ["-m", "proof", *(["-k", asked] if asked else [])]
    sys.exit(pytest.main(["-q", "-s", "-n0", "-rN", "tests/browser/test_evening.py", *long]))
