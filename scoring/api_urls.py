"""Addresses of games and hands below /api/v1/."""

from scoring.disputes.api import Calls, Disputes
from scoring.photos.api import Photos
from scoring.tables.api.anchors import Anchors
from scoring.tables.api.games import Games, Ledger, Penalties, Settlements
from scoring.tables.api.hands import Batch, Entries, Hands

GAME = "games/<uuid:game_id>"
HAND = "hands/<uuid:hand_id>"
DISPUTE = "disputes/<uuid:dispute_id>"

urlpatterns = [
    Games.at("games", "list", "create"),
    Games.at(GAME, "retrieve"),
    Games.at(f"{GAME}/sign-offs", "sign"),
    Games.at(f"{GAME}/closure", "close"),
    Games.at(f"{GAME}/reopening", "reopen"),
    Games.at(f"{GAME}/abandonment", "abandon"),
    Games.at(f"{GAME}/cancellation", "cancel"),
    Games.at(f"{GAME}/seating", "reseat"),
    Settlements.at(f"{GAME}/settlement", "retrieve", "settle"),
    Settlements.at(f"{GAME}/opening-question", "retrieve_opening_question"),
    Ledger.at(f"{GAME}/ledger", "list"),
    Penalties.at(f"{GAME}/penalties", "list", "create"),
    Penalties.at(f"{GAME}/penalties/<uuid:penalty_id>/cancellation", "cancel"),
    Photos.at(f"{GAME}/photos", "list"),
    Photos.at(f"{GAME}/photos/<uuid:photo_id>", "retrieve"),
    Hands.at(f"{GAME}/hands", "list", "create"),
    Hands.at(f"{GAME}/predictions", "add_prediction"),
    Disputes.at(f"{GAME}/hands/<int:number>/disputes", "create_running"),
    Hands.at(HAND, "retrieve"),
    Entries.at(f"{HAND}/entries", "list", "create"),
    Hands.at(f"{HAND}/confirmations", "confirm"),
    Hands.at(f"{HAND}/contests", "contest"),
    Hands.at(f"{HAND}/resolution", "resolve"),
    Disputes.at(f"{HAND}/disputes", "list", "create"),
    Disputes.at(DISPUTE, "retrieve"),
    Disputes.at(f"{DISPUTE}/acceptances", "accept"),
    Disputes.at(f"{DISPUTE}/booking", "book"),
    Disputes.at(f"{DISPUTE}/revocation", "revoke"),
    Disputes.at(f"{DISPUTE}/withdrawal", "withdraw"),
    Disputes.at(f"{DISPUTE}/overruling", "overrule"),
    Calls.at("calls", "list"),
    Calls.at(f"{GAME}/calls", "list_at", "create"),
    Calls.at("calls/<uuid:call_id>/taking", "take"),
    Calls.at("calls/<uuid:call_id>/giving-back", "give_back"),
    Calls.at("calls/<uuid:call_id>/ending", "end"),
    Batch.at("batch", "create"),
    Anchors.at("clubs/<uuid:club_id>/anchors", "list"),
    Anchors.at("clubs/<uuid:club_id>/anchors/latest", "retrieve"),
]
