"""What the cards of a hand add up to, and which sums no set of tricks can have."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from jassclub.core.errors import pointer
from referee.rules.cards import PACK
from referee.rules.modes import TrickMode, ranking
from referee.rules.profile import Profile
from referee.rules.profile_fields import SUITS
from scoring.games.base import Findings, Table

CARDS_TOTAL = 152
"""All cards of a hand that keeps its direction, without the last trick."""

_TURNING_BASE = 108
"""All cards but the Asses and Sixes, where the direction turns; those count 11 or nothing."""


def turns(contract: str | None) -> bool:
    """Whether the direction changes within a hand of this contract."""
    return contract is not None and "_" in contract


def totals(contract: str | None, profile: Profile) -> frozenset[int]:
    """Sums that the points of all players can have: one, or 113 + 11k where values turn.

    Source: letzter-stich; profile switches `last_trick` and `slalom_values`.
    """
    if turns(contract) and profile.slalom_values == "own":
        return frozenset(_TURNING_BASE + profile.last_trick + 11 * k for k in range(9))
    return frozenset({CARDS_TOTAL + profile.last_trick})


def hand_total(profile: Profile) -> int:
    """The control sum of a hand that keeps its direction: 157."""
    return CARDS_TOTAL + profile.last_trick


Numbers = tuple[int | None, ...]


def filled(written: Sequence[int | None], total: int | None) -> Numbers:
    """The numbers with the one that was left out, where all make a total that is known."""
    if total is None or list(written).count(None) != 1:
        return tuple(written)
    rest = total - sum(number or 0 for number in written)
    return tuple(rest if number is None else number for number in written)


def without_bonus(written: int, sums: frozenset[int], bonus: int) -> int:
    """The points of all cards, where the bonus for all tricks may have been written along."""
    return written - bonus if written not in sums and written - bonus in sums else written


def only(sums: frozenset[int]) -> int | None:
    """The sum that all cards make, None where they can make several."""
    return max(sums) if len(sums) == 1 else None


def must_stand(table: Table) -> bool:
    """Whether a wrong sum blocks, as it is agreed on at this table."""
    return table.profile.control_sum == "refuse"


def check_sum(
    points: Sequence[int],
    sums: frozenset[int],
    out: Findings,
    *,
    refuse: bool,
    article: str | None = "letzter-stich",
    signed: bool = False,
    where: str = "/points",
    none_of: str = "sum_not_of_slalom",
) -> None:
    """A finding where the points of all cannot be together; `refuse`: it blocks. Unless numbers
    may be `signed`, one below nothing is what too high ones leave. `none_of`: the finding where
    there are several `sums`.
    """
    total, add = sum(points), out.error if refuse else out.warn
    if min(points) < 0 and not signed:
        written = sum(number for number in points if number > 0)
        out.error("sum_too_high", where, article, sum=written, expected=max(sums))
    elif total not in sums and len(sums) > 1:
        add(none_of, where, article, sum=total)
    elif total not in sums:
        add("sum_wrong", where, article, sum=total, expected=max(sums))


def halved(off: int, points: Sequence[int]) -> tuple[int, ...]:
    """What a sum is off by, as much to each; odd points go one each to those with fewest, with as
    many to the first."""
    each, odd = divmod(off, len(points))
    weakest = sorted(range(len(points)), key=points.__getitem__)[:odd]
    return tuple(each + (column in weakest) for column in range(len(points)))


def charged(off: int, points: Sequence[int], *, scribe: int) -> tuple[int, ...]:
    """Points missing are shared by the others, points too many come off the scribe's column."""
    if off <= 0:
        return tuple(off * (column == scribe) for column in range(len(points)))
    shares = halved(off, [*points[:scribe], *points[scribe + 1 :]])
    return (*shares[:scribe], 0, *shares[scribe:])


def contracts_at(table: Table) -> list[str]:
    """All that can be played at a table, a name for each suit."""
    allowed, suits = table.profile.contracts, SUITS[table.deck]
    return [each for name in allowed for each in (suits if name == "trump" else (name,))]


def check_contract(
    contract: str | None, table: Table, out: Findings, missing: str | None = None
) -> None:
    """A finding where a contract that can be written is not played at this table, or none is
    written; `missing`: the article on that."""
    kind = "trump" if contract in SUITS[table.deck] else contract
    cited = table.profile.citation("contracts").article
    if contract is None and not out.at("/contract"):
        out.error("contract_missing", "/contract", missing or cited)
    elif contract is not None and kind not in table.profile.contracts:
        out.error("contract_not_allowed", "/contract", cited, contract=contract)


def check_matsch(matsch: int | None, cards: Sequence[int], out: Findings, article: str) -> None:
    """All tricks are all points; who has none may still have taken a trick."""
    if matsch is None and 0 in cards:
        side = 1 - cards.index(0)
        out.warn("matsch_or_zero_trick", "/matsch", article, side=side)
    elif matsch is not None and cards[1 - matsch] > 0:
        out.error("matsch_with_points", "/matsch", article, side=1 - matsch)


def check_melds(
    weis: Sequence[int], stoeck: int | None, contract: str | None, table: Table, out: Findings
) -> None:
    """Weise are written where they count, and by one side unless both may; Stöck where they count
    and there is a trump."""
    profile = table.profile
    both = profile.weis_both_sides or profile.referee.equal_weis == "both"
    if any(weis) and not profile.weis:
        out.error("weis_not_allowed", "/weis", profile.citation("weis").article)
    elif all(weis) and not both:
        out.error("weis_one_side_only", "/weis", "weisregeln")
    if stoeck is not None and not profile.stoeck:
        out.error("stoeck_not_allowed", "/stoeck", profile.citation("stoeck").article)
    elif stoeck is not None and contract is not None and contract not in SUITS[table.deck]:
        out.error("stoeck_needs_trump", "/stoeck", "stoecke", contract=contract)


def check_possible(
    points: Sequence[int | None],
    contract: str | None,
    table: Table,
    out: Findings,
    *,
    refuse: bool,
) -> None:
    """A finding at each number that no tricks make; `refuse`: it blocks."""
    check_dealt(points, dealt_all(contract, table.profile, table.players), out, refuse=refuse)


def check_dealt(
    points: Sequence[int | None], dealt: "Dealt", out: Findings, *, refuse: bool
) -> None:
    """The same of cards of which not all need be dealt."""
    add = out.error if refuse else out.warn
    for at, made in enumerate(points):
        if made is not None and not dealt.can_be_made(made):
            add("impossible_points", pointer("points", at), points=made)


def check_last_trick(last: int | None, cards: Sequence[int], table: Table, out: Findings) -> None:
    """Whoever took the last trick has at least what it counts by itself."""
    least = table.profile.last_trick
    if last is not None and cards[last] < least:
        out.error("last_trick_points", "/last_trick", "letzter-stich", points=least)


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """What is dealt: `packs` of so many `cards`, `each` to a player, the rest to nobody. `kind` is
    that of `values_of`."""

    players: int
    each: int
    last_trick: int
    packs: int = 1
    kind: str = "trump"
    cards: int = PACK

    @property
    def pack(self) -> int:
        return self.cards * self.packs

    @property
    def left(self) -> int:
        return self.pack - self.each * self.players

    @property
    def total(self) -> int:
        """All cards and the last trick: 157, or 309 with two packs."""
        return CARDS_TOTAL * self.packs + self.last_trick

    @cached_property
    def sums(self) -> frozenset[int]:
        """What all players together can make."""
        mask = _masks(self.kind, self.packs)[self.each * self.players] << self.last_trick
        return frozenset(points for points in range(self.total + 1) if mask >> points & 1)

    @property
    def highest(self) -> int:
        """The most that can be made, and so predicted."""
        return max(self.sums)

    def can_be_made(self, points: int) -> bool:
        """Whether some whole tricks are worth that many points."""
        return bool(_sums_of_tricks(self) >> points & 1)


def dealt_all(contract: str | None, profile: Profile, players: int) -> Dealt:
    """As many cards to each as there are."""
    kind, each = _kind(contract, profile), PACK // players
    return Dealt(players=players, each=each, last_trick=profile.last_trick, kind=kind)


def possible(points: int, contract: str | None, profile: Profile, *, players: int = 4) -> bool:
    """Whether some set of tricks with these players is worth that many points."""
    return dealt_all(contract, profile, players).can_be_made(points)


def possible_after(points: int, tricks: int, contract: str | None, profile: Profile) -> bool:
    """Whether exactly so many tricks of four cards, none of them the last, can be worth that."""
    return bool(_masks(_kind(contract, profile))[4 * tricks] >> points & 1)


def _kind(contract: str | None, profile: Profile) -> str:
    if turns(contract):
        return "turning" if profile.slalom_values == "own" else str(contract)[-1]
    return contract if contract in ("O", "U") else "trump"


@lru_cache(maxsize=64)
def _sums_of_tricks(dealt: Dealt) -> int:
    """Bit n is set when whole tricks can be worth n, with or without the last one."""
    without = 0
    for count in range(dealt.players, dealt.each * dealt.players + 1, dealt.players):
        without |= _masks(dealt.kind, dealt.packs)[count]
    return 1 | without | without << dealt.last_trick


@lru_cache(maxsize=8)
def _masks(kind: str, packs: int = 1) -> list[int]:
    return masks_by_count(values_of(kind) * packs)


def masks_by_count(cards: list[tuple[int, ...]]) -> list[int]:
    """For each number of cards, a mask of the sums they can have; a card may have two values."""
    masks = [1] + [0] * len(cards)
    for values in cards:
        for count in range(len(cards), 0, -1):
            for value in values:
                masks[count] |= masks[count - 1] << value
    return masks


_PLAYED = {
    "O": (TrickMode.OBENABE,),
    "U": (TrickMode.UNDENUFE,),
    "turning": (TrickMode.OBENABE, TrickMode.UNDENUFE),
}
"""The directions of a hand without trump; with one all trumps count alike."""


def values_of(kind: str) -> list[tuple[int, ...]]:
    """What each of the 36 cards can count: for "trump", "O", "U", or "turning" directions."""
    modes = _PLAYED.get(kind, (TrickMode.EICHELN,))
    each = zip(*(ranking(mode).points for mode in modes), strict=True)
    return [tuple(set(values)) for values in each]
