"""The empty sheets of the tables: whose, which lines they have, what they must add up to."""

from collections.abc import Iterable

from jassclub.core.typography import printed
from referee.asking import language
from referee.rules.modes import name_of
from referee.rules.profile import load_profile
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.format.pure import HAND_POINTS, Format, Seating
from tournaments.format.selectors import format_of
from tournaments.papers.boards import boards_on_tables
from tournaments.papers.contents import SeatedRound, event_of
from tournaments.papers.pdf import Counting, Player, ScoreSheet, score_sheets
from tournaments.results.pages.boards import names_trump


def _counting(format_: Format) -> Counting:
    if format_.use.differences:
        return "difference"
    return "alone" if format_.seating is Seating.ALONE else "sides"


def score_sheet_paper(
    tournament: Tournament, rounds: Iterable[SeatedRound], *, two_up: bool = False
) -> bytes:
    """An empty sheet for each table of these rounds, with the names of who sits there."""
    format_ = format_of(tournament)
    sheets = [
        ScoreSheet(
            round=round_.number,
            table=table,
            players=tuple(
                Player(letter=LETTERS[seat], name=entry.name, number=entry.number)
                for seat, entry in enumerate(people)
            ),
            rows=_boards_of_sheet(boards.get(table, ()))
            or _rows_of_sheet(settings, round_.hands, tournament.club.deck),
            control=_control_of_sheet(settings, round_.hands),
            counting=_counting(settings),
            matsch=settings.matsch_bonus,
        )
        for round_, settings, boards in (
            (it, format_.of_round(it.number), boards_on_tables(tournament, it.number))
            for it in rounds
        )
        for table, people in round_.tables.items()
    ]
    return score_sheets(event_of(tournament), sheets, two_up=two_up)


def _boards_of_sheet(boards: Iterable[int]) -> tuple[str, ...]:
    """A line a board, with the letter of who names trump; none where it is no duplicate."""
    return tuple(f"{board}{names_trump(board)}" for board in boards)


def _rows_of_sheet(settings: Format, hands: int, deck: str) -> tuple[str, ...]:
    """A line a hand; of a Coiffeur each line of the sheet with its factor."""
    rules = load_profile(settings.profile).with_layer(settings.table_rules(hands), "tournament")
    known, lang = settings.use.rows(rules, deck, hands), language(None)
    return tuple(" × ".join(name_of(part, lang) for part in row) for row in known)


def _control_of_sheet(settings: Format, hands: int) -> str:
    if settings.adds == "tricks":
        return f"{hands} + … + 1 = {printed(sum(range(hands + 1)))}"
    return (
        f"{hands} × {HAND_POINTS} = {printed(hands * HAND_POINTS)}"
        if settings.adds == "cards"
        else ""
    )
