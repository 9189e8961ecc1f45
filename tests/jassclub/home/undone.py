"""Every form of the office, as an office sends it, and how what came of it is taken back.

A case is a walk over the pages in three parts: what stands before, the form itself, and what takes
it back; `Cases.form` says at which address its form is. `office.undo` taps the "Rückgängig" of
"Was geändert wurde" that tells in these words what was changed, and by whom.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.db.models import Model
from django.utils import timezone

from jassclub.clubs.models import (
    Club,
    Device,
    Invitation,
    Membership,
    Player,
    Season,
    TableLink,
)
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.services import kitty
from jassclub.clubs.services.people import snapshot
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.webhooks.models import Webhook
from scoring.claims.entries import record_hand
from scoring.core.models import Game
from tests.cast import Person
from tests.jassclub.office import Browser, words
from tests.rights.taps import Forms
from tournaments.core.models import Tournament
from tournaments.evenings.models import Apart, Attendance, Evening, Reminder
from tournaments.seasons.models import SeasonOpening

Steps = Iterator[None]
Walk = Callable[["Office"], Steps]


@dataclass
class Case:
    """A walk over forms; `silent` ones change nothing that stands."""

    addresses: tuple[str, ...]
    walk: Walk
    silent: bool


class Cases(list[Case]):
    """The walks of a file."""

    def form(self, *addresses: str, silent: bool = False) -> Callable[[Walk], Walk]:
        """The walk below is one of these forms."""

        def keep(walk: Walk) -> Walk:
            self.append(Case(addresses, walk, silent))
            return walk

        return keep


HELD: tuple[tuple[type[Model], dict[str, Any]], ...] = (
    (Player, {"active": True}),
    (Membership, {}),
    (Season, {}),
    (Webhook, {}),
    (Evening, {}),
    (SeasonOpening, {}),
    *((model, {"revoked_at": None}) for model in (TableLink, Device, Invitation)),
)


def standing(club: Club) -> dict[str, Any]:
    """All of a club that holds: people, roles, rules, dates, links, games, money."""
    club.refresh_from_db()
    rows = {
        model.__name__: {
            str(row.pk): snapshot(row) for row in model._default_manager.filter(club=club, **of)
        }
        for model, of in HELD
    }
    state = kitty.kitty_state(club.pk)
    alive = Game.objects.filter(club=club).exclude(state=Game.State.ABANDONED)
    return {
        **rows,
        "club": snapshot(club),
        "kitty": (
            {row.player.name: row.amount for row in state.balances if row.amount},
            (state.cash, state.bank, state.club),
        ),
        "games": {
            (game.label, game.state, *game.seats.values_list("player__name", flat=True))
            for game in alive
        },
        "drawn": [*Evening.objects.values_list("drawn", flat=True)],
        "here": set(Attendance.objects.values_list("player", "state")),
        "apart": set(Apart.objects.values_list("one", "other")),
        "mails": set(Reminder.objects.exclude(address="").values_list("address")),
        "factors": set(SecondFactor.objects.values_list("user", "reset_by")),
        "files": set(SpreadsheetPreview.objects.filter(taken_back_at=None).values_list("pk")),
        "tournaments": set(Tournament.objects.exclude(state="cancelled").values_list("slug")),
    }


@dataclass
class Office:
    """The admin at the pages of the club."""

    club: Club
    browser: Browser
    cast: Mapping[str, Person]

    def as_(self, name: str) -> "Office":
        """Somebody else at the same pages."""
        return Office(self.club, Browser(self.cast[name], self.club.slug), self.cast)

    def post(self, path: str, **typed: Any) -> Any:
        """A form that must be taken."""
        answer = self.browser.post(path, **typed)
        assert answer.status_code < 400, (path, words(answer))
        return answer

    def fill(self, path: str, **typed: Any) -> Any:
        """The form of a page as it is shown, with what is typed."""
        shown = Forms(self.browser.get(path).content.decode()).found
        whole = next(one for one in shown if one.action in ("", self.at(path)))
        return self.post(path, **{**whole.filled, **typed})

    def at(self, path: str) -> str:
        """The address of a page."""
        return self.browser.root + path

    def undo(self, *told: str) -> None:
        """Take the change back of which the page says this, and that emma made it."""
        cards = self.browser.get("history/").content.decode().split('<li class="block">')[1:]
        open_ = [card for card in cards if "Zurücknehmen" in card]
        said = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(card))) for card in open_]
        which = [
            at for at, text in enumerate(said) if all(one in text for one in (*told, "emma, "))
        ]
        assert which, (told, said)
        (sent,) = Forms(open_[which[0]]).found
        self.post("history/", **sent.filled)

    def ids(self, count: int) -> list[str]:
        """Some of the people."""
        people = self.club.players.filter(active=True).order_by("name")[:count]
        return [str(player.pk) for player in people]

    @property
    def tonight(self) -> str:
        """The evening of today, planned when it is asked for first."""
        today = timezone.localdate()
        Evening.objects.get_or_create(club=self.club, day=today, defaults={"actor": "system:test"})
        return f"evenings/{today.isoformat()}/"

    def drawn(self, profile: str = "schieber-1000") -> str:
        """Four people are here, and drawn."""
        path = self.tonight
        self.post(f"{path}do/who/", here=self.ids(4), then="draw", profile=profile)
        return path

    def played(self, profile: str = "schieber-1000") -> str:
        """Their game is open, and has a hand."""
        path = self.drawn(profile)
        self.post(f"{path}do/open/")
        slip: dict[str, Any] = {"contract": "RO", "declared_by": 0, "points": [97, None]}
        if profile.startswith("differenzler"):
            slip = {"trump": "EI", "predictions": [40] * 4, "points": [100, 57, 0, 0]}
        game = Game.objects.get(club=self.club)
        actor = self.cast["emma"].actor
        record_hand(actor=actor, game_id=game.pk, number=1, slip=slip, source="paper")
        return path


def game_of_tonight() -> Game:
    """The one that runs, or has ended."""
    return Game.objects.get(state__in=(Game.State.OPEN, Game.State.CLOSED))


def opened_again(office: Office) -> None:
    """A game that has ended is opened again."""
    path = f"/games/{game_of_tonight().pk}/change/reopen/"
    answer = office.browser.client.post(path, {"reason": "Es fehlt noch ein Spiel"})
    assert answer.status_code == 302, words(answer)
