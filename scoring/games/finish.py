"""How a game of two sides ends: claims judged hand by hand, or the target at the end of a hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.rules.finish import (
    SIDES,
    FinishRule,
    Judgement,
    Schneider,
    Standing,
    Thanks,
    first_out,
    half_of,
    judge_berg,
    judge_schneider,
    judge_thanks,
)
from scoring.games.base import Findings, HandScore, PlayedHand, Reader, Row, Sheet, Table
from scoring.games.claims import ALL_TRICKS, CLAIMS, Claim, read_course
from scoring.games.endings import Ending, Finish, Stakes, stakes_of

WRITTEN_FROM = 2
"""From the second complete trick on the Weis stands on the slate (schreibregeln)."""


@dataclass(frozen=True, kw_only=True)
class Played:
    """A hand that counts: what the sides had before it, what it brought, what was claimed."""

    row: Row
    score: HandScore
    tricks: int = ALL_TRICKS
    claim: Claim | None = None
    berg: Claim | None = None

    @property
    def before(self) -> tuple[int, ...]:
        """The slate before the hand; penalties of the hand stand on it."""
        return tuple(
            total - line.total
            for total, line in zip(self.row.running, self.score.lines, strict=True)
        )

    @property
    def factor(self) -> int:
        return self.score.lines[0].multiplier

    def part(self, name: str, side: int) -> int:
        """Points of one kind that the hand brought a side, multiplied."""
        return self.score.lines[side].parts[name]


def played(row: Row, slip: object, table: Table) -> Played | None:
    """The hand of a row, None where it is worth nothing."""
    if row.score is None or not row.score.counts or not isinstance(slip, Mapping):
        return None
    course = read_course(Reader(slip, Findings()), row.score.state, table)
    told = {key: course[key] for key in ("tricks", *CLAIMS)}
    return Played(row=row, score=row.score, **told)


def thanks(hand: Played, claim: Claim, table: Table) -> Thanks:
    """The facts of a claim, in points of the slate; the target is that of the game."""
    tricks = hand.tricks if claim.tricks is None else claim.tricks
    return Thanks(
        first=table.column_of(claim.seat),
        sides=(
            _standing(hand, claim, SIDES[0], tricks),
            _standing(hand, claim, SIDES[1], tricks),
        ),
        target=table.profile.target,
        tricks=tricks,
        other_claims=claim.other_claims,
        other_played_on=claim.other_played_on,
        wrong_card=claim.wrong_card * hand.factor,
    )


def _standing(hand: Played, claim: Claim, side: int, tricks: int) -> Standing:
    cards = hand.part("cards", side) if claim.points is None else claim.points[side] * hand.factor
    bonus = hand.part("matsch", side) if tricks == ALL_TRICKS else 0
    last = _last_trick(claim, side, tricks, cards, hand.factor)
    weis = hand.part("weis", side) if tricks else 0
    stoeck = hand.part("stoeck", side)
    weis_written, stoeck_written = tricks >= WRITTEN_FROM, claim.stoeck_written
    return Standing(
        written=hand.before[side] + weis_written * weis + stoeck_written * stoeck,
        turned=cards - last + (0 if last else bonus),
        trick=last + (bonus if last else 0),
        weis=(not weis_written) * weis,
        stoeck=(not stoeck_written) * stoeck,
    )


def _last_trick(claim: Claim, side: int, tricks: int, cards: int, factor: int) -> int:
    """Points of the last complete trick: of the only one, or as the claim says."""
    if tricks == 1:
        return cards
    if claim.trick is None or claim.trick.side != side:
        return 0
    return claim.trick.points * factor


def at_the_end(hand: Played) -> tuple[Standing, Standing]:
    """What each side has once all nine tricks are counted: nothing of the hand is written yet."""
    first, second = (
        Standing(
            written=hand.before[side],
            trick=hand.part("cards", side) + hand.part("matsch", side),
            weis=hand.part("weis", side),
            stoeck=hand.part("stoeck", side),
        )
        for side in SIDES
    )
    return first, second


Judge = Callable[[Played, Table], Ending | None]


def with_finish(
    sheet: Sheet, hands: Sequence[PlayedHand], table: Table, judge: Judge | None = None
) -> Sheet:
    """The sheet with all claims judged; hands after the ending are kept and change nothing.

    `judge`: whether a hand ends the game, where neither claims nor the target alone decide.
    """
    if not table.profile.target:
        return sheet
    slips = {hand.number: hand.slip for hand in hands}
    counted = [
        hand for row in sheet.rows if (hand := played(row, slips[row.number], table)) is not None
    ]
    by_thanks = table.profile.finish == "bedanken"
    judge = judge or (_thanks_judged if by_thanks else target_judged)
    endings = _until_won(counted, judge, table)
    ending = endings[-1] if endings and endings[-1].winner is not None else None
    in_game = [hand for hand in counted if ending is None or hand.row.number <= ending.hand]
    bergs = _until_won(in_game, _berg_judged, table) if table.profile.berg else ()
    finish = Finish(
        claims=endings if by_thanks else (),
        ending=ending,
        berg=bergs[-1].winner if bergs else None,
        berg_claims=bergs,
    )
    stakes = _stakes(in_game, finish, table)
    return replace(
        sheet,
        finish=replace(finish, stakes=stakes),
        finished=sheet.finished or ending is not None,
    )


def _stakes(in_game: Sequence[Played], finish: Finish, table: Table) -> Stakes | None:
    if finish.ending is None or finish.ending.winner is None:
        return None
    made = [hand.score.matsch for hand in in_game]
    return stakes_of(
        table.profile,
        winner=finish.ending.winner,
        schneider=finish.ending.schneider,
        berg=finish.berg,
        matsches=[made.count(side) for side in SIDES],
    )


def _until_won(hands: Sequence[Played], judge: Judge, table: Table) -> tuple[Ending, ...]:
    """What the judge says of each hand, up to the one that somebody has won."""
    found: list[Ending] = []
    for hand in hands:
        ending = judge(hand, table)
        if ending is not None:
            found.append(ending)
            if ending.winner is not None:
                break
    return tuple(found)


def _thanks_judged(hand: Played, table: Table) -> Ending | None:
    """A thank-you, with the Schneider of whoever lost (bedanken, ausmachregel, schneider)."""
    if hand.claim is None:
        return None
    facts = thanks(hand, hand.claim, table)
    rule = FinishRule.of(table.profile)
    ending = _ending(hand, hand.claim, facts, judge_thanks(facts, rule), table)
    if ending.winner is None or not table.profile.schneider:
        return ending
    trick = hand.claim.trick
    schneider = _schneider(facts, ending.winner, rule, turned=trick is not None and trick.turned)
    return replace(ending, schneider=schneider.schneider)


def _ending(
    hand: Played, claim: Claim, facts: Thanks, judgement: Judgement, table: Table
) -> Ending:
    two = judgement.verdict == "interpretation" or _was_open(facts, table)
    agreed = two and claim.agreed is not None
    winner = claim.agreed if agreed else judgement.winner
    return Ending(
        hand=hand.row.number,
        winner=winner,
        outcome="lapses" if winner is None else "won" if winner == facts.first else "lost",
        article=judgement.article,
        counts=judgement.counts,
        target=judgement.target,
        claimed_by=facts.first,
        by=judgement.by,
        readings=judgement.readings,
        agreed=agreed,
    )


def _was_open(facts: Thanks, table: Table) -> bool:
    """Whether games that keep the order to the first trick had two readings when they began:
    what their table agreed to then still holds.
    """
    both = all(side.total >= facts.target for side in facts.sides)
    later = facts.tricks > 1 and table.profile.ausmach_trick == "first_of_hand"
    return both and later and facts.other_claims


def _schneider(facts: Thanks, winner: int, rule: FinishRule, *, turned: bool) -> Schneider:
    standing = facts.sides[winner]
    return judge_schneider(
        facts.sides[1 - winner],
        target=facts.target,
        winner=standing if standing.total >= facts.target else None,
        trick_turned=turned,
        rule=rule,
    )


def target_judged(hand: Played, table: Table) -> Ending | None:
    """The target at the end of a hand, or reached by Stöck written before the first card."""
    ending = _by_stoeck(hand, table) or _by_total(hand, table)
    if ending is None or ending.winner is None or not table.profile.schneider:
        return ending
    return replace(ending, schneider=2 * ending.counts[1 - ending.winner] < ending.target)


def _by_stoeck(hand: Played, table: Table) -> Ending | None:
    if not table.profile.stoeck_before_play:
        return None
    counts = (
        hand.before[0] + hand.part("stoeck", 0),
        hand.before[1] + hand.part("stoeck", 1),
    )
    for side in SIDES:
        if hand.part("stoeck", side) and counts[side] >= table.profile.target:
            return replace(_reached(hand, side, "stoeck_before_play", table), counts=counts)
    return None


def _by_total(hand: Played, table: Table) -> Ending | None:
    """Who has the target when the hand is counted; equal totals part nobody."""
    profile = table.profile
    reached = [side for side in SIDES if hand.row.running[side] >= profile.target]
    if len(reached) < 2:
        return _reached(hand, reached[0], "finish", table) if reached else None
    by_order = first_out(at_the_end(hand), profile.target, profile.finish_order)
    winner = by_order if profile.both_reach == "order" else None
    winner = ahead(hand.row.running) if winner is None else winner
    return None if winner is None else _reached(hand, winner, "both_reach", table)


def ahead(totals: Sequence[int]) -> int | None:
    """The side with more, None where both have as many."""
    return None if totals[0] == totals[1] else int(totals[1] > totals[0])


def _reached(hand: Played, winner: int, switch: str, table: Table) -> Ending:
    """A side is out without having to say so, by the article of the switch that decided."""
    return Ending(
        hand=hand.row.number,
        winner=winner,
        outcome="reached",
        article=table.profile.citation(switch).article,
        counts=(hand.row.running[0], hand.row.running[1]),
        target=table.profile.target,
        by="stoeck" if switch == "stoeck_before_play" else None,
    )


def _berg_judged(hand: Played, table: Table) -> Ending | None:
    """A claim to the Berg, or half of the target where it goes to the better at a hand's end."""
    profile = table.profile
    if profile.berg_decided == "end_of_hand":
        half, winner = half_of(profile.target), ahead(hand.row.running)
        if winner is None or hand.row.running[winner] < half:
            return None
        return replace(_reached(hand, winner, "berg", table), target=half)
    if hand.berg is None:
        return None
    facts = thanks(hand, hand.berg, table)
    judgement = judge_berg(facts, FinishRule.of(profile))
    return replace(_ending(hand, hand.berg, facts, judgement, table), article=None)
