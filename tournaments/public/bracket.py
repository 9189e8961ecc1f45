"""The bracket of a knock-out as everybody may see it: stage by stage, with who went on."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _, gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.core.errors import NotFound
from tournaments.core.api_base import PublicView
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of
from tournaments.entries.selectors import Calling
from tournaments.format.pure import Format
from tournaments.format.selectors import format_of, hidden_from, is_shown
from tournaments.standings.contests import Played, day_of
from tournaments.standings.pure.knockout import Duel, went_on

STAGES = {
    1: gettext_lazy("Final"),
    2: gettext_lazy("Halbfinal"),
    4: gettext_lazy("Viertelfinal"),
    8: gettext_lazy("Achtelfinal"),
}
PARTS = {
    "third": gettext_lazy("Spiel um Platz drei"),
    "consolation": gettext_lazy("Trostturnier"),
}


def bracket_of(tournament: Tournament, format_: Format) -> list[dict[str, Any]]:
    """The stages that were called, first to last; none where the event has no knock-out.

    `outcome` of a side is `won`, `lost` or nothing yet; `changed` names who would have won by a
    correction that came after the next stage was called.
    """
    if format_.knockout_from is None:
        return []
    played, calls = day_of(tournament).bracket, Calling(tournament)
    hidden = hidden_from(tournament, format_)
    return [
        {
            "number": one.number,
            "parts": list(_parts(one, later, calls.teams, shown=is_shown(one.number, hidden))),
        }
        for one, later in zip(played, [*played[1:], None], strict=True)
    ]


def _parts(
    played: Played, later: Played | None, names: dict[int, str], *, shown: bool
) -> Iterator[dict[str, Any]]:
    on = went_on(played.stage, played.won, later.stage if later else None)
    for part, duels in played.stage.parts.items():
        if duels:
            yield {
                "part": part,
                "heading": _heading(part, len(duels)),
                "duels": [
                    {
                        "sides": [
                            _side(side, duel, played, on, names, shown=shown)
                            for side in duel
                            if side is not None
                        ],
                        "changed": names.get(_changed(duel, played, on), "") if shown else "",
                    }
                    for duel in duels
                    if duel != (None, None)
                ],
            }


def _heading(part: str, duels: int) -> str:
    if part != "main":
        return str(PARTS[part])
    return str(STAGES.get(duels, "")) or _("Letzte %(sides)s") % {"sides": 2 * duels}


def _side(
    side: int,
    duel: Duel,
    played: Played,
    on: set[int],
    names: dict[int, str],
    *,
    shown: bool,
) -> dict[str, Any]:
    decided = shown and None not in duel and not on.isdisjoint(duel)
    points = played.points.get(side) if shown else None
    return {
        "number": side,
        "name": names.get(side, ""),
        "points": None if points is None else str(points),
        "goes_on": side in on,
        "outcome": ("won" if side in on else "lost") if decided else "",
    }


def _changed(duel: Duel, played: Played, on: Iterable[int]) -> int:
    """The winner by what counts now, where another one went on; 0 for nobody."""
    return next((side for side in duel if side in played.won and side not in on), 0) or 0


class BracketSideOut(serializers.Serializer[Any]):
    """A pair or a team in a duel; `points` as they count, without penalties."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField(allow_null=True)
    goes_on = serializers.BooleanField()
    outcome = serializers.CharField(help_text="`won`, `lost`, or empty as long as it is open.")


class BracketDuelOut(serializers.Serializer[Any]):
    """A duel; with one side alone this one is through without playing."""

    sides = BracketSideOut(many=True)
    changed = serializers.CharField(
        help_text="Who would have won by a correction made after the next stage was called."
    )


class BracketPartOut(serializers.Serializer[Any]):
    """The duels of a stage in one `part`: `main`, `third` (for third place), `consolation`."""

    part = serializers.CharField()
    heading = serializers.CharField()
    duels = BracketDuelOut(many=True)


class BracketStageOut(serializers.Serializer[Any]):
    """A stage, which is a round of the event."""

    number = serializers.IntegerField()
    parts = BracketPartOut(many=True)


class BracketOut(serializers.Serializer[Any]):
    """A knock-out, stage by stage as called."""

    stages = BracketStageOut(many=True)


class BracketView(PublicView):
    """The bracket."""

    @extend_schema(responses=BracketOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """The stages that were called; 404 `no_knockout` where the event has none."""
        tournament = tournament_of(self.actor, tournament_id)
        format_ = format_of(tournament)
        if format_.knockout_from is None:
            raise NotFound("no_knockout", _("Dieses Turnier hat kein K.-o."))
        return Response({"stages": bracket_of(tournament, format_)})
