"""Opening what was sealed: by another side that agrees, by a hand-over, by paper; never alone.

As long as a number lies sealed, the version of the hand holds the points and no difference. Once
somebody agrees who has sealed a number himself, a version with all numbers takes its place.
"""

from django.utils.timezone import now

from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import phones_at
from jassclub.clubs.scopes import leading_to
from jassclub.core.rows import save_fields
from scoring.claims.models import Confirmation, HandEntry, Prediction
from scoring.claims.rows import record
from scoring.claims.selectors import state_of
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules, is_sealed

OPENED = "opened"
"""The reason of the version that takes the place of a sealed one."""
How = Confirmation.How
State = HandEntry.State
OPENING = (How.OTHER_SIDE, How.AGREEMENT, How.HANDOVER, How.PAPER)
"""Ways to agree that open; a referee decides about points, silence and time about nothing."""
Sealing = tuple[str, int]
"""The actor that has sealed a number, and the seat it is for."""


def sealed_in(hand: Hand) -> list[Prediction]:
    """The numbers that lie sealed for a hand, or lay so."""
    return list(hand.predictions.filter(current=True, sealed=True))


def may_open(game: Game, entry: HandEntry, *, actor: str, seat: int | None) -> bool:
    """Whether the agreement of a seat of another side opens the numbers of a sealed version.

    It takes one who exposes a number of his own: else whoever sits down with a second phone
    could agree to what he has written with the first. Where nobody else has sealed one, the
    writer exposes only himself and any other side will do.
    """
    openers = _openers(game, entry)
    return (actor, seat) in openers if openers else True


def handed_round(game: Game, entry: HandEntry, actor: Actor) -> bool:
    """Whether this is the one phone of the table: every number was sealed on it, and no other
    phone speaks for a seat."""
    phones = phones_at(leading_to(game.pk)).filter(seat__isnull=False)
    if actor.device_id is not None:
        phones = phones.exclude(pk=actor.device_id)
    sealing = {prediction.actor for prediction in sealed_in(entry.hand)}
    return sealing <= {str(actor)} and not phones.exists()


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
    findings, slip = _with_numbers(game, entry)
    new = HandEntry(
        hand=hand,
        version=hand.entries.count() + 1,
        slip=slip,
        warnings=findings,
        source=entry.source,
        base_version=entry.version,
        reason_code=OPENED,
        ruling=entry.ruling,
    )
    record(game, "entry", new, entry, moved=[entry, new])
    agreement = Confirmation(entry=new, how=by.how, note=by.note)
    moved = [new.move_to(State.CONFIRMED)]
    record(game, "confirmed", agreement, by, moved=moved, event="confirmed")
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
