"""Addresses of games and hands below /api/v1/."""

from django.urls import path

from scoring.disputes import api as disputes
from scoring.tables.api import games, hands

urlpatterns = [
    path("games", games.GamesView.as_view(), name="games"),
    path("games/<uuid:game_id>", games.GameView.as_view(), name="game"),
    path("games/<uuid:game_id>/hands", hands.HandsView.as_view(), name="hands"),
    path("games/<uuid:game_id>/predictions", hands.PredictionsView.as_view(), name="predictions"),
    path("games/<uuid:game_id>/penalties", games.PenaltiesView.as_view(), name="penalties"),
    path("games/<uuid:game_id>/sign-offs", games.SignOffsView.as_view(), name="sign-offs"),
    path("games/<uuid:game_id>/closing", games.ClosingView.as_view(), name="closing"),
    path("games/<uuid:game_id>/reopening", games.ReopeningView.as_view(), name="reopening"),
    path("games/<uuid:game_id>/abandonment", games.AbandonmentView.as_view(), name="abandonment"),
    path("games/<uuid:game_id>/seating", games.SeatingView.as_view(), name="seating"),
    path("games/<uuid:game_id>/settlement", games.SettlementView.as_view(), name="settlement"),
    path("games/<uuid:game_id>/opening", games.OpeningQuestionView.as_view(), name="opening"),
    path("games/<uuid:game_id>/ledger", games.LedgerView.as_view(), name="ledger"),
    path("hands/<uuid:hand_id>", hands.HandView.as_view(), name="hand"),
    path("hands/<uuid:hand_id>/entries", hands.EntriesView.as_view(), name="entries"),
    path(
        "hands/<uuid:hand_id>/confirmations",
        hands.ConfirmationsView.as_view(),
        name="confirmations",
    ),
    path("hands/<uuid:hand_id>/contests", hands.ContestsView.as_view(), name="contests"),
    path("hands/<uuid:hand_id>/resolution", hands.ResolutionView.as_view(), name="resolution"),
    path("hands/<uuid:hand_id>/disputes", disputes.DisputesView.as_view(), name="disputes"),
    path(
        "games/<uuid:game_id>/hands/<int:number>/disputes",
        disputes.GameDisputesView.as_view(),
        name="running-disputes",
    ),
    path("disputes/<uuid:dispute_id>", disputes.DisputeView.as_view(), name="dispute"),
    path(
        "disputes/<uuid:dispute_id>/acceptances",
        disputes.AcceptanceView.as_view(),
        name="dispute-acceptances",
    ),
    path(
        "disputes/<uuid:dispute_id>/booking",
        disputes.BookingView.as_view(),
        name="dispute-booking",
    ),
    path(
        "disputes/<uuid:dispute_id>/revocation",
        disputes.RevocationView.as_view(),
        name="dispute-revocation",
    ),
    path(
        "disputes/<uuid:dispute_id>/withdrawal",
        disputes.WithdrawalView.as_view(),
        name="dispute-withdrawal",
    ),
    path(
        "disputes/<uuid:dispute_id>/overruling",
        disputes.OverrulingView.as_view(),
        name="dispute-overruling",
    ),
    path(
        "penalties/<uuid:penalty_id>/cancellation",
        games.CancellationView.as_view(),
        name="penalty-cancellation",
    ),
    path("batch", hands.BatchView.as_view(), name="batch"),
]
