"""The same wish from many senders at once, and every request three times in random order."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest

from jassclub.clubs.access import ApiToken
from jassclub.clubs.actors import API_PREFIX, Actor, digest, new_token
from jassclub.clubs.models import KittyBooking
from scoring.claims.models import HandEntry
from scoring.tables.games import sign_off
from tests.faults.conftest import Record
from tests.faults.evening import Answer, Audit, Evening, evening, send
from tests.faults.report import Line
from tests.faults.service import Service
from tests.tournaments.events import Event, event
from tournaments.core.models import Tournament
from tournaments.core.selectors import verify
from tournaments.entries.models import Payment
from tournaments.rounds.models import Draw

pytestmark = [pytest.mark.once, pytest.mark.django_db(transaction=True)]

TIMES = [pytest.param(2, id="short"), pytest.param(12, id="long", marks=pytest.mark.proof)]
SENDERS = 8


def at_once(service: Service, token: str, path: str, body: Any, *, keys: list[str]) -> list[Answer]:
    """The same request by each key, all in the same moment."""
    gate = Barrier(len(keys))

    def one(key: str) -> Answer:
        gate.wait(60)
        return send(service.address, token, path, body, key=key)

    with ThreadPoolExecutor(len(keys)) as pool:
        return list(pool.map(one, keys))


def fresh() -> list[str]:
    return [uuid4().hex for _sender in range(SENDERS)]


def same() -> list[str]:
    return [uuid4().hex] * SENDERS


def program(person: Actor) -> str:
    """A token by which a program acts as somebody."""
    assert person.user_id is not None
    token = new_token(API_PREFIX)
    ApiToken.objects.create(user_id=person.user_id, token_hash=digest(token))
    return token


def day_of_its_own(**settings: Any) -> Event:
    """A tournament under an address that no other one has."""
    day = event(rounds=4, **settings)
    Tournament.objects.filter(pk=day.tournament.pk).update(slug=uuid4().hex)
    return day


def tries(answers: list[Answer]) -> int:
    return sum(answer.tries for answer in answers)


def slowest(answers: list[Answer]) -> float:
    return max(answer.waited for answer in answers)


@pytest.mark.parametrize("times", TIMES)
def test_the_same_hand_from_eight_senders_is_stored_once(
    service: Service, record: Record, times: int
) -> None:
    played = evening(service.address, tables=times // 2, hands=2)
    answers: list[Answer] = []
    for slips in played.slips:
        for slip, keys in zip(slips, (same(), fresh()), strict=True):
            told = at_once(service, slip.token, slip.path, slip.body, keys=keys)
            assert Counter(answer.status for answer in told)[201] >= 1
            assert {answer.status for answer in told} <= {200, 201}
            assert {answer.body["entry"]["version"] for answer in told} == {1}
            played.answers[slip.key] = next(a for a in told if a.status == 201)
            answers += told
    played.all_counted(service.sweep)
    record(
        Line("eight send the same hand at once", tries(answers), played.audit(), slowest(answers))
    )


@pytest.mark.parametrize("times", TIMES)
def test_the_same_draw_from_eight_directors_is_made_once(
    service: Service, record: Record, times: int
) -> None:
    answers: list[Answer] = []
    draws = doubled = 0
    wrong: list[str] = []
    for turn in range(times):
        day = day_of_its_own()
        day.enter(20)
        path, keys = f"tournaments/{day.tournament.pk}/plan", (same(), fresh())[turn % 2]
        told = at_once(service, program(day.director), path, {}, keys=keys)
        assert {answer.status for answer in told} <= {200, 201}
        assert len({str(answer.body["rounds"]) for answer in told}) == 1
        made = Draw.objects.filter(tournament=day.tournament).count()
        draws, doubled = draws + (made > 0), doubled + max(0, made - 1)
        wrong += map(str, verify(day.fresh()))
        answers += told
    audit = Audit(times - draws, doubled, wrong)
    record(Line("eight draw at once", tries(answers), audit, slowest(answers)))


@pytest.mark.parametrize("times", TIMES)
def test_the_same_fee_from_eight_desks_is_booked_once(
    service: Service, record: Record, times: int
) -> None:
    day = day_of_its_own(fee=2500)
    entries = day.enter(times * 2)
    token, path = program(day.scribe), f"tournaments/{day.tournament.pk}/payments"
    answers: list[Answer] = []
    for place, entry in enumerate(entries):
        body = {"number": entry.number, "kind": "fee", "rappen": 2500}
        told = at_once(service, token, path, body, keys=(same(), fresh())[place % 2])
        assert {answer.status for answer in told} <= {201, 409}
        assert any(answer.status == 201 for answer in told)
        answers += told
    booked = Counter(Payment.objects.filter(entry__in=entries).values_list("entry", flat=True))
    lost = sum(booked[entry.pk] == 0 for entry in entries)
    audit = Audit(lost, booked.total() - len(booked), list(map(str, verify(day.fresh()))))
    record(Line("eight book the same fee at once", tries(answers), audit, slowest(answers)))


@pytest.mark.parametrize("times", TIMES)
def test_the_same_stake_sent_eight_times_is_booked_once(
    service: Service, record: Record, times: int
) -> None:
    played = evening(service.address, tables=0)
    own = played.house
    token, path = program(own.official("scribe")), f"clubs/{own.club.pk}/kitty/bookings"
    answers: list[Answer] = []
    for turn in range(times):
        entries = [{"player": str(own.people[turn % 6].pk), "amount": -500}]
        body = {"kind": "stake", "day": "2026-11-21", "note": str(turn), "entries": entries}
        told = at_once(service, token, path, body, keys=same())
        assert {answer.status for answer in told} == {201}
        assert len({answer.body["id"] for answer in told}) == 1
        answers += told
    made = Counter(KittyBooking.objects.filter(club=own.club).values_list("note", flat=True))
    audit = Audit(times - len(made), made.total() - len(made), [])
    record(Line("eight send the same booking at once", tries(answers), audit, slowest(answers)))


@pytest.mark.parametrize(
    "tables", [pytest.param(2, id="short"), pytest.param(24, id="long", marks=pytest.mark.proof)]
)
def test_every_request_three_times_in_random_order(
    service: Service, record: Record, tables: int
) -> None:
    played = evening(service.address, tables=tables)
    chance = Random(20_261_121)
    sent = [slip for slips in played.slips for slip in slips] * 3
    chance.shuffle(sent)
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(played.write, sent))
    assert {answer.status for answer in told} == {201}
    assert sum(answer.replayed for answer in told) >= len(sent) * 2 // 3
    bodies: dict[str, set[str]] = {}
    for slip, answer in zip(sent, told, strict=True):
        bodies.setdefault(slip.key, set()).add(str(answer.body))
    assert {len(said) for said in bodies.values()} == {1}
    counted = played.all_counted(service.sweep)
    signed(played)
    last = played.all_counted(service.sweep)
    assert last >= counted
    record(Line("every request three times in random order", played.requests, played.audit(),
                max(answer.waited for answer in told)))  # fmt: skip


def signed(played: Evening) -> None:
    """Both sides sign every sheet: all hands count."""
    from tests.scoring.table import phones

    for slips in played.slips:
        game = HandEntry.objects.filter(hand__game=slips[0].game).first().hand.game
        sides = phones(played.house, game, 2)
        for side in sides:
            sign_off(actor=side, game_id=game.pk)
    entries = HandEntry.objects.filter(hand__game__season=played.house.season)
    assert set(entries.values_list("state", flat=True)) == {"confirmed"}
