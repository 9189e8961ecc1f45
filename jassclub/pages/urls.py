"""The addresses of all pages, at the root of the site."""

from django.urls import include, path

from jassclub.pages import club, joining, members, sessions, views

CLUB = "clubs/<slug:slug>/"

urlpatterns = [
    path("", views.home, name="home"),
    path("login/", sessions.LogIn.as_view(), name="login"),
    path("logout/", sessions.LogOut.as_view(), name="logout"),
    path("language/", sessions.language, name="set_language"),
    path("looks/", sessions.looks, name="looks"),
    path("i/<str:token>", joining.arrive, name="invitation"),
    path(CLUB, club.club, name="club"),
    path(CLUB + "players/", club.add_player, name="add_player"),
    path(CLUB + "seasons/", club.add_season, name="add_season"),
    path(CLUB + "members/", members.members, name="members"),
    path(CLUB + "members/invite/", members.invite, name="invite"),
    path(CLUB + "members/<int:user_id>/reset/", members.reset, name="reset"),
    path(
        CLUB + "members/links/<uuid:invitation_id>/revoke/",
        members.revoke,
        name="revoke_invitation",
    ),
    path(CLUB, include("jassclub.pages.office.urls")),
    path(CLUB + "games/new/", views.new_game, name="new_game"),
    path("seasons/<uuid:season_id>/", views.season, name="season"),
    path("players/<uuid:player_id>/", views.player, name="player"),
    path("", include("referee.web.urls")),
    path("", include("scoring.web.urls")),
    path("", include("jassclub.web.urls")),
]
