"""Addresses of season tables below /api/v1/."""

from django.urls import path

from tournaments.api import openings, views

urlpatterns = [
    path("seasons/<uuid:season_id>/standings", views.StandingsView.as_view(), name="standings"),
    path("seasons/<uuid:season_id>/averages", views.AveragesView.as_view(), name="averages"),
    path(
        "players/<uuid:player_id>/averages",
        views.PlayerAveragesView.as_view(),
        name="player-averages",
    ),
    path("clubs/<uuid:club_id>/averages", openings.AllTimeView.as_view(), name="club-averages"),
    path("clubs/<uuid:club_id>/openings", openings.OpeningsView.as_view(), name="openings"),
    path("openings/<uuid:opening_id>/balances", openings.OpeningView.as_view(), name="balances"),
]
