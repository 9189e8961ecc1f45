"""Addresses of the pages about people and their clubs, at the root of the site."""

from django.urls import path

from jassclub.clubs.pages import founding, members, own_data, people, sessions

CLUB = "clubs/<slug:slug>/"

urlpatterns = [
    path("login/", sessions.LogIn.as_view(), name="login"),
    path("login/code/", sessions.second_step, name="login_code"),
    path("logout/", sessions.LogOut.as_view(), name="logout"),
    path("language/", sessions.language, name="set_language"),
    path("looks/", sessions.looks, name="looks"),
    path("start/", founding.start, name="start"),
    path("join/", sessions.join, name="join"),
    path("me/", own_data.own_data, name="own_data"),
    path("me/factor/", own_data.own_factor, name="own_factor"),
    path("me/tokens/<uuid:token_id>/revoke/", own_data.revoke_token, name="revoke_token"),
    path("me/data.json", own_data.own_file, name="own_file"),
    path("me/<slug:slug>/veil/", own_data.veil, name="own_veil"),
    path("me/<slug:slug>/leave/", own_data.leave, name="own_leave"),
    path("me/<slug:slug>/stay/", own_data.stay, name="own_stay"),
    path("i/<str:token>", sessions.arrive, name="invitation"),
    path(CLUB + "people/", people.roster, name="people"),
    path(CLUB + "people/<uuid:player_id>/", people.person, name="person"),
    path(CLUB + "members/", members.members, name="members"),
    path(CLUB + "members/invite/", members.invite, name="invite"),
    path(CLUB + "members/<uuid:user_id>/", members.member, name="member"),
    path(CLUB + "members/<uuid:user_id>/remove/", members.remove, name="remove_member"),
    path(
        CLUB + "members/<uuid:user_id>/factor/",
        members.lost_factor,
        name="lost_factor",
    ),
    path(CLUB + "members/<uuid:user_id>/reset/", members.reset, name="reset"),
    path(
        CLUB + "members/links/<uuid:invitation_id>/revoke/",
        members.revoke,
        name="revoke_invitation",
    ),
]
