"""Two players who are one person: a look at what would be joined, joining, and parting again."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations, islice
from typing import Any
from uuid import UUID

from django.db.models import Max, Min
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from jassclub.clubs import personal_data, rights as clubs
from jassclub.clubs.models import Merge, Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import rows_of
from jassclub.clubs.services import merging
from jassclub.clubs.services.kitty import kitty_state
from jassclub.core.errors import Finding, Invalid, NotFound
from jassclub.web.form_state import Fields, FormState, line, words_of
from jassclub.web.forms import attempt, done, form_page, page, sent_from, submit
from scoring.claims.selectors import visible_games
from scoring.core.models import Game
from tournaments.seasons.models import OpeningBalance

MOST_PROPOSED = 6

Pair = tuple[Player, Player]
"""Who may stand twice in the books, and who remains."""


def alike(people: Sequence[Player]) -> Iterator[Pair]:
    """Pairs that may be one person; never two accounts, and nobody who sat together."""
    for one, other in combinations(people, 2):
        accounts = one.user_id is not None and other.user_id is not None
        if accounts or not _one_shortens(_words(one), _words(other)):
            continue
        if not personal_data.meetings(rows_of(one), rows_of(other)):
            yield _who_remains_last(one, other)


def _words(player: Player) -> list[str]:
    return [word.rstrip(".") for word in player.name.casefold().split()]


def _one_shortens(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether every word of the shorter name begins the same word of the longer, or is begun."""
    pairs = zip(one, other, strict=False)
    return all(here.startswith(there) or there.startswith(here) for here, there in pairs)


def _who_remains_last(one: Player, other: Player) -> Pair:
    """Who has an account remains, else the fuller name."""
    remains = min(one, other, key=lambda row: (row.user_id is None, -len(row.name)))
    return (other, one) if remains is one else (one, other)


FIELDS = Fields("player", "into", reason=line())


@form_page
def merges(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Who was taken for one person; for the direction the choice of two, a look, and joining."""
    desk = Desk.of(request, slug)
    if request.method != "POST":
        return _choice(request, desk)
    desk = Desk.of(request, slug, Role.DIRECTOR)
    form = FIELDS.read(request.POST)
    return submit(
        request,
        desk.actor,
        lambda: _merge(desk, form),
        then=lambda words: done(request, words, "merges", slug),
        form=form,
        show=lambda: _show(request, desk, form),
    )


def _merge(desk: Desk, form: FormState) -> str:
    """Join the two; what is said about it."""
    player, into = _two(desk, form)
    merging.merge_players(
        actor=desk.actor, player_id=player.pk, into_id=into.pk, reason=form.values["reason"]
    )
    return _("%(name)s zählt jetzt als %(into)s.") % {"name": player.name, "into": into.name}


@sent_from("merges", "slug")
@page
def undo(request: HttpRequest, slug: str, merge_id: UUID) -> HttpResponseBase:
    """Part the two again, exactly as they were. Role: director."""
    desk = Desk.of(request, slug, Role.DIRECTOR)
    merge = clubs.found(clubs.merges(desk.actor).filter(club=desk.club), merge_id)
    form = FormState()
    return attempt(
        request,
        lambda: _undo(request, desk, merge),
        form=form,
        show=lambda: _show(request, desk, form),
    )


def _undo(request: HttpRequest, desk: Desk, merge: Merge) -> HttpResponse:
    merging.undo_merge(
        **desk.ids,
        merge_id=merge.pk,
        reason=words_of(request.POST, "reason"),
    )
    words = _("%(name)s zählt wieder für sich.") % {"name": merge.player.name}
    return done(request, words, "merges", desk.club.slug)


def look_at(desk: Desk, player: Player, into: Player) -> dict[str, Any]:
    """The two beside each other, and everything that stands against joining them.

    `met`: the games where both sat; `days`: on which both played, at whatever tables. Nothing is
    stored.
    """
    player, into = merging.merging_of(actor=desk.actor, player_id=player.pk, into_id=into.pk)
    obstacles = list(merging.obstacles(player, into))
    met = [game["id"] for obstacle in obstacles for game in obstacle.extra.get("meetings", ())]
    return {
        "player": _side(desk, player),
        "into": _side(desk, into),
        "obstacles": obstacles,
        "days": sorted(_days(player) & _days(into)),
        "met": visible_games(desk.actor).filter(pk__in=met).order_by("played_on"),
    }


def _days(player: Player) -> set[date]:
    games = Game.objects.filter(seats__player__in=rows_of(player))
    return set(games.exclude(state=Game.State.ABANDONED).values_list("played_on", flat=True))


def _side(desk: Desk, player: Player) -> dict[str, Any]:
    """What is held under one of the two: all that would count for one person afterwards."""
    rows = rows_of(player)
    games = Game.objects.filter(club=desk.club, seats__player__in=rows).distinct()
    carried = OpeningBalance.objects.filter(player__in=rows, current=True)
    kitty = {row.player.pk: row.amount for row in kitty_state(desk.club.pk).balances}
    merged = Player.objects.filter(pk__in=rows).exclude(pk=player.pk)
    return {
        "player": player,
        "also": list(merged.order_by("name").values_list("name", flat=True)),
        "games": games.count(),
        **games.aggregate(first=Min("played_on"), last=Max("played_on")),
        "kitty": kitty.get(player.person.pk, 0),
        "carried": sum(carried.values_list("hands", flat=True)),
        "account": player.user.get_username() if player.user else "",
    }


def _choice(request: HttpRequest, desk: Desk) -> HttpResponse:
    form = FIELDS.read(request.GET)
    if not any(form.values.values()):
        return _show(request, desk, form)
    desk = Desk.of(request, desk.club.slug, Role.DIRECTOR)
    try:
        return _show(request, desk, form, look=look_at(desk, *_two(desk, form)))
    except Invalid as refusal:
        return _show(request, desk, form.refuse(refusal))


def _two(desk: Desk, form: FormState) -> tuple[Player, Player]:
    """The two that were chosen; Invalid with whatever is missing of them."""
    both = [_player(desk, form.values[name]) for name in ("player", "into")]
    missing = [
        Finding("unknown_player", f"/{name}", words)
        for name, words, player in zip(
            ("player", "into"),
            (_("Wer steht doppelt in den Büchern?"), _("Wer ist das in Wirklichkeit?")),
            both,
            strict=True,
        )
        if player is None
    ]
    if both[0] is None or both[1] is None:
        raise Invalid.of(missing, _("Es braucht zwei Personen."))
    return both[0], both[1]


def _player(desk: Desk, ident: str) -> Player | None:
    try:
        return clubs.found(clubs.players(desk.actor).filter(club=desk.club), UUID(ident))
    except (ValueError, NotFound):
        return None


def _show(
    request: HttpRequest, desk: Desk, form: FormState, *, look: Mapping[str, Any] | None = None
) -> HttpResponse:
    rows = clubs.merges(desk.actor).filter(club=desk.club)
    merges = list(rows.select_related("player", "into").order_by("-created_at"))
    names = clubs.named(desk.club, [merge.actor for merge in merges])
    context: dict[str, Any] = {}
    if desk.may["director"]:
        known = clubs.players(desk.actor).filter(club=desk.club, merged_into=None)
        people = list(known.filter(anonymised_at=None).order_by("name"))
        active = [player for player in people if player.active]
        context = {
            "people": people,
            "pairs": [] if look else [*islice(alike(active), MOST_PROPOSED)],
        }
    return desk.render(
        request,
        "pages/office/merges.html",
        status=form.status,
        merges=[(merge, names[merge.actor]) for merge in merges],
        typed=form,
        look=look,
        **context,
    )
