"""Claims to the rest: the slowest one in a hundred, told as claims a second at that pace.

Half of the claimers hold the strongest cards that are left, so that many claims stand and every
course of the open trick has to be looked at.
"""

import random
from collections.abc import Iterator, Sequence
from time import process_time

from referee.rules.cards import indices_of, mask_at
from referee.rules.legality import legal_mask
from referee.rules.modes import Mode, Ranking, TrickMode, ranking
from referee.rulings.rest.claim import FULL_PACK, RestClaim
from referee.rulings.rest.derive import judge_rest
from tests.bench import Figure

SEED = 18
PACK = 36
SEATS = 4
ON_LEAD_FLOOR = 10_000.0
"""A claim on lead takes 0.1 ms at most, ninety-nine times in a hundred."""
IN_TRICK_FLOOR = 200.0
"""A claim in an open trick takes 5 ms at most."""


def measure(*, full: bool) -> Iterator[Figure]:
    """On lead with hidden hands, in an open trick with open and hidden ones."""
    count = 20_000 if full else 2_000
    kinds = (
        ("on lead", [0], False, ON_LEAD_FLOOR),
        ("in an open trick", [1, 2, 3], True, IN_TRICK_FLOOR),
        ("in an open trick, hidden hands", [1, 2, 3], False, IN_TRICK_FLOOR),
    )
    for name, lying, shown, floor in kinds:
        chance = random.Random(SEED)
        claims = [_claim(chance, chance.choice(lying), shown=shown) for _ in range(count)]
        yield Figure(
            name=f"claims to the rest {name}, slowest in 100",
            value=1 / _slowest_in_hundred(claims),
            unit="claims/s",
            floor=floor,
        )


def _slowest_in_hundred(claims: Sequence[RestClaim]) -> float:
    """Seconds that all but one in a hundred claims stay under."""
    times = []
    for claim in claims:
        start = process_time()
        judge_rest(claim)
        times.append(process_time() - start)
    return sorted(times)[len(times) * 99 // 100]


def _claim(chance: random.Random, lying: int, *, shown: bool) -> RestClaim:
    mode, size, claimer = TrickMode(chance.randrange(6)), chance.randint(1, 9), chance.randrange(4)
    left = chance.sample(range(PACK), SEATS * size)
    if chance.random() < 0.5:
        left.sort(key=lambda card: -ranking(mode).strength[card][card])
    mine, others = left[:size], left[size:]
    chance.shuffle(others)
    hands = [others[at : at + size] for at in range(0, len(others), size)]
    hands.insert(claimer, mine)
    held = [mask_at(hand) for hand in hands]
    leader = chance.randrange(4) if lying else claimer
    trick = _lay(chance, held, (leader, lying), ranking(mode))
    return RestClaim(
        holding=held[claimer],
        mode=Mode(mode),
        claimer=claimer,
        leader=leader,
        trick=trick,
        gone=FULL_PACK & ~mask_at(left),
        hands=tuple(hand if shown and seat != claimer else None for seat, hand in enumerate(held)),
    )


def _lay(
    chance: random.Random, held: list[int], places: tuple[int, int], table: Ranking
) -> tuple[int, ...]:
    """Plays the first cards of a trick, any that are legal, out of the hands."""
    trick: list[int] = []
    leader, lying = places
    for place in range(lying):
        seat = (leader + place) % SEATS
        trick.append(chance.choice(indices_of(legal_mask(held[seat], trick, table))))
        held[seat] ^= 1 << trick[-1]
    return tuple(trick)
