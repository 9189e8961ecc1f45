"""`/tournaments/{id}/boards`: what lies on the tables of a duplicate, and what became of it."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer, InputSerializer
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import Addresses, command
from jassclub.core.errors import NotFound
from referee.rules.cards import Notation, card_at
from tournaments.boards import services
from tournaments.boards.models import Board
from tournaments.boards.selectors import BoardSeen, boards_seen, seats_of, seeds_of
from tournaments.core.api_base import DeskAddresses, NumberField, PublicView
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of
from tournaments.draw.pure.duplicate import deal
from tournaments.format.selectors import format_of


class BoardSideOut(serializers.Serializer[Any]):
    """One side of a table: the pair by the number of its team."""

    pair = serializers.IntegerField(help_text="The number of its team.")
    name = serializers.CharField()
    points = serializers.IntegerField()
    matchpoints = serializers.IntegerField(help_text="Two for each who made less, one for equals.")
    possible = serializers.IntegerField(help_text="The most matchpoints there were to be had.")
    percent = serializers.CharField(help_text="Of the matchpoints, to one place.")
    against_mean = serializers.CharField(
        source="off", help_text="Points more than the mean of these cards, to one place, signed."
    )


class BoardMeetingOut(serializers.Serializer[Any]):
    """What a table made of the board; `sides` are A + C and B + D."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    sides = BoardSideOut(many=True)


class BoardHandOut(serializers.Serializer[Any]):
    """The nine cards of a seat, in the letters of the club's deck."""

    seat = serializers.CharField(help_text="A to D, in playing order.")
    cards = serializers.ListField(child=serializers.CharField())


class CardsOfBoardOut(serializers.Serializer[Any]):
    """A board. While somebody has still to play it, it is sealed: `hands` and `meetings` are
    empty."""

    number = serializers.IntegerField()
    trump = serializers.CharField(help_text="The seat that names trump.")
    sealed = serializers.BooleanField()
    sorted = serializers.BooleanField(
        allow_null=True, help_text="Null where the cards are mixed at the table."
    )
    hands = BoardHandOut(many=True)
    meetings = BoardMeetingOut(many=True, help_text="The most points of A + C first.")


class BoardSeedOut(serializers.Serializer[Any]):
    """Boards that were dealt at once; the seed is empty while one of them is sealed."""

    boards = serializers.ListField(child=serializers.IntegerField(), help_text="Their numbers.")
    commitment = serializers.CharField(help_text="The hash of the seed.")
    seed = serializers.CharField(help_text="From which anybody deals the same cards.")


class BoardsOut(serializers.Serializer[Any]):
    """All boards of the plan, and how they were dealt."""

    boards = CardsOfBoardOut(many=True, help_text="In order of their numbers.")
    dealt = BoardSeedOut(many=True, help_text="In order of time, what was dealt at once together.")


class DealtBoardOut(Answer):
    """A board that was dealt; its cards are told to who sorts it, at its own address."""

    number = serializers.IntegerField()
    dealt_at = serializers.DateTimeField(help_text="When chance gave its cards.")
    sorted_at = serializers.DateTimeField(allow_null=True, help_text="When it was sorted by hand.")


class DealtBoardsOut(Answer):
    """What was dealt."""

    boards = serializers.ListField(child=serializers.IntegerField(), help_text="Their numbers.")


class BoardToSortOut(serializers.Serializer[Any]):
    """The cards of a sealed board for who sorts it."""

    number = serializers.IntegerField()
    hands = BoardHandOut(many=True)


class DealAgainIn(InputSerializer):
    """Which boards, and why."""

    numbers = serializers.ListField(child=NumberField(), max_length=500)
    reason = serializers.CharField(max_length=500)


def _hands(cards: tuple[tuple[int, ...], ...], tournament: Tournament) -> list[dict[str, Any]]:
    deck = Notation(tournament.club.deck)
    return [
        {"seat": seat, "cards": [card_at(card).text(deck) for card in held]}
        for seat, held in (seats_of(cards) if cards else ())
    ]


def _seen(board: BoardSeen, tournament: Tournament) -> dict[str, Any]:
    told = {name: getattr(board, name) for name in ("number", "trump", "sealed", "sorted")}
    return {**told, "hands": _hands(board.hands, tournament), "meetings": board.meetings}


def _boards_of(actor: Actor, tournament_id: UUID) -> Tournament:
    tournament = tournament_of(actor, tournament_id)
    if not format_of(tournament).is_duplicate:
        raise NotFound("no_duplicate", _("In diesem Turnier gibt es keine Boards."))
    return tournament


class Boards(Addresses, PublicView):
    """The boards of a duplicate."""

    @extend_schema(responses=BoardsOut)
    def retrieve(self, request: Request, tournament_id: UUID) -> Response:
        """Every board of the plan; what is open with its cards and what every table made.
        404 `no_duplicate` where the event has none."""
        tournament = _boards_of(self.actor, tournament_id)
        told = {
            "boards": [_seen(board, tournament) for board in boards_seen(tournament)],
            "dealt": seeds_of(tournament),
        }
        return Response(BoardsOut(told).data)


def _dealt(*, actor: Actor, tournament_id: UUID) -> dict[str, Any]:
    made = services.deal_boards(actor=actor, tournament_id=tournament_id)
    return {"boards": [board.number for board in made]}


def _dealt_again(*, actor: Actor, tournament_id: UUID, **told: Any) -> dict[str, Any]:
    made = services.deal_again(actor=actor, tournament_id=tournament_id, **told)
    return {"boards": [board.number for board in made]}


class BoardSteps(DeskAddresses):
    """Dealing and sorting."""

    deal = command(
        _dealt,
        DealtBoardsOut,
        "Deal the boards of the plan; the hash of their seed is in the log at once. "
        "409 `boards_dealt` where all are. Role: director.",
    )
    deal_again = command(
        _dealt_again,
        DealtBoardsOut,
        "Deal other cards for boards that no table has had, with a reason. Role: director.",
        takes=DealAgainIn,
    )
    mark_sorted = command(
        services.mark_sorted,
        DealtBoardOut,
        "Say that the cards of a board are sorted. Role: scribe, and nobody who plays.",
    )

    @extend_schema(responses=BoardToSortOut)
    def retrieve_cards(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """The cards of a board before it is played, for who sorts it. Role: scribe; 403
        `plays_himself` for who plays."""
        board: Board
        (board,) = services.to_sort(self.actor, tournament_id, [number])
        hands = _hands(deal(number, seed=board.seed), board.tournament)
        return Response(BoardToSortOut({"number": number, "hands": hands}).data)
