"""What people ask of the seating: apart, together, a fixed place."""

from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.core.errors import Conflict, Invalid, NotFound
from jassclub.core.rows import first_or
from tournaments.core import log
from tournaments.core.models import Tournament
from tournaments.core.rows import refuse_same, unended_at_desk
from tournaments.core.seats import SEATS
from tournaments.core.selectors import tournament_of
from tournaments.entries.models import Wish
from tournaments.entries.selectors import entry_in
from tournaments.format.pure import Format, Pairing, Seating
from tournaments.format.selectors import format_of

MOST_TABLES = 500


def are_heard(format_: Format) -> bool:
    """Whether the draw can follow wishes: it seats people, and not pairs or teams as they are."""
    if format_.seating is Seating.TEAMS:
        return format_.pairing is Pairing.PLAN
    return format_.seating is not Seating.PAIRS


def wishes_of(*, actor: Actor, tournament_id: UUID) -> QuerySet[Wish]:
    """All wishes, for the desk: they are nobody else's business."""
    rows = tournament_of(actor, tournament_id, Role.SCRIBE).wishes.select_related("entry", "other")
    return rows.order_by("kind", "entry__number", "other__number")


@transaction.atomic
def keep_apart(*, actor: Actor, tournament_id: UUID, one: int, other: int) -> Wish:
    """Two people never sit at the same table, from the next draw on."""
    return _pair(actor, tournament_id, Wish.Kind.APART, (one, other))


@transaction.atomic
def keep_together(*, actor: Actor, tournament_id: UUID, one: int, other: int) -> Wish:
    """Two people are partners in every round, from the next draw on."""
    return _pair(actor, tournament_id, Wish.Kind.TOGETHER, (one, other))


@transaction.atomic
def fix_place(*, actor: Actor, tournament_id: UUID, entry: int, table: int, seat: int) -> Wish:
    """Somebody keeps his place (table from 1, seat from 0) in every round from the next draw on."""
    tournament = _where_heard(actor, tournament_id)
    if not (1 <= table <= MOST_TABLES and 0 <= seat < SEATS):
        raise Invalid.at("/table", "no_such_place", _("Diesen Platz gibt es nicht."))
    person = entry_in(tournament, entry)
    wish = _stored(
        Wish(
            tournament=tournament,
            kind=Wish.Kind.FIXED,
            entry=person,
            table=table - 1,
            seat=seat,
        )
    )
    facts = {"kind": wish.kind, "entries": [entry], "place": [table, seat]}
    log.append(tournament, "wish", actor=actor, facts=facts)
    return wish


@transaction.atomic
def drop_wish(*, actor: Actor, wish_id: UUID) -> None:
    """A wish no longer holds, from the next draw on."""
    found = first_or(
        Wish.objects.select_related("entry", "other").filter(pk=wish_id),
        NotFound("wish_not_found", _("Diesen Wunsch gibt es nicht.")),
    )
    tournament = unended_at_desk(actor, found.tournament_id)
    numbers = [found.entry.number, *([found.other.number] if found.other else [])]
    found.delete()
    facts = {"kind": found.kind, "entries": numbers}
    log.append(tournament, "wish_dropped", actor=actor, facts=facts)


def _where_heard(actor: Actor, tournament_id: UUID) -> Tournament:
    tournament = unended_at_desk(actor, tournament_id)
    if not are_heard(format_of(tournament)):
        text = _(
            "Bei festen Paaren und Mannschaften gibt es hier keine Wünsche: wer gegen wen spielt, "
            "folgt aus dem Spielplan."
        )
        raise Conflict("no_wishes", text)
    return tournament


def _pair(actor: Actor, tournament_id: UUID, kind: str, numbers: tuple[int, int]) -> Wish:
    tournament = _where_heard(actor, tournament_id)
    refuse_same(*numbers)
    low, high = sorted(numbers)
    one, other = (entry_in(tournament, number) for number in (low, high))
    wish = _stored(Wish(tournament=tournament, kind=kind, entry=one, other=other))
    log.append(tournament, "wish", actor=actor, facts={"kind": kind, "entries": [low, high]})
    return wish


def _stored(wish: Wish) -> Wish:
    try:
        with transaction.atomic():
            wish.save(force_insert=True)
    except IntegrityError:
        raise Conflict(
            "wish_known",
            _("Dieser Wunsch ist schon notiert, oder es gibt schon einen festen Platz."),
        ) from None
    return wish
