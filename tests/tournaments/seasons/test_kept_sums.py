"""What is kept of a game: whatever happens at the tables, in whatever order, the tables that are
added up from it are those that follow from all hands anew."""

import random
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from jassclub.api.models import Upkeep
from jassclub.clubs.models import Player
from jassclub.clubs.services.clubs import change_season
from jassclub.clubs.services.merging import merge_players
from jassclub.core.errors import DomainError
from scoring import tasks
from scoring.claims import verification
from scoring.claims.agreement import contest_hand, resolve_hand
from scoring.claims.models import HandEntry
from scoring.claims.penalties import add_penalty
from scoring.core.models import Game, Hand
from scoring.tables.games import abandon_game, close_game, reopen_game
from scoring.tasks import verify_ledgers
from tests.scoring.table import TableOf, differenzler, house, open_table, schieber
from tournaments.seasons.models import SeasonGame, StandingsSnapshot
from tournaments.seasons.services import count_events, recompute

pytestmark = pytest.mark.django_db

STEPS = 72


def slip_for(table: TableOf, chance: random.Random) -> dict[str, Any]:
    if chance.random() < 0.1:
        return {"state": "annulled"}
    if table.game.variant == "schieber":
        return schieber(chance.randrange(158), by=chance.randrange(2))
    points = sorted(chance.sample(range(158), 3))
    made = [points[0], points[1] - points[0], points[2] - points[1]]
    return differenzler([chance.randrange(158) for _seat in range(4)], made)


def something(table: TableOf, chance: random.Random) -> None:
    """One thing that happens; what is refused has changed nothing."""
    office = table.house.official("director")
    ident: dict[str, Any] = {"game_id": table.game.pk}
    written = Hand.objects.filter(game=table.game).count()
    number, seat = chance.randint(1, max(written, 1)), chance.randrange(4)
    again: dict[str, Any] = {"reason_code": "typo", "reason_text": "vertippt", "seat": seat}
    reason: dict[str, Any] = {"reason": "darum", "actor": office}
    chance.choice(
        [
            *[lambda: table.write(written + 1, slip_for(table, chance), seat=seat)] * 6,
            *[lambda: table.confirm(number, seat=seat)] * 3,
            *[lambda: table.correct(number, slip_for(table, chance), **again)] * 3,
            lambda: contest_hand(
                actor=table.phones[seat],
                hand_id=table.hand(number).pk,
                version=table.current(number).version,
                reason_code="points",
            ),
            lambda: resolve_hand(
                hand_id=table.hand(number).pk, version=table.current(number).version, **reason
            ),
            lambda: add_penalty(seat=seat, points=10, **ident, **reason),
            lambda: add_penalty(seat=seat, points=5, number=number, **ident, **reason),
            lambda: close_game(actor=office, **ident),
            lambda: reopen_game(**ident, **reason),
            lambda: abandon_game(**ident, **reason),
        ]
    )()


def told() -> dict[str, Any]:
    tables = StandingsSnapshot.objects.order_by("variant")
    kept = SeasonGame.objects.order_by("pk").values_list("pk", "hands", "open_hands", "seats")
    return {
        "kept": list(kept),
        **{table.variant: (table.rows, table.hands, table.open_hands) for table in tables},
    }


@pytest.mark.parametrize("seed", range(3))
def test_adding_up_gives_what_all_hands_give_anew(seed):
    chance, own = random.Random(seed), house()
    tables = [
        open_table(
            own,
            profile,
            played_on=timezone.localdate() - timedelta(days=day),
            house_rules={"last_trick": 0} if day and profile.startswith("schieber") else {},
        )
        for profile in ("schieber-1000", "differenzler-verdeckt")
        for day in (0, 7)
    ]
    counted = 0
    for step in range(STEPS):
        with suppress(DomainError, Hand.DoesNotExist, HandEntry.DoesNotExist):
            something(chance.choice(tables), chance)
        if step % 9 == 8:
            counted += count_events()
            by_sums = told()
            recompute(own.season.pk)
            assert told() == by_sums
    assert counted
    variants = SeasonGame.objects.filter(hands__gt=0).values_list("variant", flat=True)
    assert set(variants)


def test_a_merge_and_new_rules_are_added_up_anew():
    own = house()
    table = open_table(own, "schieber-1000")
    table.write(1, schieber(90))
    close_game(actor=own.official("director"), game_id=table.game.pk)
    guest = Player.objects.create(club=own.club, name="Gast")
    count_events()
    merge_players(
        actor=own.official("director"), player_id=own.people[0].pk, into_id=guest.pk, reason="ist"
    )
    count_events()
    names = {row["player"] for row in StandingsSnapshot.objects.get().rows}
    assert str(guest.pk) in names
    assert str(own.people[0].pk) not in names
    own.season.refresh_from_db()
    change_season(
        actor=own.official("director"),
        season_id=own.season.pk,
        version=own.season.version,
        values={"rules": {"schieber": {"minimum_hands": 2}}, "reason": "GV"},
    )
    assert count_events() == 1
    assert {row["rank"] for row in StandingsSnapshot.objects.get().rows} == {None}
    assert count_events() == 0


def test_sums_that_drifted_are_told_at_night_and_put_right(caplog):
    table = open_table(house(), "schieber-1000")
    table.write(1, schieber(90))
    close_game(actor=table.house.official("director"), game_id=table.game.pk)
    count_events()
    right = told()
    assert verify_ledgers() == 0
    SeasonGame.objects.update(hands=7)
    recount_of_wrong_sums = StandingsSnapshot.objects.update(hands=7)
    assert (recount_of_wrong_sums, verify_ledgers()) == (1, 0), "once a night"
    Upkeep.objects.all().delete()
    assert verify_ledgers() == 1
    assert f"game {table.game.pk} did not count as its hands do" in caplog.text
    assert told() == right


@pytest.mark.django_db(transaction=True)
def test_sums_that_drifted_are_told_by_hand_too():
    table = open_table(house(), "schieber-1000")
    table.write(1, schieber(90))
    close_game(actor=table.house.official("director"), game_id=table.game.pk)
    count_events()
    right = told()
    SeasonGame.objects.update(hands=7)
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_ledger", stdout=out)
    assert f"game {table.game.pk} did not count as its hands do" in out.getvalue()
    assert told() == right


def test_a_game_that_cannot_be_verified_stops_no_other(monkeypatch, caplog):
    monkeypatch.setattr(verification, "PIECE", 2)
    tables = [open_table(house(f"Klub {number}"), "schieber-1000") for number in range(5)]
    for table in tables:
        table.write(1, schieber(90))
    Game.objects.filter(pk=tables[0].game.pk).update(profile={"game": "unbekannt"})
    HandEntry.objects.filter(hand__game=tables[4].game).update(seat=3)
    assert verify_ledgers() == 2
    assert f"game {tables[0].game.pk} could not be verified" in caplog.text
    assert f"ledger of game {tables[4].game.pk}" in caplog.text
    assert {kept.place for kept in Upkeep.objects.all()} == {""}


def test_a_pass_that_was_broken_off_goes_on_where_it_ended(monkeypatch):
    monkeypatch.setattr(verification, "PIECE", 1)
    monkeypatch.setattr(tasks, "VERIFYING", -1.0)
    woken: list[str] = []
    monkeypatch.setattr(tasks, "wake", lambda names, **_when: woken.extend(names))
    for number in range(3):
        open_table(house(f"Klub {number}"), "schieber-1000")
    places = []
    while verification.last_full_pass(Upkeep.objects.all()) is None:
        verify_ledgers()
        places.append(Upkeep.objects.get(name="verify games").place)
    assert places[:3] == [*sorted(set(places[:3]) - {""}), ""]
    assert len(woken) == len(places)
