"""Dealing boards, and who may see them before they are played: who sorts, and plays nothing."""

from collections.abc import Collection
from secrets import token_hex
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound
from jassclub.core.rows import first_or, save_fields
from tournaments.boards.models import Board
from tournaments.core.models import Tournament
from tournaments.core.selectors import held, log, tournament_of, unended_directed, words
from tournaments.draw.pure import commitment
from tournaments.entries.models import GONE
from tournaments.format.selectors import format_of
from tournaments.results.selectors import is_among
from tournaments.rounds.boards import boards_in, boards_planned
from tournaments.rounds.hall import current_draw

SEED_BYTES = 16


@transaction.atomic
def deal_boards(*, actor: Actor, tournament_id: UUID) -> list[Board]:
    """Deal every board of the plan that is not dealt yet; the hash of their seed is logged.

    Conflict where nothing is to be dealt. Role: director.
    """
    tournament = _duplicate(unended_directed(actor, tournament_id))
    draw = current_draw(tournament)
    if draw is None:
        raise Conflict("not_drawn", _("Zuerst auslosen: dann ist klar, wie viele Boards es sind."))
    dealt = set(tournament.boards.values_list("number", flat=True))
    missing = sorted(boards_planned(draw) - dealt - _played(tournament))
    if not missing:
        raise Conflict("boards_dealt", _("Alle Boards sind schon gegeben."))
    return _dealt(tournament, missing, actor=actor, kind="boards_dealt")


@transaction.atomic
def deal_again(
    *, actor: Actor, tournament_id: UUID, numbers: Collection[int], reason: str
) -> list[Board]:
    """Other cards for boards that nobody has played, with a reason. Role: director."""
    tournament = _duplicate(unended_directed(actor, tournament_id))
    wanted, known = sorted(set(numbers)), tournament.boards.filter(number__in=numbers)
    unknown = sorted(set(wanted).difference(known.values_list("number", flat=True)))
    if unknown or not wanted:
        raise Invalid.at("/numbers", "unknown_board", _unknown([*unknown, 0][0]))
    if on_tables := _played(tournament).intersection(wanted):
        raise Conflict(
            "board_on_table",
            _("Board %(board)s liegt oder lag schon auf einem Tisch.") % {"board": min(on_tables)},
        )
    said = words(reason)
    known.delete()
    return _dealt(tournament, wanted, actor=actor, kind="boards_dealt_again", reason=said)


@transaction.atomic
def mark_sorted(*, actor: Actor, tournament_id: UUID, number: int) -> Board:
    """The cards of a board are sorted and in their envelope; said twice it is said once.

    Role: scribe, and nobody who plays.
    """
    tournament = _duplicate(held(actor, tournament_id, Role.SCRIBE))
    refuse_player(actor, tournament)
    board = first_or(tournament.boards.filter(number=number), no_board(number))
    if board.sorted_at is None:
        save_fields(board, sorted_at=timezone.now(), sorted_by=str(actor))
        log(tournament, "board_sorted", actor=actor, facts={"board": number})
    return board


def to_sort(
    actor: Actor, tournament_id: UUID, numbers: Collection[int] | None = None
) -> list[Board]:
    """The boards for the eyes of who sorts them; all of them without `numbers`.

    NotAllowed for who plays, whatever his office. Role: scribe.
    """
    tournament = _duplicate(tournament_of(actor, tournament_id, Role.SCRIBE))
    refuse_player(actor, tournament)
    rows = tournament.boards.order_by("number")
    found = list(rows if numbers is None else rows.filter(number__in=numbers))
    if not found:
        raise no_board(min(numbers or (1,)))
    return found


def no_board(number: int) -> NotFound:
    """For a board that was not dealt, or does not exist."""
    return NotFound("board_not_found", _unknown(number))


def _unknown(number: int) -> str:
    return _("Board %(board)s ist nicht gegeben.") % {"board": number}


def _duplicate(tournament: Tournament) -> Tournament:
    if not format_of(tournament).is_duplicate:
        raise NotFound("no_duplicate", _("In diesem Turnier gibt es keine Boards."))
    return tournament


def refuse_player(actor: Actor, tournament: Tournament) -> None:
    """NotAllowed for who plays: he must not see cards before they are played."""
    entries = tournament.entries.exclude(state__in=GONE)
    if is_among(actor, entries.select_related("player__user", "player__merged_into")):
        raise NotAllowed(
            "plays_himself",
            _(
                "Wer mitspielt, sieht keine Karten im Voraus: sortieren muss jemand, der nicht "
                "spielt. Ohne so jemanden mischt in der ersten Runde jeder Tisch seine Boards "
                "selber."
            ),
        )


def _played(tournament: Tournament) -> set[int]:
    """Boards that were on a table in a round that was called."""
    rounds = tournament.rounds.select_related("draw")
    return {
        board
        for one in rounds
        for here in boards_in(one.draw, one.number).values()
        for board in here
    }


def _dealt(
    tournament: Tournament, numbers: list[int], *, actor: Actor, kind: str, reason: str = ""
) -> list[Board]:
    seed = token_hex(SEED_BYTES)
    boards = Board.objects.bulk_create(
        Board(club_id=tournament.club_id, tournament=tournament, number=number, seed=seed)
        for number in numbers
    )
    facts = {"boards": numbers, "commitment": commitment(seed)}
    log(tournament, kind, actor=actor, facts=facts, reason=reason)
    return boards
