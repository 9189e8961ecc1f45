"""Games: open, list, read, close, what the direction does to them; penalties and the ledger."""

from dataclasses import asdict, replace
from functools import partial
from operator import add
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, digest_of
from jassclub.api.serializers import (
    Answer,
    DateFilter,
    FilterSet,
    JSONObjectField,
    RowAnswer,
    UUIDFilter,
)
from jassclub.api.values import ValueField
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import command, listing, reading
from jassclub.clubs.api.clubs import BookingOut
from jassclub.clubs.models import Player
from jassclub.clubs.rights import rows_of
from referee.api.shapes import SwitchField
from scoring.claims.models import HandEntry, Penalty, SignOff
from scoring.claims.penalties import add_penalty, cancel_penalty
from scoring.claims.selectors import (
    GameState,
    game_of,
    games_of,
    listed,
    sign_offs_of,
    state_of,
    visible_games,
)
from scoring.core.api import TableAddresses
from scoring.core.models import Game, GameRecord
from scoring.core.names import Sentences
from scoring.games.base import Control, Line, PlayedHand, Row
from scoring.games.dealing import Opening, opening
from scoring.games.endings import Finish, Strokes
from scoring.tables.anew import cancel_game
from scoring.tables.api import shapes
from scoring.tables.api.claims import RemarkOut
from scoring.tables.api.shapes import GameOut, Out
from scoring.tables.games import (
    abandon_game,
    close_game,
    open_game,
    reopen_game,
    reseat_game,
    settle_game,
    settlement_of,
    sign_off,
)


class GameFilter(FilterSet):
    """By club, season, variant, state and day."""

    played_from = DateFilter("played_on", "gte")
    played_to = DateFilter("played_on", "lte")
    player = UUIDFilter(method="with_person", label="who sat there")

    class Meta:
        model = Game
        fields = ("club", "season", "variant", "state")

    def with_person(self, rows: QuerySet[Game], name: str, player: UUID) -> QuerySet[Game]:
        """Those at which this person sat; players merged into one are one."""
        person = Player.objects.filter(pk=player).first()
        return rows.none() if person is None else games_of(rows, rows_of(person))


class GridCellOut(Answer):
    """A line that a side has played: `points` before the factor, `total` with it and the bonus."""

    hand = serializers.IntegerField()
    points = serializers.IntegerField()
    total = serializers.IntegerField()
    matsch = serializers.BooleanField()
    scratched = serializers.BooleanField()


class GridColumnOut(Answer):
    """A side of the Coiffeur: what it wrote by line, what it still needs, what is in reach."""

    cells = serializers.DictField(child=GridCellOut())
    open = serializers.ListField(child=serializers.CharField(), help_text="lines still to play")
    total = serializers.IntegerField()
    most = serializers.IntegerField(help_text="what the open lines can bring at best")
    best = serializers.IntegerField(help_text="the highest total in reach")


class Numbers(serializers.ListField):
    """One number a column."""

    child = serializers.IntegerField()


class SheetRowOut(Answer):
    """A hand on the sheet: what it brought each column, and what stands there after it. A slip with
    `findings` that are errors counts nothing."""

    hand = serializers.UUIDField()
    number = serializers.IntegerField()
    version = serializers.IntegerField(help_text="the version of the hand that counts")
    state = serializers.ChoiceField(HandEntry.State.choices)
    dealer = serializers.IntegerField(allow_null=True)
    counts = serializers.BooleanField(help_text="whether it is one of the hands to be played")
    matsch = serializers.IntegerField(allow_null=True, help_text="the column that made all tricks")
    kontermatsch = serializers.BooleanField()
    lines = serializers.ListField(child=ValueField(Line), help_text="one a column")
    penalties = Numbers()
    running = Numbers(help_text="the totals after this hand")
    findings = RemarkOut(many=True)


class SheetOut(Answer):
    """Everything that follows from the current entries of a game."""

    totals = Numbers()
    played = Numbers(source="sheet.played")
    penalties = serializers.SerializerMethodField()
    strokes = serializers.ListField(child=ValueField(Strokes), source="sheet.strokes")
    rows = serializers.SerializerMethodField()
    hands_counted = serializers.IntegerField(source="sheet.hands_counted")
    missing = Numbers()
    control = ValueField(Control, source="sheet.control")
    leaders = Numbers(source="sheet.leaders")
    target_reached_by = Numbers(source="sheet.target_reached_by")
    finished = serializers.BooleanField(source="sheet.finished")
    next_number = serializers.IntegerField()
    next_dealer = serializers.IntegerField(source="sheet.next_dealer", allow_null=True)
    next_leader = serializers.IntegerField(source="sheet.next_leader", allow_null=True)
    finish = ValueField(
        Finish,
        source="sheet.finish",
        help_text="What was claimed (thanks, Berg), how each claim was judged and by which "
        "article, the ending with its winner and Schneider, and the stakes.",
    )
    grid = serializers.SerializerMethodField(help_text="Coiffeur: a column for each side")

    def get_penalties(self, state: GameState) -> list[int]:
        """What was taken off a column, in hands and beside them."""
        return list(map(add, state.sheet.penalties, state.loose))

    @extend_schema_field(SheetRowOut(many=True))
    def get_rows(self, state: GameState) -> list[Out]:
        """Hand by hand."""
        rows = partial(_row, Sentences(state.game))
        return list(map(rows, state.sheet.rows, state.entries))

    @extend_schema_field(GridColumnOut(many=True, allow_null=True))
    def get_grid(self, state: GameState) -> list[Out] | None:
        """What each column has and still needs, where the game plays each line once."""
        if (grid := state.rules.kind.grid) is None:
            return None
        hands = [PlayedHand(number=entry.hand.number, slip=entry.slip) for entry in state.entries]
        columns = grid(state.sheet, hands, state.rules.table())
        return [
            GridColumnOut.of(replace(column, total=total))
            for column, total in zip(columns, state.totals, strict=True)
        ]


def _row(said: Sentences, row: Row, entry: HandEntry) -> Out:
    score = row.score
    return {
        "hand": entry.hand_id,
        "number": row.number,
        "version": entry.version,
        "state": entry.state,
        "dealer": row.dealer,
        "counts": bool(score and score.counts),
        "matsch": score.matsch if score else None,
        "kontermatsch": bool(score and score.kontermatsch),
        "lines": [asdict(line) for line in score.lines] if score else [],
        "penalties": row.penalties,
        "running": row.running,
        "findings": [{**finding.to_json(), "detail": said(finding)} for finding in row.findings],
    }


class PenaltyOut(RowAnswer):
    """Points against a seat."""

    number = serializers.IntegerField(source="hand.number", allow_null=True)

    class Meta:
        model = Penalty
        fields = (
            "id",
            "seat",
            "points",
            "reason",
            "article",
            "actor",
            "created_at",
            "cancelled_at",
            "cancelled_by",
            "cancel_reason",
        )


class SignOffOut(RowAnswer):
    """A signature under the sheet as it is now; `phone_seat`: whose phone it was given on, null
    for an office."""

    class Meta:
        model = SignOff
        fields = ("seat", "handed_over", "phone_seat", "actor", "created_at")


class RecordOut(RowAnswer):
    """One place of the ledger."""

    payload = JSONObjectField()

    class Meta:
        model = GameRecord
        fields = ("seq", "kind", "previous", "hash")


class GameDetailOut(shapes.GameOut):
    """A game with its sheet and the signatures that stand under it."""

    sheet = SheetOut()
    penalties = PenaltyOut(many=True)
    sign_offs = SignOffOut(many=True)
    profile_values = serializers.DictField(child=SwitchField())


class Games(TableAddresses):
    """Games, and what is done about a whole one."""

    filterset_class = GameFilter
    ordering = ("-played_on", "-created_at", "id")
    queryset = Game.objects.none()
    conditional = True
    list = listing(
        lambda actor: listed(visible_games(actor)),
        GameOut,
        "List games, newest first; an empty one for a day only, as long as it runs.",
    )
    create = command(
        open_game, GameOut, "Open a game; its rules are frozen now.", takes=shapes.GameIn
    )
    sign = command(
        sign_off,
        GameOut,
        "Sign a game; once every side has, it is closed, and its last hand counts as agreed.",
        takes=shapes.SignOffIn,
    )
    close = command(close_game, GameOut, "Close a game; what nobody doubted counts as agreed.")
    reopen = command(
        reopen_game,
        GameOut,
        "Open again; all signatures are asked for again.",
        takes=shapes.ReasonIn,
    )
    abandon = command(
        abandon_game,
        GameOut,
        "Break off; the hands stand, nobody has won.",
        takes=shapes.ReasonIn,
    )
    cancel = command(
        cancel_game, GameOut, "Take back the opening of a game in which nothing is written."
    )
    reseat = command(
        reseat_game,
        GameOut,
        "Seat the table again in one step; every hand stays with its seat.",
        takes=shapes.SeatingIn,
    )

    @extend_schema(responses=GameDetailOut)
    def retrieve(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Read a game; unchanged since `If-None-Match` it is a 304."""
        game, _access = game_of(self.actor, game_id)
        head, language = GameOut.of(game), request.headers.get("Accept-Language")
        etag = digest_of(head, game.ledger_hash, language)
        return conditional(request, etag, lambda: Response({**head, **_sheet_of(game)}))


def _sheet_of(game: Game) -> dict[str, Any]:
    state = state_of(game)
    return {
        "sheet": SheetOut.of(state),
        "penalties": list(map(PenaltyOut.of, game.penalties.select_related("hand"))),
        "sign_offs": list(map(SignOffOut.of, sign_offs_of(game))),
        "profile_values": {
            path: {key: gettext(said) if key == "house" else said for key, said in told.items()}
            for path, told in state.rules.profile.in_json["values"].items()
        },
    }


class SettlementOut(Answer):
    """Rappen per seat, positive = receives; they add up to zero."""

    rate = serializers.IntegerField()
    rounding = serializers.CharField()
    amounts = serializers.ListField(child=serializers.IntegerField())


class OpeningQuestionOut(Answer):
    """What to ask before the next game at this table: `lot`, `losers` decide (`columns`), or
    `diamond_seven`."""

    asks = serializers.CharField()
    columns = serializers.ListField(child=serializers.IntegerField())
    article = serializers.CharField(allow_null=True)


def settlement(actor: Actor, game_id: UUID) -> dict[str, Any]:
    """The current totals, settled."""
    game, _access = game_of(actor, game_id)
    state = state_of(game)
    options, amounts = state.rules.profile.settlement, settlement_of(state)
    return {"rate": options.rate, "rounding": options.rounding, "amounts": amounts}


def opening_question(actor: Actor, game_id: UUID) -> Opening:
    """Who opens the next game: after this one the losers decide, before any game the lot."""
    game, _access = game_of(actor, game_id)
    state = state_of(game)
    return opening(state.rules.profile, state.sheet)


class Settlements(TableAddresses):
    """Who pays whom, against the average of the players, at the rate of the profile; and who
    deals the next game."""

    retrieve = reading(settlement, SettlementOut, "Settle the current totals.")
    settle = command(
        settle_game,
        BookingOut,
        "Book the settlement of a closed game in the kitty, once. Role: scribe.",
    )
    retrieve_opening_question = reading(
        opening_question,
        OpeningQuestionOut,
        "Who opens the next game: after this one the losers decide, before any game the lot.",
    )


def penalties_in(actor: Actor, game_id: UUID) -> QuerySet[Penalty]:
    """The penalty points of a game."""
    game, _access = game_of(actor, game_id)
    return game.penalties.select_related("hand")


class Penalties(TableAddresses):
    """Penalty points of a game, in their own column."""

    list = listing(penalties_in, PenaltyOut, "List them, cancelled ones too.")
    create = command(add_penalty, PenaltyOut, "Book points against a seat.", takes=shapes.PenaltyIn)
    cancel = command(
        cancel_penalty, PenaltyOut, "Cancel; they stay readable.", takes=shapes.ReasonIn
    )


def records_of(actor: Actor, game_id: UUID) -> QuerySet[GameRecord]:
    """The records of a game that the actor may see."""
    game, _access = game_of(actor, game_id)
    return game.records.all()


class Ledger(TableAddresses):
    """The chain of everything that happened to a game."""

    ordering = ("seq",)
    queryset = GameRecord.objects.none()
    list = listing(
        records_of,
        RecordOut,
        "Read the chain, the first record first; anyone can check the hashes.",
    )
