"""From the plan of a duplicate to its papers."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import NotFound
from referee.rules.cards import RANK_LETTERS, SUIT_LETTERS, Notation
from tournaments.boards.services import to_sort
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.draw.pure.duplicate import deal
from tournaments.entries.models import Entry
from tournaments.papers.contents import SeatedRound, event_of
from tournaments.papers.pdf.boards import (
    Slip,
    TableCard,
    Traveller,
    deal_slips,
    table_ways,
    travellers,
)
from tournaments.results.pages.boards import names_trump
from tournaments.rounds.boards import boards_in
from tournaments.rounds.hall import current_draw

PACK, SUIT = 36, 9


def slips_paper(tournament: Tournament, actor: Actor, *, two_up: bool = False) -> bytes:
    """How to sort every board that was dealt; NotAllowed for who plays."""
    deck = Notation(tournament.club.deck)
    ranks = ["10" if letter == "T" else letter for letter in RANK_LETTERS[deck][-SUIT:]]
    slips = []
    for board in to_sort(actor, tournament.pk):
        hands = deal(board.number, seed=board.seed)
        pile = {card: LETTERS[seat] for seat, cards in enumerate(hands) for card in cards}
        slips.append(
            Slip(
                board=board.number,
                trump=names_trump(board.number),
                piles=[pile[card] for card in range(PACK)],
                suits=SUIT_LETTERS[deck],
                ranks=ranks,
            )
        )
    return deal_slips(event_of(tournament), slips, two_up=two_up)


def travellers_paper(
    tournament: Tournament, rounds: Sequence[SeatedRound], *, two_up: bool = False
) -> bytes:
    """A traveller for each board of the plan."""
    rows: dict[int, list[tuple[int, int, str, str]]] = defaultdict(list)
    for round_ in rounds:
        for table, boards in boards_on_tables(tournament, round_.number).items():
            one, other = _sides(round_.tables[table])
            for board in boards:
                rows[board].append((round_.number, table, one, other))
    _refuse_none(rows)
    boards_ = [
        Traveller(board=board, trump=names_trump(board), rows=rows[board]) for board in sorted(rows)
    ]
    return travellers(event_of(tournament), boards_, two_up=two_up)


def movement_paper(
    tournament: Tournament, rounds: Sequence[SeatedRound], *, two_up: bool = False
) -> bytes:
    """A card for each table: who comes, with which boards, and where these go afterwards."""
    lying = {round_.number: boards_on_tables(tournament, round_.number) for round_ in rounds}
    rows: dict[int, list[tuple[int, str, str, str, str]]] = defaultdict(list)
    for round_ in rounds:
        for table, boards in lying[round_.number].items():
            one, other = _sides(round_.tables[table])
            told = f"{boards[0]}–{boards[-1]}" if len(boards) > 1 else str(boards[0])
            rows[table].append(
                (round_.number, one, other, told, _next_place(lying, round_.number, boards))
            )
    _refuse_none(rows)
    cards = [TableCard(table=table, rows=rows[table]) for table in sorted(rows)]
    return table_ways(event_of(tournament), cards, two_up=two_up)


def _next_place(lying: Mapping[int, Mapping[int, range]], number: int, boards: range) -> str:
    """Where boards are wanted next; with the round where they rest for one."""
    for later in sorted(later for later in lying if later > number):
        for table, here in lying[later].items():
            if here == boards:
                told = {"table": table, "round": later}
                text = (
                    _("Tisch %(table)s") if later == number + 1 else _("T. %(table)s, R. %(round)s")
                )
                return text % told
    return _("Büro")


def boards_on_tables(tournament: Tournament, number: int) -> dict[int, range]:
    """By table; of a round that was called by the draw that it was called from."""
    called = tournament.rounds.filter(number=number).select_related("draw").first()
    draw = called.draw if called else current_draw(tournament)
    found = boards_in(draw, number) if draw else {}
    return dict(found)


def _refuse_none(rows: Mapping[int, object]) -> None:
    if not rows:
        raise NotFound("not_drawn", _("Noch liegen keine Boards auf den Tischen."))


def _sides(people: Sequence[Entry]) -> tuple[str, str]:
    """Both pairs by name."""
    pairs = [[people[at], people[at + 2]] for at in (0, 1)]
    one, other = (pair[0].team.name if pair[0].team else "" for pair in pairs)
    return one, other
