"""What the tables hold about a person; asked for by way of `jassclub.clubs.personal_data`."""

from typing import Any

from django.db.models import QuerySet

from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from tournaments.seasons.balances import OpeningBalance, SeasonOpening
from tournaments.seasons.models import SeasonTally


def export(whose: DataSubject) -> dict[str, Any]:
    """Sums carried over, every version, and the tally of every season."""
    return {"opening_balances": _balances(whose), "seasons": _seasons(whose)}


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Blank what he wrote or what names him in the reasons and notes of balances."""
    openings = SeasonOpening.objects.filter(club=whose.club_id).exclude(note="")
    balances = OpeningBalance.objects.filter(opening__club=whose.club_id).exclude(reason="")
    return _blank(openings, "note", whose, naming) + _blank(balances, "reason", whose, naming)


def _blank(rows: QuerySet[Any], field: str, whose: DataSubject, naming: Naming) -> int:
    found = [
        row.pk for row in rows if row.actor in whose.actors or naming.occurs_in(getattr(row, field))
    ]
    return rows.filter(pk__in=found).update(**{field: ""})


def _balances(whose: DataSubject) -> list[dict[str, Any]]:
    rows = OpeningBalance.objects.filter(player__in=whose.rows).select_related("opening")
    return [
        {
            "season": row.opening.label,
            "version": row.version,
            "current": row.current,
            "hands": row.hands,
            "total": row.total,
            "exact_hits": row.exact_hits,
            "evenings": row.evenings,
        }
        for row in rows.order_by("opening__label", "version")
    ]


def _seasons(whose: DataSubject) -> list[dict[str, Any]]:
    rows = SeasonTally.objects.filter(player__in=whose.rows).select_related("season")
    return [
        {
            "season": row.season.name,
            "evenings": row.evenings,
            "hands": row.hands,
            "total": row.total,
            "exact_hits": row.exact,
        }
        for row in rows.order_by("season__starts")
    ]
