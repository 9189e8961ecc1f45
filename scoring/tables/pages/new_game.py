"""Opening a game: by which rules, who sits where, who deals first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club, Player, Role, Season
from jassclub.clubs.rights import club_at, has_role
from jassclub.clubs.services import people
from jassclub.core.errors import Conflict, Finding, Invalid, NotFound
from jassclub.web.form_state import FormState, words_of
from jassclub.web.forms import attempt, page, run_idempotent
from scoring.claims.selectors import GameState, game_of, listed, state_of, visible_games
from scoring.core.models import Game
from scoring.core.rules import Rules
from scoring.games.dealing import opening
from scoring.slate.words import Names
from scoring.tables import how_said, so_played
from scoring.tables.anew import season_at
from scoring.tables.games import open_game
from scoring.tables.how_said import WaySaid
from scoring.tables.office_deeds import tell
from scoring.tables.pages.links import first_card
from scoring.tables.pages.next_game import Again
from scoring.tables.pages.variants import Family, Variant, families, first_choice, playable
from scoring.tables.so_played import OwnRule

SEATS = 12
"""Seats that the page offers: as many as any rules allow."""
CIRCLES = 3
"""Circles of people that one tap seats again."""
AT_HAND = 24
"""Names that can be tapped at once; those of a larger club are folded away."""
AT_FIRST = 4
"""Seats that are asked for at once; the others are folded away."""
SEAT_FIELDS = tuple(f"seat_{index}" for index in range(SEATS))
FIELDS = ("profile", "first_dealer", "played_on", "phones", "helps", "saying", *SEAT_FIELDS)
LONGEST_GUEST = 80
HELPS = {"value": True, "house": "Hilfen an"}
"""The house rule of a family table: the page may show trump, and how far the target is."""
FIELD_OF = {
    "/profile": "profile",
    "/players": "seat_0",
    "/first_dealer": "first_dealer",
    "/played_on": "played_on",
    "/season": "played_on",
    "/house_rules": "helps",
    "/house_rules/differenzler": "saying",
    **{f"/players/{index}": f"seat_{index}" for index in range(SEATS)},
}


@dataclass
class OpeningForm:
    """What the template reads, and what the service is told."""

    club: Club
    players: Sequence[Player]
    season: Season | None
    typed: FormState
    last: GameState | None = None
    before: Sequence[Game] = ()
    own_typed: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        club: Club,
        players: Sequence[Player],
        season: Season | None,
        *,
        last: GameState | None = None,
        like: Game | None = None,
        before: Sequence[Game] = (),
    ) -> "OpeningForm":
        """A form of today by the rules played last, with nobody seated; after another game, or
        `like` an earlier one, with its rules and its people."""
        form = cls(club, players, season, FormState(), last, before)
        copied = last.game if last is not None else like
        values = {"played_on": timezone.localdate().isoformat()}
        values["profile"] = copied.profile_slug if copied else form.often[0].profile.slug
        values["helps"] = "1" if copied and Rules.of(copied).profile.helps else ""
        values["saying"] = how_said.usual(Rules.of(copied).profile) if copied else ""
        for seat in copied.seats.all() if copied else ():
            values[f"seat_{seat.index}"] = str(seat.person.pk)
        form.typed = FormState(values)
        return form

    @property
    def ways_said(self) -> Sequence[WaySaid]:
        """How numbers can be said in a Differenzler."""
        return how_said.WAYS

    @property
    def usually_said(self) -> str:
        """How it is done by each of the rules, as `slug:way` one after the other."""
        return how_said.usually(self.club)

    @property
    def own(self) -> Sequence[OwnRule]:
        asked = so_played.asked(self.typed.values["profile"], self.club, self.own_typed)
        return so_played.refused(asked, self.typed.errors)

    @property
    def losers(self) -> Sequence[str]:
        """The sides that lost the game before this one: they say who deals (spiel-geben)."""
        if self.last is None:
            return ()
        rules, names = self.last.rules, Names(self.last.game, ())
        seats = range(rules.players)
        return [
            names.side(seat for seat in seats if rules.side_of(seat) == column)
            for column in opening(rules.profile, self.last.sheet).columns
        ]

    @property
    def by_seven(self) -> Sequence[tuple[str, str]]:
        """Slugs and titles of the rules by which the holder of the seven of diamonds begins."""
        asked = ((profile, opening(profile).asks) for profile in playable())
        return [(rules.slug, _(rules.title)) for rules, asks in asked if asks == "diamond_seven"]

    @property
    def seven_titles(self) -> Sequence[str]:
        """Those rules as people call them."""
        return [title for _slug, title in self.by_seven]

    @cached_property
    def often(self) -> Sequence[Variant]:
        """What this club plays, the last first; else what many play."""
        return first_choice([game.profile_slug for game in self.before], self.club.language)

    @property
    def families(self) -> Sequence[Family]:
        """All other rules."""
        return families(without=[variant.profile.slug for variant in self.often])

    @property
    def folded(self) -> bool:
        """Whether the rules chosen are not among those offered first."""
        slugs = {variant.profile.slug for variant in self.often}
        return bool(self.typed.values["profile"]) and self.typed.values["profile"] not in slugs

    @property
    def again(self) -> Sequence[Mapping[str, Any]]:
        """Who played together lately and still plays, each circle once, with its last game."""
        circles: dict[frozenset[UUID], dict[str, Any]] = {}
        known = {profile.slug: profile for profile in playable()}
        for game in self.before:
            people = [seat.person for seat in game.seats.all()]
            rules = known.get(game.profile_slug)
            if rules and all(person.active for person in people):
                names = [person.name for person in people]
                seats = sorted(Names(game, ()).by_seat.items())
                again = Again(game.pk, opening(rules).asks, seats, _(rules.title))
                circle = {"game": game, "rules": again.rules, "names": names, "again": again}
                circles.setdefault(frozenset(person.pk for person in people), circle)
        return list(circles.values())[:CIRCLES]

    @property
    def like_last(self) -> Mapping[str, Any] | None:
        """The first of them that does not play just now: one tap more, and it plays again."""
        over = (circle for circle in self.again if circle["game"].state != Game.State.OPEN)
        return None if self.last or self.typed.refused else next(over, None)

    @cached_property
    def at_hand(self) -> Sequence[Player]:
        """Whom one tap seats: who played lately, then by name, as many as fit a phone."""
        lately = {seat.person.pk for game in self.before for seat in game.seats.all()}
        return sorted(self.players, key=lambda player: player.pk not in lately)[:AT_HAND]

    @property
    def others(self) -> Sequence[Player]:
        """The rest of the club, folded away."""
        near = {player.pk for player in self.at_hand}
        return [player for player in self.players if player.pk not in near]

    @property
    def seats(self) -> Sequence[Mapping[str, Any]]:
        """All seats in the order of play."""
        return [self._seat(index) for index in range(SEATS)]

    @property
    def many(self) -> bool:
        """Whether something stands among the seats folded away, or is wrong there."""
        far = self.seats[AT_FIRST:]
        return any(seat["chosen"] or seat["guest"] or seat["errors"] for seat in far)

    def read(self, post: Mapping[str, str]) -> "OpeningForm":
        """Take over what was typed."""
        self.typed = FormState.of(post, FIELDS)
        self.own_typed = so_played.read(post)
        self.typed.places = FIELD_OF | so_played.places(self.own_typed)
        self.typed.values["label"] = words_of(post, "label", longest=80)
        for index in range(SEATS):
            guest = words_of(post, f"guest_{index}", longest=LONGEST_GUEST)
            self.typed.values[f"guest_{index}"] = guest
        self._seat_known_guests()
        return self

    def guests(self) -> dict[int, str]:
        """The names typed for seats at which nobody of the club was chosen."""
        typed = {index: self.typed.values.get(f"guest_{index}", "") for index in range(SEATS)}
        return {index: name for index, name in typed.items() if name and not self._at(index)}

    def seat(self, index: int, player: Player) -> None:
        """Somebody who was not in the club takes a seat."""
        self.players = [*self.players, player]
        self.typed.values[f"seat_{index}"] = str(player.pk)

    def check(self) -> None:
        """Invalid with all that cannot be read; guests need not be in the club yet."""
        faults = [*self._seat_faults(), *self._dealer_faults()]
        faults += so_played.faults(self.typed.values["profile"], self.own_typed, self.club)
        if self._day() is None:
            text = _("Das Datum schreibt man so: 2026-05-31.")
            faults.append(Finding("no_date", "/played_on", text))
        Invalid.raise_for(faults, _("So kann die Partie nicht beginnen."))

    def arguments(self) -> dict[str, Any]:
        """What `scoring.tables.games.open_game` wants, after `check`, with all guests seated."""
        played_on = self._day() or timezone.localdate()
        slug, said = how_said.chosen(
            self.typed.values["profile"], self.typed.values["saying"], self.club
        )
        in_season = self.season and self.season.starts <= played_on <= self.season.ends
        return {
            "profile_slug": slug,
            "player_ids": [UUID(value) for value in self._chosen()],
            "played_on": played_on,
            "season_id": self.season.pk if self.season and in_season else None,
            "opening_seat": int(self.typed.values["first_dealer"]),
            "label": self.typed.values["label"],
            "house_rules": {
                **so_played.layer(slug, self.own_typed, self.club),
                **said,
                **({"helps": HELPS} if self.typed.values["helps"] else {}),
            },
        }

    def _chosen(self) -> list[str]:
        """Who was chosen from the first seat to the last one taken, "" where nobody was, a
        guest by his name."""
        guests = self.guests()
        chosen = [self._at(index) or guests.get(index, "") for index in range(SEATS)]
        taken = [index for index, value in enumerate(chosen) if value]
        return chosen[: max(taken, default=-1) + 1]

    def _seat_faults(self) -> list[Finding]:
        """Nobody moves up to a seat that was left empty: who sits where decides who plays with
        whom."""
        known = {str(player.pk) for player in self.players} | set(self.guests().values())
        empty = _("Hier sitzt niemand, aber weiter unten: bitte jemanden wählen oder aufrücken.")
        unknown = _("Diese Person spielt nicht in diesem Club.")
        return [
            Finding("unknown_player" if value else "seat_empty", f"/players/{index}", text)
            for index, value in enumerate(self._chosen())
            if value not in known
            for text in [unknown if value else empty]
        ]

    def _dealer_faults(self) -> list[Finding]:
        if self.typed.values["first_dealer"] in {str(index) for index in range(SEATS)}:
            return []
        return [Finding("dealer_missing", "/first_dealer", _("Bitte antippen, wer zuerst gibt."))]

    def _seat(self, index: int) -> dict[str, Any]:
        """The choice of one seat: its words, the player chosen, what is wrong with it.

        `who`: the name of the player, the number of the seat while nobody is chosen. `guest`: a
        name that was typed for it.
        """
        words = _("Platz 2 (rechts davon)") if index == 1 else _("Platz %(number)s")
        chosen, guest = self._at(index), self.guests().get(index, "")
        sitting = (player.name for player in self.players if str(player.pk) == chosen)
        return {
            "index": index,
            "words": words % {"number": index + 1},
            "chosen": chosen,
            "who": next(sitting, guest or _("Platz %(number)s") % {"number": index + 1}),
            "guest": guest,
            "errors": self.typed.errors.get(f"seat_{index}", ()),
            "folded": index >= AT_FIRST,
        }

    def _at(self, index: int) -> str:
        """Who was chosen for a seat."""
        return self.typed.values.get(f"seat_{index}", "")

    def _seat_known_guests(self) -> None:
        """A name typed that somebody of the club has means that person."""
        known = {player.name.casefold(): player for player in self.players}
        for index, name in self.guests().items():
            if name.casefold() in known:
                self.typed.values[f"seat_{index}"] = str(known[name.casefold()].pk)

    def _day(self) -> date | None:
        try:
            return date.fromisoformat(self.typed.values["played_on"])
        except ValueError:
            return None


LATEST = 24
"""Games that are asked what a club plays, and who with whom."""


@never_cache
@page
def new_game(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Open a game: by which rules, who sits where, who deals first."""
    actor = actor_of(request)
    club = club_at(actor, slug)
    if "own" in request.GET:
        asked = {"rules": request.GET["own"], "own": so_played.asked(request.GET["own"], club)}
        return render(request, "pages/_own_rules.html", asked)
    form = OpeningForm.of(
        club,
        list(clubs.players(actor).filter(club=club, active=True).order_by("name")),
        season_at(club, timezone.localdate()),
        last=_game_before(request, actor, club),
        like=_named_game(actor, club, request.GET.get("like", "")),
        before=_latest(actor, club),
    )
    if request.method == "POST":
        form.read(request.POST)
    return attempt(
        request,
        lambda: _open(request, actor, form),
        form=form.typed,
        show=lambda: _opening_page(request, form),
        passing=(),
    )


def _opening_page(request: HttpRequest, form: OpeningForm) -> HttpResponse:
    step = 3 if request.POST.get("step") or request.GET.get("step") else 0
    guests = has_role(actor_of(request), form.club.pk, Role.SCRIBE)
    context = {"club": form.club, "form": form, "step": step, "guests": guests}
    return render(request, "pages/new_game.html", context, status=form.typed.status)


def _open(request: HttpRequest, actor: Actor, form: OpeningForm) -> HttpResponseBase:
    """The game that begins, with the card of a link where that was wanted; no token is kept."""
    cards: list[HttpResponse] = []

    def begin() -> HttpResponse:
        form.check()
        for index, name in form.guests().items():
            form.seat(index, _guest(actor, form.club, index, name))
        game = open_game(actor=actor, club_id=form.club.pk, **form.arguments())
        tell(game, {}, actor=actor)
        if form.typed.values["phones"]:
            cards.append(first_card(request, actor, game))
        return redirect("game", game.pk)

    answer = run_idempotent(request, actor, begin)
    return cards[0] if cards else answer


def _guest(actor: Actor, club: Club, index: int, name: str) -> Player:
    try:
        return people.add_player(actor=actor, club_id=club.pk, name=name, guest=True)
    except Conflict as refusal:
        raise Invalid.at(f"/players/{index}", refusal.code, refusal.message) from refusal


def _latest(actor: Actor, club: Club) -> list[Game]:
    """The newest games of the club outside of tournaments."""
    games = visible_games(actor).filter(club=club, passe=None).select_related(None).defer("profile")
    newest = listed(games).order_by("-played_on", "-created_at")[:LATEST]
    return list(newest.prefetch_related("seats__player__merged_into"))


def _game_before(request: HttpRequest, actor: Actor, club: Club) -> GameState | None:
    """The game after which this one begins, None where none is named that the reader may see."""
    before = _named_game(actor, club, request.POST.get("after") or request.GET.get("after", ""))
    return None if before is None else state_of(before)


def _named_game(actor: Actor, club: Club, named: str) -> Game | None:
    try:
        game, _place = game_of(actor, UUID(named))
    except (ValueError, NotFound):
        return None
    return game if game.club_id == club.pk else None
