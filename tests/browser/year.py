"""The year of a made-up club of 24, over its real pages: ten years out of a spreadsheet, fees,
evenings of two games with guests, a handover in May, fines, who pays whom, the books, the pack at
the end, two leagues and a master of both games; everything summed up a second time.

`pytest -s -n0 -m proof tests/browser/test_year.py` lives through forty evenings and prints what
they took. Sheets of the tables are handed in by the service, as the paper of an evening is typed;
all else is touched.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from jassclub.clubs.actors import Actor, person_actor
from jassclub.clubs.models import Club, Membership, Player, Season, User
from jassclub.clubs.services.kitty import kitty_state
from scoring.claims.entries import record_hand
from scoring.claims.penalties import add_penalty
from scoring.core.models import Game
from scoring.tables.games import close_game
from tests.browser.conftest import log_in
from tests.browser.year_ends import bring_along
from tests.browser.year_leagues import leagues_agreed

MEMBERS = 24
EVENINGS = 40
RATE, FEE, REDUCED, FINE = 5, 6000, 3000, 100
LAYER = {"settlement": {"rate": RATE}}
TRUMPS = ("EI", "RO", "SI", "SE")
WHOLE, LEAST = 157, 20
"""Points of a hand; from so many on each number can be made."""
GAMES = ("differenzler-verdeckt", "schieber-1000")
PAID = 16
"""Members who pay the fee at once, the last of them in cash."""
HANDOVER = 5
"""Month."""


@dataclass
class Books:
    """The second count, in a notebook: who owes what, what lies where."""

    owed: Counter[str] = field(default_factory=Counter)
    hands: Counter[str] = field(default_factory=Counter)
    differences: Counter[str] = field(default_factory=Counter)
    earlier_hands: Counter[str] = field(default_factory=Counter)
    earlier_differences: Counter[str] = field(default_factory=Counter)
    leagues: dict[str, int] = field(default_factory=dict)
    cash: int = 0
    bank: int = 0
    club: int = 0

    def settle(self, totals: dict[str, int]) -> None:
        """Against the average; the Rappen left over go to those who lost most by rounding down."""
        average = Fraction(sum(totals.values()), len(totals))
        exact = {name: (average - total) * RATE for name, total in totals.items()}
        down = {name: amount.numerator // amount.denominator for name, amount in exact.items()}
        lost = sorted(totals, key=lambda name: down[name] - exact[name])
        for name in lost[: -sum(down.values())]:
            down[name] += 1
        self.owed.update(down)

    def level(self, tonight: Counter[str], fines: int) -> None:
        """All of an evening is paid in cash."""
        self.owed.subtract(tonight)
        self.cash += fines


@dataclass
class Year:
    """A club, a phone, and the clock of the year."""

    page: Page
    url: str
    clock: Callable[[datetime], None]
    chance: Random = field(default_factory=lambda: Random(24))
    books: Books = field(default_factory=Books)
    taps: int = 0
    seen: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.club = Club.objects.create(
            name="Jassclub Morgenrot", slug="morgenrot", profile_layer=LAYER
        )
        names = [
            f"{first} {last}"
            for last in ("Amrein", "Bissig", "Clavadetscher")
            for first in ("Alice", "Bruno", "Carla", "Dino", "Erna", "Fredi", "Gina", "Hugo")
        ]
        Player.objects.bulk_create([Player(club=self.club, name=name) for name in names])
        self.offices = {
            name: self._account(name, role)
            for name, role in (("alte", "admin"), ("neue", "member"))
        }
        self.office = self.offices["alte"]
        self.today = datetime(2027, 1, 7, 18, 30, tzinfo=UTC)
        Season.objects.create(
            club=self.club, name="2027", starts=self.today.date(), ends=date(2027, 12, 31)
        )

    def _account(self, name: str, role: str) -> User:
        user = User.objects.create_user(name, password="x")
        Membership.objects.create(club=self.club, user=user, role=role)
        return user

    @property
    def actor(self) -> Actor:
        """Who holds the office."""
        return person_actor(self.office.pk)

    def open(self, path: str) -> None:
        """A page of the club."""
        self.page.goto(f"/clubs/{self.club.slug}/{path}")

    def go(self, what: Any) -> None:
        """Touch what leads on."""
        self.taps += 1
        with self.page.expect_navigation():
            what.tap()

    def tick(self, name: str, label: str) -> None:
        """Touch a name."""
        self.taps += 1
        one = self.page.locator(f"input[name={name}][aria-label='{label}']")
        one.tap()
        expect(one).to_be_checked()

    def dawn(self, day: datetime) -> None:
        """The clock goes on, and who holds the office logs in."""
        self.today = day
        self.clock(day)
        log_in(self.page.context, self.office, self.url)


def agree(year: Year) -> None:
    """The members' meeting in January, typed by the treasurer."""
    year.dawn(year.today)
    year.open("kitty/money/")
    typed = {"fee": "60", "reduced": "30", "fine": "1", "iban": "CH93 0076 2011 6238 5295 7",
             "holder": "Jassclub Morgenrot", "postcode": "8400", "town": "Winterthur"}  # fmt: skip
    for name, text in typed.items():
        year.page.locator(f"#{name}").fill(text)
    year.go(year.page.get_by_role("button", name="Speichern"))


def bill(year: Year) -> None:
    """Everybody is billed, three of them less; two thirds pay, one of them in cash."""
    year.open("kitty/fees/2027/")
    people = list(year.club.players.filter(active=True).order_by("name"))
    for player in people[:3]:
        year.page.locator(f"#fee_{player.pk}").select_option("reduced")
    year.go(year.page.get_by_role("button", name="Rechnungen stellen"))
    for at, player in enumerate(people):
        due = REDUCED if at < 3 else FEE
        year.books.owed[player.name] -= due
        year.books.club += due
    for by_bank, some in ((True, people[: PAID - 1]), (False, people[PAID - 1 : PAID])):
        for player in some:
            year.taps += 1
            year.page.locator(f"label.check:has-text('{player.name}') input").tap()
            due = -year.books.owed[player.name]
            year.books.owed[player.name] += due
            year.books.bank += due * by_bank
            year.books.cash += due * (not by_bank)
        if not by_bank:
            year.page.locator("input[name=till][value=cash]").tap()
        year.go(year.page.get_by_role("button", name="Als bezahlt buchen"))


def evening(year: Year, number: int) -> None:
    """Who is here is ticked, sometimes with a guest; drawn, opened, played, paid or booked."""
    year.open("evenings/")
    year.go(year.page.get_by_role("button", name="Heute Abend"))
    names = sorted(player.name for player in year.club.players.filter(guest=False, active=True))
    for name in sorted(year.chance.sample(names, year.chance.randint(8, 15))):
        year.tick("here", name)
    if number % 5 == 4:
        year.page.locator("#guest").fill(f"Gast {number}")
    profile = GAMES[number % 2]
    year.page.locator("#profile").select_option(profile)
    year.page.locator("#three").select_option("differenzler-offen")
    year.go(year.page.locator("button[name=then][value=draw]"))
    year.go(year.page.locator("form[action*='/do/open/'] button"))
    before = Counter(year.books.owed)
    fines = sum(play(year, game) for game in Game.objects.filter(club=year.club, state="open"))
    year.page.reload()
    way = "pay" if number % 2 == 0 else "settle"
    key = year.page.locator(f"form[action*='/do/{way}/'] button")
    if key.count():
        year.go(key)
        expect(year.page.locator("main")).to_contain_text(re.compile("gebucht[.]"))
        tonight = Counter(year.books.owed)
        tonight.subtract(before)
        if way == "pay":
            year.books.level(tonight, fines)


def play(year: Year, game: Game) -> int:
    """The sheet of a table, and its sums by hand; what the fines of it bring the club."""
    seats = [seat.player.name for seat in game.seats.select_related("player").order_by("index")]
    totals = Counter(dict.fromkeys(seats, 0))
    for hand in (1, 2):
        if game.variant == "schieber":
            slip: dict[str, Any] = {"contract": "RO", "declared_by": 0,
                                    "points": [year.chance.randint(20, 130), None]}  # fmt: skip
        else:
            rest = WHOLE - LEAST * len(seats)
            cuts = sorted(year.chance.sample(range(rest), len(seats) - 1))
            made = [b - a + LEAST for a, b in zip([0, *cuts], [*cuts, rest], strict=True)]
            said = [year.chance.randint(10, 80) for _seat in seats]
            slip = {"trump": TRUMPS[hand], "predictions": said, "points": made}
            for name, one, other in zip(seats, said, made, strict=True):
                totals[name] += abs(one - other)
                year.books.hands[name] += 1
                year.books.differences[name] += abs(one - other)
        record_hand(actor=year.actor, game_id=game.pk, number=hand, slip=slip, source="paper")
    return _end(year, game, seats, totals)


def _end(year: Year, game: Game, seats: list[str], totals: Counter[str]) -> int:
    fined = game.variant == "differenzler" and year.chance.random() < 0.3
    if fined:
        add_penalty(actor=year.actor, game_id=game.pk, seat=0, points=3, reason="falsch bedient")
        totals[seats[0]] += 3
        year.books.differences[seats[0]] += 3
    close_game(actor=year.actor, game_id=game.pk)
    if game.variant == "differenzler":
        year.books.settle(dict(totals))
    if not fined:
        return 0
    year.books.owed[seats[0]] -= FINE
    year.books.club += FINE
    return FINE


def hand_over(year: Year) -> None:
    """In May the new president gets the office, and uses it from then on."""
    new = year.offices["neue"]
    year.open(f"members/{new.pk}/")
    year.page.locator("input[name=role][value=admin]").tap()
    year.go(year.page.locator("main form").first.locator("button"))
    year.office = new


def lived(page: Page, url: str, clock: Callable[[datetime], None], *, evenings: int) -> Year:
    """The whole year, and its sums against the notebook."""
    year = Year(page, url, clock)
    agree(year)
    leagues_agreed(year)
    bring_along(year)
    bill(year)
    first, handed = year.today, False
    for number in range(evenings):
        year.dawn(first + timedelta(days=7 * number * EVENINGS // evenings))
        if not handed and year.today.month >= HANDOVER:
            hand_over(year)
            handed = True
            year.dawn(year.today)
        evening(year, number)
        compare(year)
    year.seen.append(f"{evenings} evenings, {year.taps} taps, handed over: {handed}")
    return year


def compare(year: Year) -> None:
    """Every balance, the box, the bank and what is the club's."""
    state = kitty_state(year.club.pk)
    told = {row.player.name: row.amount for row in state.balances if row.amount}
    assert told == {name: amount for name, amount in year.books.owed.items() if amount}
    assert (state.cash, state.bank) == (year.books.cash, year.books.bank)
    assert state.club == year.books.club
