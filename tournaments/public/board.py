"""What the hall may see, as one small answer: seats, clock, ranking, corrections; and its address.

It is asked for by the beamer and by every phone in the hall. Everything that happens adds a
record to the log or makes a new ranking, so that their numbers say whether anything changed."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.utils import translation
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, digest_of
from jassclub.api.values import ValueField
from jassclub.clubs.naming import by_surname
from jassclub.core.cache import kept
from tournaments.core.api_base import PublicView
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS, tournament_of
from tournaments.draw.pure.plan import Bounds
from tournaments.entries.selectors import Calling
from tournaments.format.selectors import format_of
from tournaments.results.api import CorrectedOut
from tournaments.results.selectors import corrections, tables_without_result
from tournaments.rounds.hall import current_draw, open_round, passen_of
from tournaments.rounds.models import Passe, Round
from tournaments.standings.api import HallRowOut, with_average
from tournaments.standings.models import Ranking, named, ranking_freshness

SEATED = ("name", "number", "table", "seat")
RANKED = (
    "number", "name", "rank", "value", "average", "hands", "exact", "stand_in", "decided_by",
)  # fmt: skip
"""What a display shows of a row; the single rounds are in the ranking itself."""
KEPT = 60 * 60
"""Seconds that a built answer is kept; a new state has a new key."""


def board_etag(tournament: Tournament) -> str:
    """Says whether the board has changed; costs two queries."""
    rankings = Ranking.objects.filter(tournament=tournament, after_round=Ranking.LIVE)
    live = rankings.only("version", "results_version", "computed_at").first()
    fresh = ranking_freshness(tournament, live)
    return digest_of(
        "board", tournament.pk, tournament.version, tournament.log_seq, live and live.version,
        fresh.pending, fresh.failed, tournament.revealed_at, translation.get_language(),
        Calling(tournament).key,
    )  # fmt: skip


def board(tournament: Tournament, etag: str) -> dict[str, Any]:
    """The board; built once for everybody who asks in the same language."""
    content: dict[str, Any] = kept(f"board:{etag}", lambda: _build(tournament), seconds=KEPT)
    return content


def _build(tournament: Tournament) -> dict[str, Any]:
    round_ = open_round(tournament) or tournament.rounds.order_by("-number").first()
    calls = Calling(tournament)
    passen = list(passen_of(round_)) if round_ else []
    return {
        "tournament": tournament.pk,
        "name": tournament.name,
        "state": tournament.state,
        "rounds": format_of(tournament).rounds,
        "round": _round(round_, passen) if round_ else None,
        "seating": [[row[name] for name in SEATED] for row in seating(passen, calls)],
        "sitting_out": byes(round_, calls) if round_ else [],
        "certificate": _certificate(tournament),
        "ranking": _ranking(tournament, calls.names()),
        "corrections": corrections(tournament),
    }


def _round(round_: Round, passen: Iterable[Passe]) -> dict[str, Any]:
    return {
        "number": round_.number,
        "state": round_.state,
        "hands": round_.hands,
        "started_at": round_.started_at,
        "ends_at": round_.ends_at,
        "seconds_left": round_.seconds_left,
        "outstanding": tables_without_result(passen),
    }


def seating(passen: Iterable[Passe], calls: Calling) -> list[dict[str, Any]]:
    """By surname, as people look for themselves."""
    rows = [
        {
            "name": calls.entry(sitting.seated),
            "number": sitting.seated.number,
            "table": passe.table.number,
            "seat": LETTERS[sitting.index],
        }
        for passe in passen
        for sitting in passe.sittings.all()
    ]
    return sorted(rows, key=lambda row: (by_surname(str(row["name"])), row["number"]))


def byes(round_: Round, calls: Calling) -> list[dict[str, Any]]:
    """Who sits out, by surname."""
    rows = round_.sitting_out.select_related("entry")
    byes = [{"name": calls.entry(row.entry), "number": row.entry.number} for row in rows]
    return sorted(byes, key=lambda row: (by_surname(str(row["name"])), row["number"]))


def _certificate(tournament: Tournament) -> dict[str, Any] | None:
    draw = current_draw(tournament)
    if draw is None:
        return None
    names = ("partner_repeats", "opponent_repeats", "meeting_repeats", "table_repeats")
    return {
        **{name: draw.certificate[name] for name in (*names, "lower_bounds")},
        "draw": draw.number,
    }


def _ranking(tournament: Tournament, names: dict[int, str]) -> dict[str, Any]:
    live = Ranking.objects.filter(tournament=tournament, after_round=Ranking.LIVE).first()
    rows = live.hall_rows if live else []
    fresh = ranking_freshness(tournament, live)
    return {
        "version": live.version if live else 0,
        "pending": fresh.pending,
        "failed": fresh.failed,
        "rows": [
            {name: row[name] for name in RANKED} for row in map(with_average, named(rows, names))
        ],
    }


@extend_schema_field({"anyOf": [{"type": "string"}, {"type": "integer"}]})
class SeatedField(serializers.JSONField):
    """A name or a letter, or a number."""


class HallRoundOut(serializers.Serializer[Any]):
    """The round that is played, or was last; `outstanding` are the tables without a result."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices)
    hands = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    seconds_left = serializers.IntegerField(allow_null=True)
    outstanding = serializers.ListField(child=serializers.IntegerField())


class SittingOutOut(serializers.Serializer[Any]):
    """Somebody who has a bye."""

    name = serializers.CharField()
    number = serializers.IntegerField()


class HallCertificateOut(serializers.Serializer[Any]):
    """How often people meet again in the plan, and the least that any plan has."""

    partner_repeats = serializers.IntegerField()
    opponent_repeats = serializers.IntegerField()
    meeting_repeats = serializers.IntegerField()
    table_repeats = serializers.IntegerField()
    lower_bounds = ValueField(Bounds)
    draw = serializers.IntegerField(help_text="number of the version of the plan")


class HallRankingOut(serializers.Serializer[Any]):
    """The ranking in short; without ranks while they are hidden."""

    version = serializers.IntegerField()
    pending = serializers.BooleanField()
    failed = serializers.BooleanField()
    rows = HallRowOut(many=True)


class BoardOut(serializers.Serializer[Any]):
    """Everything a display in the hall shows. Its clock runs from the header `Date`.

    `seating`, by surname: a list of `[name, number, table, seat]`, the seat a letter from A.
    The whole ranking, with every round, is at `/standings`.
    """

    tournament = serializers.UUIDField()
    name = serializers.CharField()
    state = serializers.CharField()
    rounds = serializers.IntegerField()
    round = HallRoundOut(allow_null=True)
    seating = serializers.ListField(child=serializers.ListField(child=SeatedField()))
    sitting_out = SittingOutOut(many=True)
    certificate = HallCertificateOut(allow_null=True)
    ranking = HallRankingOut()
    corrections = CorrectedOut(many=True)


class BoardView(PublicView):
    """What the hall sees."""

    conditional = True

    @extend_schema(responses=BoardOut)
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """Seats, clock, ranking and corrections in one answer that many may ask for."""
        tournament = tournament_of(self.actor, tournament_id)
        etag = board_etag(tournament)
        return conditional(request, etag, lambda: Response(board(tournament, etag)))
