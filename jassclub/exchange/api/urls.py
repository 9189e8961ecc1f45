"""Addresses of export and import below /api/v1/."""

from django.urls import path

from jassclub.exchange.api import exports, imports, spreadsheets
from tournaments.papers import api as papers

CLUB = "clubs/<uuid:club_id>"
TOURNAMENT = "tournaments/<uuid:tournament_id>"
EXPORTS = {
    "games/<uuid:game_id>": exports.GameExportView,
    "seasons/<uuid:season_id>": exports.SeasonExportView,
    CLUB: exports.ClubExportView,
    TOURNAMENT: exports.TournamentExportView,
}

urlpatterns = [
    *(
        path(f"{address}/export.{kind}", view.as_view(kind=kind), name=f"{view.name}-{kind}")
        for address, view in EXPORTS.items()
        for kind in exports.TYPES
    ),
    path(f"{CLUB}/imports", imports.ImportsView.as_view()),
    imports.Imports.at(f"{CLUB}/imports/<uuid:import_id>", "retrieve"),
    path(f"{CLUB}/tournament-imports", imports.TournamentImportsView.as_view()),
    path(f"{CLUB}/spreadsheets", spreadsheets.SpreadsheetsView.as_view()),
    spreadsheets.Spreadsheets.at(f"{CLUB}/spreadsheets/<uuid:preview_id>", "retrieve", "destroy"),
    spreadsheets.Spreadsheets.at(f"{CLUB}/spreadsheets/<uuid:preview_id>/acceptance", "accept"),
    path(f"{TOURNAMENT}/entries/preview", spreadsheets.EntryPreviewView.as_view()),
    path(f"{TOURNAMENT}/entries/import", spreadsheets.EntryImportView.as_view()),
    *(
        path(
            f"{TOURNAMENT}/papers/{paper}.pdf",
            papers.PaperView.as_view(paper=paper, asks=papers.WISHES.get(paper, ())),
            name=f"paper-{paper}",
        )
        for paper in papers.PAPERS
    ),
    path(f"{TOURNAMENT}/table-cards", papers.TableCardsView.as_view()),
]
