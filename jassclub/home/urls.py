"""The addresses of all pages, at the root of the site."""

from django.urls import include, path

from jassclub.exchange.blank_sheet import blank_sheet
from jassclub.exchange.pages import check_list, notation, slates, year
from jassclub.home import calendars, club, game_help, numbers, operator, person, slate, why_game
from scoring.tables.pages import links, new_game
from tournaments.seasons.pages import rules

CLUB = "clubs/<slug:slug>/"

urlpatterns = [
    path("blank-sheet/", blank_sheet, name="blank_sheet"),
    path("", club.home, name="home"),
    path("slate/", slate.slate, name="slate"),
    path("slate/file/", slates.open_file, name="open_slate_file"),
    path("games/<uuid:game_id>/take/", slates.take, name="take_slate"),
    path("games/<uuid:game_id>/slate.json", slates.file, name="slate_file"),
    path("slate/blank/<slug:profile>/", slate.blank_slate, name="blank_slate"),
    path("help/", club.guide, name="help"),
    path("help/games/", game_help.all_games, name="game_helps"),
    path("help/games/<slug:slug>/", game_help.game_help, name="game_help"),
    path(CLUB, club.club, name="club"),
    path(CLUB + "calendar.ics", calendars.club_calendar, name="club_calendar"),
    path(CLUB + "seasons/", club.add_season, name="add_season"),
    path(CLUB + "links/", links.club_links, name="club_links"),
    path(CLUB + "links/<uuid:link_id>/revoke/", links.revoke, name="revoke_club_link"),
    path(
        CLUB + "links/<uuid:link_id>/phones/<uuid:device_id>/revoke/",
        links.revoke_phone,
        name="revoke_phone",
    ),
    path(CLUB, include("jassclub.home.office.urls")),
    path(CLUB + "games/new/", new_game.new_game, name="new_game"),
    path("notation/", notation.notation, name="notation"),
    path("schemas/<slug:name>.json", notation.schema, name="schema_file"),
    path("check-list/", check_list.check_page, name="check_list"),
    path("seasons/<uuid:season_id>/", club.season, name="season"),
    path("seasons/<uuid:season_id>/rules/", rules.season_rules, name="season_rules"),
    path("players/<uuid:player_id>/paper", year.player_paper, name="player_paper"),
    path("seasons/<uuid:season_id>/year/", year.year, name="season_year"),
    path("seasons/<uuid:season_id>/year/<slug:name>", year.year_file, name="season_year_file"),
    path("seasons/<uuid:season_id>/numbers/", numbers.season_numbers, name="season_numbers"),
    path(
        "seasons/<uuid:season_id>/calendar.ics", calendars.season_calendar, name="season_calendar"
    ),
    path("players/<uuid:player_id>/", person.player, name="player"),
    path("players/<uuid:player_id>/numbers/", numbers.player_numbers, name="player_numbers"),
    path(
        "seasons/<uuid:season_id>/players/<uuid:player_id>/why/<slug:variant>/",
        person.season_why,
        name="season_why",
    ),
    path("games/<uuid:game_id>/why/", why_game.game_why, name="game_why"),
    path("players/<uuid:player_id>/why/", person.years_why, name="years_why"),
    path("t/<str:token>", club.arrive),
    path("e/<str:token>/paper", year.own_paper, name="own_paper"),
    path("e/<str:token>/calendar.ics", calendars.own_calendar, name="own_calendar"),
    path("t/<slug:slug>/calendar.ics", calendars.event_calendar, name="event_calendar"),
    path("operator/", operator.failures, name="failures"),
    path("operator/counts/", operator.try_again, name="count_again"),
    path("operator/webhooks/<uuid:webhook_id>/", operator.send_again, name="send_again"),
    path("", include("jassclub.clubs.urls")),
    path("", include("referee.web.urls")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
    path("", include("jassclub.web.urls")),
]
