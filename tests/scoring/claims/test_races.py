"""Two phones press at the same moment; whoever comes first, nothing is lost or counted twice."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from jassclub.clubs.models import User
from scoring import tasks
from scoring.claims.agreement import confirm_by_time, contest_hand
from scoring.claims.models import Confirmation, HandEntry, Prediction
from scoring.claims.predictions import predict
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify
from scoring.core.models import Game, GameRecord, ScoreEvent
from scoring.tables.games import sign_off
from tests.at_once import Call, at_once
from tests.cast import Caller
from tests.scoring.table import TableOf, differenzler, house, open_table, schieber
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.services import count_events, recompute

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_listens(settings):
    settings.SCORE_EVENT_TASKS = []


@pytest.fixture
def table() -> TableOf:
    return open_table(house(), "schieber-1000")


def whole(game: Game) -> None:
    """The ledger holds, and no hand has two versions that count."""
    game = Game.objects.get(pk=game.pk)
    assert verify(game) == []
    assert list(GameRecord.objects.filter(game=game).values_list("seq", flat=True)) == list(
        range(1, game.ledger_seq + 1)
    )


def test_four_phones_write_the_same_hand_differently(table):
    written = at_once(
        [partial(table.write, 1, schieber(90 + seat), seat=seat) for seat in range(4)]
    )
    assert Counter(item.outcome for item in written) == {"stored": 1, "contested": 3}
    assert sorted(table.states(1)) == ["provisional", "rival", "rival", "rival"]
    points = {tuple(entry.slip["points"]) for entry in table.hand(1).entries.all()}
    assert points == {(90 + seat, 67 - seat) for seat in range(4)}
    whole(table.game)


def test_both_sides_write_the_same_numbers(table):
    written = at_once([partial(table.write, 1, schieber(97), seat=seat) for seat in (0, 1)])
    assert {item.outcome for item in written} == {"stored", "merged"}
    assert table.states(1) == ["confirmed"]
    whole(table.game)


def test_the_same_message_arrives_six_times_at_once(table):
    written = at_once([lambda: table.write(1, schieber(97), client_id="k")] * 6)
    assert Counter(item.outcome for item in written) == {"stored": 1, "replayed": 5}
    assert HandEntry.objects.count() == 1
    whole(table.game)


def test_a_confirmation_meets_a_correction(table):
    table.write(1, schieber(97), seat=0)
    at_once(
        [
            lambda: table.confirm(1, seat=1, version=1),
            lambda: table.correct(1, schieber(87), seat=0, base_version=1),
        ]
    )
    assert table.states(1) == ["superseded", "provisional"]
    assert state_of(table.game).totals == (87, 70)
    whole(table.game)


def test_both_sides_correct_the_same_hand(table):
    table.write(1, schieber(97), seat=0)
    written = at_once(
        [
            partial(table.correct, 1, schieber(80 + seat), seat=seat, base_version=1)
            for seat in (0, 1)
        ]
    )
    assert {item.outcome for item in written} == {"stored", "contested"}
    assert table.states(1) == ["superseded", "provisional", "rival"]
    whole(table.game)


def test_each_side_agrees_to_the_version_of_the_other(table):
    table.write(1, schieber(97), seat=0)
    table.write(1, schieber(87), seat=1)
    at_once(
        [
            lambda: table.confirm(1, seat=0, version=2),
            lambda: table.confirm(1, seat=1, version=1),
        ]
    )
    assert sorted(table.states(1)) in (["confirmed", "superseded"], ["confirmed", "rejected"])
    whole(table.game)


def test_a_doubt_meets_the_silence_of_the_next_hand(table):
    """Whichever comes first: a doubted hand does not count."""
    table.write(1, schieber(97), seat=0)
    doubt = {"hand_id": table.hand(1).pk, "version": 1, "reason_code": "miscounted"}
    at_once(
        [
            lambda: contest_hand(actor=table.phones[1], **doubt),
            lambda: table.write(2, schieber(60), seat=0),
            tasks.settle,
        ]
    )
    assert table.states(1) == ["contested"]
    whole(table.game)


def test_time_confirms_once_though_three_workers_hear_it(table, settings):
    settings.SILENCE_MINUTES = 0
    table.write(1, schieber(97))
    at_once([tasks.settle] * 3)
    assert Confirmation.objects.count() == 1
    whole(table.game)


def test_signing_meets_a_correction(table):
    """Either the game is closed with the old numbers, or open with the new ones."""
    table.write(1, schieber(97), seat=0)
    sign_off(actor=table.phones[1], game_id=table.game.pk)
    at_once(
        [
            lambda: sign_off(actor=table.phones[0], game_id=table.game.pk),
            lambda: table.correct(1, schieber(0), seat=2, base_version=1),
        ]
    )
    game = Game.objects.get(pk=table.game.pk)
    told = (game.state, state_of(game).totals)
    assert told in [("closed", (97, 60)), ("open", (0, 157))]
    whole(game)


def test_both_sides_sign_at_once(table):
    table.write(1, schieber(97))
    at_once(
        [partial(sign_off, actor=table.phones[seat], game_id=table.game.pk) for seat in range(4)]
    )
    assert Game.objects.get(pk=table.game.pk).state == "closed"
    assert GameRecord.objects.filter(kind="closed").count() == 1
    whole(table.game)


def test_one_prediction_a_seat_however_many_press(table):
    game = open_table(table.house, "differenzler-offen")
    answers = at_once(
        [
            partial(
                predict,
                actor=game.phones[0],
                game_id=game.game.pk,
                number=1,
                seat=1,
                value=value,
            )
            for value in (10, 20, 30, 40)
        ]
    )
    assert len(answers) == 4
    assert Prediction.objects.filter(current=True).count() == 1
    whole(game.game)


def test_different_games_do_not_wait_for_each_other(table):
    """A batch that holds one game leaves all others free."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer for all")
    other = open_table(table.house, "schieber-1000")
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        table.write(1, schieber(97))

        def elsewhere() -> str:
            try:
                return str(other.write(1, schieber(60)).outcome)
            finally:
                connection.close()

        assert pool.submit(elsewhere).result(timeout=20) == "stored"


def test_two_batches_that_name_the_same_games_in_turn_do_not_block_each_other(table):
    """Each holds what the other wants next, were they not taken in one order."""
    other = open_table(table.house, "schieber-1000")
    desks = [table.house.official("scribe") for _desk in range(2)]
    users = [User.objects.get(pk=desk.ident) for desk in desks]

    def send(user: User, order: list[TableOf], points: int) -> list[int]:
        items = [
            {
                "client_id": f"{number}{place.game.pk}",
                "op": "record_hand",
                "game": str(place.game.pk),
                "body": {"number": number, "slip": schieber(points)},
            }
            for number in range(1, 9)
            for place in order
        ]
        answer = Caller(user=user).post("batch", {"items": items})
        return [row["status"] for row in answer.json()["results"]]

    both = [table, other]
    answers = at_once([partial(send, users[0], both, 97), partial(send, users[1], both[::-1], 87)])
    assert sorted(Counter(map(tuple, answers)).elements()) == [(201,) * 16, (409,) * 16]
    for place in both:
        whole(place.game)


# --- tables of the season ---------------------------------------------------------------------


def evening(house_: Any, points: int) -> TableOf:
    game = open_table(house_, "differenzler-verdeckt")
    game.write(1, differenzler([20, 40, 30, 50], [points, 77 - points, 40]))
    game.confirm(1, seat=1)
    return game


def test_workers_that_count_the_same_season_at_once_count_it_once():
    house_ = house()
    for points in (25, 30, 35):
        evening(house_, points)
    at_once([count_events] * 4)
    assert StandingsSnapshot.objects.get().hands == 3
    assert SeasonAverage.objects.filter(table_size=0).count() == 4
    assert not ScoreEvent.objects.filter(counted_at=None).exists()


def test_what_is_written_while_the_season_is_counted_is_counted_next():
    house_ = house()
    game = evening(house_, 25)
    calls: list[Call] = [count_events, count_events]
    calls += [
        partial(game.write, number, differenzler([20, 40, 30, 50], [25, 52, 40]))
        for number in (2, 3, 4)
    ]
    at_once(calls)
    count_events()
    # The last of the three, whichever it was, has heard no silence.
    snapshot = StandingsSnapshot.objects.get()
    assert snapshot.hands + snapshot.open_hands == 4
    assert snapshot.hands == HandEntry.objects.filter(state="confirmed").count()
    table_ = SeasonAverage.objects.get(player=house_.people[0], table_size=0)
    assert (table_.hands, table_.total) == (snapshot.hands, 5 * snapshot.hands)
    assert not ScoreEvent.objects.filter(counted_at=None).exists()


def test_a_game_is_opened_while_its_season_is_counted():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer for all")
    house_ = house()
    evening(house_, 25)
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        recompute(house_.season.pk)

        def elsewhere() -> str:
            try:
                return str(open_table(house_, "schieber-1000").game.state)
            finally:
                connection.close()

        assert pool.submit(elsewhere).result(timeout=20) == "open"


def test_one_season_that_cannot_be_counted_holds_up_no_other(caplog):
    broken, sound = house(), house("Jassklub Rosenau")
    for place in (broken, sound):
        evening(place, 25)
    Game.objects.filter(club=broken.club).update(profile={"game": "unbekannt"})
    count_events()
    assert StandingsSnapshot.objects.get().season == sound.season
    waiting = ScoreEvent.objects.filter(counted_at=None)
    assert {event.game.club for event in waiting} == {broken.club}
    assert str(broken.season.pk) in caplog.text


def test_one_game_that_cannot_be_settled_holds_up_no_other(monkeypatch, caplog, settings):
    settings.SILENCE_MINUTES = 0
    tables = [open_table(house(), "schieber-1000") for _place in range(3)]
    for table_ in tables:
        table_.write(1, schieber(97))
    bad = tables[0].game.pk
    confirm = confirm_by_time

    def fails_for_one(*, game_id, before):
        if game_id == bad:
            raise RuntimeError("broken row")
        return confirm(game_id=game_id, before=before)

    monkeypatch.setattr(tasks, "confirm_by_time", fails_for_one)
    assert tasks.settle() == 2
    assert [table_.states(1) for table_ in tables] == [
        ["provisional"],
        ["confirmed"],
        ["confirmed"],
    ]
    assert str(bad) in caplog.text
