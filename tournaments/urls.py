"""Addresses of the pages of a tournament."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.entries.pages import commands, sign_up
from tournaments.public.pages import board, event
from tournaments.results.pages import views

TABLE = "tables/<uuid:table_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(TABLE, views.table, name="tournament_table"),
    path(TABLE + "seat/", views.seat, name="tournament_table_seat"),
    path(TABLE + "hands/", views.record, name="tournament_table_hands"),
    path(TABLE + "totals/", views.type_at_table, name="tournament_table_totals"),
    path(
        TABLE + "totals/<uuid:sheet_id>/confirm/",
        views.confirm_at_table,
        name="tournament_table_confirm",
    ),
    path(
        TABLE + "totals/<uuid:sheet_id>/contest/",
        views.contest_at_table,
        name="tournament_table_contest",
    ),
    path(TABLE + "leave/", views.leave, name="tournament_table_leave"),
]

EVENT = "t/<slug:slug>/"

urlpatterns += [
    path("turniere/", event.tournaments, name="public_tournaments"),
    path(EVENT, event.event, name="public_event"),
    path(EVENT + "anmelden/", sign_up.sign_up, name="public_sign_up"),
    path(EVENT + "da/<str:token>", board.ticket, name="public_ticket"),
    path(EVENT + "da/<str:token>/abmelden", board.withdraw, name="public_withdraw"),
    path(EVENT + "da/<str:token>/daten.json", board.ticket_data, name="public_ticket_data"),
    path(EVENT + "da/<str:token>/gehen", board.go, name="public_go"),
    path(EVENT + "regelwerk/", event.rules, name="public_rules"),
    path(EVENT + "resultate/", event.results, name="public_results"),
    path(EVENT + "p/<int:number>/", event.person, name="public_person"),
    path(EVENT + "tafel/", board.board, name="public_board"),
]

urlpatterns += [
    path("clubs/<slug:slug>/", include("tournaments.desk.urls")),
    path("check-in/<str:token>/", commands.check_in, name="desk_check_in"),
]
