"""The addresses of all pages, at the root of the site."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path

from jassclub.pages import views

urlpatterns = [
    path("", views.home, name="home"),
    path("login/", views.LogIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/games/new/", views.new_game, name="new_game"),
    path("seasons/<uuid:season_id>/", views.season, name="season"),
    path("players/<uuid:player_id>/", views.player, name="player"),
    path("", include("scoring.web.urls")),
    path("", include("jassclub.web.urls")),
]
