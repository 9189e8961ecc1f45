"""Seeded claims to the rest, strong ones among them, with what the naive writing needs."""

from dataclasses import dataclass, replace

from referee.rules.cards import indices_of, mask_at
from referee.rules.legality import legal_mask
from referee.rules.modes import Mode, TrickMode, ranking
from referee.rulings.rest.claim import FULL_PACK, RestClaim
from tests.referee.positions import CARD_TEXTS, MODE_TEXTS

STRAIGHT = [Mode(mode) for mode in TrickMode]


@dataclass(frozen=True)
class Position:
    """A claim with all hands open, and the hands by seat (masks)."""

    claim: RestClaim
    hands: tuple[int, ...]

    @property
    def hidden(self):
        """The same claim before anybody has shown his cards."""
        return replace(self.claim, hands=(None,) * 4)

    def naive(self):
        """Hands, leader, trick and modes in the letters of the naive writing."""
        hands = [set(texts(indices_of(hand))) for hand in self.hands]
        modes = [MODE_TEXTS[mode] for mode in self.claim.modes]
        return hands, self.claim.first, texts(self.claim.trick), modes

    def others(self, *, foes):
        seats = [s for s in range(4) if s != self.claim.claimer and self.claim.is_foe(s) == foes]
        return {card for seat in seats for card in texts(indices_of(self.hands[seat]))}


def texts(cards):
    return [CARD_TEXTS[card] for card in cards]


def position(rng, size, *, modes=STRAIGHT, lying=0, rule=None, dead=0.0):
    """A claim with `size` cards each; `lying` cards of the open trick are played at random."""
    mode, claimer = rng.choice(modes), rng.randrange(4)
    leader = claimer if not lying else rng.randrange(4)
    pool = rng.sample(range(36), 4 * size)
    if rng.random() < 0.7:
        pool = _strongest_first(rng, pool, mode.start)
    rest = pool[size:]
    rng.shuffle(rest)
    dealt = iter([rest[at : at + size] for at in range(0, 3 * size, size)])
    hands = [mask_at(pool[:size] if seat == claimer else next(dealt)) for seat in range(4)]
    options = {} if rule is None else {"rule": rule}
    lost = mask_at(card for card in pool if rng.random() < dead)
    trick = _laid(rng, hands, (leader, lying), ranking(mode.of_trick(9 - size)), options)
    claim = RestClaim(
        holding=hands[claimer],
        mode=mode,
        claimer=claimer,
        leader=leader,
        trick=trick,
        gone=FULL_PACK & ~mask_at(pool),
        hands=tuple(None if seat == claimer else hand for seat, hand in enumerate(hands)),
        dead=lost,
        **options,
    )
    return Position(claim, tuple(hands))


def _strongest_first(rng, pool, mode):
    heights = {card: ranking(mode).strength[card][card] for card in pool}
    return sorted(pool, key=lambda card: heights[card] + rng.choice((0, 0, 1, 3)), reverse=True)


def _laid(rng, hands, places, table, options):
    leader, lying = places
    trick: list[int] = []
    for place in range(lying):
        seat = (leader + place) % 4
        legal = legal_mask(hands[seat], trick, table, *options.values())
        card = rng.choice(indices_of(legal))
        hands[seat] ^= 1 << card
        trick.append(card)
    return tuple(trick)
