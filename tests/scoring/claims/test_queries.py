"""Lists cost the same number of queries however long they are."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jassclub.clubs.models import Season, User
from scoring.claims.agreement import contest_hand, resolve_hand
from scoring.claims.penalties import add_penalty
from scoring.claims.predictions import predict
from scoring.claims.selectors import state_of
from tests.cast import Caller
from tests.scoring.table import TableOf, differenzler, house, open_table
from tests.scoring.web_table import browser
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db

SLIP = differenzler([20, 40, 30, 50], [25, 52, 40])


@pytest.fixture
def table() -> TableOf:
    """Differenzler with open predictions."""
    return open_table(house(), "differenzler-offen")


@pytest.fixture
def caller(table: TableOf) -> Caller:
    """A member of the club, over HTTP."""
    member = table.house.official("member").ident
    return Caller(user=User.objects.get(pk=member))


def play(table: TableOf, first: int, last: int) -> None:
    """Hands with everything on them: predictions, a doubt, an agreement, a rival, a penalty."""
    judge = table.house.official("referee")
    for number in range(first, last + 1):
        for step in range(1, 5):
            seat = (number - 1 + step) % 4
            predict(
                actor=table.phones[seat],
                game_id=table.game.pk,
                number=number,
                seat=seat,
                value=SLIP["predictions"][seat],
            )
        table.write(number, SLIP, seat=0)
        table.confirm(number, seat=1)
        contest_hand(
            actor=table.phones[2],
            hand_id=table.hand(number).pk,
            version=1,
            reason_code="miscounted",
        )
        table.write(number, differenzler([20, 40, 30, 50], [26, 51, 40]), seat=3)
        add_penalty(actor=judge, game_id=table.game.pk, seat=1, points=5, reason="x", number=number)


def queries(caller: Caller, path: str, **params: str) -> int:
    """How many queries an answer takes, the second time."""
    caller.get(path, **params)
    with CaptureQueriesContext(connection) as counted:
        answer = caller.get(path, **params)
    assert answer.status_code == 200, answer.content
    return len(counted)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("part", ["", "/hands", "/penalties", "/ledger", "/settlement"])
def test_everything_about_a_game_costs_the_same_with_more_hands(table, caller, part):
    path = f"games/{table.game.pk}{part}"
    play(table, 1, 1)
    one = queries(caller, path)
    play(table, 2, 5)
    assert queries(caller, path) == one <= 16


def test_the_versions_of_a_hand_cost_the_same_with_more_of_them(table, caller):
    play(table, 1, 1)
    path = f"hands/{table.hand(1).pk}/entries"
    two = queries(caller, path)
    for points in (10, 20, 30):
        table.write(1, differenzler([20, 40, 30, 50], [points, 52, 40]), seat=1)
    assert queries(caller, path) == two <= 12


def test_the_list_of_games_costs_the_same_with_more_games(table, caller):
    one = queries(caller, "games")
    for _again in range(4):
        open_table(table.house, "schieber-1000")
    assert queries(caller, "games") == one <= 10
    assert queries(caller, "games", player=str(table.house.people[0].pk)) <= 10


def test_the_tables_of_a_season_cost_the_same_with_more_players(table, caller):
    play(table, 1, 1)
    resolve_hand(
        actor=table.house.official("referee"), hand_id=table.hand(1).pk, version=1, reason="gilt"
    )
    count_events()
    season = table.house.season.pk
    paths = [f"seasons/{season}/standings", f"seasons/{season}/averages"]
    before = [queries(caller, path) for path in paths]
    other = open_table(table.house, "differenzler-verdeckt", seats=3)
    other.write(1, differenzler([50, 50, 50], [57, 60]))
    other.confirm(1, seat=1)
    count_events()
    assert [queries(caller, path) for path in paths] == before


def test_the_averages_of_a_player_cost_the_same_with_more_seasons(table, caller):
    player = table.house.people[0].pk
    counts = []
    for year in range(3):
        today = timezone.localdate() - timedelta(days=400 * (year + 1))
        season = Season.objects.create(
            club=table.house.club, name=f"vor {year}", starts=today, ends=today
        )
        game = open_table(
            table.house, "differenzler-verdeckt", season_id=season.pk, played_on=today
        )
        game.write(1, SLIP)
        game.confirm(1, seat=1)
        count_events()
        counts.append(queries(caller, f"players/{player}/averages"))
    assert len(set(counts)) == 1


@pytest.mark.parametrize("page", ["club", "player"])
def test_lists_of_games_cost_the_same_with_more_of_them(table, page):
    office = browser(table, None, role="scribe")
    club, person = table.house.club.slug, table.house.people[0].pk
    address = {"club": f"/clubs/{club}/", "player": f"/players/{person}/"}[page]

    def cost() -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as counted:
            assert office.client.get(address).status_code == 200
        return len(counted)

    table.write(1, SLIP)
    cost()
    one = cost()
    for _ in range(3):
        open_table(table.house, "differenzler-offen").write(1, SLIP)
    assert cost() == one


def test_a_sheet_is_three_queries_however_long(table, django_assert_num_queries):
    """Entries, penalties, and how many sit there where a game has several numbers of players."""
    play(table, 1, 5)
    with django_assert_num_queries(3):
        assert len(state_of(table.game).sheet.rows) == 5


def test_writing_hand_20_costs_what_hand_2_costs(table):
    def cost(number: int) -> int:
        with CaptureQueriesContext(connection) as counted:
            table.write(number, SLIP)
        return len(counted)

    table.write(1, SLIP)
    second = cost(2)
    for number in range(3, 20):
        table.write(number, SLIP)
    assert cost(20) == second == 17, "six of them confirm the hand before"
