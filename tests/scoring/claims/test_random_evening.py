"""Four phones, a referee and a scribe press buttons at random; whatever they press, it holds."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from jassclub.clubs.actors import Actor
from jassclub.core.errors import DomainError
from scoring.claims import predictions
from scoring.claims.agreement import confirm_hand, contest_hand, resolve_hand
from scoring.claims.entries import correct_hand, record_hand
from scoring.claims.models import Confirmation, HandEntry
from scoring.claims.penalties import add_penalty
from scoring.claims.verification import verify_game
from scoring.core.models import Game, Hand
from scoring.tables.games import sign_off
from tests.scoring.table import TableOf, differenzler, house, open_table, schieber

pytestmark = [pytest.mark.django_db, pytest.mark.once]

STEPS = 100
REASON: dict[str, Any] = {"reason_code": "miscounted"}


class Evening:
    """One game and the chance that plays it."""

    def __init__(self, profile: str, seed: int) -> None:
        self.random = Random(seed)
        self.table: TableOf = open_table(house(), profile)
        offices = [self.table.house.official(role) for role in ("referee", "scribe")]
        self.people = [*self.table.phones * 2, *offices]
        self.game: dict[str, Any] = {"game_id": self.table.game.pk}

    def press(self) -> str:
        """One button; what became of it."""
        button = self.random.choice(
            [self.record] * 3
            + [self.correct, self.confirm, self.confirm, self.contest, self.resolve]
            + [self.punish, self.sign, self.predict]
        )
        try:
            button(self.actor())
        except DomainError as refusal:
            return refusal.code
        return button.__name__

    def actor(self) -> Actor:
        """Somebody; now and then his phone has moved to another seat."""
        actor = self.random.choice(self.people)
        moved = actor.is_device and self.random.random() < 0.1
        return replace(actor, seat=self.random.randrange(4)) if moved else actor

    def slip(self) -> dict[str, Any]:
        """One of few slips, so that equal ones meet."""
        points = self.random.choice([20, 30, 40, 0])
        if not points:
            return {"state": "annulled"}
        if self.table.game.variant == "schieber":
            return schieber(points)
        return differenzler([20, 40, 30, 50], [points, 52, 40])

    def version(self) -> dict[str, Any]:
        """A hand and one of its versions, perhaps one that is not there."""
        hands = list(Hand.objects.filter(game=self.table.game))
        hand = self.random.choice(hands) if hands else Hand()
        return {"hand_id": hand.pk, "version": self.random.randrange(1, 4)}

    def number(self) -> int:
        return self.random.randrange(1, 6)

    def seat(self) -> int | None:
        return self.random.choice([None, None, 0, 1, 2, 3])

    def record(self, actor: Actor) -> None:
        ident = self.random.choice([None, "a", "b"])
        record_hand(
            actor=actor, **self.game, number=self.number(), slip=self.slip(), client_id=ident
        )

    def correct(self, actor: Actor) -> None:
        named = self.version()
        base = {"hand_id": named["hand_id"], "base_version": named["version"]}
        correct_hand(actor=actor, **base, slip=self.slip(), **REASON)

    def confirm(self, actor: Actor) -> None:
        confirm_hand(actor=actor, **self.version(), handover_seat=self.seat())

    def contest(self, actor: Actor) -> None:
        contest_hand(actor=actor, **self.version(), **REASON)

    def resolve(self, actor: Actor) -> None:
        resolve_hand(actor=actor, **self.version(), reason="gezählt")

    def punish(self, actor: Actor) -> None:
        fine: dict[str, Any] = {
            "seat": self.random.randrange(4),
            "points": 5,
            "reason": "Karten gezeigt",
        }
        add_penalty(actor=actor, **self.game, **fine, number=self.number())

    def sign(self, actor: Actor) -> None:
        if self.random.random() < 0.1:
            sign_off(actor=actor, **self.game, seat=self.seat())

    def predict(self, actor: Actor) -> None:
        said: dict[str, Any] = {
            "seat": self.random.randrange(4),
            "value": self.random.choice([20, 40, 30, 50]),
        }
        predictions.predict(actor=actor, **self.game, number=self.number(), **said)


def holds(game: Game) -> None:
    """What is true at any moment of any evening."""
    assert verify_game(Game.objects.get(pk=game.pk)) == []
    for hand in game.hands.prefetch_related("entries__confirmations"):
        entries = list(hand.entries.all())
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
        assert sum(entry.is_current for entry in entries) == (1 if entries else 0)
        for entry in entries:
            if entry.state == HandEntry.State.CONFIRMED:
                _agreed_to_by_somebody_else(entry)
            if entry.state == HandEntry.State.PROVISIONAL:
                assert _doubted(hand) or not _played_after(entry)


def _doubted(hand: Hand) -> bool:
    rival = any(entry.state == HandEntry.State.RIVAL for entry in hand.entries.all())
    return rival or hand.disputes.filter(state="open").exists()


def _played_after(entry: HandEntry) -> bool:
    """Silence, asked hand by hand: one of the later ones begun after it was played to its end."""
    return any(
        entries[0].seq > entry.seq and one.is_current and one.slip["state"] == "complete"
        for hand in entry.hand.game.hands.filter(number__gt=entry.hand.number)
        for entries in [list(hand.entries.order_by("version"))]
        for one in entries
    )


def _agreed_to_by_somebody_else(entry: HandEntry) -> None:
    how = Confirmation.How
    given = [item for item in entry.confirmations.all() if item.how != how.WITHDRAWN]
    assert given
    for item in given:
        if item.how in (how.OTHER_SIDE, how.AGREEMENT):
            assert (item.actor, item.seat) != (entry.actor, entry.seat)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("profile", ["schieber-1000", "differenzler-offen"])
@pytest.mark.parametrize("seed", range(4))
def test_no_sequence_of_buttons_leads_into_an_impossible_state(profile, seed):
    evening = Evening(profile, seed)
    done = set()
    for step in range(STEPS):
        done.add(evening.press())
        if step % 10 == 9:
            holds(evening.table.game)
    assert "record" in done
    assert len(done) >= 8, "hardly anything happened"
