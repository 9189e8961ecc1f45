"""Predictions of the Differenzler: said in order, or sealed until another side agrees."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Invalid
from jassclub.core.findings import Finding
from scoring.claims.hands import speaking_order, table_at
from scoring.claims.models import Prediction
from scoring.claims.rows import current_entry, locked_game, numbered_hand, open_or_refuse, record
from scoring.core.access import writer_in
from scoring.core.models import Hand
from scoring.core.rules import Rules, is_sealed, sentence
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
    access = writer_in(game, actor)
    open_or_refuse(game)
    rules = Rules.of(game)
    rules.speaking()
    hand = numbered_hand(game, number)
    sealed, current = rules.sealed_on_phone, current_entry(hand)
    if current is not None and not is_sealed(current.slip):
        raise Conflict("already_written", _("Dieses Spiel ist schon geschrieben."))
    if sealed:
        check_sealing(game, hand, access, seat)
    _check_said(rules, hand, {}, seat=seat, value=value, alone=True)
    if not sealed:
        said = dict(hand.predictions.filter(current=True).values_list("seat", "value"))
        if said.get(seat) == value:
            return hand.predictions.get(seat=seat, current=True)
        _check_order(rules, hand, seat)
        _check_said(rules, hand, said, seat=seat, value=value, alone=False)
    hand.predictions.filter(seat=seat, current=True).update(current=False)
    prediction = Prediction(
        hand=hand, seat=seat, value=value, salt=secrets.token_hex(16), sealed=sealed
    )
    return record(game, "predicted", prediction, access, event="predicted")


def _check_said(
    rules: Rules, hand: Hand, said: Mapping[int, int], *, seat: int, value: int, alone: bool
) -> None:
    """Refuse a number that cannot be said now, with every finding at once.

    `said` are the numbers of the others; `alone`: judge it by itself, as sealed ones are.
    """
    speaking, known = rules.speaking(), 0 <= seat < rules.players
    place = seat if known else 0
    others = {} if alone or not known else said
    numbers = [{**others, place: value}.get(index) for index in range(rules.players)]
    table = table_at(hand, rules)
    findings = speaking.check(numbers, replace(table, dealer=None) if alone else table)
    mine = f"/{speaking.member}/{place}"
    details = [
        Finding(finding.code, "/value", sentence(finding), finding.article)
        for finding in findings
        if finding.pointer == mine
    ]
    if not known:
        details.append(Finding("unknown_seat", "/seat", _("Diesen Platz gibt es nicht.")))
    Invalid.raise_for(details, _("So kann nicht angesagt werden."))


def _check_order(rules: Rules, hand: Hand, seat: int) -> None:
    spoken = set(hand.predictions.filter(current=True).values_list("seat", flat=True))
    order = speaking_order(hand, rules)
    place = order.index(seat)
    if set(order[place + 1 :]) & spoken:
        raise Conflict("next_has_spoken", _("Der nächste hat schon angesagt."))
    if set(order[:place]) - spoken:
        raise Conflict(
            "not_your_turn", _("Die Ansagen gehen der Reihe nach; der Geber sagt zuletzt an.")
        )
