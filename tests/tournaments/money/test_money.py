"""The till: what is due, paid and won, never booked twice."""

from typing import Any

import pytest

from jassclub.core.errors import Conflict, Invalid, NotAllowed
from tests.tournaments.events import Event, event
from tests.tournaments.playing import play
from tournaments.desk import services as desk
from tournaments.entries import services as entries
from tournaments.entries.models import Entry, Payment
from tournaments.money import services as money
from tournaments.money.services import balance

pytestmark = pytest.mark.django_db
Kind = Payment.Kind


def pay(day: Event, number: int, kind: str, rappen: int) -> Payment:
    """The desk books a payment."""
    ids: dict[str, Any] = {"actor": day.scribe, "tournament_id": day.tournament.pk}
    return money.pay(**ids, number=number, kind=kind, rappen=rappen)


def finished(points: list[int], *prizes: int) -> Event:
    """One round of eight people with these points at both tables, then the end."""
    places = [
        {"kind": "rank", "first": place, "rappen": rappen}
        for place, rappen in enumerate(prizes, start=1)
    ]
    day = event(hands=4, rounds=1, prizes=places)
    day.enter(8)
    play(day, lambda seated: points)
    desk.finish(**day.ids)
    return day


def test_four_who_share_the_first_rank_share_the_prizes_of_its_places_to_the_rappen() -> None:
    day = finished([400, 228], 10000, 5000, 2000, 1002)
    found = balance(day.fresh())
    won = sorted(account.won for account in found.accounts.values())
    assert won == [0, 0, 0, 0, 4500, 4500, 4500, 4502]
    assert max(found.accounts.values(), key=lambda a: a.won).number == min(
        account.number for account in found.accounts.values() if account.won
    )


def test_a_prize_is_paid_once_and_can_come_back() -> None:
    day = finished([400, 228], 10000)
    winner = next(a.number for a in balance(day.fresh()).accounts.values() if a.won)
    pay(day, winner, Kind.PRIZE, 2500)
    with pytest.raises(Conflict):
        pay(day, winner, Kind.PRIZE, 1)
    pay(day, winner, Kind.PRIZE_BACK, 500)
    with pytest.raises(Conflict):
        pay(day, winner, Kind.PRIZE_BACK, 2001)
    account = balance(day.fresh()).accounts[winner]
    assert (account.given, account.owed) == (2000, 500)
    assert balance(day.fresh()).till == -2000


def test_nobody_has_won_before_the_end() -> None:
    day = event(hands=4, rounds=2, prizes=[{"kind": "rank", "first": 1, "rappen": 100}])
    day.enter(8)
    play(day)
    assert {account.won for account in balance(day.fresh()).accounts.values()} == {0}


def test_helpers_and_those_who_took_their_sign_up_back_owe_nothing() -> None:
    day = event(fee=2000)
    day.enter(2, present=False)
    day.enter(1, kind=Entry.Kind.STAND_IN)
    pay(day, 2, Kind.FEE, 2000)
    entries.drop_out(**day.ids, number=2)
    due = {number: account.open for number, account in balance(day.fresh()).accounts.items()}
    assert due == {1: 2000, 2: -2000, 3: 0}
    pay(day, 2, Kind.REFUND, 2000)
    assert balance(day.fresh()).till == 0


@pytest.mark.parametrize(("kind", "rappen"), [(Kind.FEE, 0), (Kind.FEE, -5), ("tip", 100)])
def test_no_payment_of_nothing_or_of_no_kind(kind: str, rappen: int) -> None:
    day = event(fee=2000)
    day.enter(1)
    with pytest.raises(Invalid):
        pay(day, 1, kind, rappen)
    assert not Payment.objects.exists()


def test_only_the_desk_books_and_the_log_says_it() -> None:
    day = event(fee=2000)
    day.enter(1)
    with pytest.raises(NotAllowed):
        money.pay(
            actor=day.house.official("member"), tournament_id=day.tournament.pk,
            number=1, kind=Kind.FEE, rappen=2000,
        )  # fmt: skip
    pay(day, 1, Kind.FEE, 2000)
    assert day.kinds()[-1] == "payment"
