"""Reading the plan that counts, the rounds that were called, and who sits where.

Rounds that a change asks for, and the refusal where they are not as it needs them.
"""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict, NotFound
from tournaments.core.models import Tournament
from tournaments.rounds.models import Draw, Passe, Round, Sitting


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
    found = tournament.rounds.filter(number=number).first()
    if found is None:
        raise NotFound("round_not_found", _("Diese Runde ist noch nicht aufgerufen."))
    return found


def refuse_open_round(tournament: Tournament) -> None:
    """Whatever needs the last round to be closed."""
    running = open_round(tournament)
    if running is not None:
        text = _("Zuerst muss Runde %(number)s abgeschlossen sein.") % {"number": running.number}
        raise Conflict("round_open", text)
