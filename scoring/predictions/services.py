"""Predictions of the Differenzler: said in order, or sealed until another side agrees."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import phones_at
from jassclub.clubs.scopes import leading_to
from jassclub.core.errors import Conflict, Finding, Invalid, NotAllowed
from scoring.claims.models import Prediction
from scoring.claims.opening import sealed_in
from scoring.claims.rows import (
    current_entry,
    locked_game,
    numbered_hand,
    open_or_refuse,
    record,
    speaking_order,
    table_at,
)
from scoring.claims.sides import sides_of
from scoring.core.access import GameAccess, writer_in
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules, is_sealed, sentence


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
        _check_sealing(game, hand, access, seat)
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
    speaking, exists = rules.speaking(), 0 <= seat < rules.players
    place = seat if exists else 0
    others = {} if alone or not exists else said
    numbers = [{**others, place: value}.get(index) for index in range(rules.players)]
    table = table_at(hand, rules)
    findings = speaking.check(numbers, replace(table, dealer=None) if alone else table)
    mine = f"/{speaking.member}/{place}"
    details = [
        Finding(finding.code, "/value", sentence(finding), finding.article)
        for finding in findings
        if finding.pointer == mine
    ]
    if not exists:
        details.append(Finding("unknown_seat", "/seat", _("Diesen Platz gibt es nicht.")))
    Invalid.raise_for(details, _("So kann nicht angesagt werden."))


def _check_order(rules: Rules, hand: Hand, seat: int) -> None:
    spoken = set(hand.predictions.filter(current=True).values_list("seat", flat=True))
    order = speaking_order(hand, rules)
    turn = order.index(seat)
    if set(order[turn + 1 :]) & spoken:
        raise Conflict("next_has_spoken", _("Der nächste hat schon angesagt."))
    if set(order[:turn]) - spoken:
        raise Conflict(
            "not_your_turn", _("Die Ansagen gehen der Reihe nach; der Geber sagt zuletzt an.")
        )


def _check_sealing(game: Game, hand: Hand, access: GameAccess, seat: int) -> None:
    """Refuse a number for another seat, or over one that is not the caller's own.

    An office has no seat: it types numbers from slips of paper with the hand, for those who have
    sealed none.
    """
    if access.seat is None or access.seat != seat:
        raise NotAllowed("own_seat_only", _("Verdeckt tippt jeder nur die eigene Zahl."))
    sealed = sealed_in(hand)
    standing = next((item for item in sealed if item.seat == seat), None)
    mine = [item for item in sealed if item.actor == str(access.actor)]
    if standing is None:
        _check_seat_is_free(game, access, seat)
    elif standing not in mine:
        raise NotAllowed(
            "sealed_by_another", _("Für diesen Platz hat schon ein anderes Telefon getippt.")
        )
    elif max(mine, key=lambda item: item.seq) != standing:
        raise NotAllowed(
            "handed_on",
            _("Dieses Telefon hat seither für einen anderen Platz getippt; die Zahl gilt."),
        )


def _check_seat_is_free(game: Game, access: GameAccess, seat: int) -> None:
    """A phone that has spoken for another seat takes no number from a seat with its own phone."""
    phones = phones_at(leading_to(game.pk)).filter(seat=seat)
    if access.actor.device_id is not None:
        phones = phones.exclude(pk=access.actor.device_id)
    actor, side = str(access.actor), Rules.of(game).side_of(seat)
    elsewhere = Prediction.objects.filter(hand__game=game, sealed=True, actor=actor)
    spoken = sides_of(game, actor) - {side} or elsewhere.exclude(seat=seat).exists()
    if spoken and phones.exists():
        raise NotAllowed(
            "own_seat_only", _("An diesem Platz sitzt ein anderes Telefon: Dort wird getippt.")
        )
