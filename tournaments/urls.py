"""Addresses of the pages of a tournament."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from tournaments.boards import page as boards
from tournaments.desk.pages import find, log, people, settings, table
from tournaments.door import page as door
from tournaments.draw.pages import plan
from tournaments.entries.pages import commands, sign_up
from tournaments.evenings.pages import dates, evening
from tournaments.money import page as money
from tournaments.papers.pages import cards, logos
from tournaments.public import group_tables
from tournaments.public.pages import board, event, mails, phones
from tournaments.results.pages import views

TABLE = "tables/<uuid:table_id>/"
EVENT = "t/<slug:slug>/"
TICKET = EVENT + "ticket/<str:token>"
EVENING = "evenings/<slug:day>/"
DESK = "tournaments/<slug:tslug>/"
DESK_TABLE = DESK + "rounds/<int:number>/tables/<int:at>/"
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
    path("tournaments/", event.tournaments, name="public_tournaments"),
    path(EVENT, event.event, name="public_event"),
    path(EVENT + "sign-up/", sign_up.sign_up, name="public_sign_up"),
    path(TICKET, board.ticket, name="public_ticket"),
    path(TICKET + "/withdraw", board.withdraw, name="public_withdraw"),
    path(TICKET + "/data.json", board.ticket_data, name="public_ticket_data"),
    path(TICKET + "/mails", mails.ask, name="public_mails"),
    path(TICKET + "/phone", phones.ask, name="public_phone"),
    path(TICKET + "/seat.json", phones.seat, name="public_ticket_seat"),
    path(EVENT + "bell.js", phones.bell, name="public_bell"),
    path(EVENT + "mails/<str:token>", mails.yes, name="public_yes_mails"),
    path(EVENT + "no-mails/<str:token>", mails.no_more, name="public_no_mails"),
    path(TICKET + "/leave", board.go, name="public_leave"),
    path(EVENT + "regulation/", event.rules, name="public_regulation"),
    path(EVENT + "results/", event.results, name="public_results"),
    path(EVENT + "boards/", boards.boards, name="public_boards"),
    path(EVENT + "boards/<int:number>/", boards.board, name="public_board_of_cards"),
    path(EVENT + "groups/", group_tables.groups, name="public_groups"),
    path(EVENT + "bracket/", event.bracket, name="public_bracket"),
    path(EVENT + "p/<int:number>/", event.person, name="public_person"),
    path(EVENT + "board/", board.board, name="public_board"),
    path(EVENT + "logos/<uuid:logo_id>.jpg", logos.logo, name="public_logo"),
    *(
        path(old, RedirectView.as_view(pattern_name=name, permanent=True, query_string=True))
        for old, name in PRINTED.items()
    ),
    path(
        "clubs/<slug:slug>/",
        include(
            [
                path("evenings/", dates.evenings, name="evenings"),
                path("evenings/apart/", dates.apart, name="evenings_apart"),
                path(EVENING, evening.evening, name="evening"),
                path(EVENING + "do/<slug:name>/", evening.do, name="evening_do"),
                path(EVENING + "sheets/", evening.sheets, name="evening_sheets"),
                path("new-tournament/", settings.new, name="new_tournament"),
                path("tournaments/", settings.tournaments, name="club_tournaments"),
                path(DESK, table.desk, name="desk"),
                path(DESK + "do/<slug:name>/", table.do, name="desk_do"),
                path(DESK + "results/", table.type_result, name="desk_result"),
                path(DESK_TABLE, table.table, name="desk_table"),
                path(DESK_TABLE + "settle/", table.settle, name="desk_settle"),
                path(DESK + "settings/", settings.settings, name="desk_settings"),
                path(DESK + "find/", find.find, name="desk_find"),
                path(DESK + "people/", people.people_page, name="desk_people"),
                path(DESK + "people/<int:number>/", people.person_page, name="desk_person"),
                path(DESK + "door/", door.door, name="desk_door"),
                path(DESK + "door/state.json", door.state, name="desk_door_state"),
                path(DESK + "cards/", cards.cards_page, name="desk_cards"),
                path(DESK + "logos/", logos.logos_page, name="desk_logos"),
                path(DESK + "plan/", plan.plan_page, name="desk_plan"),
                path(DESK + "boards/", boards.boards_page, name="desk_boards"),
                path(DESK + "boards/<int:number>/", boards.sort_page, name="desk_sort"),
                path(DESK + "money/", money.money_page, name="desk_money"),
                path(DESK + "money/payouts/", money.payouts, name="desk_payouts"),
                path(DESK + "log/", log.log_page, name="desk_log"),
            ]
        ),
    ),
    path("e/<str:token>/", dates.own_evenings, name="own_evenings"),
    path("e/<str:token>/mail/", dates.own_reminder, name="own_reminder"),
    path("e/mails/<str:word>/", dates.yes_reminders, name="yes_reminders"),
    path("check-in/<str:token>/", commands.check_in, name="desk_check_in"),
]
