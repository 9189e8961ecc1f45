"""The addresses of all pages, at the root of the site."""

from django.urls import include, path

from jassclub.clubs.pages import joining, member, members, own_data, roster, sessions, starting
from jassclub.home import arriving, calendar, club, guide, reading, views, why
from scoring.tables.pages import new_game, table_links
from tournaments.papers.pages import list_check

CLUB = "clubs/<slug:slug>/"

urlpatterns = [
    path("", views.home, name="home"),
    path("login/", sessions.LogIn.as_view(), name="login"),
    path("logout/", sessions.LogOut.as_view(), name="logout"),
    path("language/", sessions.language, name="set_language"),
    path("looks/", sessions.looks, name="looks"),
    path("start/", starting.start, name="start"),
    path("join/", starting.join, name="join"),
    path("me/", own_data.own_data, name="own_data"),
    path("me/data.json", own_data.own_file, name="own_file"),
    path("me/<slug:slug>/veil/", own_data.veil, name="own_veil"),
    path("me/<slug:slug>/leave/", own_data.leave, name="own_leave"),
    path("me/<slug:slug>/stay/", own_data.stay, name="own_stay"),
    path("help/", guide.guide, name="help"),
    path("i/<str:token>", joining.arrive, name="invitation"),
    path(CLUB, club.club, name="club"),
    path(CLUB + "calendar.ics", calendar.club_calendar, name="club_calendar"),
    path(CLUB + "players/", club.add_player, name="add_player"),
    path(CLUB + "people/", roster.people, name="people"),
    path(CLUB + "seasons/", club.add_season, name="add_season"),
    path(CLUB + "members/", members.members, name="members"),
    path(CLUB + "members/invite/", members.invite, name="invite"),
    path(CLUB + "members/<int:user_id>/", member.member, name="member"),
    path(CLUB + "members/<int:user_id>/remove/", member.remove, name="remove_member"),
    path(CLUB + "members/<int:user_id>/reset/", members.reset, name="reset"),
    path(
        CLUB + "members/links/<uuid:invitation_id>/revoke/",
        members.revoke,
        name="revoke_invitation",
    ),
    path(CLUB + "links/", table_links.table_links, name="club_links"),
    path(CLUB + "links/<uuid:link_id>/revoke/", table_links.revoke, name="revoke_club_link"),
    path(CLUB, include("jassclub.home.office.urls")),
    path(CLUB + "games/new/", new_game.new_game, name="new_game"),
    path("check-list/", list_check.check_page, name="check_list"),
    path("seasons/<uuid:season_id>/", reading.season, name="season"),
    path("seasons/<uuid:season_id>/calendar.ics", calendar.season_calendar, name="season_calendar"),
    path("players/<uuid:player_id>/", reading.player, name="player"),
    path(
        "seasons/<uuid:season_id>/players/<uuid:player_id>/why/<slug:variant>/",
        why.season_why,
        name="season_why",
    ),
    path("games/<uuid:game_id>/why/", why.game_why, name="game_why"),
    path("players/<uuid:player_id>/why/", why.years_why, name="years_why"),
    path("t/<str:token>", arriving.arrive),
    path("t/<slug:slug>/kalender.ics", calendar.event_calendar, name="event_calendar"),
    path("", include("referee.web.urls")),
    path("", include("scoring.urls")),
    path("", include("tournaments.web.urls")),
    path("", include("jassclub.web.urls")),
]
