"""What of the cards exchanged and robbed before the first lead cannot have been."""

from collections.abc import Iterator

from jassclub.core.errors import Finding
from referee.rules.cards import Rank, card_at
from referee.rules.records import HandRecord, Swap


def swap_findings(record: HandRecord) -> Iterator[Finding]:
    """All of it, in the order of the record; `params` as the sentences of names.toml ask."""
    for swap in record.swaps:
        yield from _robbed(record, swap) if swap.robbed else _exchanged(record, swap)
        yield from _places(record, swap)
    if record.deal.without_seven == record.players:
        yield from _seven(record)


def _found(code: str, record: HandRecord, seat: int | None = None, **more: object) -> Finding:
    card = more.pop("card", None)
    text = card_at(card).text(record.notation) if isinstance(card, int) else None
    return Finding(code, params={"seat": seat, "card": text, **more})


def _exchanged(record: HandRecord, swap: Swap) -> Iterator[Finding]:
    """As many taken as laid down, and as many as the game exchanges at once."""
    allowed = record.deal.exchange.get(record.players, ())
    if not allowed:
        yield _found("no_exchange", record, swap.seat)
    elif len(swap.laid) not in allowed or len(swap.took) != len(swap.laid):
        wrong = len(swap.took) if len(swap.laid) in allowed else len(swap.laid)
        expected = " / ".join(map(str, allowed))
        yield _found("exchange_count", record, swap.seat, found=wrong, expected=expected)


def _robbed(record: HandRecord, swap: Swap) -> Iterator[Finding]:
    """A six robs: that of trumps the turned card, or that of its suit any."""
    (given,), (taken,) = (tuple(map(card_at, it)) for it in (swap.laid, swap.took))
    by_trump = record.deal.rob == "trump_six"
    if not record.deal.rob:
        yield _found("no_robbing", record, swap.seat)
    elif (
        given.rank is not Rank.SIX
        or given.suit is not taken.suit
        or (by_trump and given.suit is not record.mode.trump)
    ):
        yield _found("not_the_six", record, swap.seat, card=swap.laid[0])


def _places(record: HandRecord, swap: Swap) -> Iterator[Finding]:
    """What was laid down is in no hand, and what was taken in no other; laid cards may be the
    same ones that were taken before."""
    for seat, hand in enumerate(record.hands):
        for card in hand or ():
            laid_again = card in swap.took or any(
                card in other.took for other in record.swaps if other is not swap
            )
            if card in swap.laid and not laid_again:
                yield _found("laid_and_held", record, seat, card=card)
            if card in swap.took and seat != swap.seat and not swap.robbed:
                yield _found("taken_and_held", record, seat, card=card)


def _seven(record: HandRecord) -> Iterator[Finding]:
    """One seven stays out."""
    dealt = [card_at(card) for hand in record.hands for card in hand or ()]
    if sum(card.rank is Rank.SEVEN for card in dealt) > 3:
        yield _found("seven_in_pack", record)
