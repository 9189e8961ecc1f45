"""Reading tournaments: who sees which, and the parts that many ask for."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.selectors import visible_clubs
from jassclub.core.errors import NotFound
from tournaments.core.models import Tournament
from tournaments.core.names import read_by
from tournaments.entries.models import Entry
from tournaments.format.pure import Format, read_format
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Draw, Passe, Round, Sitting

TABLE = "table"
"""The kind of scope that the QR code of a table has."""


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """Those of the actor's clubs, the one of a phone's table, and all public ones."""
    rows = Tournament.objects.select_related("club", "season")
    if actor.kind == "system":
        return rows
    public = Q(public=True) & ~Q(state=Tournament.State.DRAFT)
    if actor.is_device:
        kind, ident = actor.scope or ("", "")
        here = Q(tables__id=ident) if kind == TABLE else Q(pk=None)
        return rows.filter(here | public).distinct()
    return rows.filter(public | Q(club__in=visible_clubs(actor))).distinct()


def tournament_of(actor: Actor, tournament_id: UUID) -> Tournament:
    """A tournament that the actor may see; NotFound otherwise."""
    return _found(actor, visible_tournaments(actor).filter(pk=tournament_id))


def tournament_called(actor: Actor, slug: str) -> Tournament:
    """The same by its address."""
    return _found(actor, visible_tournaments(actor).filter(slug=slug))


def format_of(tournament: Tournament) -> Format:
    """The settings of a tournament; they were checked when they were stored."""
    reading = read_format(tournament.format)
    if reading.format is None:
        raise ValueError(f"tournament {tournament.pk} has settings that do not read")
    return reading.format


def current_draw(tournament: Tournament) -> Draw | None:
    """The version of the plan that counts."""
    return tournament.draws.order_by("-number").first()


def open_round(tournament: Tournament) -> Round | None:
    """The round that is called or running, if any: there is at most one."""
    return tournament.rounds.exclude(state=Round.State.CLOSED).first()


def last_round(tournament: Tournament) -> Round | None:
    """The round with the highest number."""
    return tournament.rounds.order_by("-number").first()


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """Everybody who was ever signed up, by number."""
    return tournament.entries.select_related("team", "player").order_by("number")


def entries_for(tournament: Tournament, *, for_desk: bool) -> QuerySet[Entry]:
    """The same for a reader: who is held back is for the desk alone, until it has approved."""
    found = entries_of(tournament)
    return found if for_desk else found.filter(held=False)


def passen_of(called: Round) -> QuerySet[Passe]:
    """The passen of a round by table, with who sits there and every version of the sheet."""
    rows = called.passen.select_related("table", "round", "game").order_by("table__number")
    return rows.prefetch_related("sittings__entry", "sittings__substitute", "sheets")


def sheet_that_counts(passe: Passe) -> PasseSheet | None:
    """The confirmed version of the result; from what is prefetched, if it is."""
    confirmed = PasseSheet.State.CONFIRMED
    return next((sheet for sheet in passe.sheets.all() if sheet.state == confirmed), None)


def outstanding(called: Round) -> list[Passe]:
    """Tables of a round whose result does not count yet."""
    return [passe for passe in passen_of(called) if sheet_that_counts(passe) is None]


def seated_rounds(tournament: Tournament) -> list[tuple[Round, list[list[int]], list[int]]]:
    """Every round that was called: tables as numbers of entries in playing order, who sat out."""
    found = []
    for called in tournament.rounds.order_by("number").prefetch_related("sitting_out__entry"):
        sittings = called.sittings.select_related("entry", "passe__table")
        found.append(
            (called, _tables(sittings), [o.entry.number for o in called.sitting_out.all()])
        )
    return found


def _tables(sittings: Iterable[Sitting]) -> list[list[int]]:
    tables: dict[int, list[int]] = {}
    for sitting in sorted(sittings, key=lambda s: (s.passe.table.number, s.index)):
        tables.setdefault(sitting.passe.table.number, []).append(sitting.entry.number)
    return list(tables.values())


def _found(actor: Actor, rows: QuerySet[Tournament]) -> Tournament:
    tournament = rows.first()
    if tournament is None:
        raise NotFound("tournament_not_found", _("Dieses Turnier gibt es nicht."))
    return read_by(actor, tournament)
