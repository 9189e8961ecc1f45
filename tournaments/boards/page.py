"""The boards at the desk: dealing, sorting by hand, how far it is; and what everybody may read."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.models import Role
from jassclub.core.errors import NotAllowed
from jassclub.core.reader import number_in
from jassclub.core.speaking import spoken
from jassclub.web.forms import shown_page
from referee.rules.cards import Notation, card_at
from referee.rules.modes import name_of
from tournaments.boards import services
from tournaments.boards.selectors import boards_seen, seats_of, seeds_of
from tournaments.core.desk_page import (
    REASON,
    Ask,
    Command,
    CommandForm,
    CommandInput,
    Desk,
    forms_of,
    tournament_at,
)
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.draw.pure.duplicate import deal
from tournaments.format.selectors import format_of
from tournaments.rounds.hall import current_draw

PAGE = "boards"


def dealt(desk: Desk, sent: CommandInput) -> str:
    boards = services.deal_boards(**desk.ids)
    return _("%(count)s Boards sind gegeben; jetzt sortiert sie jemand, der nicht spielt.") % {
        "count": len(boards)
    }


def dealt_again(desk: Desk, sent: CommandInput) -> str:
    numbers = [number_in(text, most_digits=4) or 0 for text in sent.words("numbers").split()]
    services.deal_again(**desk.ids, numbers=numbers, reason=sent.words())
    return _("Neu gegeben: Board %(boards)s.") % {"boards": sent.words("numbers")}


def is_sorted(desk: Desk, sent: CommandInput) -> str:
    board = services.mark_sorted(**desk.ids, number=sent.number("number"))
    return _("Board %(board)s ist sortiert.") % {"board": board.number}


COMMANDS = (
    Command(
        "deal-boards",
        PAGE,
        gettext_lazy("Boards geben"),
        dealt,
        title=gettext_lazy("Boards geben"),
        help=gettext_lazy(
            "Der Zufall gibt die Karten, seine Prüfzahl steht sofort im Protokoll. Ohne das mischt "
            "in der ersten Runde jeder Tisch seine Boards selber."
        ),
        look="main",
        shown=lambda desk: not desk.ended and _to_deal(desk),
    ),
    Command(
        "deal-again",
        PAGE,
        gettext_lazy("Neu geben"),
        dealt_again,
        title=gettext_lazy("Boards neu geben"),
        help=gettext_lazy("Wenn jemand die Karten gesehen hat, der mitspielt."),
        asks=(
            Ask("numbers", gettext_lazy("Welche? Zum Beispiel 4 7"), "words"),
            Ask(REASON, gettext_lazy("Warum?"), "words"),
        ),
        shown=lambda desk: not desk.ended and desk.tournament.boards.exists(),
    ),
    Command(
        "board-sorted",
        PAGE,
        gettext_lazy("Sortiert"),
        is_sorted,
        asks=(Ask("number", kind="hidden"),),
        role=Role.SCRIBE,
        shown=lambda desk: desk.tournament.boards.exists(),
    ),
)


def _to_deal(desk: Desk) -> bool:
    """Whether the plan has boards, and none is dealt."""
    return desk.read(current_draw) is not None and not desk.tournament.boards.exists()


@shown_page
def boards_page(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """All boards with how far their sorting is. Role: scribe."""
    return show(request, Desk.of(request, slug, tslug, Role.SCRIBE))


def show(request: HttpRequest, desk: Desk, *, refused: CommandForm | None = None) -> HttpResponse:
    """The page; `refused` is a form that could not be done."""
    _refuse_other(desk.tournament)
    forms = forms_of(desk, COMMANDS, refused=refused)
    forms.pop("board-sorted", None)
    boards = boards_seen(desk.tournament)
    return desk.render(
        request,
        "tournaments/desk/boards.html",
        here=PAGE,
        boards=boards,
        dealt=any(board.sorted is not None for board in boards),
        waiting=[board for board in boards if board.sorted is False],
        seeds=seeds_of(desk.tournament),
        plays=_plays(desk),
        forms=forms,
        refused=refused,
    )


@shown_page
def sort_page(request: HttpRequest, slug: str, tslug: str, number: int) -> HttpResponse:
    """A board card by card, for who sorts it. Role: scribe, and nobody who plays."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    (board,) = services.to_sort(desk.actor, desk.tournament.pk, [number])
    to_sort = desk.tournament.boards.filter(sorted_at=None, number__gt=number)
    hands = deal(number, seed=board.seed)
    return desk.render(
        request,
        "tournaments/desk/sort.html",
        here=PAGE,
        board=board,
        cards=cards_in_order(hands, desk.club.deck),
        hands=hands_told(hands, desk.club.deck),
        following=to_sort.order_by("number").values_list("number", flat=True).first(),
    )


def _plays(desk: Desk) -> bool:
    """Whether the reader must not see the cards."""
    try:
        services.refuse_player(desk.actor, desk.tournament)
    except NotAllowed:
        return True
    return False


def cards_in_order(hands: tuple[tuple[int, ...], ...], deck: str) -> list[dict[str, str]]:
    """All cards as they lie in a sorted pack, each with the seat whose pile it goes to."""
    pile = {card: LETTERS[seat] for seat, cards in enumerate(hands) for card in cards}
    return [{**_told(card, deck), "pile": pile[card]} for card in sorted(pile)]


def hands_told(
    hands: tuple[tuple[int, ...], ...], deck: str
) -> list[tuple[str, list[dict[str, str]]]]:
    """The cards of each seat, by its letter."""
    return [(seat, [_told(card, deck) for card in cards]) for seat, cards in seats_of(hands)]


def _told(card: int, deck: str) -> dict[str, str]:
    notation, found = Notation(deck), card_at(card)
    rank = found.rank.text(notation)
    return {
        "name": name_of(found.text(notation), spoken()),
        "suit": found.suit.text(notation),
        "rank": "10" if rank == "T" else rank,
    }


@shown_page
def boards(request: HttpRequest, slug: str) -> HttpResponse:
    """All boards: those that are open with what they brought."""
    tournament = tournament_at(request, slug)
    _refuse_other(tournament)
    return _render(request, tournament, "boards", seeds=seeds_of(tournament))


@shown_page
def board(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One board: its cards and what each table made of them, once nobody has to play it."""
    tournament = tournament_at(request, slug)
    _refuse_other(tournament)
    found = next((one for one in boards_seen(tournament) if one.number == number), None)
    if found is None:
        raise Http404
    hands = hands_told(found.hands, tournament.club.deck) if found.hands else []
    return _render(request, tournament, "board_of_cards", board=found, hands=hands)


def _render(request: HttpRequest, tournament: Tournament, name: str, **more: Any) -> HttpResponse:
    context = {"tournament": tournament, "boards": boards_seen(tournament), **more}
    return render(request, f"tournaments/public/{name}.html", context)


def _refuse_other(tournament: Tournament) -> None:
    if not format_of(tournament).is_duplicate:
        raise Http404
