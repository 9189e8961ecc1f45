"""Addresses of tournaments and of season tables below /api/v1/."""

from django.urls import path

from tournaments.desk import api as tournaments
from tournaments.desk import api_rounds as rounds
from tournaments.draw import api as plan
from tournaments.entries import api as entries
from tournaments.finals import api as finals
from tournaments.money import api as money
from tournaments.papers import api as papers
from tournaments.public import board as public
from tournaments.results import api as results
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
    path(
        "seasons/<uuid:season_id>/averages", seasons.Averages.at(get="of_season"), name="averages"
    ),
    path(
        "players/<uuid:player_id>/averages",
        seasons.Averages.at(get="of_player"),
        name="player-averages",
    ),
    path("clubs/<uuid:club_id>/averages", api_openings.AllTimeView.as_view(), name="club-averages"),
    path(
        "clubs/<uuid:club_id>/openings",
        api_openings.Openings.at(get="list", post="create"),
        name="openings",
    ),
    path(
        "openings/<uuid:opening_id>/balances",
        api_openings.Balances.at(get="list", post="correct_balance"),
        name="balances",
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
    path("standings/check", papers.ListCheckView.as_view(), name="standings-check"),
]

ONE = "tournaments/<uuid:tournament_id>"
ROUND = f"{ONE}/rounds/<int:number>"

urlpatterns += [
    path("tournament-presets", tournaments.PresetsView.as_view(), name="tournament-presets"),
    path("tournaments", tournaments.Tournaments.at(get="list", post="create"), name="tournaments"),
    path(
        ONE, tournaments.Tournaments.at(get="retrieve", patch="partial_update"), name="tournament"
    ),
    path(
        f"{ONE}/drawn-number",
        tournaments.TournamentSteps.at(post="draw_number"),
        name="drawn-number",
    ),
    path(f"{ONE}/regulation", tournaments.RegulationView.as_view(), name="regulation"),
    path(
        f"{ONE}/finalists",
        finals.Finalists.at(get="list", post="invite_finalists"),
        name="finalists",
    ),
    path(f"{ONE}/log", tournaments.LogView.as_view(), name="tournament-log"),
    path(f"{ONE}/entries", entries.EntriesView.as_view(), name="tournament-entries"),
    path(f"{ONE}/sign-ups", entries.SignUpsView.as_view(), name="sign-ups"),
    path("sign-ups/withdrawal", entries.WithdrawalView.as_view(), name="sign-up-withdrawal"),
    path(f"{ONE}/teams", entries.Teams.at(get="list", post="create"), name="teams"),
    path(
        f"{ONE}/teams/<int:number>/parting",
        entries.EntrySteps.at(post="dissolve"),
        name="team-parting",
    ),
    path(f"{ONE}/wishes", entries.WishesView.as_view(), name="wishes"),
    path(
        "wishes/<uuid:wish_id>/dropping",
        entries.EntrySteps.at(post="withdraw"),
        name="wish-drop",
    ),
    path("tournament-entries/<uuid:entry_id>", entries.EntryView.as_view(), name="entry"),
    path(f"{ONE}/board", public.BoardView.as_view(), name="tournament-board"),
    path(f"{ONE}/standings", standings.StandingsView.as_view(), name="tournament-standings"),
    path(f"{ONE}/plan", plan.Plans.at(get="retrieve", post="draw_plan"), name="plan"),
    path(f"{ONE}/plan/history", plan.Plans.at(get="history"), name="plan-history"),
    path(f"{ONE}/plan/exchanges", plan.Plans.at(post="exchange"), name="plan-exchanges"),
    path("passen/<uuid:passe_id>/game", results.PasseGameView.as_view(), name="passe-game"),
    path(f"{ONE}/rounds", rounds.Rounds.at(get="list", post="call_round"), name="rounds"),
    path(ROUND, rounds.Rounds.at(get="retrieve"), name="round"),
    path(
        f"{ROUND}/tables/<int:table>/order",
        rounds.RoundSteps.at(post="reseat"),
        name="round-table-order",
    ),
]

urlpatterns += [
    path(f"{ONE}/{step}", tournaments.TournamentSteps.at(post=action))
    for step, action in {
        "opening": "open",
        "cancelling": "cancel",
        "finishing": "finish",
        "resuming": "resume",
        "revealing": "disclose",
    }.items()
]
urlpatterns += [
    path(f"{ONE}/{step}", entries.EntrySteps.at(post=action))
    for step, action in {
        "check-ins": "check_in",
        "approvals": "approve",
        "check-outs": "check_out",
        "drop-outs": "drop_out",
    }.items()
]
urlpatterns += [
    path(f"{ROUND}/{step}", rounds.RoundSteps.at(post=action))
    for step, action in {
        "start": "start",
        "time": "add_time",
        "stop": "pause",
        "go-on": "resume",
        "close": "close",
        "reopening": "reopen",
        "uncalling": "withdraw",
        "exchanges": "exchange_seats",
        "step-ins": "substitute_player",
    }.items()
]

AT_TABLE = f"{ROUND}/tables/<int:table>"

urlpatterns += [
    path(f"{AT_TABLE}/sheets", results.SheetsView.as_view(), name="sheets"),
    *(
        path(f"{AT_TABLE}/{step}", results.SheetSteps.at(post=action))
        for step, action in {
            "sheets/<int:sheet>/confirmation": "confirm",
            "sheets/<int:sheet>/contest": "contest",
            "decision": "decide_result",
            "correction": "correct_result",
            "striking": "withdraw_result",
        }.items()
    ),
    path(f"{ONE}/corrections", results.Corrections.at(get="list"), name="corrections"),
    path(
        f"{ONE}/penalties",
        results.Penalties.at(get="list", post="create"),
        name="tournament-penalties",
    ),
    path(
        "tournament-penalties/<uuid:penalty_id>/cancellation",
        results.PenaltySteps.at(post="cancel"),
        name="tournament-penalty-cancellation",
    ),
    path(f"{ONE}/payments", money.Payments.at(get="retrieve", post="create"), name="payments"),
]
