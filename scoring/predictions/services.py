"""Predictions of the Differenzler: said in order, or sealed until another side agrees."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Detail
from scoring.claims import ledger
from scoring.claims.models import HandEntry, Prediction
from scoring.claims.rows import current_entry, locked_game, numbered_hand, open_or_refuse, spoken
from scoring.claims.selectors import GameState
from scoring.core.access import writer_in
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules, is_sealed
from scoring.core.score_events import announce
from scoring.predictions.sealing import check_sealing


@transaction.atomic
def predict(*, actor: Actor, game_id: UUID, number: int, seat: int, value: int) -> Prediction:
    """Bind a seat to a number before the hand is played.

    Open form: in order from forehand to dealer; a number may be corrected until the next player
    speaks, and the same again changes nothing. Sealed form: in any order, by the seat alone, and
    changed by it until the hand is opened; whoever sends the same number again is told, and
    leaves behind, what another number would: else guessing would tell.
    """
    game = locked_game(game_id)
    place = writer_in(game, actor)
    open_or_refuse(game)
    rules = Rules.of(game)
    rules.speaking()
    hand = numbered_hand(game, number)
    sealed, current = rules.sealed_on_phone, current_entry(hand)
    if current is not None and not is_sealed(current.slip):
        raise Conflict("already_written", _("Dieses Spiel ist schon geschrieben."))
    if sealed:
        check_sealing(game, hand, place, seat)
    rules.check_said(hand, {}, seat=seat, value=value, alone=True)
    if not sealed:
        said = dict(hand.predictions.filter(current=True).values_list("seat", "value"))
        if said.get(seat) == value:
            return hand.predictions.get(seat=seat, current=True)
        _check_order(rules, hand, seat)
        rules.check_said(hand, said, seat=seat, value=value, alone=False)
    return _store(game, hand, actor, seat=seat, value=value, sealed=sealed)


@dataclass(frozen=True)
class Completed:
    """A slip with the predictions that were made before the hand, and what it says against them."""

    slip: Mapping[str, Any]
    faults: Sequence[Detail] = ()


def complete(state: GameState, hand: Hand, slip: Mapping[str, Any], *, is_new: bool) -> Completed:
    """Take over the predictions that were made before the hand was played.

    As long as they are sealed the slip only says whose are; it may name those of the others, from
    their slips of paper. Said aloud they bind the first entry; once it stands, a number misheard
    is corrected like any other. `is_new`: nothing can have been said for it yet.
    """
    rules, current = state.rules, state.entry_of(hand)
    if slip.get("state", "complete") != "complete":
        return Completed(slip)
    said = () if is_new else hand.predictions.filter(current=True).values_list("seat", "value")
    made = dict(said)
    if rules.sealed_on_phone:
        bare = {key: value for key, value in slip.items() if key != "sealed"}
        if hand.revealed_at is None:
            return Completed(_veiled(bare, made, rules))
        return _bound(bare, made, rules, current)
    if not made:
        return Completed(slip)
    member = rules.speaking().member
    told, bound = slip.get(member), [made.get(seat) for seat in range(rules.players)]
    if current is None:
        known = bound if told is None else told
        return Completed({**slip, member: known}, _differing(known, bound, member))
    return Completed({**slip, member: current.slip.get(member, bound) if told is None else told})


def _veiled(slip: Mapping[str, Any], made: Mapping[int, int], rules: Rules) -> Mapping[str, Any]:
    """The slip of a hand that is not opened: whose number lies sealed, and none of these."""
    if not made:
        return slip
    seats = range(rules.players)
    told = slip.get("predictions")
    numbers = [None for _seat in seats] if told is None else told
    return {**slip, "predictions": numbers, "sealed": [seat in made for seat in seats]}


def _bound(
    slip: Mapping[str, Any], made: Mapping[int, int], rules: Rules, current: HandEntry | None
) -> Completed:
    """The slip of a hand that was opened: what was sealed binds, what stood on paper may have
    been misread."""
    told = slip.get("predictions")
    stood = current.slip.get("predictions") if current is not None else None
    paper = (stood or [None] * rules.players) if told is None else told
    if not isinstance(paper, list) or len(paper) != rules.players:
        return Completed(slip)
    numbers = [made.get(seat) if number is None else number for seat, number in enumerate(paper)]
    bound = [made.get(seat) for seat in range(rules.players)]
    return Completed({**slip, "predictions": numbers}, _differing(numbers, bound, "predictions"))


def _differing(told: object, bound: Sequence[int | None], member: str) -> list[Detail]:
    text = _("Angesagt war etwas anderes.")
    return [
        Detail(f"/slip/{member}/{seat}", "prediction_differs", text)
        for seat, value in enumerate(bound)
        if value is not None and (not isinstance(told, list) or told[seat : seat + 1] != [value])
    ]


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
