"""The finish written a second time, as a table tells it: in sentences, side by side."""

from collections.abc import Mapping, Sequence

Side = Mapping[str, int]
"""What a side has: slate, trick, weis, stoeck."""


def have(side: Side) -> int:
    return side["slate"] + side["trick"] + side["weis"] + side["stoeck"]


def stoeck_first(side: Side, target: int) -> bool:
    """The Stöck count first if they do alone, with the Weis, or with the trick."""
    if side["stoeck"] == 0:
        return False
    with_stoeck = side["slate"] + side["stoeck"]
    return (
        with_stoeck >= target
        or with_stoeck + side["weis"] >= target
        or with_stoeck + side["trick"] >= target
    )


def by_weis(side: Side, target: int) -> bool:
    return side["weis"] > 0 and side["slate"] + side["weis"] >= target


def by_trick(side: Side, target: int) -> bool:
    return side["trick"] > 0 and side["slate"] + side["trick"] >= target


def by_both(side: Side, target: int) -> bool:
    both = side["weis"] > 0 and side["trick"] > 0
    return both and side["slate"] + side["weis"] + side["trick"] >= target


def winner_by_order(sides: Sequence[Side], target: int, order: str) -> int | None:
    """Asked one after the other, as they would be at the table; None: the text is silent."""
    second, third = by_weis, by_trick
    if order == "stoeck-stich-weis":
        second, third = by_trick, by_weis
    questions = [
        lambda side: side["slate"] >= target,
        lambda side: stoeck_first(side, target),
        lambda side: second(side, target) or by_both(side, target),
        lambda side: third(side, target),
    ]
    for asked in questions:
        yes = [number for number, side in enumerate(sides) if asked(side)]
        if yes:
            return yes[0] if len(yes) == 1 else None
    return None


def ending(claim: Mapping[str, object], sides: Sequence[Side], target: int, order: str) -> str:
    """What one says at the table: "0 wins" and so on, with "?" where it can be argued."""
    first = claim["first"]
    if first is None:
        return "nothing"
    assert isinstance(first, int)
    if have(sides[first]) < target:
        with_wrong_card = have(sides[first]) + int(str(claim.get("wrong_card", 0)))
        return "lapses" if with_wrong_card >= target else f"{1 - first} wins"
    late = not claim.get("other_claims") or claim.get("other_played_on")
    if late or have(sides[1 - first]) < target or any(side["slate"] >= target for side in sides):
        return f"{first} wins"
    return both_out(sides, target, order)


def both_out(sides: Sequence[Side], target: int, order: str) -> str:
    """Both got enough in this trick and both say so."""
    if any(winner_by_order([side, nobody()], target, order) is None for side in sides):
        return "?"
    return f"{winner_by_order(sides, target, order)} wins"


def nobody() -> Side:
    return {"slate": -10_000, "trick": 0, "weis": 0, "stoeck": 0}
