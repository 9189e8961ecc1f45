"""Opening what was sealed: by another side that agrees, by a hand-over, by paper; never alone.

As long as a number lies sealed, the version of the hand holds the points and no difference. Once
somebody agrees who has sealed a number himself, a version with all numbers takes its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from jassclub.clubs.actors import Actor
from jassclub.clubs.doors import phones_at
from jassclub.clubs.scopes import leading_to
from scoring import ledger
from scoring.models import Confirmation, Game, Hand, HandEntry, Prediction
from scoring.outbox import announce
from scoring.rules import Rules, is_sealed
from scoring.selectors import state_of
from scoring.services.rows import now, stated_by

OPENED = "opened"
"""The reason of the version that takes the place of a sealed one."""
How = Confirmation.How
State = HandEntry.State
OPENING = (How.OTHER_SIDE, How.AGREEMENT, How.HANDOVER, How.PAPER)
"""Ways to agree that open; a referee decides about points, silence and time about nothing."""


def sealed_in(hand: Hand) -> list[Prediction]:
    """The numbers that lie sealed for a hand, or lay so."""
    return list(hand.predictions.filter(current=True, sealed=True))


def may_open(game: Game, entry: HandEntry, *, actor: str, seat: int | None) -> bool:
    """Whether the agreement of a seat of another side opens the numbers of a sealed version.

    It takes one who exposes a number of his own: else whoever sits down with a second phone
    could agree to what he has written with the first. Where nobody else has sealed one, the
    writer exposes only himself and any other side will do.
    """
    seats = _seats_by_actor(entry.hand)
    others = {who: at for who, at in seats.items() if not _writes(game, entry, who, at)}
    return seat in others.get(actor, ()) if others else True


def handed_round(game: Game, entry: HandEntry, actor: Actor) -> bool:
    """Whether this is the one phone of the table: every number was sealed on it, and no other
    phone speaks for a seat."""
    phones = phones_at(leading_to(game.pk)).filter(seat__isnull=False)
    if actor.device_id is not None:
        phones = phones.exclude(pk=actor.device_id)
    return set(_seats_by_actor(entry.hand)) <= {str(actor)} and not phones.exists()


def opener_of(game: Game, entry: HandEntry) -> Confirmation | None:
    """The agreement that opens a sealed version, None while there is none."""
    if not _all_here(entry):
        return None
    given = entry.confirmations.filter(how__in=OPENING)
    recorded = [item for item in given if item.how in (How.HANDOVER, How.PAPER)]
    agreed = {
        item.actor: item
        for item in given
        if may_open(game, entry, actor=item.actor, seat=item.seat)
    }
    if len(agreed) >= _agreements_needed(entry):
        recorded += agreed.values()
    return recorded[-1] if recorded else None


def opened(game: Game, entry: HandEntry, by: Confirmation) -> HandEntry:
    """The version with all numbers in the place of a sealed one, agreed to as that one was.

    It says what its author wrote; who opened it stands in the agreement.
    """
    hand = entry.hand
    hand.revealed_at = now()
    hand.save(update_fields=["revealed_at"])
    entry.state = State.SUPERSEDED
    entry.save(update_fields=["state"])
    findings, slip = _with_numbers(game, entry)
    new = HandEntry.objects.create(
        **stated_by(game, entry),
        hand=hand,
        version=hand.entries.count() + 1,
        slip=slip,
        warnings=findings,
        source=entry.source,
        base_version=entry.version,
        reason_code=OPENED,
        ruling=entry.ruling,
    )
    ledger.note(game, "entry", new, states=[(entry, entry.state), (new, new.state)])
    again = Confirmation.objects.create(**stated_by(game, by), entry=new, how=by.how, note=by.note)
    new.state = State.CONFIRMED
    new.save(update_fields=["state"])
    ledger.note(game, "confirmed", again, states=[(new, new.state)])
    announce(game, "confirmed")
    return new


def opened_from(entry: HandEntry) -> HandEntry | None:
    """The version that took the place of a sealed one when it was opened."""
    later = entry.hand.entries.filter(base_version=entry.version, reason_code=OPENED)
    return later.select_related("hand").first()


def sealed_hands(game: Game) -> list[int]:
    """Numbers of the hands whose points stand and whose predictions are still sealed."""
    if not Rules.of(game).sealed_on_phone:
        return []
    current = HandEntry.objects.filter(hand__game=game, state__in=HandEntry.CURRENT)
    slips = current.order_by("hand__number").values_list("hand__number", "slip")
    return [number for number, slip in slips if is_sealed(slip)]


def _seats_by_actor(hand: Hand) -> Mapping[str, set[int]]:
    seats: dict[str, set[int]] = defaultdict(set)
    for prediction in sealed_in(hand):
        seats[prediction.actor].add(prediction.seat)
    return seats


def _writes(game: Game, entry: HandEntry, actor: str, seats: set[int]) -> bool:
    """Whether who sealed for these seats wrote the version, or spoke for its author's side."""
    together, own = Rules.of(game).together, entry.seat
    return actor == entry.actor or (
        own is not None and any(together(entry.slip, own, seat) for seat in seats)
    )


def _agreements_needed(entry: HandEntry) -> int:
    """Two where the author sits here and has sealed nothing: his may be the second phone in the
    pocket of the one who agrees, and nobody knows whose chair it took."""
    sealing = _seats_by_actor(entry.hand)
    exposed = entry.seat is None or entry.actor in sealing
    return 1 if exposed else min(2, len(sealing))


def _all_here(entry: HandEntry) -> bool:
    """Whether every number is known that the version calls sealed: an archive brings none along."""
    seats = {prediction.seat for prediction in sealed_in(entry.hand)}
    return all(seat in seats for seat, sealed in enumerate(entry.slip["sealed"]) if sealed)


def _with_numbers(
    game: Game, entry: HandEntry
) -> tuple[list[dict[str, object]], dict[str, object]]:
    """What the rules remark, and the slip with the numbers that were sealed."""
    numbers = list(entry.slip["predictions"])
    for prediction in sealed_in(entry.hand):
        numbers[prediction.seat] = prediction.value
    bare = {key: value for key, value in entry.slip.items() if key != "sealed"}
    state = state_of(game)
    findings, slip = state.rules.judge(
        {**bare, "predictions": numbers}, entry.hand, state.others(entry.hand)
    )
    return [finding.to_json() for finding in findings], slip
