"""Playing a recorded hand again: who took what, and everything that cannot or may not have been.

Where a seat's cards are not recorded, the cards it played later stand in for them: a card that
was illegal with these alone was illegal with any hand, so every finding is proven.

What a table has agreed to play, beside how tricks are made: contracts, Weis, Stöck, sides.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from jassclub.core.errors import Finding
from referee.rules.cards import after, side_count, side_of
from referee.rules.legality import JASSREGELN, FollowRule, winner
from referee.rules.modes import LAST_TRICK, Mode, Pattern, ranking
from referee.rules.plays import PlayedTrick, PlayFinding, play_findings
from referee.rules.profile import Profile
from referee.rules.records import HandRecord, TrickRecord
from referee.rules.swaps import swap_findings

MISERE = "Misère"
"""The name of a Coiffeur line on which it is played; a Schieber does not know it."""
_FREE = ("free", "free-lowest")
_RULES = {
    "nichtangeben": "strict_follow",
    "trumpfbauer": "bauer_must_follow",
    "untertrumpfen": "undertrump",
}
"""Article of the main book -> the switch that says where a table's own book has that rule."""
_SWITCHES = {
    "contracts": "contract_not_played",
    "weis": "weis_not_played",
    "stoeck": "stoeck_not_played",
}
"""Switch -> the code of what goes against it."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """`contracts`: what may be announced, None where nobody said. `single`: each plays for himself.

    `rules`: an article of the main book -> the article of the table's own book with that rule.
    `switches`: a switch -> the article it rests on, None where it is a house rule.
    """

    contracts: tuple[str, ...] | None = None
    weis: bool = True
    stoeck: bool = True
    single: bool = False
    rules: Mapping[str, str] = field(default_factory=dict)
    switches: Mapping[str, str | None] = field(default_factory=dict)

    @classmethod
    def of(cls, profile: Profile) -> "Agreed":
        cited = {path: profile.citation(path).article for path in (*_RULES.values(), *_SWITCHES)}
        return cls(
            contracts=None if profile.game in _FREE else _contracts(profile),
            weis=profile.weis,
            stoeck=profile.stoeck,
            single=not profile.in_pairs,
            rules={slug: rule for slug, path in _RULES.items() if (rule := cited[path])},
            switches={path: cited[path] for path in _SWITCHES},
        )

    def findings(self, mode: Mode, *, weis: bool = False, stoeck: bool = False) -> list[Finding]:
        """What of a record is not played here; `weis`, `stoeck`: whether any were announced."""
        unknown = self.contracts is not None and not _kinds(mode) <= set(self.contracts)
        broken = {
            "contracts": unknown,
            "weis": weis and not self.weis,
            "stoeck": stoeck and not self.stoeck,
        }
        return [
            Finding(_SWITCHES[path], article=self.switches.get(path))
            for path, is_broken in broken.items()
            if is_broken
        ]

    def article(self, slug: str) -> str:
        """Where the table's own book has a rule of the main book."""
        return self.rules.get(slug, slug)


def _contracts(profile: Profile) -> tuple[str, ...]:
    lines = {name for deck in ("german", "french") for name, _ in profile.coiffeur.lines(deck)}
    misere = profile.game == "coiffeur" and MISERE in lines
    return (*profile.contracts, *([MISERE] if misere else []))


def _kinds(mode: Mode) -> set[str]:
    """What a profile must know for this contract, by the names of its switch."""
    if mode.trump is not None:
        kind = "trump"
    else:
        turning = "" if mode.pattern is Pattern.STRAIGHT else f"{mode.pattern}_"
        kind = turning + mode.start.text()
    return {kind, MISERE} if mode.misere else {kind}


SlalomValues = Literal["own", "start"]


@dataclass(frozen=True, slots=True)
class ReplayRule:
    """How a hand is judged and counted; the defaults are those of the JASSREGELN.

    `slalom_values`: where the direction changes each trick counts with the values of its own
    direction ("own", 113 + 11k in all) or all with those of the first ("start", 157). `agreed`:
    what the table plays at all.
    """

    follow: FollowRule = JASSREGELN
    slalom_values: SlalomValues = "own"
    last_trick: int = LAST_TRICK
    agreed: Agreed = field(default_factory=Agreed)

    @classmethod
    def of(cls, profile: Profile) -> "ReplayRule":
        """The rule that a profile describes."""
        follow, agreed = FollowRule.of(profile), Agreed.of(profile)
        return cls(follow, profile.slalom_values, profile.last_trick, agreed)


@dataclass(frozen=True, slots=True)
class Replay:
    """The outcome: tricks, card points and tricks by side, who made a matsch, all findings.

    `unagreed`: what the table does not play; `wrong_swaps`: what could not be exchanged or robbed.
    """

    tricks: tuple[PlayedTrick, ...]
    side_points: tuple[int, ...]
    side_tricks: tuple[int, ...]
    matsch: int | None
    findings: tuple[PlayFinding, ...]
    unagreed: tuple[Finding, ...] = ()
    wrong_swaps: tuple[Finding, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.findings and not self.unagreed and not self.wrong_swaps


def replay(record: HandRecord, rule: ReplayRule | None = None) -> Replay:
    """Judge a recorded hand by the rule (JASSREGELN where none is given)."""
    rule = rule or ReplayRule()
    follow = rule.follow.avoiding() if record.mode.misere else rule.follow
    played = tuple(_played(record, rule))
    findings, legal = play_findings(record, played, follow)
    tricks = tuple(replace(trick, legal=masks) for trick, masks in zip(played, legal, strict=True))
    points, taken = _by_side(tricks, record.players, single=rule.agreed.single)
    unagreed = rule.agreed.findings(record.mode, weis=record.weis, stoeck=record.stoeck)
    matsch = taken.index(record.hand_size) if record.hand_size in taken else None
    if record.deal.laid_counts:
        points = _with_laid(points, record, rule)
    return Replay(
        tricks,
        points,
        taken,
        matsch,
        findings,
        unagreed=tuple(unagreed),
        wrong_swaps=tuple(swap_findings(record)),
    )


def _with_laid(points: Sequence[int], record: HandRecord, rule: ReplayRule) -> tuple[int, ...]:
    """The card points with those of the cards that were laid down before the first lead."""
    found, values = list(points), ranking(record.mode.start, record.deal.deck).points
    for swap in record.swaps:
        if not swap.robbed:
            side = side_of(swap.seat, record.players, single=rule.agreed.single)
            found[side] += sum(values[card] for card in swap.laid)
    return tuple(found)


def _played(record: HandRecord, rule: ReplayRule) -> Iterator[PlayedTrick]:
    """The tricks with their leaders and takers; an incomplete one is led on by its best card."""
    expected = record.starter
    for number, trick in enumerate(record.tricks):
        leader = _leader(record, trick, expected)
        mode = record.mode.of_trick(number, record.hand_size)
        cards = trick.cards[: record.players]
        tables = ranking(mode, record.deal.deck)
        best = after(leader, winner(cards, tables) if cards else 0, record.players)
        complete = len(cards) == record.players
        points = _points(cards, number, record, rule) if complete else 0
        taker = best if complete else None
        yield PlayedTrick(mode, expected, leader, trick.cards, taker, points)
        expected = best


def _points(cards: Sequence[int], number: int, record: HandRecord, rule: ReplayRule) -> int:
    own = rule.slalom_values == "own"
    values = record.mode.of_trick(number, record.hand_size) if own else record.mode.start
    bonus = rule.last_trick if number == record.hand_size - 1 else 0
    return sum(ranking(values, record.deal.deck).points[card] for card in cards) + bonus


def _leader(record: HandRecord, trick: TrickRecord, expected: int) -> int:
    """Who led: as recorded, else the seat whose turn it was, else the only one that fits."""
    if trick.lead is not None:
        return trick.lead
    if not record.open or _fits(record, trick, expected):
        return expected
    fitting = [seat for seat in range(record.players) if _fits(record, trick, seat)]
    return fitting[0] if len(fitting) == 1 else expected


def _fits(record: HandRecord, trick: TrickRecord, leader: int) -> bool:
    """Whether every card lay in the hand of the seat that played it if `leader` led."""
    return bool(trick.cards) and all(
        card in (record.hands[after(leader, position, record.players)] or ())
        for position, card in enumerate(trick.cards)
    )


def _by_side(
    tricks: Sequence[PlayedTrick], players: int, *, single: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    sides = side_count(players, single=single)
    points, taken = [0] * sides, [0] * sides
    for trick in tricks:
        if trick.winner is not None:
            side = side_of(trick.winner, players, single=single)
            points[side] += trick.points
            taken[side] += 1
    return tuple(points), tuple(taken)
