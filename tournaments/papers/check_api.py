"""`/standings/check`: a list that was printed elsewhere is checked, and nothing stored."""

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer
from jassclub.clubs.access import TokenScope
from jassclub.clubs.actors import Anyone
from jassclub.clubs.api.base import ActorView
from jassclub.core.errors import Finding
from tournaments.papers.list_check import (
    MOST_RESULTS,
    MOST_ROWS,
    PrintedList,
    check_printed,
    in_words,
)
from tournaments.standings.pure import PrintedRow

MOST = 10**9


class NumberIn(serializers.IntegerField):
    """Points as printed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=-MOST, max_value=MOST, **options)


class PrintedRowIn(InputSerializer):
    """One line; `results` are the passen or rounds printed beside the total."""

    rank = serializers.IntegerField(min_value=1, max_value=100_000)
    name = serializers.CharField(max_length=120)
    total = NumberIn()
    results = serializers.ListField(child=NumberIn(), max_length=MOST_RESULTS, required=False)


class PrintedListIn(InputSerializer):
    """The list from the first rank downward.

    With `deals` (hands dealt at all tables) the grand total is checked: the one in `total`, else
    the sum of the rows. `matsches` are worth `matsch_bonus` to each of two players.
    """

    rows = serializers.ListField(child=PrintedRowIn(), max_length=MOST_ROWS, default=list)
    lower_wins = serializers.BooleanField(default=False)
    deals = serializers.IntegerField(min_value=1, max_value=10**7, required=False)
    total = NumberIn(required=False)
    matsches = serializers.IntegerField(min_value=0, max_value=10**7, default=0)
    matsch_bonus = serializers.IntegerField(min_value=0, max_value=1_000, default=100)


class ListFindingOut(serializers.Serializer[Any]):
    """One thing wrong: `pointer` leads to it in the question, `text` says it to people."""

    code = serializers.CharField()
    pointer = serializers.CharField()
    message = serializers.CharField()
    text = serializers.CharField()


class ListFindingsOut(serializers.Serializer[Any]):
    """What is wrong with the list; nothing found does not prove it right."""

    rows = serializers.IntegerField()
    findings = ListFindingOut(many=True)


class ListCheckView(ActorView):
    """For organisers and journalists."""

    permission_classes = [Anyone]
    token_scope = TokenScope.READ
    throttle_scope = "entries"
    idempotent = False

    @extend_schema(operation_id="checkStandings", request=PrintedListIn, responses=ListFindingsOut)
    def post(self, request: Request) -> Response:
        """Order, ranks, sums and the grand total of a list that was printed elsewhere."""
        asked = _asked(self.read(PrintedListIn))
        found = [_finding(finding) for finding in check_printed(asked)]
        return Response({"rows": len(asked.rows), "findings": found})


def _asked(values: dict[str, Any]) -> PrintedList:
    rows = [
        PrintedRow(row["name"], row["total"], row["rank"], tuple(row.get("results", ())))
        for row in values.pop("rows")
    ]
    return replace(PrintedList(rows), **values)


def _finding(finding: Finding) -> dict[str, Any]:
    known = {"code": finding.code, "message": finding.text, "text": in_words(finding)}
    known["pointer"] = _pointer(finding.pointer)
    return known


def _pointer(pointer: str) -> str:
    """In the words of the question: the rows lie in `rows`, a value is a total there."""
    if pointer == "/total":
        return pointer
    return "/rows" + pointer.replace("/value", "/total")
