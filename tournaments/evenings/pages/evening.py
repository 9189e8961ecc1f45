"""The page of a club evening: who is here, the draw, the tables, the table of the evening."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from jassclub.clubs.models import Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.services import people as club_people
from jassclub.clubs.services.links import DEFAULT_LIFETIME, link_again, path_of
from jassclub.core.errors import Conflict, DomainError, Invalid
from jassclub.core.rows import uuid_in
from jassclub.core.speaking import sign
from jassclub.web.form_state import FormState, words_of
from jassclub.web.forms import attempt, done, page, run_idempotent, sent_from, shown_page
from jassclub.web.qr import drawn as drawn_code
from referee.rules.profile import Profile
from scoring.core.models import Game
from scoring.slate.board import board_at
from scoring.slate.words import Names
from scoring.tables.pages.paper_grid import STATE, PaperGrid
from scoring.tables.pages.variants import first_choice, playable
from tournaments.evenings import leaving, paying, services
from tournaments.evenings.models import Attendance, Evening
from tournaments.evenings.selectors import HERE, draft_of, evening_on, games_on, seated_at
from tournaments.evenings.tonight import Tonight

EVENING = ("slug", "day")
LONGEST_NAME = 80
OF_A_GAME = ("own_table", "director_needed")
"""Refusals of one game: they are said on the page of the evening."""


@dataclass
class EveningDesk:
    """An evening and who stands at its desk; `refused` is what could not be done."""

    desk: Desk
    evening: Evening
    form: FormState = field(default_factory=FormState)

    @classmethod
    def of(cls, request: HttpRequest, slug: str, day: str, *roles: str) -> "EveningDesk":
        desk = Desk.of(request, slug, *roles)
        try:
            on = date.fromisoformat(day)
        except ValueError:
            raise Http404 from None
        return cls(desk, evening_on(desk.actor, desk.club, on))

    @property
    def ids(self) -> dict[str, Any]:
        """What every service asks for."""
        return {"actor": self.desk.actor, "evening_id": self.evening.pk}

    def show(self, request: HttpRequest) -> HttpResponse:
        """The page."""
        tonight = Tonight(self.evening)
        chosen, three = _chosen(self.evening)
        return self.desk.render(
            request,
            "tournaments/evenings/evening.html",
            status=self.form.status,
            evening=self.evening,
            tonight=tonight,
            ahead=self.evening.day > timezone.localdate(),
            draft=draft_of(self.evening) if self.desk.may["scribe"] else None,
            rules=_rules(self.evening, 4),
            small=_rules(self.evening, 3),
            chosen=chosen,
            three=three,
            form=self.form,
        )


def _rules(evening: Evening, people: int) -> list[Profile]:
    """Rules for tables of so many: what the club played last stands first, then what is known."""
    lately = Game.objects.filter(club=evening.club_id, passe=None).order_by("-created_at")
    played = lately.values_list("profile_slug", flat=True)[:24]
    often = [variant.profile for variant in first_choice(list(played), evening.club.language)]
    others = (rules for rules in playable() if rules not in often)
    rest = sorted(others, key=lambda one: _(one.title))
    return [rules for rules in (*often, *rest) if people in rules.players]


def _chosen(evening: Evening) -> tuple[str, str]:
    """The rules of the last draw of the club, for four and for three; "" before the first."""
    before = Evening.objects.filter(club=evening.club_id, day__lte=evening.day).exclude(drawn=[])
    found: list[dict[str, str]] = [one.drawn[-1] for one in before.order_by("-day")[:1]]
    last = evening.draft or (found or [{}])[0]
    return last.get("profile", ""), last.get("three", "")


@shown_page
def evening(request: HttpRequest, slug: str, day: str) -> HttpResponse:
    """One evening, for everybody of the club; who runs it can do everything here."""
    return EveningDesk.of(request, slug, day).show(request)


Command = Callable[[EveningDesk, HttpRequest], str]


def _ids(request: HttpRequest, name: str) -> list[UUID]:
    return [ident for text in request.POST.getlist(name) if (ident := uuid_in(text))]


def _who(desk: EveningDesk, request: HttpRequest) -> str:
    """Those ticked or unticked since the page was shown; somebody else may tick meanwhile."""
    ticked, shown = set(_ids(request, "here")), set(_ids(request, "shown"))
    played = seated_at(games_on(desk.evening), desk.evening.club_id)
    said: dict[UUID, str] = dict.fromkeys(ticked - shown, HERE)
    for ident in shown - ticked:
        said[ident] = Attendance.State.LEFT if ident in played else ""
    guest = words_of(request.POST, "guest", longest=LONGEST_NAME)
    # Who is ticked is noted all the same: on a phone that is asked something nothing is lost.
    namesake = bool(guest) and _members(desk, guest).exists()
    if guest and not namesake:
        said[_guest(desk, guest)] = HERE
    services.say(**desk.ids, said=said)
    if namesake:
        text = _(
            "Gemerkt, nur der Gast nicht: «%(name)s» gehört zum Club und steht in der Liste. Ein "
            "Gast, der auch so heisst, braucht ein Wort mehr, zum Beispiel «%(name)s Gast»."
        )
        return text % {"name": guest}
    if request.POST.get("then") != "draw":
        return _("Gemerkt.")
    try:
        return _draw(desk, request)
    except Invalid as refusal:
        # Said and not raised: whoever came late stays ticked for the next try.
        return " ".join(dict.fromkeys([refusal.message, *(one.text for one in refusal.details)]))


def _members(desk: EveningDesk, name: str) -> QuerySet[Player]:
    return desk.desk.club.players.filter(active=True, guest=False, name__iexact=name)


def _guest(desk: EveningDesk, name: str) -> UUID:
    """A guest who was here before is the same."""
    known = desk.desk.club.players.filter(active=True, name__iexact=name).first()
    player = known or club_people.add_player(**desk.desk.ids, name=name, guest=True)
    return player.pk


def _excused(desk: EveningDesk, request: HttpRequest) -> str:
    ticked, shown = set(_ids(request, "excused")), set(_ids(request, "shown"))
    said: dict[UUID, str] = dict.fromkeys(ticked - shown, Attendance.State.EXCUSED)
    services.say(**desk.ids, said={**said, **dict.fromkeys(shown - ticked, "")})
    return _("Gemerkt.")


def _draw(desk: EveningDesk, request: HttpRequest) -> str:
    services.draw(
        **desk.ids,
        profile_slug=request.POST.get("profile", ""),
        three=request.POST.get("three", ""),
        mixed=_ids(request, "mixed"),
    )
    return _("Ausgelost. Stimmt alles? Dann die Partien eröffnen.")


def _exchange(desk: EveningDesk, request: HttpRequest) -> str:
    pair = _ids(request, "pair")
    if len(pair) != 2:
        raise Invalid.at("/pair", "two_people", _("Bitte genau zwei Namen antippen."))
    services.exchange(**desk.ids, pair=(pair[0], pair[1]))
    return _("Getauscht.")


def _open(desk: EveningDesk, request: HttpRequest) -> str:
    if desk.evening.day > timezone.localdate() and not request.POST.get("early"):
        text = _(
            "Dieser Abend ist noch nicht heute. Kreuze an, dass die Partien jetzt schon laufen."
        )
        raise Invalid.at("/early", "evening_ahead", text)
    opened = len(services.open_tables(**desk.ids))
    return ngettext("%(n)s Partie ist eröffnet.", "%(n)s Partien sind eröffnet.", opened) % {
        "n": opened
    }


def _close(desk: EveningDesk, _request: HttpRequest) -> str:
    ended, left = services.close_tables(**desk.ids)
    words = ngettext("%(n)s Partie ist abgeschlossen.", "%(n)s Partien sind abgeschlossen.", ended)
    games = [
        f"{game.label or _(str(game.profile.get('title')))}{sign()} {why}" for game, why in left
    ]
    # No refusal: that would undo what has ended.
    return " ".join([*([words % {"n": ended}] if ended else []), *games])


def _take_back(desk: EveningDesk, _request: HttpRequest) -> str:
    services.take_back(**desk.ids)
    return _("Zurückgenommen: die Auslosung steht wieder da.")


def _substitute(desk: EveningDesk, request: HttpRequest) -> str:
    """`leaving` is a game and somebody at it; nobody plays on where `coming` is "-"; `score` is
    "stays" where the game goes on as it stands."""
    game, _space, person = request.POST.get("leaving", "").partition(" ")
    seat, word = (uuid_in(game), uuid_in(person)), request.POST.get("coming", "")
    coming, stays = uuid_in(word), request.POST.get("score") == "stays"
    if seat[0] is None or seat[1] is None or not word:
        raise Invalid.at("/coming", "two_people", _("Wer geht, und wer spielt weiter?"))
    left: dict[str, Any] = {**desk.ids, "game_id": seat[0], "leaving": seat[1]}
    if stays and coming is not None:
        leaving.take_over_seat(**left, coming=coming)
        return _("Die Partie läuft weiter, der Stand bleibt.")
    if leaving.substitute(**left, coming=coming) is None:
        return _("Der Tisch ist aufgehoben, die anderen warten. Was gespielt war, zählt.")
    return _("Der Tisch spielt weiter, in einer neuen Partie ab 0. Was gespielt war, zählt.")


def _settle(desk: EveningDesk, request: HttpRequest) -> str:
    settle = paying.settle_anew if request.POST.get("anew") else paying.settle
    refused = settle(**desk.ids)
    # No refusal: that would undo what could be booked.
    return paying.in_words(refused) if refused else _("Der Abend ist in der Kasse gebucht.")


def _pay(desk: EveningDesk, _request: HttpRequest) -> str:
    made = len(paying.pay(**desk.ids))
    words = ngettext("%(n)s Zahlung ist gebucht.", "%(n)s Zahlungen sind gebucht.", made)
    return words % {"n": made}


def _call_off(desk: EveningDesk, request: HttpRequest) -> str:
    cancelled = request.POST.get("cancelled") == "1"
    services.call_off(**desk.ids, cancelled=cancelled)
    return _("Der Abend ist abgesagt.") if cancelled else _("Der Abend findet statt.")


COMMANDS: Mapping[str, Command] = {
    "who": _who,
    "excused": _excused,
    "draw": _draw,
    "exchange": _exchange,
    "open": _open,
    "close": _close,
    "take-back": _take_back,
    "substitute": _substitute,
    "settle": _settle,
    "pay": _pay,
    "call-off": _call_off,
}


@sent_from("evening", *EVENING)
@page
def do(request: HttpRequest, slug: str, day: str, name: str) -> HttpResponseBase:
    """One command of the page; what is refused is said on it. Role: scribe."""
    desk = EveningDesk.of(request, slug, day, Role.SCRIBE)
    command = COMMANDS.get(name)
    if command is None:
        raise Http404

    def work() -> HttpResponse:
        return done(request, command(desk, request), "evening", slug, day)

    try:
        return run_idempotent(request, desk.desk.actor, work)
    except DomainError as refusal:
        if refusal.status in (403, 404) and refusal.code not in OF_A_GAME:
            raise
        desk.form = FormState(sent=request.POST).refuse(refusal, places={})
        desk.form.others = [text for text in desk.form.others if text != desk.form.headline]
        return desk.show(request)


@sent_from("evening", *EVENING)
@page
def sheets(request: HttpRequest, slug: str, day: str) -> HttpResponseBase:
    """A card with a QR code and a paper sheet for each running table, to print. Role: scribe."""
    desk = EveningDesk.of(request, slug, day, Role.SCRIBE)

    def cards() -> list[dict[str, Any]]:
        running = games_on(desk.evening).filter(state=Game.State.OPEN)
        if not running:
            raise Conflict("no_table", _("Es läuft noch keine Partie."))
        return [_card(request, desk, game) for game in running.prefetch_related("seats__player")]

    # Sent twice they are the same: their links are made once.
    return attempt(
        request,
        lambda: desk.desk.render(
            request, "tournaments/evenings/sheets.html", evening=desk.evening, cards=cards()
        ),
        form=desk.form,
        show=lambda: desk.show(request),
    )


def _card(request: HttpRequest, desk: EveningDesk, game: Game) -> dict[str, Any]:
    noon_after = datetime.combine(desk.evening.day + timedelta(days=1), time(12))
    link, token = link_again(
        actor=desk.desk.actor,
        club_id=game.club_id,
        label=game.label or _("Tisch"),
        scope_id=game.pk,
        lifetime=max(DEFAULT_LIFETIME, timezone.make_aware(noon_after) - timezone.now()),
    )
    url = request.build_absolute_uri(path_of(token))
    names = Names(game, ()).by_seat
    sheet = PaperGrid(board_at(request, game.pk))
    return {
        "game": game,
        "link": link,
        "url": url,
        "qr": drawn_code(url),
        "names": [names[seat] for seat in sorted(names)],
        "title": _(str(game.profile.get("title"))),
        "across": sheet.across,
        "headings": [column.heading for column in sheet.columns if column.name != STATE],
        "rows": [number for number in sheet.numbers if number not in sheet.written],
    }
