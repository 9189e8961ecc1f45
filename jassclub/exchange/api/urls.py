"""Addresses of export and import below /api/v1/."""

from django.urls import path

from jassclub.exchange.api import exports, imports, spreadsheets
from tournaments.papers import api as tournament_papers

ONE = "tournaments/<uuid:tournament_id>"
EXPORTS = {
    "games/<uuid:game_id>": exports.GameExportView,
    "seasons/<uuid:season_id>": exports.SeasonExportView,
    "clubs/<uuid:club_id>": exports.ClubExportView,
    ONE: exports.TournamentExportView,
}

urlpatterns = [
    *(
        path(f"{address}/export.{kind}", view.as_view(kind=kind), name=f"{view.name}-{kind}")
        for address, view in EXPORTS.items()
        for kind in exports.TYPES
    ),
    path("clubs/<uuid:club_id>/imports", imports.ImportsView.as_view(), name="imports"),
    path(
        "clubs/<uuid:club_id>/imports/<uuid:import_id>",
        imports.Imports.at(get="retrieve"),
        name="import",
    ),
    path(
        "clubs/<uuid:club_id>/spreadsheets",
        spreadsheets.SpreadsheetsView.as_view(),
        name="spreadsheets",
    ),
    path(
        "clubs/<uuid:club_id>/spreadsheets/<uuid:preview_id>",
        spreadsheets.Spreadsheets.at(get="retrieve", delete="destroy"),
        name="spreadsheet",
    ),
    path(
        "clubs/<uuid:club_id>/spreadsheets/<uuid:preview_id>/acceptance",
        spreadsheets.Spreadsheets.at(post="accept"),
        name="spreadsheet-acceptance",
    ),
    path(f"{ONE}/entries/preview", spreadsheets.EntryPreviewView.as_view(), name="entries-preview"),
    path(f"{ONE}/entries/import", spreadsheets.EntryImportView.as_view(), name="entries-import"),
    *(
        path(
            f"{ONE}/papers/{paper}.pdf",
            tournament_papers.PaperView.as_view(
                paper=paper, asks=tournament_papers.WISHES.get(paper, ())
            ),
            name=f"paper-{paper}",
        )
        for paper in tournament_papers.PAPERS
    ),
    path(f"{ONE}/table-cards", tournament_papers.TableCardsView.as_view(), name="table-cards"),
    path(
        "clubs/<uuid:club_id>/tournament-imports",
        imports.TournamentImportsView.as_view(),
        name="tournament-imports",
    ),
]
