"""Every page of the service, with what fills its address, and who opens it."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from django.core import signing
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from jassclub.clubs.models import Club, Player, Season, User
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.services import accounts, links
from jassclub.core import mails
from jassclub.exchange.models import ArchiveImport
from jassclub.home.demo import club as demo
from scoring.claims.anchors import anchor
from scoring.tables.slates import open_slate
from tests.addresses import addresses
from tests.cast import PASSWORD
from tests.pictures import one_of_each
from tournaments.evenings.reminders import SALT
from tournaments.evenings.selectors import link_of
from tournaments.rounds.models import Table

NOBODY = "00000000-0000-4000-8000-000000000000"
FILLERS = {"uuid": NOBODY, "int": "1"}
NEITHER_PAGE = ("api/", "healthz", "readyz", "metrics", "standby/")
DOWNLOADS = (
    *(
        "bills/",
        "books/",
        "/paper",
        ".ico",
        ".ics",
        ".jpg",
        ".js",
        ".json",
        ".txt",
        ".webmanifest",
        ".xlsx",
    ),
)

ADMIN, STRANGER, OPERATOR = "vreni", "fremd", "betrieb"
VISITOR, PHONE, TABLE_PHONE = "visitor", "phone", "card"
CUP, SOON = (
    "/clubs/frohsinn/tournaments/frohsinn-cup/",
    "/clubs/frohsinn/tournaments/differenzler-abend/",
)

Pages = Mapping[str, tuple[str, ...]]
"""Who opens which addresses; `{name}` is an id or a token of the world."""

CLUB_PAGES: Pages = {
    STRANGER: ("/", "/start/", "/join/", "/me/"),
    OPERATOR: ("/operator/",),
    VISITOR: (
        "/login/",
        "/help/",
        "/help/games/",
        "/help/games/pandur/",
        "/help/games/sidi-1500/",
        "/help/games/molotow/",
        "/privacy/",
        "/i/{invitation}",
        "/i/zu-alt",
        "/t/{table_code}",
        "/t/{card}",
        "/e/{own}/",
        "/e/mails/{yes}/",
        "/e/mails/none/",
        "/rules/",
        "/rules/?q=trumpf%20verleugnet",
        "/rules/book/",
        "/rules/nichtangeben/",
        "/rules/nichtangeben/case/",
        "/rules/nichtangeben/case/?gave=side_withheld&noticed=open",
        "/rules/nachschauen/case/?turned=yes&owner=own",
        "/rules/ungueltiger-weis/case/?matter=mistaken&next_hand_begun=UNKNOWN",
        "/rules/stoecke/case/?_none=matter&_q=weis",
        "/check-list/",
        "/blank-sheet/",
        "/slate/",
        "/slate/blank/schieber-1000/",
        "/offline/",
        "/problems/",
        "/notation/",
        "/gibt-es-nicht/",
    ),
    PHONE: ("/games/{schieber-1000}/", "/games/{schieber-1000}/phone/"),
    ADMIN: (
        "/me/",
        "/me/factor/",
        "/clubs/frohsinn/",
        "/referee/",
        "/clubs/frohsinn/members/",
        "/clubs/frohsinn/members/{member}/",
        "/clubs/frohsinn/members/{member}/factor/",
        "/clubs/frohsinn/people/",
        "/clubs/frohsinn/people/{player}/",
        "/clubs/frohsinn/evenings/",
        "/clubs/frohsinn/evenings/{today}/",
        "/clubs/frohsinn/anchors/",
        "/clubs/frohsinn/links/",
        "/clubs/frohsinn/games/new/",
        "/clubs/frohsinn/kitty/",
        "/clubs/frohsinn/kitty/book/",
        "/clubs/frohsinn/kitty/fees/2026/",
        "/clubs/frohsinn/kitty/money/",
        "/clubs/frohsinn/kitty/{booking}/",
        "/clubs/frohsinn/merges/",
        "/clubs/frohsinn/history/",
        "/clubs/frohsinn/handover/",
        "/clubs/frohsinn/averages/",
        "/clubs/frohsinn/earlier/",
        "/clubs/frohsinn/earlier/new/",
        "/clubs/frohsinn/earlier/{opening}/",
        "/clubs/frohsinn/earlier/{opening}/{player}/",
        "/clubs/frohsinn/rulings/",
        "/clubs/frohsinn/rules/",
        "/clubs/frohsinn/data/",
        "/clubs/frohsinn/data/{preview}/",
        "/clubs/frohsinn/data/{years}/",
        "/clubs/frohsinn/data/archives/{archive}/",
        "/clubs/frohsinn/webhooks/",
        "/clubs/frohsinn/webhooks/{webhook}/",
        "/seasons/{season}/",
        "/seasons/{season}/rules/",
        "/seasons/{season}/year/",
        "/seasons/{season}/year/paper",
        "/seasons/{season}/numbers/?of=trump:RO:0",
        "/seasons/{season}/players/{player}/why/differenzler/",
        "/players/{player}/",
        "/players/{player}/numbers/?of=longest",
        "/players/{player}/why/",
        "/games/{schieber-1000}/why/",
        "/games/{tonight}/",
        "/games/{slate}/",
        "/games/{slate}/take/",
        "/games/{schieber-1000}/",
        "/games/{differenzler-verdeckt}/",
        "/games/{hae}/",
        "/games/{hae}/hands/4/predict/",
        "/games/{coiffeur}/",
        "/games/{coiffeur}/?wall=1",
        "/games/{tonight}/?wall=1",
        "/games/{hae}/?wall=1",
        "/games/{freies-blatt}/",
        "/games/{molotow-striche}/",
        "/games/{molotow-striche}/why/",
        "/games/{schieber-passen}/",
        "/games/{handjass}/",
        "/games/{tonight}/grid/",
        "/games/{tonight}/photos/",
        "/games/{tonight}/change/reseat/",
        "/games/{tonight}/change/abandon/",
        "/games/{tonight}/links/",
        "/games/{tonight}/hands/3/",
        "/games/{tonight}/hands/3/correct/",
        "/games/{tonight}/hands/3/ways/",
        "/games/{tonight}/hands/6/ways/thanks/",
        "/games/{tonight}/hands/3/rules/",
        "/games/{tonight}/hands/3/rules/fragen/",
        "/games/{schieber-1000}/disputes/{dispute}/",
    ),
}
HALL_PAGES: Pages = {
    VISITOR: (
        "/tournaments/",
        "/t/frohsinn-cup/",
        "/t/differenzler-abend/",
        "/t/differenzler-abend/sign-up/",
        "/t/differenzler-abend/ticket/{ticket}",
        "/t/frohsinn-cup/regulation/",
        "/t/frohsinn-cup/results/",
        "/t/frohsinn-cup/p/1/",
        "/t/frohsinn-cup/board/",
        "/t/frohsinn-cup/bracket/",
        "/t/frohsinn-cup/groups/",
        "/t/frohsinn-cup/no-mails/none",
        "/t/frohsinn-cup/mails/none",
        "/t/frohsinn-cup/boards/",
        "/t/frohsinn-cup/boards/1/",
    ),
    TABLE_PHONE: ("/tables/{table}/",),
    ADMIN: (
        "/check-in/{ticket}/",
        "/tables/{table}/",
        "/clubs/frohsinn/new-tournament/",
        "/clubs/frohsinn/tournaments/",
        *(CUP, SOON),
        *(f"{CUP}rounds/3/tables/1/", f"{CUP}rounds/3/tables/6/"),
        *(f"{CUP}settings/", f"{CUP}people/", f"{CUP}people/1/", f"{CUP}people/import/"),
        *(f"{CUP}cards/", f"{CUP}plan/", f"{CUP}money/", f"{CUP}log/"),
        f"{CUP}logos/",
        *(
            f"{CUP}find/?q=An",
            f"{CUP}door/",
            f"{CUP}money/payouts/",
            f"{CUP}boards/",
            f"{CUP}boards/1/",
        ),
        *(f"{SOON}settings/", f"{SOON}people/", f"{SOON}plan/"),
    ),
}


class World(dict[str, str]):
    """Ids and tokens by name; `secrets` are the cookies of phones, `users` the accounts."""

    def __init__(self) -> None:
        super().__init__()
        self.secrets: dict[str, str] = {}
        self.users: dict[str, User] = {}

    def __missing__(self, name: str) -> str:
        """An address is as well formed with any id."""
        return NOBODY


def demo_world(today: date, monkeypatch: Any) -> World:
    """The demo club with one season of two evenings, and one of everything else."""
    for name, value in {"SEASONS": 1, "EVENINGS": 2, "HANDS": 3}.items():
        monkeypatch.setattr(demo, name, value)
    club = demo.load(seed=1291, today=today)
    made = one_of_each.load(club=club, today=today)
    member = User.objects.get(username="beat")
    SecondFactor.objects.create(user=member, confirmed_at=timezone.now())
    anchor(club.pk)
    world = World()
    world |= {slug: str(game.pk) for slug, game in made.games.items()}
    names = ("Rosa", "Bruno", "Marlies", "Hansueli")
    slate = open_slate(
        user=User.objects.get(username=ADMIN),
        game_id=uuid4(),
        profile_slug="schieber-1000",
        names=names,
    )
    anna = Player.objects.get(club=club, name="Anna Aregger")
    told = mails.asked_for(address="anna@example.org", site="https://jass.example.org")
    world |= {
        "slate": str(slate.pk),
        "tonight": str(club.games.get(label="Tisch 1").pk),
        "season": str(Season.objects.get(club=club).pk),
        "player": str(anna.pk),
        "member": str(member.pk),
        "today": today.isoformat(),
        "own": link_of(anna).split("/")[2],
        "yes": signing.dumps([str(anna.pk), told], salt=SALT, compress=True),
        "table": str(Table.objects.get(tournament__slug="frohsinn-cup", number=1).pk),
        "dispute": str(made.dispute.pk),
        "booking": str(made.booking.pk),
        "opening": str(made.opening_id),
        "preview": str(made.preview_id),
        "years": str(made.years_id),
        "archive": str(_waiting_archive(club)),
        "webhook": str(made.webhook_id),
        "invitation": made.invitation,
        "table_code": made.table_code,
        "card": made.card,
        "ticket": made.ticket,
    }
    world.secrets = {PHONE: made.phone, TABLE_PHONE: links.join_table(token=made.card)[1]}
    world.users = {
        ADMIN: User.objects.get(username=ADMIN),
        STRANGER: accounts.create_user(username=STRANGER, password=PASSWORD),
        OPERATOR: User.objects.create_user(OPERATOR, password=PASSWORD, is_staff=True),
    }
    return world


def _waiting_archive(club: Club) -> UUID:
    user = User.objects.get(username=ADMIN)
    return ArchiveImport.objects.create(club=club, user=user, language="de", content="").pk


def routes_of(pages: Pages) -> set[str]:
    """The routes that these addresses lead to."""
    addresses = [
        path.format_map(World()).split("?")[0] for paths in pages.values() for path in paths
    ]
    return {resolve(path).route for path in addresses if path != "/gibt-es-nicht/"}


def routes_of_pages(admin: User) -> set[str]:
    """Every route of the service that shows a page when it is visited.

    Addresses that forms are sent to answer a visit with 405, or lead to the page of the form.
    """
    client = Client()
    client.force_login(admin)
    elsewhere = (301, 302, 405)
    return {route for route in _routes() if client.get(_any(route)).status_code not in elsewhere}


def _routes() -> Iterator[str]:
    for route, _view in addresses():
        if not route.startswith(NEITHER_PAGE) and not route.endswith(DOWNLOADS):
            yield route


def _any(route: str) -> str:
    return "/" + re.sub(r"<(\w+):\w+>", lambda found: FILLERS.get(found[1], "x"), route)
