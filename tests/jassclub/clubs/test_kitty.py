"""The club kitty, exact to the Rappen."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from jassclub.clubs import actors
from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import KittyBooking, KittyEntry
from jassclub.clubs.services import kitty, merging
from jassclub.clubs.services.kitty import kitty_state
from tests.cast import phone_at, pointers, problem

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 6)


def entries(*pairs):
    return [{"player": player.pk if player else None, "amount": rappen} for player, rappen in pairs]


def book(who, club, kind, *pairs, **more):
    data = {"kind": kind, "day": DAY, "entries": entries(*pairs), **more}
    return who.api.post(f"clubs/{club.pk}/kitty/bookings", data)


def settle(who, club, game, *pairs):
    return book(who, club, "settlement", *pairs, source={"kind": "game", "id": str(game)})


def balances(who, club):
    return who.api.get(f"clubs/{club.pk}/kitty/balances").json()


def amounts(who, club):
    return {row["name"]: row["amount"] for row in balances(who, club)["results"]}


def cancel(who, club, booking, reason="verschrieben"):
    path = f"clubs/{club.pk}/kitty/bookings/{booking}/cancellation"
    return who.api.post(path, {"reason": reason})


@pytest.fixture
def table(guests, game, monkeypatch):
    """The four guests sat at the game."""
    people = {game: [guest.pk for guest in guests]}
    known = replace(actors._kinds["game"], people=lambda ident: people.get(ident, []))
    monkeypatch.setitem(actors._kinds, "game", known)
    return guests


def test_stake_fine_and_payment_make_a_balance(anna, chloe, beat, club):
    book(anna, club, "stake", (beat.seat_taker, -500))
    book(anna, club, "fine", (beat.seat_taker, -205), note="zu spät")
    book(anna, club, "payment", (beat.seat_taker, 1000))
    state = balances(chloe, club)
    (row,) = state["results"]
    assert (row["name"], row["amount"]) == ("Beat", 295)
    assert row["by_kind"] == {"stake": -500, "fine": -205, "payment": 1000}
    assert (state["cash"], state["players"], state["club"]) == (1000, 295, 705)


def test_a_stake_is_booked_for_a_whole_table_at_once(anna, chloe, club, guests):
    answer = book(anna, club, "stake", *[(guest, -500) for guest in guests])
    assert (answer.status_code, len(answer.json()["entries"])) == (201, 4)
    assert set(amounts(chloe, club).values()) == {-500}


def test_a_settlement_books_all_players_and_sums_to_zero(anna, chloe, club, game, table):
    pairs = list(zip(table, (125, -35, 60, -150), strict=True))
    answer = settle(anna, club, game, *pairs)
    assert answer.status_code == 201
    state = balances(chloe, club)
    assert (state["cash"], state["players"], state["club"]) == (0, 0, 0)
    assert amounts(chloe, club)["Gast Nord"] == 125


def test_a_settlement_that_does_not_sum_to_zero_is_refused(anna, club, game, table):
    pairs = list(zip(table, (125, -35, 60, -149), strict=True))
    members = problem(settle(anna, club, game, *pairs), 422, "invalid")
    assert pointers(members) == {"/entries"}
    assert not KittyBooking.objects.exists()


def test_a_game_is_settled_once_and_again_is_the_same_booking(anna, club, game, table):
    pairs = list(zip(table, (10, -10, 0, 0), strict=True))
    first, second = (settle(anna, club, game, *pairs).json() for _ in range(2))
    assert first["id"] == second["id"]
    assert KittyBooking.objects.count() == 1


def test_other_numbers_for_a_settled_game_are_refused(anna, club, game, table):
    first = settle(anna, club, game, *zip(table, (10, -10, 0, 0), strict=True)).json()
    other = settle(anna, club, game, *zip(table, (20, -20, 0, 0), strict=True))
    assert problem(other, 409, "already_settled")["booking"] == first["id"]


def test_a_cancelled_settlement_makes_room_for_the_right_one(anna, chloe, club, game, table):
    first = settle(anna, club, game, *zip(table, (10, -10, 0, 0), strict=True)).json()
    cancel(anna, club, first["id"])
    right = settle(anna, club, game, *zip(table, (20, -20, 0, 0), strict=True))
    assert right.status_code == 201
    assert amounts(chloe, club)["Gast Nord"] == 20
    assert KittyBooking.objects.count() == 3


def test_a_game_is_settled_with_exactly_its_players(anna, beat, club, game, table):
    pairs = [(table[0], 10), (beat.seat_taker, -10)]
    members = problem(settle(anna, club, game, *pairs), 422, "invalid")
    assert {error["code"] for error in members["errors"]} == {"not_the_players"}


def test_a_merged_player_is_settled_as_who_he_is(anna, beat, club, game, table):
    merging.merge_players(actor=SYSTEM, player_id=table[0].pk, into_id=beat.seat_taker.pk)
    people = [beat.seat_taker, *table[1:]]
    assert settle(anna, club, game, *zip(people, (5, -5, 0, 0), strict=True)).status_code == 201
    members = problem(book(anna, club, "fine", (table[0], -5)), 422, "invalid")
    assert {error["code"] for error in members["errors"]} == {"unknown_player"}


def test_balances_of_merged_players_add_up_and_part_again(anna, chloe, beat, club, guests):
    book(anna, club, "fine", (guests[0], -200))
    book(anna, club, "payment", (beat.seat_taker, 700))
    merge = merging.merge_players(actor=SYSTEM, player_id=guests[0].pk, into_id=beat.seat_taker.pk)
    assert amounts(chloe, club) == {"Beat": 500}
    assert amounts(beat, club) == {"Beat": 500}
    merging.undo_merge(actor=SYSTEM, club_id=club.pk, merge_id=merge.pk)
    assert amounts(chloe, club) == {"Beat": 700, "Gast Nord": -200}


def test_the_club_spends_its_own_money(anna, chloe, beat, club):
    book(anna, club, "payment", (beat.seat_taker, 1000))
    assert book(anna, club, "payment", (None, -300), note="Nachtessen").status_code == 201
    state = balances(chloe, club)
    assert (state["cash"], state["players"], state["club"]) == (700, 1000, -300)


def test_a_cancellation_is_a_counter_entry_and_nothing_is_deleted(anna, chloe, beat, club):
    booked = book(anna, club, "fine", (beat.seat_taker, -200)).json()
    counter = cancel(anna, club, booked["id"]).json()
    assert counter["is_counter"] is True
    assert [entry["amount"] for entry in counter["entries"]] == [200]
    assert (counter["note"], counter["kind"]) == ("verschrieben", "fine")
    first = KittyBooking.objects.get(pk=booked["id"])
    assert str(first.cancelled_by_id) == counter["id"]
    assert amounts(chloe, club) == {"Beat": 0}


def test_a_booking_is_cancelled_once_and_a_cancellation_never(anna, beat, club):
    booked = book(anna, club, "fine", (beat.seat_taker, -200)).json()
    counter = cancel(anna, club, booked["id"]).json()
    problem(cancel(anna, club, booked["id"]), 409, "cancelled")
    problem(cancel(anna, club, counter["id"]), 409, "cancelled")
    assert KittyEntry.objects.count() == 2


def test_the_scribe_cancels_his_own_bookings_and_the_director_all(anna, chloe, emma, beat, club):
    own = book(anna, club, "fine", (beat.seat_taker, -200)).json()
    foreign = book(emma, club, "fine", (anna.seat_taker, -200)).json()
    unseen = book(emma, club, "fine", (beat.seat_taker, -200)).json()
    problem(cancel(anna, club, foreign["id"]), 403, "role_missing")
    problem(cancel(anna, club, unseen["id"]), 404, "not_found")
    problem(cancel(beat, club, own["id"]), 403, "role_missing")
    assert cancel(anna, club, own["id"]).status_code == 201
    assert cancel(chloe, club, foreign["id"]).status_code == 201


def test_a_member_sees_himself_and_nobody_else(anna, beat, chloe, club):
    book(anna, club, "stake", (beat.seat_taker, -500), (chloe.seat_taker, -500))
    book(chloe, club, "fine", (chloe.seat_taker, -100))
    state = balances(beat, club)
    assert [(row["name"], row["amount"]) for row in state["results"]] == [("Beat", -500)]
    assert (state["cash"], state["players"], state["club"]) == (None, None, None)
    (row,) = beat.api.get(f"clubs/{club.pk}/kitty/bookings").json()["results"]
    assert [entry["name"] for entry in row["entries"]] == ["Beat"]


def test_the_scribe_sees_what_he_booked_and_the_director_everything(anna, beat, chloe, emma, club):
    book(anna, club, "stake", (beat.seat_taker, -500))
    book(emma, club, "fine", (beat.seat_taker, -100))
    assert len(anna.api.get(f"clubs/{club.pk}/kitty/bookings").json()["results"]) == 1
    for who in (chloe, emma):
        assert len(who.api.get(f"clubs/{club.pk}/kitty/bookings").json()["results"]) == 2
    fines = chloe.api.get(f"clubs/{club.pk}/kitty/bookings", kind="fine").json()["results"]
    assert [row["kind"] for row in fines] == ["fine"]


def test_booking_needs_an_office(beat, dario, fritz, club):
    line = (beat.seat_taker, -1)
    problem(book(beat, club, "fine", line), 403, "role_missing")
    for who in (dario, fritz):
        problem(book(who, club, "fine", line), 404, "not_found")
        problem(who.api.get(f"clubs/{club.pk}/kitty/bookings"), 404, "not_found")
        problem(who.api.get(f"clubs/{club.pk}/kitty/balances"), 404, "not_found")


def test_phones_and_strangers_see_no_money(nobody, club, game):
    assert nobody.get(f"clubs/{club.pk}/kitty/bookings").status_code == 401
    phone = phone_at(club, game)
    assert phone.api.get(f"clubs/{club.pk}/kitty/bookings").status_code == 403


@pytest.mark.parametrize(
    ("kind", "amount", "code"),
    [
        ("stake", 500, "charge_is_negative"),
        ("fine", 0, "charge_is_negative"),
        ("payment", 0, "payment_of_nothing"),
        ("settlement", 5, "not_zero"),
    ],
)
def test_an_amount_that_makes_no_sense_is_refused(anna, beat, kind, amount, code):
    club = beat.seat_taker.club
    members = problem(book(anna, club, kind, (beat.seat_taker, amount)), 422, "invalid")
    assert code in {error["code"] for error in members["errors"]}


def test_all_that_is_wrong_is_named_at_once(anna, beat, fritz, club):
    answer = book(
        anna, club, "fine",
        (beat.seat_taker, 1), (beat.seat_taker, -1), (fritz.seat_taker, -1), (None, -1),
        source={"kind": "game", "id": str(uuid4())},
    )  # fmt: skip
    assert pointers(problem(answer, 422, "invalid")) == {
        "/entries/0/amount",
        "/entries/1/player",
        "/entries/2/player",
        "/entries/3/player",
        "/source",
    }


def test_a_booking_that_cannot_be_read_is_refused(anna, beat, club):
    cases: list[tuple[dict[str, Any], str]] = [
        ({"kind": "gift"}, "/kind"),
        ({"day": "2026-02-30"}, "/day"),
        ({"entries": []}, "/entries"),
        ({"entries": [{"amount": 1.5}]}, "/entries/0/amount"),
        ({"entries": [{"amount": 10**9}]}, "/entries/0/amount"),
        ({"note": "x" * 201}, "/note"),
        ({"betrag": 5}, "/betrag"),
    ]
    for change, pointer in cases:
        data = {"kind": "fine", "day": DAY, "entries": entries((beat.seat_taker, -5)), **change}
        answer = anna.api.post(f"clubs/{club.pk}/kitty/bookings", data)
        assert pointers(problem(answer, 400, "malformed")) == {pointer}


def test_a_repeated_request_books_once(anna, beat, club):
    data = {"kind": "fine", "day": DAY, "entries": entries((beat.seat_taker, -5))}
    for _ in range(2):
        anna.api.post(f"clubs/{club.pk}/kitty/bookings", data, key="one")
    assert KittyBooking.objects.count() == 1
    problem(
        anna.api.post(f"clubs/{club.pk}/kitty/bookings", data, key=""),
        400,
        "idempotency_key_missing",
    )


def test_the_database_settles_a_source_once(club, game):
    row = {"club": club, "kind": "settlement", "day": DAY, "actor": "x"}
    source = {"source_kind": "game", "source_id": game}
    KittyBooking.objects.create(**row, **source)
    with pytest.raises(IntegrityError), transaction.atomic():
        KittyBooking.objects.create(**row, **source)
    KittyBooking.objects.create(**row, **source, is_counter=True)


def test_what_money_does_at_random_always_balances(chloe, club, guests):
    """Cash = what the players have + what the club has, after every single booking."""
    chance = Random(20260306)
    paid, charged = 0, 0
    booked: list[tuple[str, int, UUID]] = []
    for _ in range(60):
        kind = chance.choice(["stake", "fine", "payment", "settlement", "cancel"])
        amount = chance.randint(1, 5000)
        if kind == "settlement":
            cuts = [chance.randint(-500, 500) for _ in guests[1:]]
            shares = [*cuts, -sum(cuts)]
            lines = [kitty.Line(g.pk, s) for g, s in zip(guests, shares, strict=True)]
        else:
            lines = [kitty.Line(chance.choice(guests).pk, amount if kind == "payment" else -amount)]
        if kind == "cancel":
            if booked:
                kind, amount, ident = booked.pop(chance.randrange(len(booked)))
                kitty.cancel(actor=chloe.actor, booking_id=ident, reason="x")
                amount = -amount
        else:
            made = kitty.book(actor=chloe.actor, club_id=club.pk, kind=kind, day=DAY, lines=lines)
            booked.append((kind, amount, made.pk))
        paid += amount if kind == "payment" else 0
        charged += amount if kind in ("stake", "fine") else 0
        state = kitty_state(club.pk)
        assert (state.cash, state.club) == (paid, charged)
        assert state.players == paid - charged


def test_a_scribe_who_repeats_what_the_director_settled_is_shown_that_booking(
    anna, chloe, club, game, table
):
    pairs = list(zip(table, (10, -10, 0, 0), strict=True))
    first = settle(chloe, club, game, *pairs)
    again = settle(anna, club, game, *pairs)
    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])


@pytest.mark.django_db(transaction=True)
def test_two_who_settle_a_game_at_once_make_one_booking(anna, chloe, club, game, table):
    pairs = list(zip(table, (10, -10, 0, 0), strict=True))

    def send(who):
        try:
            return settle(who, club, game, *pairs).json()["id"]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(send, (anna, chloe))
    assert first == second
    assert KittyBooking.objects.count() == 1
