"""The tables of the hall and the codes on their cards, for all tables in one command."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import TableLink
from jassclub.clubs.services.links import DEFAULT_LIFETIME, create_link
from jassclub.core.errors import Invalid
from tournaments.core.models import Tournament
from tournaments.core.selectors import TABLE, log, unended_directed
from tournaments.rounds.models import Table

MOST_TABLES = 500
LATEST = time(6, 0)
"""On the morning after the event its codes open nothing any more."""


@dataclass(frozen=True)
class Card:
    """A table and the token of its code, which is never readable again."""

    table: Table
    link: TableLink
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
    tables = _tables(tournament, numbers)
    if renew:
        ours = TableLink.objects.filter(scope_kind=TABLE, scope_id__in=[t.pk for t in tables])
        ours.filter(revoked_at=None).update(revoked_at=timezone.now())
    lifetime = _lifetime(tournament)
    cards = [_card(tournament, table, actor=actor, lifetime=lifetime) for table in tables]
    facts = {"tables": [table.number for table in tables], "renewed": renew}
    log(tournament, "table_cards", actor=actor, facts=facts)
    return cards


def first_tables(tournament: Tournament, count: int) -> list[Table]:
    """The first tables of the hall, set up as they are needed; each keeps its id all day."""
    known = set(tournament.tables.values_list("number", flat=True))
    fresh = (number for number in range(1, count + 1) if number not in known)
    Table.objects.bulk_create(Table(tournament=tournament, number=number) for number in fresh)
    return list(tournament.tables.filter(number__lte=count).order_by("number"))


def _card(tournament: Tournament, table: Table, *, actor: Actor, lifetime: timedelta) -> Card:
    link, token = create_link(
        actor=actor,
        club_id=tournament.club_id,
        label=_("Tisch %(number)s") % {"number": table.number},
        scope_kind=TABLE,
        scope_id=table.pk,
        lifetime=lifetime,
    )
    return Card(table, link, token)


def _tables(tournament: Tournament, numbers: Collection[int] | None) -> Sequence[Table]:
    tables = list(tournament.tables.order_by("number"))
    if numbers is not None:
        missing = sorted(set(numbers) - {table.number for table in tables})
        tables = [table for table in tables if table.number in set(numbers)]
        if missing:
            told = _("Den Tisch %(number)s gibt es in diesem Turnier nicht.")
            raise Invalid.at("/numbers", "no_such_table", told % {"number": missing[0]})
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
