"""Addresses of export and import below /api/v1/."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from jassclub.pages.api import exports, imports, spreadsheets


class KindConverter(StringConverter):
    """The kinds of files that go out."""

    regex = "json|csv|xlsx"


register_converter(KindConverter, "kind")

urlpatterns = [
    path(
        "games/<uuid:game_id>/export.<kind:kind>",
        exports.GameExportView.as_view(),
        name="game-export",
    ),
    path(
        "seasons/<uuid:season_id>/export.<kind:kind>",
        exports.SeasonExportView.as_view(),
        name="season-export",
    ),
    path(
        "clubs/<uuid:club_id>/export.<kind:kind>",
        exports.ClubExportView.as_view(),
        name="club-export",
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
