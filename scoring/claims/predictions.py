"""Predictions of the Differenzler: said in order, or sealed until another side agrees.

What was said before a hand is taken over into its slip when the hand is written.

Opening what was sealed: by another side that agrees, by a hand-over, by paper; never alone. As
long as a number lies sealed, the version of the hand holds the points and no difference. Once
somebody agrees who has sealed a number himself, a version with all numbers takes its place.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor, leading_to, phones_at
from jassclub.core.errors import Conflict, Finding, Invalid, NotAllowed
from jassclub.core.rows import save_fields
from scoring.claims.ledger import record
from scoring.claims.models import Confirmation, HandEntry, Prediction
from scoring.claims.rows import current_entry, numbered_hand, speaking_order, table_at
from scoring.claims.selectors import GameState, locked_game, open_or_refuse, sealed_in, state_of
from scoring.claims.sides import handed_round, other_phones, sides_of
from scoring.core.access import GameAccess, writer_in
from scoring.core.models import Game, Hand
from scoring.core.names import Sentences
from scoring.core.rules import Rules, is_sealed
from scoring.games.base import Table
from scoring.games.sheet import Entered


@transaction.atomic
def predict(
    *, actor: Actor, game_id: UUID, number: int, seat: int, value: int, first: bool = False
) -> Prediction:
    """Bind a seat to a number before the hand is played.

    Open form: in order from forehand to dealer; a number may be corrected until the next player
    speaks, and the same again changes nothing; one that is the `first` of its seat to whoever
    sends it corrects none that came meanwhile from another phone.
    Sealed form: in any order, by the seat alone, and changed by it until the hand is opened;
    whoever sends the same number again is told, and leaves behind, what another number would:
    else guessing would tell.
    """
    game = locked_game(game_id)
    access = writer_in(game, actor)
    open_or_refuse(game)
    rules = Rules.of(game)
    rules.speaking()
    hand = numbered_hand(game, number)
    sealed, current = rules.sealed_on_phone, current_entry(hand)
    if hand.revealed_at or (current is not None and not is_sealed(current.slip)):
        raise Conflict("already_written", _("Dieses Spiel ist schon geschrieben."))
    if sealed:
        _check_sealing(game, hand, access, seat)
    _check_said(rules, hand, {}, seat=seat, value=value, alone=True)
    if not sealed:
        said = dict(hand.predictions.filter(current=True).values_list("seat", "value"))
        if said.get(seat) == value:
            return hand.predictions.get(seat=seat, current=True)
        _check_order(rules, hand, seat, first=first)
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
    exists, table = 0 <= seat < rules.players, table_at(hand, rules)
    place = seat if exists else 0
    others = {} if alone or not exists else said
    table = replace(table, dealer=None) if alone else table
    words = Sentences(hand.game)
    details = said_findings(rules, table, {**others, place: value}, seat=place, words=words)
    if not exists:
        details.append(Finding("unknown_seat", "/seat", _("Diesen Platz gibt es nicht.")))
    Invalid.raise_for(details, _("So kann nicht angesagt werden."))


def said_findings(
    rules: Rules, table: Table, said: Mapping[int, int], *, seat: int, words: Sentences
) -> list[Finding]:
    """What the rules have against the number of a seat, beside those that others have `said`."""
    speaking = rules.speaking()
    numbers = [said.get(index) for index in range(rules.players)]
    return [
        Finding(finding.code, "/value", words(finding), finding.article)
        for finding in speaking.check(numbers, table)
        if finding.pointer == f"/{speaking.member}/{seat}"
    ]


def _check_order(rules: Rules, hand: Hand, seat: int, *, first: bool) -> None:
    spoken = set(hand.predictions.filter(current=True).values_list("seat", flat=True))
    order = speaking_order(hand, rules)
    turn = order.index(seat)
    if set(order[turn + (not first) :]) & spoken:
        words = _("Hier ist unterdessen schon angesagt worden; diese Zahl ist nicht notiert.")
        raise Conflict("next_has_spoken", words)
    if set(order[:turn]) - spoken:
        raise Conflict(
            "not_your_turn", _("Die Ansagen gehen der Reihe nach; der Geber sagt zuletzt an.")
        )


def keeps_slate(game: Game, access: GameAccess) -> bool:
    """Whether this is the phone that keeps a loose slate: it sits nowhere, and goes round."""
    return access.at_desk and game.club.loose_since is not None


def takes_sealed(game: Game, access: GameAccess, seat: int) -> bool:
    """Whether a phone may take a sealed number from a seat: from its own, and from any where it
    goes round.

    An office has no seat: it types numbers from slips of paper with the hand, for those who have
    sealed none.
    """
    holds = access.seat is not None or keeps_slate(game, access)
    return holds and (access.seat == seat or Rules.of(game).phone_goes_round)


def _check_sealing(game: Game, hand: Hand, access: GameAccess, seat: int) -> None:
    """Refuse a number for another seat, or over one that is not the caller's own. Where a phone
    goes round it takes one from each seat that has none of its own."""
    if not takes_sealed(game, access, seat):
        raise NotAllowed("own_seat_only", _("Verdeckt tippt jeder nur die eigene Zahl."))
    sealed = sealed_in(hand)
    standing = next((item for item in sealed if item.seat == seat), None)
    mine = [item for item in sealed if item.actor == str(access.actor)]
    if standing is None:
        _check_seat_is_free(game, access, seat, handed=access.seat != seat)
    elif standing not in mine:
        raise NotAllowed(
            "sealed_by_another", _("Für diesen Platz hat schon ein anderes Telefon getippt.")
        )
    elif max(mine, key=lambda item: item.seq) != standing:
        raise NotAllowed(
            "handed_on",
            _("Dieses Telefon hat seither für einen anderen Platz getippt; die Zahl gilt."),
        )


def _check_seat_is_free(game: Game, access: GameAccess, seat: int, *, handed: bool) -> None:
    """A phone that has spoken for another seat, or was `handed` on to this one without taking it,
    takes no number from a seat with its own phone."""
    phones = other_phones(phones_at(leading_to(game.pk)), access.actor).filter(seat=seat)
    actor, side = str(access.actor), Rules.of(game).side_of(seat)
    elsewhere = Prediction.objects.filter(hand__game=game, sealed=True, actor=actor)
    spoken = handed or sides_of(game, actor) - {side} or elsewhere.exclude(seat=seat).exists()
    if spoken and phones.exists():
        raise NotAllowed(
            "own_seat_only", _("An diesem Platz sitzt ein anderes Telefon: Dort wird getippt.")
        )


Completed = tuple[Mapping[str, Any], Sequence[Finding]]
"""A slip with the predictions that were made before the hand, and what it says against them."""


def complete(state: GameState, hand: Hand, slip: Mapping[str, Any], *, is_new: bool) -> Completed:
    """Take over the predictions that were made before the hand was played.

    As long as they are sealed the slip only says whose are; it may name those of the others, from
    their slips of paper. Said aloud they bind the first entry; once it stands, a number misheard
    is corrected like any other. `is_new`: nothing can have been said for it yet.
    """
    rules, current = state.rules, state.entry_of(hand)
    if slip.get("state", "complete") != "complete":
        return slip, ()
    said = () if is_new else hand.predictions.filter(current=True).values_list("seat", "value")
    made = dict(said)
    if rules.sealed_on_phone:
        bare = {key: value for key, value in slip.items() if key != "sealed"}
        if hand.revealed_at is None:
            return _veiled(bare, made, rules), ()
        return _bound(bare, made, rules, current)
    if not made:
        return slip, ()
    member = rules.speaking().member
    written, bound = slip.get(member), [made.get(seat) for seat in range(rules.players)]
    if written is None:
        written = bound if current is None else current.slip.get(member, bound)
    faults = _differing(written, bound, member) if current is None else ()
    return {**slip, member: written}, faults


def _veiled(slip: Mapping[str, Any], made: Mapping[int, int], rules: Rules) -> Mapping[str, Any]:
    """The slip of a hand that is not opened: whose number lies sealed, and none of these."""
    if not made:
        return slip
    seats = range(rules.players)
    on_paper = slip.get("predictions")
    numbers = [None for _seat in seats] if on_paper is None else on_paper
    return {**slip, "predictions": numbers, "sealed": [seat in made for seat in seats]}


def _bound(
    slip: Mapping[str, Any], made: Mapping[int, int], rules: Rules, current: HandEntry | None
) -> Completed:
    """The slip of a hand that was opened: what was sealed binds, what stood on paper may have
    been misread."""
    on_paper = slip.get("predictions")
    if on_paper is None:
        before = current.slip.get("predictions") if current is not None else None
        on_paper = before or [None] * rules.players
    if not isinstance(on_paper, list) or len(on_paper) != rules.players:
        return slip, ()
    numbers = [made.get(seat) if number is None else number for seat, number in enumerate(on_paper)]
    bound = [made.get(seat) for seat in range(rules.players)]
    return {**slip, "predictions": numbers}, _differing(numbers, bound, "predictions")


def _differing(said: object, bound: Sequence[int | None], member: str) -> list[Finding]:
    text = _("Angesagt war etwas anderes.")
    return [
        Finding("prediction_differs", f"/slip/{member}/{seat}", text)
        for seat, value in enumerate(bound)
        if value is not None and (not isinstance(said, list) or said[seat : seat + 1] != [value])
    ]


def open_alone(game: Game, hand: Hand, access: GameAccess) -> None:
    """Whoever writes the points on the one phone that there is opens what was sealed on it:
    nobody else could agree to them."""
    mine = keeps_slate(game, access) and Rules.of(game).sealed_on_phone and sealed_in(hand)
    if mine and handed_round(game, hand, access.actor):
        save_fields(hand, revealed_at=now())


OPENED = "opened"
"""The reason of the version that takes the place of a sealed one."""
How = Confirmation.How
State = HandEntry.State
OPENING = (How.OTHER_SIDE, How.AGREEMENT, How.HANDOVER, How.PAPER)
"""Ways to agree that open; a referee decides about points, silence and time about nothing."""
Sealing = tuple[str, int]
"""The actor that has sealed a number, and the seat it is for."""


def may_open(game: Game, entry: HandEntry, *, actor: str, seat: int | None) -> bool:
    """Whether the agreement of a seat of another side opens the numbers of a sealed version.

    It takes one who exposes a number of his own: else whoever sits down with a second phone
    could agree to what he has written with the first. Where nobody else has sealed one, the
    writer exposes only himself and any other side will do.
    """
    openers = _openers(game, entry)
    return (actor, seat) in openers if openers else True


def opener_of(game: Game, entry: HandEntry) -> Confirmation | None:
    """The agreement that opens a sealed version, None while there is none."""
    seats = {prediction.seat for prediction in sealed_in(entry.hand)}
    # An archive brings no sealed numbers along: nobody here can open them.
    if any(sealed and seat not in seats for seat, sealed in enumerate(entry.slip["sealed"])):
        return None
    given = entry.confirmations.filter(how__in=OPENING)
    recorded = [item for item in given if item.how in (How.HANDOVER, How.PAPER)]
    agreed = {
        item.actor: item
        for item in given
        if may_open(game, entry, actor=item.actor, seat=item.seat)
    }
    # Two where the author sits here and exposes nothing: his may be the second phone in the pocket
    # of the one who agrees, and nobody knows whose chair it took.
    exposes = entry.actor in {actor for actor, _seat in _exposed(game, entry.hand)}
    alone = entry.seat is None or exposes
    if len(agreed) >= (1 if alone else min(2, len(_openers(game, entry)))):
        recorded += agreed.values()
    return recorded[-1] if recorded else None


def opened(game: Game, entry: HandEntry, by: Confirmation) -> HandEntry:
    """The version with all numbers in the place of a sealed one, agreed to as that one was.

    It says what its author wrote; who opened it stands in the agreement.
    """
    hand = entry.hand
    save_fields(hand, revealed_at=now())
    entry.move_to(State.SUPERSEDED)
    entered = _with_numbers(game, entry)
    new = HandEntry(
        hand=hand,
        version=hand.entries.count() + 1,
        slip=entered.slip,
        warnings=[finding.to_json() for finding in entered.findings],
        source=entry.source,
        base_version=entry.version,
        reason_code=OPENED,
        ruling=entry.ruling,
    )
    record(game, "entry", new, entry, moved=[entry, new])
    agreement = Confirmation(entry=new, how=by.how, note=by.note)
    record(
        game, "confirmed", agreement, by, moved=[new.move_to(State.CONFIRMED)], event="confirmed"
    )
    return new


def opened_from(entry: HandEntry) -> HandEntry | None:
    """The version that took the place of a sealed one when it was opened."""
    return (
        entry.hand.entries.filter(base_version=entry.version, reason_code=OPENED)
        .select_related("hand")
        .first()
    )


def sealed_hands(game: Game) -> list[int]:
    """Numbers of the hands whose points stand and whose predictions are still sealed."""
    if not Rules.of(game).sealed_on_phone:
        return []
    current = HandEntry.objects.filter(hand__game=game, state__in=HandEntry.CURRENT)
    numbered = current.order_by("hand__number").values_list("hand__number", "slip")
    return [number for number, slip in numbered if is_sealed(slip)]


def _exposed(game: Game, hand: Hand) -> set[Sealing]:
    """Everybody who counts as exposing a number of his own.

    A phone may come to an empty chair and seal any number there. So where two or more have
    sealed whose numbers of a hand before were opened, and stood on the sheet for all to see, only
    they count; in the first hand nobody can be told apart so.
    """
    sealing = {(prediction.actor, prediction.seat) for prediction in sealed_in(hand)}
    before = Prediction.objects.filter(
        hand__game=game, hand__revealed_at__isnull=False, current=True, sealed=True
    ).exclude(hand=hand)
    seen_before = sealing & set(before.values_list("actor", "seat"))
    return seen_before if len(seen_before) > 1 else sealing


def _openers(game: Game, entry: HandEntry) -> set[Sealing]:
    """Those of them who neither wrote the version nor spoke for its author's side."""
    together, own = Rules.of(game).together, entry.seat
    return {
        (actor, seat)
        for actor, seat in _exposed(game, entry.hand)
        if actor != entry.actor and (own is None or not together(entry.slip, own, seat))
    }


def _with_numbers(game: Game, entry: HandEntry) -> Entered:
    """The slip with the numbers that were sealed, and what the rules remark about it."""
    numbers = list(entry.slip["predictions"])
    for prediction in sealed_in(entry.hand):
        numbers[prediction.seat] = prediction.value
    bare = {key: value for key, value in entry.slip.items() if key != "sealed"}
    return state_of(game).enter(entry.hand, {**bare, "predictions": numbers})
