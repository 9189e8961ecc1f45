"""Reading the plan that counts, the rounds that were called, and who sits where."""

from collections.abc import Iterable

from django.db.models import QuerySet

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
