"""Addresses of games and hands below /api/v1/."""

from django.urls import path

from scoring.disputes import api as disputes
from scoring.tables.api import games, hands

urlpatterns = [
    path("games", games.Games.at(get="list", post="create"), name="games"),
    path("games/<uuid:game_id>", games.Games.at(get="retrieve"), name="game"),
    path("games/<uuid:game_id>/hands", hands.Hands.at(get="list", post="create"), name="hands"),
    path(
        "games/<uuid:game_id>/predictions",
        hands.Hands.at(post="add_prediction"),
        name="predictions",
    ),
    path(
        "games/<uuid:game_id>/penalties",
        games.Penalties.at(get="list", post="create"),
        name="penalties",
    ),
    path("games/<uuid:game_id>/sign-offs", games.Games.at(post="sign"), name="sign-offs"),
    path("games/<uuid:game_id>/closing", games.Games.at(post="close"), name="closing"),
    path("games/<uuid:game_id>/reopening", games.Games.at(post="reopen"), name="reopening"),
    path("games/<uuid:game_id>/abandonment", games.Games.at(post="abandon"), name="abandonment"),
    path("games/<uuid:game_id>/seating", games.Games.at(post="reseat"), name="seating"),
    path(
        "games/<uuid:game_id>/settlement",
        games.Settlements.at(get="retrieve", post="settle"),
        name="settlement",
    ),
    path("games/<uuid:game_id>/opening", games.Settlements.at(get="ask"), name="opening"),
    path("games/<uuid:game_id>/ledger", games.Ledger.at(get="list"), name="ledger"),
    path("hands/<uuid:hand_id>", hands.Hands.at(get="retrieve"), name="hand"),
    path(
        "hands/<uuid:hand_id>/entries", hands.Entries.at(get="list", post="create"), name="entries"
    ),
    path(
        "hands/<uuid:hand_id>/confirmations",
        hands.Hands.at(post="confirm"),
        name="confirmations",
    ),
    path("hands/<uuid:hand_id>/contests", hands.Hands.at(post="contest"), name="contests"),
    path("hands/<uuid:hand_id>/resolution", hands.Hands.at(post="resolve"), name="resolution"),
    path(
        "hands/<uuid:hand_id>/disputes",
        disputes.Disputes.at(get="list", post="create"),
        name="disputes",
    ),
    path(
        "games/<uuid:game_id>/hands/<int:number>/disputes",
        disputes.Disputes.at(post="create_running"),
        name="running-disputes",
    ),
    path("disputes/<uuid:dispute_id>", disputes.Disputes.at(get="retrieve"), name="dispute"),
    path(
        "disputes/<uuid:dispute_id>/acceptances",
        disputes.Disputes.at(post="accept"),
        name="dispute-acceptances",
    ),
    path(
        "disputes/<uuid:dispute_id>/booking",
        disputes.Disputes.at(post="book"),
        name="dispute-booking",
    ),
    path(
        "disputes/<uuid:dispute_id>/revocation",
        disputes.Disputes.at(post="revoke"),
        name="dispute-revocation",
    ),
    path(
        "disputes/<uuid:dispute_id>/withdrawal",
        disputes.Disputes.at(post="withdraw"),
        name="dispute-withdrawal",
    ),
    path(
        "disputes/<uuid:dispute_id>/overruling",
        disputes.Disputes.at(post="overrule"),
        name="dispute-overruling",
    ),
    path(
        "penalties/<uuid:penalty_id>/cancellation",
        games.Penalties.at(post="cancel"),
        name="penalty-cancellation",
    ),
    path("batch", hands.Batch.at(post="create"), name="batch"),
]
