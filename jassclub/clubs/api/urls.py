"""The addresses of this room under `/api/v1/`, without a slash at the end."""

from django.urls import path

from jassclub.clubs.api import auth, clubs, kitty, people, table_links

urlpatterns = [
    path("auth/login", auth.LoginView.as_view(), name="auth-login"),
    path("auth/logout", auth.Me.at(post="log_out"), name="auth-logout"),
    path("auth/me", auth.Me.at(get="retrieve", patch="partial_update"), name="auth-me"),
    path("auth/password", auth.PasswordView.as_view(), name="auth-password"),
    path("auth/tokens", auth.ApiTokens.at(get="list", post="create"), name="auth-tokens"),
    path("auth/tokens/<uuid:token_id>", auth.ApiTokens.at(delete="destroy"), name="auth-token"),
    path("clubs", clubs.Clubs.at(get="list", post="create"), name="clubs"),
    path(
        "clubs/<uuid:club_id>", clubs.Clubs.at(get="retrieve", patch="partial_update"), name="club"
    ),
    path("clubs/<uuid:club_id>/changes", clubs.Changes.at(get="list"), name="club-changes"),
    path("clubs/<uuid:club_id>/members", people.Members.at(get="list"), name="members"),
    path(
        "clubs/<uuid:club_id>/members/<uuid:user_id>",
        people.Members.at(get="retrieve", patch="partial_update", delete="destroy"),
        name="member",
    ),
    path(
        "clubs/<uuid:club_id>/invitations",
        auth.Invitations.at(get="list", post="create"),
        name="invitations",
    ),
    path(
        "clubs/<uuid:club_id>/invitations/<uuid:invitation_id>",
        auth.Invitations.at(delete="destroy"),
        name="invitation",
    ),
    path("invitations/accept", auth.Acceptance.at(post="create"), name="invitations-accept"),
    path("players", people.Players.at(get="list", post="create"), name="players"),
    path(
        "players/<uuid:player_id>",
        people.Players.at(get="retrieve", patch="partial_update"),
        name="player",
    ),
    path("players/<uuid:player_id>/data", people.HoldingsView.as_view(), name="player-data"),
    path("players/<uuid:player_id>/merge", people.Merges.at(post="merge"), name="player-merge"),
    path(
        "players/<uuid:player_id>/anonymisation",
        people.Anonymising.at(post="anonymise"),
        name="player-anonymisation",
    ),
    path("clubs/<uuid:club_id>/merges", people.Merges.at(get="list"), name="merges"),
    path("clubs/<uuid:club_id>/kitty", kitty.Kitty.at(get="list", post="create"), name="kitty"),
    path(
        "clubs/<uuid:club_id>/kitty/balances",
        kitty.Balances.at(get="retrieve"),
        name="kitty-balances",
    ),
    path(
        "clubs/<uuid:club_id>/kitty/<uuid:booking_id>/cancellation",
        kitty.Kitty.at(post="cancel"),
        name="kitty-cancellation",
    ),
    path("merges/<uuid:merge_id>/undo", people.Merges.at(post="reverse"), name="merge-undo"),
    path("seasons", clubs.Seasons.at(get="list", post="create"), name="seasons"),
    path(
        "seasons/<uuid:season_id>",
        clubs.Seasons.at(get="retrieve", patch="partial_update", delete="destroy"),
        name="season",
    ),
    path("table-links", table_links.TableLinks.at(get="list", post="create"), name="table-links"),
    path("table-links/open", table_links.OpenTableView.as_view(), name="table-links-open"),
    path(
        "table-links/<uuid:link_id>",
        table_links.TableLinks.at(get="retrieve", delete="destroy"),
        name="table-link",
    ),
    path(
        "devices/me",
        table_links.Devices.at(get="retrieve", patch="partial_update"),
        name="device-me",
    ),
]
