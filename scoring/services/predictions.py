"""Predictions of the Differenzler: said in order, or sealed until the made points stand."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.errors import Conflict, Detail, NotAllowed
from scoring import ledger
from scoring.access import Place, writer_in
from scoring.models import Game, Hand, Prediction
from scoring.outbox import announce
from scoring.rules import Rules
from scoring.services.rows import (
    current_entry,
    locked_game,
    now,
    numbered_hand,
    open_or_refuse,
    spoken,
)


@transaction.atomic
def predict(*, actor: Actor, game_id: UUID, number: int, seat: int, value: int) -> Prediction:
    """Bind a seat to a number before the hand is played.

    Open form: in order from forehand to dealer; a number may be corrected until the next player
    speaks. Sealed form: in any order, correctable by the same phone until the hand is written,
    shown to nobody. The same number again changes nothing.
    """
    game = locked_game(game_id)
    place = writer_in(game, actor)
    open_or_refuse(game)
    rules = Rules.of(game)
    rules.speaking()
    hand = numbered_hand(game, number)
    if current_entry(hand) is not None:
        raise Conflict("already_written", _("Dieses Spiel ist schon geschrieben."))
    standing = hand.predictions.filter(seat=seat, current=True).first()
    if rules.sealed_on_phone:
        _check_sealing(place, seat, standing)
    said = dict(hand.predictions.filter(current=True).values_list("seat", "value"))
    sealed = rules.sealed_on_phone
    rules.check_said(hand, {}, seat=seat, value=value, alone=True)
    if standing is not None and standing.value == value:
        return standing
    if not sealed:
        _check_order(rules, hand, seat)
        rules.check_said(hand, said, seat=seat, value=value, alone=False)
    return _store(game, hand, actor, seat=seat, value=value, sealed=sealed)


@dataclass(frozen=True)
class Completed:
    """A slip with the predictions that were made before the hand, and what it says against them."""

    slip: Mapping[str, Any]
    faults: Sequence[Detail] = ()


def complete(game: Game, hand: Hand, slip: Mapping[str, Any]) -> Completed:
    """Take over the predictions that were made before the hand was played.

    As long as they are sealed a slip may not name any, right or wrong: else guessing would tell.
    Said aloud they bind the first entry; once it stands, a number misheard is corrected like any
    other.
    """
    made = dict(hand.predictions.filter(current=True).values_list("seat", "value"))
    if not made or slip.get("state", "complete") != "complete":
        return Completed(slip)
    rules, current = Rules.of(game), current_entry(hand)
    member = rules.speaking().member
    told = slip.get(member)
    bound = [made.get(seat) for seat in range(rules.players)]
    if rules.sealed_on_phone and hand.revealed_at is None:
        return Completed({**slip, member: bound}, () if told is None else [_sealed()])
    if rules.sealed_on_phone or current is None:
        known = bound if told is None else told
        return Completed({**slip, member: known}, _differing(known, bound, member))
    known = current.slip.get(member, bound) if told is None else told
    return Completed({**slip, member: known})


def reveal(hand: Hand, slip: Mapping[str, Any]) -> None:
    """The made points stand and are right: with them the predictions may be seen."""
    said = "predictions" in slip or "bids" in slip
    if hand.revealed_at is None and said and hand.predictions.exists():
        hand.revealed_at = now()
        hand.save(update_fields=["revealed_at"])


def _sealed() -> Detail:
    text = _("Die Ansagen sind verdeckt; sie kommen von selbst dazu.")
    return Detail("/slip/predictions", "predictions_sealed", text)


def _differing(told: object, bound: Sequence[int | None], member: str) -> list[Detail]:
    text = _("Angesagt war etwas anderes.")
    return [
        Detail(f"/slip/{member}/{seat}", "prediction_differs", text)
        for seat, value in enumerate(bound)
        if value is not None and (not isinstance(told, list) or told[seat : seat + 1] != [value])
    ]


def _check_sealing(place: Place, seat: int, standing: Prediction | None) -> None:
    if place.seat is None:
        return
    if place.seat != seat:
        raise NotAllowed("own_seat_only", _("Verdeckt tippt jeder nur die eigene Zahl."))
    if standing is not None and standing.actor != str(place.actor):
        raise NotAllowed(
            "sealed_by_another", _("Für diesen Platz hat schon ein anderes Telefon getippt.")
        )


def _store(
    game: Game, hand: Hand, actor: Actor, *, seat: int, value: int, sealed: bool
) -> Prediction:
    hand.predictions.filter(seat=seat, current=True).update(current=False)
    prediction = Prediction.objects.create(
        **spoken(game, actor),
        hand=hand,
        seat=seat,
        value=value,
        salt=secrets.token_hex(16),
        sealed=sealed,
    )
    ledger.note(game, "predicted", prediction)
    announce(game, "predicted")
    return prediction


def _check_order(rules: Rules, hand: Hand, seat: int) -> None:
    spoken = set(hand.predictions.filter(current=True).values_list("seat", flat=True))
    order = rules.speaking_order(hand)
    place = order.index(seat)
    if set(order[place + 1 :]) & spoken:
        raise Conflict("next_has_spoken", _("Der nächste hat schon angesagt."))
    if set(order[:place]) - spoken:
        raise Conflict(
            "not_your_turn", _("Die Ansagen gehen der Reihe nach; der Geber sagt zuletzt an.")
        )
