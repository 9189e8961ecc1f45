"""A club evening of fourteen people on the phone of one of them, from nothing to its end."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from jassclub.clubs.models import Membership, Player, User
from scoring.core.models import Game
from tests.browser.evening import Evening
from tests.scoring.table import house

pytestmark = pytest.mark.django_db(transaction=True)

Devices = Callable[..., Page]
MOST_TAPS = 25
NAMES = ("Gret", "Hans", "Iris", "Jost", "Kuno", "Lea", "Max", "Nora")


class Walk:
    """An official who writes in one club and is a member of another one, and what he touches."""

    def __init__(self, open_device: Devices) -> None:
        here, elsewhere = house(), house("Jassfreunde Weinfelden")
        self.club = here.club
        Player.objects.bulk_create([Player(club=self.club, name=name) for name in NAMES])
        user = User.objects.create_user("ueli", password="x")
        for club, role in ((here.club, "director"), (elsewhere.club, "member")):
            Membership.objects.create(club=club, user=user, role=role)
        self.page = open_device(user, is_mobile=True)
        self.hand = Evening(self.page)

    @property
    def taps(self) -> int:
        """Touches and swipes up to now."""
        return self.hand.taps

    def tap(self, what: str | Locator) -> None:
        """Touch something on this page."""
        self.hand.tap(what)

    def go(self, what: str | Locator) -> None:
        """Touch something that leads to another page."""
        with self.page.expect_navigation():
            self.hand.tap(what)

    def tick(self, what: str | Locator) -> None:
        """Touch a name."""
        one = self.page.locator(what).first if isinstance(what, str) else what
        self.tap(one)
        expect(one).to_be_checked()

    def unfold(self, words: str) -> None:
        """Touch what hides more."""
        self.tap(f"summary:has-text('{words}')")
        expect(self.page.locator("details[open] > summary", has_text=words)).to_be_visible()

    def do(self, name: str) -> Locator:
        """The key that sends a form of the evening."""
        return self.page.locator(f"form[action*='/do/{name}/'] button")


def begun(walk: Walk) -> None:
    """Thirteen are ticked and a guest is written, then all games are open."""
    walk.page.goto("/")
    walk.go(f"main a[href='/clubs/{walk.club.slug}/']")
    walk.go("main a[href$='/evenings/']")
    walk.go("main form button.main")
    names = sorted(walk.club.players.values_list("name", flat=True))
    for name in names[:13]:
        walk.tick(f"input[name=here][aria-label='{name}']")
    walk.tap("#guest")
    expect(walk.page.locator("#guest")).to_be_focused()
    walk.page.keyboard.type("Gusti")
    walk.go("button[name=then][value=draw]")
    walk.go(walk.do("open"))


def sizes(walk: Walk) -> list[int]:
    """People at each running table."""
    games = Game.objects.filter(club=walk.club, state="open").order_by("label")
    return [game.seats.count() for game in games]


def test_fourteen_people_from_nothing_to_the_end_of_the_evening(open_device: Devices) -> None:
    walk = Walk(open_device)
    page = walk.page
    begun(walk)
    assert walk.taps <= MOST_TAPS, walk.taps
    assert sizes(walk) == [4, 4, 3, 3]
    _taken_back(walk)
    _late_one(walk)
    _early_leaver(walk)
    _paper(walk)
    _phone_goes_round(walk)
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Der Abend: Schieber")).to_be_visible()
    expect(page.locator(".printed")).to_contain_text(walk.club.name)
    expect(page.locator("main form:visible")).to_have_count(0)


def _taken_back(walk: Walk) -> None:
    """Two change places after all: nothing is written yet."""
    walk.go(walk.do("take-back"))
    pair = walk.page.locator("#draft .table-card input[name=pair]")
    walk.tick(pair.nth(0))
    walk.tick(pair.nth(4))
    walk.go(walk.do("exchange"))
    walk.go(walk.do("open"))
    assert sizes(walk) == [4, 4, 3, 3]


def _late_one(walk: Walk) -> None:
    """The fourteenth of the club comes, and a table of three becomes one of four."""
    before = walk.taps
    walk.tick("input[name=here]")
    walk.unfold("Tische neu mischen")
    walk.tick(walk.page.locator("input[name=mixed]").last)
    walk.go("button[name=then][value=draw]")
    walk.go(walk.do("open"))
    assert (sizes(walk), walk.taps - before <= 8) == ([4, 4, 3, 4], True)


def _early_leaver(walk: Walk) -> None:
    """Somebody of the first table goes; nobody is free, so that three of it go on."""
    walk.unfold("Jemand geht früher")
    walk.tick("input[name=leaving]")
    walk.tick("input[name=coming][value='-']")
    walk.go(walk.do("substitute"))
    walk.go("button[name=then][value=draw]")
    walk.go(walk.do("open"))
    assert sizes(walk) == [3, 4, 3, 4]


def _paper(walk: Walk) -> None:
    """At the second table nobody has a phone: their sheet is typed with the keys alone."""
    page = walk.page
    walk.unfold("Ein Blatt vom Papier tippen")
    walk.go(page.get_by_role("link", name="Tisch 2", exact=True))
    page.locator("#h1-contract").select_option("RO")
    page.locator("#h1-points_0").fill("97")
    with page.expect_navigation():
        page.locator("[data-grid] button").last.click()
    expect(page.get_by_text("Spiele vom Papier geschrieben: 1")).to_be_visible()


def _phone_goes_round(walk: Walk) -> None:
    """Both sides sign on the phone of who has typed, and the evening has its table."""
    page = walk.page
    walk.go(page.get_by_role("link", name="Tisch 2").first)
    for _side in range(2):
        walk.unfold("Partie abschliessen")
        walk.go("form[action$='/sign-off/'] button")
    page.goto(f"/clubs/{walk.club.slug}/evenings/")
    walk.go(".dates a")
    expect(page.get_by_role("heading", name="Fertig gespielt")).to_be_visible()
    assert sizes(walk) == [3, 3, 4]
