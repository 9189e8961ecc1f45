"""Reading the plan that counts, the rounds that were called, and who sits where; the tables of the
hall and the codes on their cards.

Rounds that a change asks for, and the refusal where they are not as it needs them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import TableLink
from jassclub.clubs.services.links import DEFAULT_LIFETIME, create_link
from jassclub.core.errors import Conflict, Invalid, NotFound
from jassclub.core.rows import first_or
from tournaments.core.models import Tournament
from tournaments.core.selectors import TABLE, log, unended_directed
from tournaments.rounds.models import Draw, Passe, Round, Sitting, Table


def current_draw(tournament: Tournament) -> Draw | None:
    """The version of the plan that counts."""
    return tournament.draws.order_by("-number").first()


def open_round(tournament: Tournament) -> Round | None:
    """The round that is called or running, if any: there is at most one."""
    return tournament.rounds.exclude(state=Round.State.CLOSED).first()


def called_rounds(tournament: Tournament) -> list[Round]:
    """The rounds that were called, in order."""
    return list(tournament.rounds.select_related("draw").order_by("number"))


def last_round(tournament: Tournament) -> Round | None:
    """The round with the highest number."""
    return tournament.rounds.order_by("-number").first()


def passen_of(round_: Round) -> QuerySet[Passe]:
    """The passen of a round by table, with who sits there and every version of the sheet."""
    rows = round_.passen.select_related("table", "round", "game").order_by("table__number")
    return rows.prefetch_related("sittings__entry", "sittings__substitute", "sheets")


def seated_rounds(tournament: Tournament) -> list[tuple[Round, list[list[int]], list[int]]]:
    """Every round that was called: tables as numbers of entries in playing order, who sat out."""
    found = []
    for round_ in tournament.rounds.order_by("number").prefetch_related("sitting_out__entry"):
        sittings = round_.sittings.select_related("entry", "passe__table")
        found.append(
            (round_, _tables(sittings), [o.entry.number for o in round_.sitting_out.all()])
        )
    return found


def _tables(sittings: Iterable[Sitting]) -> list[list[int]]:
    tables: dict[int, list[int]] = {}
    for sitting in sorted(sittings, key=lambda s: (s.passe.table.number, s.index)):
        tables.setdefault(sitting.passe.table.number, []).append(sitting.entry.number)
    return list(tables.values())


def the_open_round(tournament: Tournament, number: int) -> Round:
    """The round with this number if it is called or running; refused otherwise."""
    found = round_in(tournament, number)
    if found.state == Round.State.CLOSED:
        raise Conflict("round_closed", _("Diese Runde ist abgeschlossen."))
    return found


def round_in(tournament: Tournament, number: int) -> Round:
    """A round that was called."""
    unknown = NotFound("round_not_found", _("Diese Runde ist noch nicht aufgerufen."))
    return first_or(tournament.rounds.filter(number=number), unknown)


def refuse_open_round(tournament: Tournament) -> None:
    """Whatever needs the last round to be closed."""
    running = open_round(tournament)
    if running is not None:
        raise Conflict(
            "round_open",
            _("Zuerst muss Runde %(number)s abgeschlossen sein.") % {"number": running.number},
        )


MOST_TABLES = 500
LATEST = time(6, 0)
"""On the morning after the event its codes open nothing any more."""


@dataclass(frozen=True)
class Card:
    """A table and the token of its code, which is never readable again."""

    table: Table
    token: str


@transaction.atomic
def set_up_tables(*, actor: Actor, tournament_id: UUID, count: int) -> list[Table]:
    """Tables 1 to `count` stand in the hall, also before the first round; none is taken away."""
    tournament = unended_directed(actor, tournament_id)
    if not 1 <= count <= MOST_TABLES:
        raise Invalid.at(
            "/tables", "out_of_range", _("Zwischen 1 und %(most)s Tischen.") % {"most": MOST_TABLES}
        )
    before = tournament.tables.count()
    tables = first_tables(tournament, count)
    if tournament.tables.count() > before:
        log(tournament, "tables", actor=actor, facts={"tables": count})
    return tables


@transaction.atomic
def make_cards(
    *,
    actor: Actor,
    tournament_id: UUID,
    numbers: Collection[int] | None = None,
    renew: bool = False,
) -> list[Card]:
    """A new code for each of these tables, for all of them without `numbers`.

    Cards that were printed before stay good beside it, unless `renew`: then they and the phones
    that came by them are shut out. They all hold until the morning after the event.
    """
    tournament = unended_directed(actor, tournament_id)
    tables = _named(tournament, numbers)
    if renew:
        ours = TableLink.objects.filter(scope_kind=TABLE, scope_id__in=[t.pk for t in tables])
        ours.filter(revoked_at=None).update(revoked_at=timezone.now())
    lifetime = _lifetime(tournament)
    cards = [_card(tournament, table, actor=actor, lifetime=lifetime) for table in tables]
    log(
        tournament,
        "table_cards",
        actor=actor,
        facts={"tables": [table.number for table in tables], "renewed": renew},
    )
    return cards


def first_tables(tournament: Tournament, count: int) -> list[Table]:
    """The first tables of the hall, set up as they are needed; each keeps its id all day."""
    known = set(tournament.tables.values_list("number", flat=True))
    fresh = (number for number in range(1, count + 1) if number not in known)
    Table.objects.bulk_create(
        Table(club_id=tournament.club_id, tournament=tournament, number=number) for number in fresh
    )
    return list(tournament.tables.filter(number__lte=count).order_by("number"))


def _card(tournament: Tournament, table: Table, *, actor: Actor, lifetime: timedelta) -> Card:
    _link, token = create_link(
        actor=actor,
        club_id=tournament.club_id,
        label=_("Tisch %(number)s") % {"number": table.number},
        scope_kind=TABLE,
        scope_id=table.pk,
        lifetime=lifetime,
    )
    return Card(table, token)


def _named(tournament: Tournament, numbers: Collection[int] | None) -> Sequence[Table]:
    tables = list(tournament.tables.order_by("number"))
    if numbers is not None:
        missing = sorted(set(numbers) - {table.number for table in tables})
        tables = [table for table in tables if table.number in set(numbers)]
        if missing:
            raise Invalid.at(
                "/numbers",
                "no_such_table",
                _("Den Tisch %(number)s gibt es in diesem Turnier nicht.") % {"number": missing[0]},
            )
    if not tables:
        raise Invalid.at(
            "/tables",
            "no_tables",
            _("Zuerst müssen Tische aufgestellt sein: sag, wie viele es sind."),
        )
    return tables


def _lifetime(tournament: Tournament) -> timedelta:
    end = datetime.combine(tournament.played_on + timedelta(days=1), LATEST)
    return max(timezone.make_aware(end) - timezone.now(), DEFAULT_LIFETIME)
