"""Addresses of the pages of a tournament."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

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
TICKET = EVENT + "ticket/<str:token>"

urlpatterns += [
    path("tournaments/", event.tournaments, name="public_tournaments"),
    path(EVENT, event.event, name="public_event"),
    path(EVENT + "sign-up/", sign_up.sign_up, name="public_sign_up"),
    path(TICKET, board.ticket, name="public_ticket"),
    path(TICKET + "/withdraw", board.withdraw, name="public_withdraw"),
    path(TICKET + "/data.json", board.ticket_data, name="public_ticket_data"),
    path(TICKET + "/leave", board.go, name="public_leave"),
    path(EVENT + "regulation/", event.rules, name="public_regulation"),
    path(EVENT + "results/", event.results, name="public_results"),
    path(EVENT + "p/<int:number>/", event.person, name="public_person"),
    path(EVENT + "board/", board.board, name="public_board"),
]

PRINTED = {
    "turniere/": "public_tournaments",
    EVENT + "anmelden/": "public_sign_up",
    EVENT + "da/<str:token>": "public_ticket",
    EVENT + "regelwerk/": "public_regulation",
    EVENT + "resultate/": "public_results",
    EVENT + "tafel/": "public_board",
    EVENT + "kalender.ics": "event_calendar",
}
"""German addresses that stand on paper, in codes, in letters and in calendars, and where each
leads for good."""

urlpatterns += [
    path(old, RedirectView.as_view(pattern_name=name, permanent=True, query_string=True))
    for old, name in PRINTED.items()
]

urlpatterns += [
    path("clubs/<slug:slug>/", include("tournaments.desk.urls")),
    path("check-in/<str:token>/", commands.check_in, name="desk_check_in"),
]
