"""Addresses of tournaments and of season tables below /api/v1/."""

from django.urls import path

from tournaments.desk import api as tournaments
from tournaments.desk import api_rounds as rounds
from tournaments.draw import api as plan
from tournaments.entries import api as entries
from tournaments.finals import api as finals
from tournaments.money import api as money
from tournaments.papers import api_list_check as list_check
from tournaments.public import api as public
from tournaments.results import api as results
from tournaments.results import api_penalties as penalties
from tournaments.seasons import api, api_openings, api_strength
from tournaments.seasons import api as seasons
from tournaments.standings import api as standings

urlpatterns = [
    path("seasons/<uuid:season_id>/standings", seasons.StandingsView.as_view(), name="standings"),
    path(
        "seasons/<uuid:season_id>/events",
        api.SeasonEventsView.as_view(),
        name="season-events",
    ),
    path("seasons/<uuid:season_id>/averages", seasons.AveragesView.as_view(), name="averages"),
    path(
        "players/<uuid:player_id>/averages",
        seasons.PlayerAveragesView.as_view(),
        name="player-averages",
    ),
    path("clubs/<uuid:club_id>/averages", api_openings.AllTimeView.as_view(), name="club-averages"),
    path("clubs/<uuid:club_id>/openings", api_openings.OpeningsView.as_view(), name="openings"),
    path(
        "openings/<uuid:opening_id>/balances", api_openings.OpeningView.as_view(), name="balances"
    ),
]

urlpatterns += [
    path("seasons/<uuid:season_id>/ratings", api_strength.RatingsView.as_view(), name="ratings"),
    path("seasons/<uuid:season_id>/leagues", api_strength.LeaguesView.as_view(), name="leagues"),
    path(
        "players/<uuid:player_id>/calibration",
        api_strength.CalibrationView.as_view(),
        name="calibration",
    ),
    path(
        "clubs/<uuid:club_id>/schieber",
        api.AllTimeSchieberView.as_view(),
        name="club-schieber",
    ),
    path("standings/check", list_check.ListCheckView.as_view(), name="standings-check"),
]

ONE = "tournaments/<uuid:tournament_id>"
ROUND = f"{ONE}/rounds/<int:number>"

urlpatterns += [
    path("tournament-presets", tournaments.PresetsView.as_view(), name="tournament-presets"),
    path("tournaments", tournaments.TournamentsView.as_view(), name="tournaments"),
    path(ONE, tournaments.TournamentView.as_view(), name="tournament"),
    path(f"{ONE}/opening", tournaments.OpeningOfSignUpView.as_view(), name="tournament-opening"),
    path(f"{ONE}/cancelling", tournaments.CancellingView.as_view(), name="tournament-cancelling"),
    path(f"{ONE}/finishing", tournaments.FinishingView.as_view(), name="tournament-finishing"),
    path(f"{ONE}/resuming", tournaments.ResumingView.as_view(), name="tournament-resuming"),
    path(f"{ONE}/revealing", tournaments.RevealingView.as_view(), name="tournament-revealing"),
    path(f"{ONE}/drawn-number", tournaments.DrawnNumberView.as_view(), name="drawn-number"),
    path(f"{ONE}/regulation", tournaments.RegulationView.as_view(), name="regulation"),
    path(f"{ONE}/finalists", finals.FinalistsView.as_view(), name="finalists"),
    path(f"{ONE}/log", tournaments.LogView.as_view(), name="tournament-log"),
    path(f"{ONE}/entries", entries.EntriesView.as_view(), name="tournament-entries"),
    path(f"{ONE}/sign-ups", entries.SignUpsView.as_view(), name="sign-ups"),
    path("sign-ups/withdrawal", entries.WithdrawalView.as_view(), name="sign-up-withdrawal"),
    path(f"{ONE}/check-ins", entries.CheckInsView.as_view(), name="check-ins"),
    path(f"{ONE}/approvals", entries.ApprovalsView.as_view(), name="approvals"),
    path(f"{ONE}/check-outs", entries.CheckOutsView.as_view(), name="check-outs"),
    path(f"{ONE}/drop-outs", entries.DropOutsView.as_view(), name="drop-outs"),
    path(f"{ONE}/teams", entries.TeamsView.as_view(), name="teams"),
    path(f"{ONE}/teams/<int:number>/parting", entries.PartingView.as_view(), name="team-parting"),
    path(f"{ONE}/wishes", entries.WishesView.as_view(), name="wishes"),
    path("wishes/<uuid:wish_id>/dropping", entries.WishDroppingView.as_view(), name="wish-drop"),
    path("tournament-entries/<uuid:entry_id>", entries.EntryView.as_view(), name="entry"),
    path(f"{ONE}/board", public.BoardView.as_view(), name="tournament-board"),
    path(f"{ONE}/standings", standings.StandingsView.as_view(), name="tournament-standings"),
    path(f"{ONE}/plan", plan.PlanView.as_view(), name="plan"),
    path(f"{ONE}/plan/history", plan.DrawsView.as_view(), name="plan-history"),
    path(f"{ONE}/plan/exchanges", plan.ExchangesView.as_view(), name="plan-exchanges"),
    path("passen/<uuid:passe_id>/game", results.PasseGameView.as_view(), name="passe-game"),
    path(f"{ONE}/rounds", rounds.RoundsView.as_view(), name="rounds"),
    path(ROUND, rounds.RoundView.as_view(), name="round"),
    path(f"{ROUND}/start", rounds.StartView.as_view(), name="round-start"),
    path(f"{ROUND}/time", rounds.TimeView.as_view(), name="round-time"),
    path(f"{ROUND}/stop", rounds.StopView.as_view(), name="round-stop"),
    path(f"{ROUND}/go-on", rounds.GoOnView.as_view(), name="round-go-on"),
    path(f"{ROUND}/close", rounds.CloseView.as_view(), name="round-close"),
    path(f"{ROUND}/reopening", rounds.ReopenView.as_view(), name="round-reopening"),
    path(f"{ROUND}/uncalling", rounds.UncallView.as_view(), name="round-uncalling"),
    path(f"{ROUND}/exchanges", rounds.SeatExchangesView.as_view(), name="round-exchanges"),
    path(f"{ROUND}/step-ins", rounds.StepInsView.as_view(), name="round-step-ins"),
    path(
        f"{ROUND}/tables/<int:table>/order",
        rounds.TableOrderView.as_view(),
        name="round-table-order",
    ),
]

AT_TABLE = f"{ROUND}/tables/<int:table>"

urlpatterns += [
    path(f"{AT_TABLE}/sheets", results.SheetsView.as_view(), name="sheets"),
    path(
        f"{AT_TABLE}/sheets/<int:sheet>/confirmation",
        results.ConfirmationView.as_view(),
        name="sheet-confirmation",
    ),
    path(
        f"{AT_TABLE}/sheets/<int:sheet>/contest",
        results.ContestView.as_view(),
        name="sheet-contest",
    ),
    path(f"{AT_TABLE}/decision", results.DecisionView.as_view(), name="sheet-decision"),
    path(f"{AT_TABLE}/correction", results.CorrectionView.as_view(), name="sheet-correction"),
    path(f"{AT_TABLE}/striking", results.StrikingView.as_view(), name="sheet-striking"),
    path(f"{ONE}/corrections", results.CorrectionsView.as_view(), name="corrections"),
    path(
        f"{ONE}/penalties", penalties.TournamentPenaltiesView.as_view(), name="tournament-penalties"
    ),
    path(
        "tournament-penalties/<uuid:penalty_id>/cancellation",
        penalties.PenaltyCancellationView.as_view(),
        name="tournament-penalty-cancellation",
    ),
    path(f"{ONE}/payments", money.PaymentsView.as_view(), name="payments"),
]
