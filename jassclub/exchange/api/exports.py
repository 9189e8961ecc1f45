"""`/games/{id}/export.{kind}`, seasons, clubs and tournaments alike: everything out, as a file."""

import json
from collections.abc import Callable, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from jassclub.api.views import FileNegotiation, whole
from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Anyone, IsActor, IsPerson
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.models import Role
from jassclub.clubs.rights import has_role
from jassclub.core.errors import DomainError, Finding, NotAllowed
from jassclub.core.files import saved_as
from jassclub.exchange.archives import archive
from jassclub.exchange.archives.dump import Document
from jassclub.exchange.archives.photos import photos_of, written
from jassclub.exchange.archives.tournament import tournament_archive
from jassclub.exchange.grids import (
    SEPARATORS,
    XLSX,
    Grid,
    club_grids,
    coded,
    csv_bytes,
    game_grids,
    season_grids,
    xlsx_bytes,
)
from jassclub.exchange.tournament_grids import DESK, GRIDS, View
from scoring.claims.selectors import game_of
from scoring.core.models import Game
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of
from tournaments.seasons.selectors import season_of
from tournaments.standings.models import Ranking

TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "xlsx": XLSX,
}


def archive_form(name: str) -> dict[str, Any]:
    """An archive for the document: free JSON that has a schema of its own."""
    words = f"An archive; its JSON Schema is /schemas/{name}.json."
    return {"type": "object", "additionalProperties": {}, "description": words}


FILES = {
    (200, "application/json"): archive_form("archive"),
    (200, "text/csv"): OpenApiTypes.BINARY,
    (200, TYPES["xlsx"]): OpenApiTypes.BINARY,
}
CSV = [
    OpenApiParameter(
        "separator",
        str,
        enum=sorted(SEPARATORS),
        description="what stands between two cells",
        default="semicolon",
    ),
    OpenApiParameter(
        "bom", bool, description="begin with a byte order mark, for Excel", default=False
    ),
    OpenApiParameter(
        "headings",
        str,
        enum=["words", "codes"],
        description="headings in the language of the reader, or codes for programs; with codes, "
        "the words of the service in cells are codes, too",
        default="words",
    ),
]
ASKED = {"json": (), "csv": ("separator", "bom", "headings"), "xlsx": ("headings",)}
"""The questions that bear on a kind."""
exported = extend_schema(
    parameters=[
        OpenApiParameter(
            "table",
            str,
            description="`hands`, `averages`, or `standings-` and the slug of a game; "
            "without it the first that there is",
        ),
        *CSV,
    ],
    responses=FILES,
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
    def operation(self) -> str:
        """What it is called, for the document: `exportGameCsv`."""
        return f"export{self.name.capitalize()}{self.kind.capitalize()}"

    @property
    def asks(self) -> tuple[str, ...]:
        """The questions that bear on this kind, for the document."""
        return ASKED[self.kind] if self.kind != "csv" else (self.choice, *ASKED["csv"])

    choice: ClassVar[str] = "table"
    """What the parameter is called that names one of several tables."""

    def file(
        self,
        archived: Callable[[], Document],
        grids: Callable[[], Sequence[Grid]],
        *,
        name: Sequence[object],
    ) -> HttpResponseBase:
        """The file of the kind that was asked for, to be saved; nobody on the way keeps it."""
        if self.kind == "json":
            return self._saved(self._pieces(archived()), *name)
        told = coded(grids) if self.asked["headings"] == "codes" else grids()
        if self.kind == "xlsx":
            return self._saved(HttpResponse(xlsx_bytes(told)), *name)
        grid = self._chosen(told)
        content = csv_bytes(grid, separator=self.asked["separator"], bom=self.asked["bom"])
        return self._saved(HttpResponse(content), *name, grid.title)

    def _pieces(self, archive: Document) -> HttpResponseBase:
        """Photos are sent as they are read: those of a club would not fit into memory."""
        if "games" in archive and photos_of(archive).exists():
            return StreamingHttpResponse(written(archive))
        return HttpResponse(json.dumps(archive, ensure_ascii=False, sort_keys=True))

    def _saved(self, answer: HttpResponseBase, *name: object) -> HttpResponseBase:
        answer["Content-Type"] = TYPES[self.kind]
        answer["Content-Disposition"] = saved_as(*name, end=self.kind)
        answer["Cache-Control"] = "private, no-store"
        return answer

    def _chosen(self, grids: Sequence[Grid]) -> Grid:
        """The one grid that was asked for, else the first."""
        by_name = {grid.name: grid for grid in grids}
        table = self.asked.get(self.choice, grids[0].name)
        if table not in by_name:
            text = _("Möglich ist nur: %(options)s.") % {"options": ", ".join(sorted(by_name))}
            details = [Finding("not_a_choice", f"/{self.choice}", text)]
            raise DomainError("malformed", _("So kann nicht exportiert werden."), details)
        return by_name[table]


class GameExportView(ExportView):
    """A game; for everybody who sees it."""

    permission_classes = [IsActor]
    name = "game"

    @exported
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """The archive of a game, or its hands as a table."""
        game, _place = game_of(self.actor, game_id)
        games = Game.objects.filter(pk=game.pk)
        return self.file(
            lambda: archive.game_archive(self.actor, game_id),
            lambda: game_grids(games),
            name=(game.club.slug, game.played_on, game.label),
        )


class SeasonExportView(ExportView):
    """A season: tables for its club, the archive for the director."""

    name = "season"

    @exported
    def get(self, request: Request, season_id: UUID) -> HttpResponseBase:
        """The archive of a season, or its hands, tables and averages."""
        season = season_of(self.actor, season_id)
        return self.file(
            lambda: archive.season_archive(self.actor, season_id),
            lambda: season_grids(season),
            name=(season.club.slug, season.name),
        )


class ClubExportView(ExportView):
    """A club, for its director."""

    name = "club"

    @exported
    def get(self, request: Request, club_id: UUID) -> HttpResponseBase:
        """The archive of a club, or all its hands and averages. Role: director."""
        club = clubs.get_club(self.actor, club_id, Role.DIRECTOR)
        return self.file(
            lambda: archive.club_archive(self.actor, club_id),
            lambda: club_grids(club.games.all(), club.seasons.all()),
            name=(club.slug,),
        )


LAST_ROUND = 9_999


class TournamentExportView(ExportView):
    """A tournament, for everybody who sees it."""

    permission_classes = [Anyone]
    name = "tournament"
    choice = "what"

    @property
    def asks(self) -> tuple[str, ...]:
        """The ranking of a round, of tables too."""
        return () if self.kind == "json" else (*super().asks, "what", "after")

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "what",
                str,
                enum=list(GRIDS),
                description="which table; without it `entries` as CSV, all of them as XLSX",
            ),
            whole(
                "after",
                "of a ranking: as kept when the round of this number closed; 0 is the live one",
                most=LAST_ROUND,
                default=Ranking.LIVE,
            ),
            *CSV,
        ],
        responses=FILES | {(200, "application/json"): archive_form("tournament-archive")},
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """Entries, seats, results, ranking or log; contacts and money for the desk only.

        As JSON: the archive, with everything. Role for that: director.
        """
        tournament = tournament_of(self.actor, tournament_id)
        return self.file(
            lambda: tournament_archive(self.actor, tournament_id),
            lambda: self._grids(tournament),
            name=(tournament.slug,),
        )

    def _grids(self, tournament: Tournament) -> Sequence[Grid]:
        """What was asked for; of a workbook without a word, all that the reader may see."""
        for_desk = has_role(self.actor, tournament.club_id, Role.SCRIBE)
        view = View(tournament, for_desk, self.asked["after"])
        wished = self.asked.get("what", "" if self.kind == "xlsx" else "entries")
        if wished in DESK and not view.for_desk:
            raise NotAllowed("role_missing", _("Das ist für das Büro des Turniers."))
        names = [wished] if wished else [n for n in GRIDS if view.for_desk or n not in DESK]
        return [GRIDS[name](view) for name in names]
