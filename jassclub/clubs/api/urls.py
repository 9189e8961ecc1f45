"""The addresses of this room under `/api/v1/`, without a slash at the end."""

from django.urls import path, register_converter

from jassclub.api.converters import IdConverter
from jassclub.clubs.api import (
    auth,
    clubs,
    invitations,
    kitty,
    people,
    table_links,
)

register_converter(IdConverter, "id")

urlpatterns = [
    path("auth/login", auth.LoginView.as_view(), name="auth-login"),
    path("auth/logout", auth.LogoutView.as_view(), name="auth-logout"),
    path("auth/me", auth.MeView.as_view(), name="auth-me"),
    path("auth/password", auth.PasswordView.as_view(), name="auth-password"),
    path("auth/tokens", auth.ApiTokensView.as_view(), name="auth-tokens"),
    path("auth/tokens/<uuid:token_id>", auth.ApiTokenView.as_view(), name="auth-token"),
    path("clubs", clubs.Clubs.at(get="list", post="create"), name="clubs"),
    path(
        "clubs/<uuid:club_id>", clubs.Clubs.at(get="retrieve", patch="partial_update"), name="club"
    ),
    path("clubs/<uuid:club_id>/changes", clubs.Changes.at(get="list"), name="club-changes"),
    path("clubs/<uuid:club_id>/members", people.MembersView.as_view(), name="members"),
    path("clubs/<uuid:club_id>/members/<id:user_id>", people.MemberView.as_view(), name="member"),
    path(
        "clubs/<uuid:club_id>/invitations",
        invitations.InvitationsView.as_view(),
        name="invitations",
    ),
    path(
        "clubs/<uuid:club_id>/invitations/<uuid:invitation_id>",
        invitations.InvitationView.as_view(),
        name="invitation",
    ),
    path("invitations/accept", invitations.AcceptView.as_view(), name="invitations-accept"),
    path("players", people.PlayersView.as_view(), name="players"),
    path("players/<uuid:player_id>", people.PlayerView.as_view(), name="player"),
    path("players/<uuid:player_id>/data", people.HoldingsView.as_view(), name="player-data"),
    path("players/<uuid:player_id>/merge", people.MergingView.as_view(), name="player-merge"),
    path(
        "players/<uuid:player_id>/anonymisation",
        people.AnonymisingView.as_view(),
        name="player-anonymisation",
    ),
    path("clubs/<uuid:club_id>/merges", people.MergesView.as_view(), name="merges"),
    path("clubs/<uuid:club_id>/kitty", kitty.KittyView.as_view(), name="kitty"),
    path(
        "clubs/<uuid:club_id>/kitty/balances",
        kitty.KittyBalancesView.as_view(),
        name="kitty-balances",
    ),
    path(
        "clubs/<uuid:club_id>/kitty/<uuid:booking_id>/cancellation",
        kitty.KittyCancellationView.as_view(),
        name="kitty-cancellation",
    ),
    path("merges/<uuid:merge_id>/undo", people.MergeUndoView.as_view(), name="merge-undo"),
    path("seasons", clubs.Seasons.at(get="list", post="create"), name="seasons"),
    path(
        "seasons/<uuid:season_id>",
        clubs.Seasons.at(get="retrieve", patch="partial_update", delete="destroy"),
        name="season",
    ),
    path("table-links", table_links.TableLinksView.as_view(), name="table-links"),
    path("table-links/open", table_links.OpenTableView.as_view(), name="table-links-open"),
    path("table-links/<uuid:link_id>", table_links.TableLinkView.as_view(), name="table-link"),
    path("devices/me", table_links.DeviceView.as_view(), name="device-me"),
]
