"""Addresses of tournaments and of season tables below /api/v1/."""

from django.urls import path

from tournaments.boards.api import Boards, BoardSteps
from tournaments.desk.api import (
    LogView,
    PresetsView,
    Regulations,
    Tournaments,
    TournamentSteps,
)
from tournaments.desk.api_rounds import Rounds, RoundSteps
from tournaments.door.api import Door
from tournaments.draw.api import Plans, PlanSearches
from tournaments.entries import api as entries
from tournaments.evenings.api import Evenings, EveningSteps
from tournaments.finals.api import Finalists
from tournaments.money.api import Payments, TillAddresses
from tournaments.papers.check_api import ListCheckView
from tournaments.public.board import BoardView
from tournaments.public.bracket import BracketView
from tournaments.public.group_tables import GroupTablesView
from tournaments.results import api as results
from tournaments.results.api_lateness import Lateness
from tournaments.seasons import api as seasons, api_openings as openings, api_strength as strength
from tournaments.standings.api import StandingsView
from tournaments.standings.api_groups import GroupsView

CLUB = "clubs/<uuid:club_id>"
EVENING = "evenings/<uuid:evening_id>"
PLAYER = "players/<uuid:player_id>"
SEASON = "seasons/<uuid:season_id>"
TOURNAMENT = "tournaments/<uuid:tournament_id>"
ROUND = f"{TOURNAMENT}/rounds/<int:number>"
TABLE = f"{ROUND}/tables/<int:table>"

urlpatterns = [
    path(f"{SEASON}/standings", seasons.StandingsView.as_view()),
    path(f"{SEASON}/events", seasons.SeasonEventsView.as_view()),
    path(f"{SEASON}/ratings", strength.RatingsView.as_view()),
    path(f"{SEASON}/leagues", strength.LeaguesView.as_view()),
    path(f"{SEASON}/master", strength.MasterView.as_view()),
    seasons.Averages.at(f"{SEASON}/averages", "list_of_season"),
    seasons.Averages.at(f"{PLAYER}/averages", "list_of_player"),
    path(f"{PLAYER}/calibration", strength.CalibrationView.as_view()),
    path(f"{CLUB}/averages", openings.AllTimeView.as_view()),
    path(f"{CLUB}/side-averages", seasons.AllTimeSchieberView.as_view()),
    openings.Openings.at(f"{CLUB}/openings", "list", "create"),
    openings.Balances.at(f"{CLUB}/openings/<uuid:opening_id>/balances", "list", "correct_balance"),
    Evenings.at(f"{CLUB}/evenings", "list", "plan"),
    Evenings.at(EVENING, "retrieve"),
    Evenings.at(f"{EVENING}/results", "retrieve_results"),
    EveningSteps.at(f"{EVENING}/attendance", "say"),
    EveningSteps.at(f"{EVENING}/draw", "draw"),
    EveningSteps.at(f"{EVENING}/exchanges", "exchange"),
    EveningSteps.at(f"{EVENING}/opening", "open"),
    EveningSteps.at(f"{EVENING}/opening/reversal", "take_back"),
    EveningSteps.at(f"{EVENING}/substitutions", "substitute"),
    EveningSteps.at(f"{EVENING}/closing", "close"),
    path("standings/check", ListCheckView.as_view()),
    path("tournament-presets", PresetsView.as_view()),
    Tournaments.at("tournaments", "list", "create"),
    Tournaments.at(TOURNAMENT, "retrieve", "partial_update"),
    TournamentSteps.at(f"{TOURNAMENT}/opening", "open"),
    TournamentSteps.at(f"{TOURNAMENT}/cancellation", "cancel"),
    TournamentSteps.at(f"{TOURNAMENT}/completion", "finish"),
    TournamentSteps.at(f"{TOURNAMENT}/resumption", "resume"),
    TournamentSteps.at(f"{TOURNAMENT}/disclosure", "disclose"),
    TournamentSteps.at(f"{TOURNAMENT}/drawn-number", "draw_number"),
    Regulations.at(f"{TOURNAMENT}/regulation", "retrieve"),
    path(f"{TOURNAMENT}/log", LogView.as_view()),
    path(f"{TOURNAMENT}/board", BoardView.as_view(), name="tournament-board"),
    Boards.at(f"{TOURNAMENT}/boards", "retrieve"),
    BoardSteps.at(f"{TOURNAMENT}/boards/dealing", "deal"),
    BoardSteps.at(f"{TOURNAMENT}/boards/redealing", "deal_again"),
    BoardSteps.at(f"{TOURNAMENT}/boards/<int:number>/cards", "retrieve_cards"),
    BoardSteps.at(f"{TOURNAMENT}/boards/<int:number>/sorting", "mark_sorted"),
    path(f"{TOURNAMENT}/bracket", BracketView.as_view()),
    path(f"{TOURNAMENT}/groups", GroupTablesView.as_view()),
    path(f"{TOURNAMENT}/standings", StandingsView.as_view()),
    path(f"{TOURNAMENT}/standings/groups", GroupsView.as_view()),
    Finalists.at(f"{TOURNAMENT}/finalists", "list", "invite_finalists"),
    Payments.at(f"{TOURNAMENT}/payments", "retrieve", "create"),
    TillAddresses.at(f"{TOURNAMENT}/till", "retrieve"),
    TillAddresses.at(f"{TOURNAMENT}/till/expenses", "spend"),
    TillAddresses.at(f"{TOURNAMENT}/till/counts", "count"),
    Door.at(f"{TOURNAMENT}/door", "retrieve"),
    Door.at(f"{TOURNAMENT}/door/acts", "write"),
    Door.at(f"{TOURNAMENT}/door/doubts/<int:number>/decision", "decide"),
    Plans.at(f"{TOURNAMENT}/plan", "retrieve", "draw_plan"),
    Plans.at(f"{TOURNAMENT}/plan/history", "list_history"),
    Plans.at(f"{TOURNAMENT}/plan/exchanges", "exchange"),
    PlanSearches.at(f"{TOURNAMENT}/plan/search", "retrieve", "begin"),
    PlanSearches.at(f"{TOURNAMENT}/plan/search/stop", "stop"),
    entries.Entries.at(f"{TOURNAMENT}/entries", "list", "create"),
    entries.Entries.at(f"{TOURNAMENT}/entries/<uuid:entry_id>", "retrieve", "partial_update"),
    path(f"{TOURNAMENT}/sign-ups", entries.SignUpsView.as_view()),
    path("sign-ups/withdrawal", entries.WithdrawalView.as_view()),
    entries.EntrySteps.at(f"{TOURNAMENT}/check-ins", "check_in"),
    entries.EntrySteps.at(f"{TOURNAMENT}/labels", "label"),
    entries.EntrySteps.at(f"{TOURNAMENT}/approvals", "approve"),
    entries.EntrySteps.at(f"{TOURNAMENT}/check-outs", "check_out"),
    entries.EntrySteps.at(f"{TOURNAMENT}/drop-outs", "drop_out"),
    entries.Teams.at(f"{TOURNAMENT}/teams", "list", "create"),
    entries.EntrySteps.at(f"{TOURNAMENT}/teams/<int:number>/dissolution", "dissolve"),
    path(f"{TOURNAMENT}/wishes", entries.WishesView.as_view()),
    entries.EntrySteps.at(f"{TOURNAMENT}/wishes/<uuid:wish_id>/withdrawal", "withdraw"),
    results.Corrections.at(f"{TOURNAMENT}/corrections", "list"),
    results.Penalties.at(f"{TOURNAMENT}/penalties", "list", "create"),
    results.ResultSteps.at(f"{TOURNAMENT}/penalties/<uuid:penalty_id>/cancellation", "cancel"),
    Rounds.at(f"{TOURNAMENT}/rounds", "list", "call_round"),
    Rounds.at(ROUND, "retrieve"),
    RoundSteps.at(f"{ROUND}/start", "start"),
    RoundSteps.at(f"{ROUND}/extra-time", "add_time"),
    RoundSteps.at(f"{ROUND}/pause", "pause"),
    RoundSteps.at(f"{ROUND}/resumption", "resume"),
    RoundSteps.at(f"{ROUND}/closure", "close"),
    RoundSteps.at(f"{ROUND}/reopening", "reopen"),
    RoundSteps.at(f"{ROUND}/withdrawal", "withdraw"),
    RoundSteps.at(f"{ROUND}/exchanges", "exchange_seats"),
    RoundSteps.at(f"{ROUND}/substitutions", "substitute_player"),
    RoundSteps.at(f"{TABLE}/seating", "reseat"),
    Lateness.at(f"{TABLE}/lateness", "mark_late"),
    path(f"{TABLE}/sheets", results.SheetsView.as_view()),
    results.ResultSteps.at(f"{TABLE}/sheets/<int:sheet>/confirmation", "confirm"),
    results.ResultSteps.at(f"{TABLE}/sheets/<int:sheet>/contest", "contest"),
    results.ResultSteps.at(f"{TABLE}/decision", "decide_result"),
    results.ResultSteps.at(f"{TABLE}/correction", "correct_result"),
    results.ResultSteps.at(f"{TABLE}/withdrawal", "withdraw_result"),
    results.PasseGames.at("passen/<uuid:passe_id>/game", "create"),
]
