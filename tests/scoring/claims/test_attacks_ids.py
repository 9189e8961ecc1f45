"""Ids of messages, versions, hands and clubs that were repeated, guessed or made up."""

from uuid import uuid4

import pytest

from jassclub.clubs.models import Player, User
from jassclub.core.errors import Invalid, NotFound
from scoring.claims.agreement import confirm_hand
from scoring.claims.entries import correct_hand, record_hand
from scoring.claims.models import Confirmation
from scoring.claims.penalties import add_penalty, cancel_penalty
from scoring.core.models import Game
from tests.cast import Caller
from tests.scoring.attacks import caller_of
from tests.scoring.table import TableOf, house, open_table, schieber

pytestmark = pytest.mark.django_db

DOUBT = {"version": 1, "reason_code": "miscounted"}


@pytest.fixture
def table() -> TableOf:
    """A Schieber to 1000 points, phones at all four seats."""
    return open_table(house(), "schieber-1000")


def test_two_phones_that_count_their_messages_alike_lose_nothing(table):
    table.write(1, schieber(97), seat=0, client_id="1")
    other = table.write(1, schieber(87), seat=1, client_id="1")
    assert other.outcome == "contested"
    assert table.states(1) == ["provisional", "rival"]


def test_a_message_with_a_used_id_and_other_numbers_is_refused(table):
    table.write(1, schieber(97), client_id="1")
    with pytest.raises(Invalid) as refused:
        table.write(1, schieber(87), client_id="1")
    assert [item.pointer for item in refused.value.details] == ["/client_id"]


def test_a_repeated_correction_is_replayed_though_it_is_late_by_now(table):
    table.write(1, schieber(97))
    first = table.correct(1, schieber(87), client_id="k")
    table.write(2, schieber(60))
    again = table.correct(1, schieber(87), client_id="k", base_version=1)
    assert (again.outcome, again.entry) == ("replayed", first.entry)


def test_the_same_numbers_merge_whatever_else_was_noted(table):
    table.write(1, schieber(97, by=0), seat=0)
    assert table.write(1, schieber(97, by=2), seat=1).outcome == "merged"
    assert table.states(1) == ["confirmed"]


def test_a_third_phone_with_the_rival_numbers_adds_no_version(table):
    table.write(1, schieber(97), seat=0)
    rival = table.write(1, schieber(87), seat=1).entry
    again = table.write(1, schieber(87), seat=3)
    assert (again.outcome, again.entry) == ("contested", rival)
    assert table.states(1) == ["provisional", "rival"]


def test_correcting_to_the_numbers_of_the_other_side_is_an_agreement(table):
    table.write(1, schieber(97), seat=0)
    rival = table.write(1, schieber(87), seat=1).entry
    written = table.correct(1, schieber(87), seat=0)
    assert (written.outcome, written.current) == ("merged", rival)
    assert table.states(1) == ["superseded", "confirmed"]
    assert Confirmation.objects.get().how == "agreement"


def test_both_sides_correcting_alike_have_agreed(table):
    table.write(1, schieber(97), seat=0)
    table.correct(1, schieber(87), seat=0)
    assert table.correct(1, schieber(87), seat=1, base_version=1).outcome == "merged"
    assert table.states(1) == ["superseded", "confirmed"]


def test_a_correction_of_a_version_that_never_was_is_refused(table):
    table.write(1, schieber(97))
    with pytest.raises(NotFound, match="version_not_found"):
        table.correct(1, schieber(87), base_version=7)


def test_all_that_is_wrong_with_a_correction_is_told_at_once(table):
    table.write(1, schieber(97))
    table.write(2, schieber(60))
    with pytest.raises(Invalid) as refused:
        table.correct(1, schieber(300))
    assert {item.pointer for item in refused.value.details} == {"/reason_code", "/slip/points/0"}


def test_a_paper_sheet_with_the_same_numbers_confirms_them(table):
    table.write(1, schieber(97))
    record_hand(
        actor=table.house.official("scribe"),
        game_id=table.game.pk,
        number=1,
        slip=schieber(97),
        source="paper",
    )
    assert Confirmation.objects.get().how == "paper"


def test_what_is_elsewhere_looks_like_what_is_nowhere(table):
    """Same status, same code: nobody learns that a hand or a penalty exists."""
    table.write(1, schieber(97))
    judge = table.house.official("referee")
    fine = add_penalty(
        actor=judge, game_id=table.game.pk, seat=0, points=5, reason="Karten gezeigt"
    )
    stranger = open_table(house("Jassklub Rosenau"), "schieber-1000").phones[0]
    hand, nowhere = table.hand(1).pk, uuid4()
    for call in (
        lambda ident: confirm_hand(actor=stranger, hand_id=ident, version=1),
        lambda ident: correct_hand(actor=stranger, hand_id=ident, base_version=1, slip=schieber(1)),
    ):
        codes = {_refused(call, ident) for ident in (hand, nowhere)}
        assert codes == {"game_not_found"}
    codes = {
        _refused(
            lambda ident: cancel_penalty(
                actor=stranger, game_id=table.game.pk, penalty_id=ident, reason="x"
            ),
            ident,
        )
        for ident in (fine.pk, nowhere)
    }
    assert codes == {"game_not_found"}


def _refused(call, ident) -> str:
    with pytest.raises(NotFound) as refused:
        call(ident)
    return refused.value.code


def test_a_renamed_player_is_renamed_in_a_page_that_was_seen_before(table):
    official = table.house.official("member")
    caller = Caller(user=User.objects.get(pk=official.user_id))
    path = f"games/{table.game.pk}"
    etag = caller.get(path)["ETag"]
    assert caller.get(path, etag=etag).status_code == 304
    Player.objects.filter(pk=table.house.people[0].pk).update(name="Anna Aregger")
    again = caller.get(path, etag=etag)
    assert again.status_code == 200
    assert again.json()["seats"][0]["name"] == "Anna Aregger"


def test_an_offline_phone_corrects_and_hands_over_hands_whose_id_it_never_saw(table):
    game = str(table.game.pk)
    item = {"client_id": "a", "op": "record_hand", "game": game}
    answer = caller_of(table, 0).post(
        "batch",
        {
            "items": [
                {**item, "body": {"number": 1, "slip": schieber(97)}},
                {
                    "client_id": "b",
                    "op": "correct_hand",
                    "game": game,
                    "number": 1,
                    "body": {"base_version": 1, "slip": schieber(87)},
                },
                {
                    "client_id": "c",
                    "op": "confirm_hand",
                    "game": game,
                    "number": 1,
                    "body": {"version": 2, "handover_seat": 1},
                },
                {"client_id": "d", "op": "confirm_hand", "game": game, "body": {"version": 2}},
                {**item, "op": "contest_hand", "number": 9, "body": DOUBT},
            ]
        },
    )
    assert [row["status"] for row in answer.json()["results"]] == [201, 201, 201, 400, 404]
    assert table.states(1) == ["superseded", "confirmed"]


def test_items_that_are_refused_leave_nothing_half_done(table):
    game = str(table.game.pk)
    bad = {"number": 2, "slip": schieber(300)}
    answer = caller_of(table, 0).post(
        "batch",
        {
            "items": [
                {"client_id": "a", "op": "record_hand", "game": game, "body": bad},
                {
                    "client_id": "b",
                    "op": "record_hand",
                    "game": game,
                    "body": {"number": 1, "slip": schieber(97)},
                },
            ]
        },
    )
    assert [row["status"] for row in answer.json()["results"]] == [422, 201]
    assert list(Game.objects.get().hands.values_list("number", flat=True)) == [1]
