"""Predictions of the Differenzler: said in order, or sealed until the made points stand."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.errors import Conflict, Detail, Invalid, NotAllowed
from scoring import ledger
from scoring.access import writer_in
from scoring.models import Game, Hand, Prediction
from scoring.outbox import announce
from scoring.rules import Rules
from scoring.services.rows import current_entry, locked_game, now, open_or_refuse


@transaction.atomic
def predict(*, actor: Actor, game_id: UUID, number: int, seat: int, value: int) -> Prediction:
    """Bind a seat to a number before the hand is played.

    Open form: in order from forehand to dealer; a number may be corrected until the next player
    speaks. Sealed form: in any order, correctable until the hand is written, shown to nobody.
    """
    game = locked_game(game_id)
    place = writer_in(game, actor)
    open_or_refuse(game)
    rules = Rules.of(game)
    rules.check_prediction(seat, value)
    if place.seat is not None and place.seat != seat and rules.sealed_on_phone:
        raise NotAllowed("own_seat_only", _("Verdeckt tippt jeder nur die eigene Zahl."))
    rules.check_number(number)
    hand, _created = Hand.objects.get_or_create(game=game, number=number)
    if current_entry(hand) is not None:
        raise Conflict("already_written", _("Dieses Spiel ist schon geschrieben."))
    if not rules.sealed_on_phone:
        _check_order(rules, hand, seat)
    return _store(game, hand, actor, seat=seat, value=value, sealed=rules.sealed_on_phone)


def complete(game: Game, hand: Hand, slip: Mapping[str, Any]) -> Mapping[str, Any]:
    """The slip with the predictions that were made before the hand was played.

    Raises Invalid where the slip says other numbers than those.
    """
    made = dict(hand.predictions.filter(current=True).values_list("seat", "value"))
    if not made:
        return slip
    told = slip.get("predictions")
    bound = [made.get(seat) for seat in range(Rules.of(game).players)]
    if told is None:
        return {**slip, "predictions": bound}
    differing = [
        Detail(f"/slip/predictions/{seat}", "prediction_differs", _("Angesagt war etwas anderes."))
        for seat, value in enumerate(bound)
        if value is not None and (not isinstance(told, list) or told[seat : seat + 1] != [value])
    ]
    if differing:
        raise Invalid.of(differing, _("Die Ansagen stehen schon fest."))
    return slip


def reveal(hand: Hand) -> None:
    """The made points stand and are right: the predictions may be seen."""
    if hand.revealed_at is None and hand.predictions.exists():
        hand.revealed_at = now()
        hand.save(update_fields=["revealed_at"])


def _store(
    game: Game, hand: Hand, actor: Actor, *, seat: int, value: int, sealed: bool
) -> Prediction:
    hand.predictions.filter(seat=seat, current=True).update(current=False)
    prediction = Prediction.objects.create(
        hand=hand,
        seat=seat,
        value=value,
        salt=secrets.token_hex(16),
        sealed=sealed,
        actor=str(actor),
        device_id=actor.device_id,
        created_at=now(),
    )
    ledger.append(game, "predicted", ledger.prediction_facts(prediction))
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
