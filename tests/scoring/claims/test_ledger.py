"""A row that was changed behind the service's back is found."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import F

from jassclub.clubs.models import User
from scoring.claims.ledger import SOURCES, chained
from scoring.claims.models import Confirmation, Contest, HandEntry, Penalty, Prediction
from scoring.claims.predictions import predict
from scoring.claims.verification import verify
from scoring.core.models import Game, GameRecord, Hand, Seat
from scoring.tables.games import sign_off
from tests.cast import Caller
from tests.scoring.table import House, differenzler, house, open_table, quarrelsome, schieber

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """A game in which everything has happened once."""
    table, _judge = quarrelsome()
    for seat in range(4):
        sign_off(actor=table.phones[seat], game_id=table.game.pk)
        if Game.objects.get(pk=table.game.pk).state == "closed":
            break
    return table


def codes(game):
    return {finding.code for finding in verify(Game.objects.get(pk=game.pk))}


def test_an_untouched_game_verifies(table):
    assert codes(table.game) == set()
    assert GameRecord.objects.count() > 12


def change_slip(table):
    entry = table.current(3)
    HandEntry.objects.filter(pk=entry.pk).update(slip={**entry.slip, "points": [157, 0]})


def change_old_slip(table):
    entry = table.hand(2).entries.first()
    HandEntry.objects.filter(pk=entry.pk).update(slip={**entry.slip, "points": [0, 157]})


TAMPERINGS = {
    "the points of the current version": (change_slip, {"row_changed"}),
    "the points of an old version": (change_old_slip, {"row_changed"}),
    "who wrote it": (
        lambda table: HandEntry.objects.filter(pk=table.current(1).pk).update(actor="user:99"),
        {"row_changed"},
    ),
    "when it was written": (
        lambda table: HandEntry.objects.filter(pk=table.current(1).pk).update(
            created_at=table.current(2).created_at
        ),
        {"row_changed"},
    ),
    "which version is current": (
        lambda table: [
            HandEntry.objects.filter(pk=table.hand(2).entries.last().pk).update(state="rejected"),
            HandEntry.objects.filter(pk=table.hand(2).entries.first().pk).update(state="confirmed"),
        ],
        {"state_changed"},
    ),
    "a version deleted": (
        lambda table: table.hand(2).entries.first().delete(),
        {"row_missing"},
    ),
    "a version slipped in": (
        lambda table: HandEntry.objects.create(
            club_id=table.hand(1).club_id,
            hand=table.hand(1),
            seq=99,
            version=9,
            slip={},
            state="rejected",
            actor="user:1",
            created_at=table.current(1).created_at,
        ),
        {"row_without_record"},
    ),
    "a confirmation invented": (
        lambda table: Confirmation.objects.update(how="other_side"),
        {"row_changed"},
    ),
    "which agreement came last": (
        lambda table: Confirmation.objects.update(seq=F("seq") + 100),
        {"row_changed"},
    ),
    "the reason of a doubt": (
        lambda table: Contest.objects.update(reason_code="sides_swapped"),
        {"row_changed"},
    ),
    "penalty points": (lambda table: Penalty.objects.update(points=2), {"row_changed"}),
    "a hand renumbered": (
        lambda table: Hand.objects.filter(pk=table.hand(4).pk).update(number=7),
        {"row_changed"},
    ),
    "who sat where": (
        lambda table: Seat.objects.filter(game=table.game, index=0).update(
            player=table.house.people[5]
        ),
        {"game_changed"},
    ),
    "the rules of the game": (
        lambda table: Game.objects.update(profile={**table.game.profile, "edition": "eine andere"}),
        {"game_changed"},
    ),
    "a record rewritten": (
        lambda table: GameRecord.objects.filter(seq=3).update(kind="signed_off"),
        {"hash_broken", "row_without_record"},
    ),
    "a record removed from the middle": (
        lambda table: GameRecord.objects.filter(seq=3).delete(),
        {"record_missing", "row_without_record"},
    ),
    "the end of the chain cut off": (
        lambda table: GameRecord.objects.order_by("-seq").first().delete(),
        {"head_differs"},
    ),
}


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found(table, name):
    tamper, expected = TAMPERINGS[name]
    tamper(table)
    assert expected <= codes(table.game)


def test_a_rehashed_record_still_breaks_the_next_one(table):
    record = GameRecord.objects.get(game=table.game, seq=2)
    record.payload["facts"]["actor"] = "user:99"
    record.hash = chained(table.game.pk, 2, record.kind, record.payload, record.previous)
    record.save()
    assert "hash_broken" in codes(table.game)


def test_every_statement_stands_where_its_record_does(table):
    places = dict(GameRecord.objects.filter(game=table.game).values_list("seq", "kind"))
    for kind, source in SOURCES.items():
        if kind != "penalty_cancelled":
            assert {places[row.seq] for row in source.rows(table.game)} <= {kind}
    told = [row.seq for row in Confirmation.objects.all()]
    assert told == sorted(told)
    assert len(told) > 3


def test_a_record_that_claims_another_place_is_found(table):
    record = GameRecord.objects.filter(game=table.game).last()
    record.payload["facts"]["seq"] = 2
    record.hash = chained(table.game.pk, record.seq, record.kind, record.payload, record.previous)
    record.save()
    Game.objects.filter(pk=table.game.pk).update(ledger_hash=record.hash)
    assert "place_differs" in codes(table.game)


def test_free_text_may_be_blanked_without_breaking_the_chain(table):
    HandEntry.objects.exclude(reason_text="").update(reason_text="")
    Penalty.objects.update(reason="", cancel_reason="")
    Confirmation.objects.update(note="")
    assert codes(table.game) == set()


def test_a_changed_prediction_is_found_without_the_ledger_showing_it():
    table = open_table(house(), "differenzler-offen")
    for seat in (1, 2, 3, 0):
        predict(
            actor=table.phones[seat], game_id=table.game.pk, number=1, seat=seat, value=40 + seat
        )
    told = json.dumps(list(GameRecord.objects.filter(kind="predicted").values_list("payload")))
    assert "41" not in {word.strip(' ",:{}[]') for word in told.split()}
    table.write(1, differenzler([40, 41, 42, 43], [25, 52, 40]))
    assert codes(table.game) == set()
    Prediction.objects.filter(seat=1).update(value=52)
    assert codes(table.game) == {"row_changed"}


def test_the_command_names_the_place_and_fails(table):
    out = StringIO()
    call_command("verify_ledger", stdout=out)
    assert out.getvalue() == "1 games, 0 findings\n1 seasons, 0 findings\n"
    change_slip(table)
    out = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("verify_ledger", "--json", stdout=out)
    assert stopped.value.code == 1
    finding = json.loads(out.getvalue())
    assert finding["code"] == "row_changed"
    assert "slip changed" in finding["text"]


def test_the_command_also_checks_the_sums(table):
    entry = table.current(3)
    HandEntry.objects.filter(pk=entry.pk).update(slip={**entry.slip, "points": [157, 157]})
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_ledger", "--game", str(table.game.pk), stdout=out)
    assert "sum_wrong" in out.getvalue()


def caller_of(club: House) -> Caller:
    return Caller(user=User.objects.get(pk=club.official("member").ident))


def test_anyone_who_sees_the_game_reads_its_chain_page_by_page_and_checks_it(table):
    caller = caller_of(table.house)
    page, read, previous = caller.get(f"games/{table.game.pk}/ledger", limit=5).json(), [], ""
    while True:
        assert len(page["results"]) <= 5
        read += page["results"]
        if page["next"] is None:
            break
        page = caller.client.get(page["next"]).json()
    game = Game.objects.get(pk=table.game.pk)
    assert [record["seq"] for record in read] == list(range(1, game.ledger_seq + 1))
    for record in read:
        place, kind, payload = record["seq"], record["kind"], record["payload"]
        assert (record["previous"], record["hash"]) == (
            previous,
            chained(game.pk, place, kind, payload, previous),
        )
        previous = record["hash"]
    assert previous == game.ledger_hash


def test_a_long_ledger_does_not_come_all_at_once():
    table = open_table(house(), "schieber-1000")
    for number in range(1, 27):
        table.write(number, schieber(90))
    caller = caller_of(table.house)
    page = caller.get(f"games/{table.game.pk}/ledger").json()
    assert (len(page["results"]), page["previous"]) == (50, None)
    assert page["next"]


def test_who_does_not_see_the_game_reads_no_page_of_its_chain(table):
    stranger = caller_of(house("Ilanz"))
    assert stranger.get(f"games/{table.game.pk}/ledger").status_code == 404
