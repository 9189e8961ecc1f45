"""Which boards of a duplicate lie where, by the draws that the rounds were called from."""

from collections.abc import Mapping

from tournaments.core.models import Tournament
from tournaments.format.selectors import format_of
from tournaments.rounds.hall import current_draw
from tournaments.rounds.models import Draw, Passe, Round


def numbers_of(set_: int, each: int) -> range:
    """The boards of a set."""
    return range((set_ - 1) * each + 1, set_ * each + 1)


def boards_in(draw: Draw, number: int) -> Mapping[int, range]:
    """By number of the table the boards that are played there in a round; empty where the event
    is no duplicate."""
    stored = draw.asked.get("duplicate")
    if stored is None:
        return {}
    here = stored["sets"][number - 1]
    return {at: numbers_of(set_, stored["each"]) for at, set_ in enumerate(here, start=1)}


def boards_at(passe: Passe) -> range:
    """The boards of a passe; none where the event is no duplicate."""
    round_ = passe.round
    return boards_in(round_.draw, round_.number).get(passe.table.number, range(0))


def sealed_boards(tournament: Tournament) -> frozenset[int]:
    """The boards that somebody has still to play, by the plan or in the round that is open.

    Once the event is over, none; without a plan, none is known.
    """
    over = tournament.state == Tournament.State.FINISHED
    draw = None if over or not format_of(tournament).is_duplicate else current_draw(tournament)
    if draw is None:
        return frozenset()
    closed = Round.State.CLOSED
    done = set(tournament.rounds.filter(state=closed).values_list("number", flat=True))
    rounds = set(range(1, len(draw.rounds) + 1)) - done
    return frozenset(
        board for number in rounds for here in boards_in(draw, number).values() for board in here
    )


def sealed_tables(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """Rounds and tables whose points would tell who has still to play the same boards what others
    made of them."""
    sealed = sealed_boards(tournament)
    rounds = tournament.rounds.select_related("draw") if sealed else ()
    return frozenset(
        (round_.number, table)
        for round_ in rounds
        for table, boards in boards_in(round_.draw, round_.number).items()
        if sealed.intersection(boards)
    )


def boards_planned(draw: Draw) -> set[int]:
    """Every board that lies on a table in some round of the plan."""
    rounds = range(1, len(draw.rounds) + 1)
    return {
        board for number in rounds for here in boards_in(draw, number).values() for board in here
    }
