"""`/games/{id}/export.{kind}`, `/seasons/...`, `/clubs/...`: everything out, as a file."""

import json
from collections.abc import Callable, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from jassclub.api.negotiation import FileNegotiation
from jassclub.clubs import selectors as clubs
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.models import Role
from jassclub.clubs.permissions import IsActor, IsPerson
from jassclub.core.errors import DomainError
from jassclub.core.findings import Finding
from jassclub.exchange import archive
from jassclub.exchange.files import SEPARATORS, csv_bytes, xlsx_bytes
from jassclub.exchange.grids import Grid, club_grids, game_grids, season_grids
from jassclub.exchange.members import Document
from scoring.claims.selectors import game_of
from scoring.core.models import Game
from tournaments.seasons.selectors import season_of

TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
exported = extend_schema(
    parameters=[
        OpenApiParameter("table", str, description="CSV: hands, averages, standings-<variant>"),
        OpenApiParameter("separator", str, enum=sorted(SEPARATORS), description="CSV"),
        OpenApiParameter("bom", bool, description="CSV: begin with a byte order mark, for Excel"),
    ],
    responses={
        (200, "application/json"): OpenApiTypes.OBJECT,
        (200, "text/csv"): OpenApiTypes.STR,
        (200, TYPES["xlsx"]): OpenApiTypes.BINARY,
    },
)


class ExportView(ActorView):
    """What all exports share: the archive as JSON, the tables as CSV and XLSX."""

    permission_classes = [IsPerson]
    content_negotiation_class = FileNegotiation
    name: ClassVar[str]
    kind = "json"
    """What the address ends with: json, csv or xlsx."""

    @property
    def media_type(self) -> str:
        """What is sent, for the document."""
        return TYPES[self.kind].partition(";")[0]

    @property
    def asks(self) -> tuple[str, ...]:
        """The questions that bear on this kind, for the document."""
        return (self.choice, "separator", "bom") if self.kind == "csv" else ()

    choice: ClassVar[str] = "table"
    """What the parameter is called that names one of several tables."""

    def file(
        self, told: Callable[[], Document], grids: Callable[[], Sequence[Grid]]
    ) -> HttpResponse:
        """The file of the kind that was asked for."""
        if self.kind == "json":
            content = json.dumps(told(), ensure_ascii=False, sort_keys=True).encode()
        elif self.kind == "xlsx":
            content = xlsx_bytes(grids())
        else:
            content = self.csv(grids())
        return self.sent(content, name=self.name)

    def sent(self, content: bytes, *, name: str) -> HttpResponse:
        """A file to be saved under a name; nobody on the way keeps it."""
        answer = HttpResponse(content, content_type=TYPES[self.kind])
        answer["Content-Disposition"] = f'attachment; filename="{name}.{self.kind}"'
        answer["Cache-Control"] = "private, no-store"
        return answer

    def csv(self, grids: Sequence[Grid]) -> bytes:
        """The one grid that was asked for, else the first."""
        query = self.request.query_params
        by_name = {grid.name: grid for grid in grids}
        table = query.get(self.choice, grids[0].name)
        separator = query.get("separator", "semicolon")
        details = [
            *_unknown(self.choice, table, by_name),
            *_unknown("separator", separator, SEPARATORS),
        ]
        if details:
            raise DomainError("malformed", _("So kann nicht exportiert werden."), details)
        bom = query.get("bom", "").lower() in ("1", "true")
        return csv_bytes(by_name[table], separator=separator, bom=bom)


def _unknown(name: str, value: str, known: Any) -> list[Finding]:
    if value in known:
        return []
    return [
        Finding(
            "not_a_choice",
            f"/{name}",
            _("Möglich ist nur: %(options)s.") % {"options": ", ".join(sorted(known))},
        )
    ]


class GameExportView(ExportView):
    """A game; for everybody who sees it."""

    permission_classes = [IsActor]
    name = "game"

    @exported
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The archive of a game, or its hands as a table."""
        game, _place = game_of(self.actor, game_id)
        games = Game.objects.filter(pk=game.pk)
        return self.file(
            lambda: archive.game_archive(self.actor, game_id), lambda: game_grids(games)
        )


class SeasonExportView(ExportView):
    """A season: tables for its club, the archive for the director."""

    name = "season"

    @exported
    def get(self, request: Request, season_id: UUID) -> HttpResponse:
        """The archive of a season, or its hands, tables and averages."""
        season = season_of(self.actor, season_id)
        return self.file(
            lambda: archive.season_archive(self.actor, season_id),
            lambda: season_grids(season),
        )


class ClubExportView(ExportView):
    """A club, for its director."""

    name = "club"

    @exported
    def get(self, request: Request, club_id: UUID) -> HttpResponse:
        """The archive of a club, or all its hands and averages. Role: director."""
        club = clubs.get_club(self.actor, club_id, Role.DIRECTOR)
        return self.file(
            lambda: archive.club_archive(self.actor, club_id),
            lambda: club_grids(club.games.all(), club.seasons.all()),
        )
