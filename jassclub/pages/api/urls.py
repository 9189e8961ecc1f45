"""Addresses of export and import below /api/v1/."""

from django.urls import path

from jassclub.pages.api import exports, imports, spreadsheets

EXPORTS = {
    "games/<uuid:game_id>": exports.GameExportView,
    "seasons/<uuid:season_id>": exports.SeasonExportView,
    "clubs/<uuid:club_id>": exports.ClubExportView,
}

urlpatterns = [
    *(
        path(f"{address}/export.{kind}", view.as_view(kind=kind), name=f"{view.name}-{kind}")
        for address, view in EXPORTS.items()
        for kind in exports.TYPES
    ),
    path("clubs/<uuid:club_id>/imports", imports.ImportsView.as_view(), name="imports"),
    path(
        "clubs/<uuid:club_id>/spreadsheets",
        spreadsheets.SpreadsheetsView.as_view(),
        name="spreadsheets",
    ),
    path(
        "clubs/<uuid:club_id>/spreadsheets/<uuid:preview_id>",
        spreadsheets.SpreadsheetView.as_view(),
        name="spreadsheet",
    ),
    path(
        "clubs/<uuid:club_id>/spreadsheets/<uuid:preview_id>/acceptance",
        spreadsheets.AcceptanceView.as_view(),
        name="spreadsheet-acceptance",
    ),
]
