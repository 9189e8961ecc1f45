"""A day on which several people press at the same moment, and what has to hold after it."""

from collections import Counter
from functools import partial
from typing import Any

from jassclub.clubs.actors import Actor
from tests.tournaments.events import Event, event
from tournaments.core.selectors import verify
from tournaments.results import services as results
from tournaments.results.models import PasseSheet

SUM = 12 * 157


def running(count: int = 8, **settings: Any) -> Event:
    """An event whose first round is called."""
    day = event(**settings)
    day.enter(count)
    day.call()
    return day


def directors(day: Event, count: int = 2) -> list[dict[str, Any]]:
    """So many people of the direction, as the first arguments of a command."""
    ids = {"tournament_id": day.tournament.pk}
    return [{"actor": day.house.official("director"), **ids} for _one in range(count)]


def typing(day: Event, first: int, *, by: Actor | None = None, table: int = 1) -> Any:
    """Somebody types the sheet of a table, ready to be called."""
    passe = day.tournament.rounds.latest("number").passen.get(table__number=table)
    sheet = {"lines": [{"points": first}, {"points": SUM - first}]}
    actor = by or day.scribe
    return partial(results.type_sheet, actor=actor, passe_id=passe.pk, data=sheet)


def sheets(day: Event, table: int = 1) -> list[str]:
    found = PasseSheet.objects.filter(passe__table__number=table).order_by("number")
    return list(found.values_list("state", flat=True))


def whole(day: Event) -> None:
    """The log holds, nobody sits twice, at most one sheet of a table counts."""
    assert list(verify(day.fresh())) == []
    for round_ in day.tournament.rounds.all():
        seated = Counter(round_.sittings.values_list("entry", flat=True))
        seated.update(round_.sitting_out.values_list("entry", flat=True))
        assert set(seated.values()) == {1}
    counted = PasseSheet.objects.filter(state="confirmed").values_list("passe", flat=True)
    assert len(set(counted)) == len(counted)
