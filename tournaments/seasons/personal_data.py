"""What the tables hold about a person; asked for by way of `jassclub.clubs.personal_data`."""

from typing import Any

from django.db.models import QuerySet

from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from tournaments.seasons.models import OpeningBalance, SeasonOpening, SeasonTally


def export(whose: DataSubject) -> dict[str, Any]:
    """Sums carried over, every version, and the tally of every season."""
    balances = OpeningBalance.objects.filter(player__in=whose.rows).select_related("opening")
    tallies = SeasonTally.objects.filter(player__in=whose.rows).select_related("season")
    return {
        "opening_balances": [
            {
                "season": balance.opening.label,
                "version": balance.version,
                "current": balance.current,
                "hands": balance.hands,
                "total": balance.total,
                "exact_hits": balance.exact_hits,
                "evenings": balance.evenings,
            }
            for balance in balances.order_by("opening__label", "version")
        ],
        "seasons": [
            {
                "season": tally.season.name,
                "evenings": tally.evenings,
                "hands": tally.hands,
                "total": tally.total,
                "exact_hits": tally.exact,
            }
            for tally in tallies.order_by("season__starts")
        ],
    }


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Blank what he wrote or what names him in the reasons and notes of balances."""
    openings = SeasonOpening.objects.filter(club=whose.club_id).exclude(note="")
    balances = OpeningBalance.objects.filter(opening__club=whose.club_id).exclude(reason="")
    return _blank(openings, "note", whose, naming) + _blank(balances, "reason", whose, naming)


def _blank(rows: QuerySet[Any], field: str, whose: DataSubject, naming: Naming) -> int:
    named = [
        row.pk for row in rows if row.actor in whose.actors or naming.occurs_in(getattr(row, field))
    ]
    return rows.filter(pk__in=named).update(**{field: ""})
