"""`/tournaments/{id}/export.{json,csv,xlsx}`: everything that a tournament holds."""

import json
from collections.abc import Sequence
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from jassclub.clubs.models import Role
from jassclub.clubs.permissions import Anyone, has_role
from jassclub.core.digits import number_in
from jassclub.core.errors import DomainError, NotAllowed
from jassclub.core.findings import Finding
from jassclub.exchange.api.exports import TYPES, ExportView
from jassclub.exchange.files import SEPARATORS, xlsx_bytes
from jassclub.exchange.grids import Grid
from jassclub.exchange.tournament_archive import tournament_archive
from jassclub.exchange.tournament_grids import DESK, GRIDS, View
from tournaments.core.selectors import tournament_of
from tournaments.standings.models import Ranking

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
            OpenApiParameter("what", str, enum=list(GRIDS), description="XLSX: without it all"),
            OpenApiParameter("after", int, description="ranking: as kept when this round closed"),
            OpenApiParameter("separator", str, enum=sorted(SEPARATORS), description="CSV"),
            OpenApiParameter("bom", bool, description="CSV: begin with a byte order mark"),
        ],
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, TYPES["xlsx"]): OpenApiTypes.BINARY,
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Entries, seats, results, ranking, log; contacts and money for the desk only.

        JSON: the archive, with everything. Role: director.
        """
        tournament = tournament_of(self.actor, tournament_id)
        if self.kind == "json":
            told = tournament_archive(self.actor, tournament_id)
            content = json.dumps(told, ensure_ascii=False, sort_keys=True).encode()
            return self.sent(content, name=tournament.slug)
        for_desk = has_role(self.actor, tournament.club_id, Role.SCRIBE)
        view = View(tournament, for_desk, _round(request.query_params.get("after", "")))
        grids = self._grids(view)
        content = xlsx_bytes(grids) if self.kind == "xlsx" else self.csv(grids)
        return self.sent(content, name=tournament.slug)

    def _grids(self, view: View) -> Sequence[Grid]:
        """What was asked for; of a workbook without a word, all that he may see."""
        wished = self.request.query_params.get("what", "" if self.kind == "xlsx" else "entries")
        if wished in DESK and not view.for_desk:
            raise NotAllowed("role_missing", _("Das ist für das Büro des Turniers."))
        if wished and wished not in GRIDS:
            text = _("Möglich ist nur: %(options)s.") % {"options": ", ".join(GRIDS)}
            details = [Finding("not_a_choice", "/what", text)]
            raise DomainError("malformed", _("So kann nicht exportiert werden."), details)
        names = [wished] if wished else [n for n in GRIDS if view.for_desk or n not in DESK]
        return [GRIDS[name](view) for name in names]


def _round(text: str) -> int:
    number = number_in(text, most_digits=len(str(LAST_ROUND)))
    return Ranking.LIVE if number is None else number
