"""The addresses of this room under `/api/v1/`, without a slash at the end."""

from django.urls import path

from jassclub.clubs.api import auth, clubs, people, table_links

CLUB = "clubs/<uuid:club_id>"
PLAYER = "players/<uuid:player_id>"

urlpatterns = [
    path("auth/login", auth.LoginView.as_view()),
    path("auth/logout", auth.LogOutView.as_view()),
    auth.Me.at("auth/me", "retrieve", "partial_update"),
    path("auth/password", auth.PasswordView.as_view()),
    auth.ApiTokens.at("auth/tokens", "list", "create"),
    auth.ApiTokens.at("auth/tokens/<uuid:token_id>", "destroy"),
    auth.Acceptance.at("invitations/acceptance", "create"),
    clubs.Clubs.at("clubs", "list", "create"),
    clubs.Clubs.at(CLUB, "retrieve", "partial_update"),
    clubs.Changes.at(f"{CLUB}/changes", "list"),
    people.Members.at(f"{CLUB}/members", "list"),
    people.Members.at(f"{CLUB}/members/<uuid:user_id>", "retrieve", "partial_update", "destroy"),
    auth.Invitations.at(f"{CLUB}/invitations", "list", "create"),
    auth.Invitations.at(f"{CLUB}/invitations/<uuid:invitation_id>", "destroy"),
    people.Merges.at(f"{CLUB}/merges", "list"),
    people.Merges.at(f"{CLUB}/merges/<uuid:merge_id>/reversal", "reverse"),
    clubs.Kitty.at(f"{CLUB}/kitty/bookings", "list", "create"),
    clubs.Kitty.at(f"{CLUB}/kitty/bookings/<uuid:booking_id>/cancellation", "cancel"),
    clubs.Balances.at(f"{CLUB}/kitty/balances", "retrieve"),
    people.Players.at("players", "list", "create"),
    people.Players.at(PLAYER, "retrieve", "partial_update"),
    path(f"{PLAYER}/data", people.HoldingsView.as_view(), name="player-data"),
    people.Merges.at(f"{PLAYER}/merge", "merge"),
    people.Anonymising.at(f"{PLAYER}/anonymisation", "anonymise"),
    clubs.Seasons.at("seasons", "list", "create"),
    clubs.Seasons.at("seasons/<uuid:season_id>", "retrieve", "partial_update", "destroy"),
    table_links.TableLinks.at("table-links", "list", "create"),
    table_links.TableLinks.at("table-links/<uuid:link_id>", "retrieve", "destroy"),
    table_links.LinkDevices.at("table-links/<uuid:link_id>/devices", "list"),
    table_links.LinkDevices.at("table-links/<uuid:link_id>/devices/<uuid:device_id>", "destroy"),
    path("devices", table_links.OpenTableView.as_view()),
    table_links.Devices.at("devices/me", "retrieve", "partial_update"),
]
