"""A record in, the answer out, by the rules of the table: whatever game its profile plays.

`agreed`: what the table plays; `Agreed()` where nobody named a profile, so that the main book
judges a hand in whatever contract it was played.
"""

from dataclasses import replace
from typing import Any

from jassclub.core.errors import Finding
from jassclub.core.languages import SOURCE
from referee.rulebook.articles import NAMES
from referee.rules.cards import Notation, card_at, cards_of, mask_at
from referee.rules.deals import deal_of
from referee.rules.hae_records import (
    HaeDeal,
    HaePosition,
    HaeRound,
    in_order,
    read_hae_deal,
    read_hae_position,
    read_hae_round,
)
from referee.rules.hae_replay import replay_round
from referee.rules.legality import JASSREGELN, FollowRule, legal_mask, why_not
from referee.rules.modes import Mode, name_of, ranking
from referee.rules.plays import PlayedTrick, PlayFinding
from referee.rules.profile import Profile
from referee.rules.profile_fields import HaeOptions
from referee.rules.records import (
    HandRecord,
    PositionRecord,
    WeisRecord,
    read_hand,
    read_position,
    read_weis,
)
from referee.rules.replay import Agreed, ReplayRule, replay
from referee.rules.weis import JASSREGELN_WEIS, WeisRule, credited, settle

_SENTENCES = NAMES["findings"]


def sentence(name: str, lang: str, **params: object) -> str:
    """A finding in words; `params` is what it names, a card as it is written."""
    if "card" in params:
        params["card"] = name_of(params["card"], lang)
    return str(_SENTENCES[name][lang]).format(**params)


def message(finding: PlayFinding, notation: Notation, lang: str) -> str:
    """The sentence on what cannot or may not have been played."""
    return sentence(
        _name(finding),
        lang,
        seat=finding.seat,
        card="" if finding.card is None else card_at(finding.card).text(notation),
        legal=name_of([card.text(notation) for card in cards_of(finding.legal)], lang),
        found=finding.found,
        expected=finding.expected,
    )


def _name(finding: PlayFinding) -> str:
    if finding.trick is not None:
        return "trick" if finding.code == "wrong_count" else finding.code
    if finding.code == "repeated_card":
        return "dealt_twice"
    return "tricks" if finding.seat is None else "hand"


Json = dict[str, Any]
ANYTHING = Agreed()
"""Where nobody said what the table plays."""


def replay_report(
    record: HandRecord,
    rule: ReplayRule | None = None,
    *,
    lang: str = SOURCE,
    with_legal: bool = False,
) -> Json:
    """Tricks, points, matsch and findings; the legal cards where asked for and known."""
    rule = rule or ReplayRule()
    outcome = replay(record, rule)
    show_legal = with_legal and record.open
    return {
        "id": record.id,
        "ok": outcome.ok,
        "tricks": [_trick(trick, record.notation, show_legal) for trick in outcome.tricks],
        "team_card_points": list(outcome.side_points),
        "team_tricks": list(outcome.side_tricks),
        "matsch": outcome.matsch,
        "findings": [
            *(_unagreed(item, record.mode, record.notation, lang) for item in outcome.unagreed),
            *(_swapped(item, lang) for item in outcome.wrong_swaps),
            *(
                {
                    "code": item.code,
                    "article": rule.agreed.article(item.article),
                    "trick": item.trick,
                    "seat": item.seat,
                    "card": None if item.card is None else card_at(item.card).text(record.notation),
                    "message": message(item, record.notation, lang),
                }
                for item in outcome.findings
            ),
        ],
    }


def weis_report(
    record: WeisRecord,
    rule: WeisRule = JASSREGELN_WEIS,
    agreed: Agreed = ANYTHING,
    lang: str = SOURCE,
) -> Json:
    """The Weise of every seat, who has the highest, and the points of the sides; `findings` where
    the table does not play the contract.
    """
    holdings = [mask_at(hand) for hand in record.hands]
    held = settle(holdings, record.mode, record.starter, rule=rule, single=agreed.single)
    result = credited(held, weis=agreed.weis, stoeck=agreed.stoeck)
    return {
        "id": record.id,
        "seats": [
            {
                "runs": [
                    _texts(meld.cards, record.notation)
                    for meld in seat.melds
                    if meld.suit is not None
                ],
                "quartets": [
                    meld.high.text(record.notation) for meld in seat.melds if meld.suit is None
                ],
                "stoeck": seat.stoeck,
                "points": seat.points,
            }
            for seat in result.seats
        ],
        "winner": result.winner,
        "sides": list(result.sides),
        **unagreed_report(agreed, record.mode, record.notation, lang),
    }


def legal_report(
    record: PositionRecord,
    rule: FollowRule = JASSREGELN,
    agreed: Agreed = ANYTHING,
    lang: str = SOURCE,
) -> Json:
    """The cards that may be played, and for the others why not; `findings` where the table does
    not play the contract.
    """
    rule = rule.avoiding() if record.mode.misere else rule
    table = ranking(record.mode.start, record.deck)
    hand = mask_at(record.hand)
    legal = legal_mask(hand, record.trick, table, rule)
    reasons = {
        card.text(record.notation): why_not(card.index, hand, record.trick, table, rule)
        for card in cards_of(hand & ~legal)
    }
    return {
        "id": record.id,
        "legal": _texts(legal, record.notation),
        "why": {card: reason.code for card, reason in reasons.items() if reason},
        **unagreed_report(agreed, record.mode, record.notation, lang),
    }


def unagreed_report(
    agreed: Agreed,
    mode: Mode,
    notation: Notation,
    lang: str,
    *,
    weis: bool = False,
    stoeck: bool = False,
) -> dict[str, list[Json]]:
    """`findings` on what the table does not play; nothing where it plays all of it."""
    findings = agreed.findings(mode, weis=weis, stoeck=stoeck)
    return (
        {"findings": [_unagreed(item, mode, notation, lang) for item in findings]}
        if findings
        else {}
    )


def _unagreed(finding: Finding, mode: Mode, notation: Notation, lang: str) -> Json:
    """What the table does not play, in words."""
    where: Json = dict.fromkeys(("trick", "seat", "card"))
    text = sentence(finding.code, lang, contract=name_of(mode.text(notation), lang))
    return {"code": finding.code, "article": finding.article, **where, "message": text}


def _swapped(finding: Finding, lang: str) -> Json:
    """What could not be exchanged or robbed, in words."""
    params = {name: it for name, it in finding.params.items() if it is not None}
    return {
        "code": finding.code,
        "article": finding.article,
        "trick": None,
        "seat": params.get("seat"),
        "card": params.get("card"),
        "message": sentence(finding.code, lang, **params),
    }


def _trick(trick: PlayedTrick, notation: Notation, show_legal: bool) -> Json:
    legal = {"legal": [_texts(mask, notation) for mask in trick.legal]} if show_legal else {}
    return {"winner": trick.winner, "points": trick.points, **legal}


def _texts(mask: int, notation: Notation) -> list[str]:
    return [card.text(notation) for card in cards_of(mask)]


def hae_legal_report(record: HaePosition, agreed: Agreed, lang: str) -> Json:
    """Any card may be played, whatever lies on the table (hae.wertung)."""
    return {
        "id": record.id,
        "legal": in_order(record.hand),
        "why": {},
        **unagreed_report(agreed, record.mode, Notation.FRENCH, lang),
    }


def hae_weis_report(record: HaeDeal, agreed: Agreed, lang: str) -> Json:
    """There is no Weis and no Stöck: nothing counts but tricks (hae.wertung)."""
    nothing: Json = {"runs": [], "quartets": [], "stoeck": False, "points": 0}
    return {
        "id": record.id,
        "seats": [dict(nothing) for _ in record.hands],
        "winner": None,
        "sides": [0] * len(record.hands),
        **unagreed_report(agreed, record.mode, Notation.FRENCH, lang),
    }


def hae_replay_report(
    record: HaeRound, options: HaeOptions, agreed: Agreed, *, lang: str, with_legal: bool
) -> Json:
    """Tricks by seat; cards have no points. `winner` is null where a summit duel follows."""
    outcome = replay_round(record, options)
    unagreed = unagreed_report(
        agreed, record.mode, Notation.FRENCH, lang, weis=record.weis, stoeck=record.stoeck
    )
    findings = [
        *unagreed.get("findings", []),
        *(_finding(finding, lang) for finding in outcome.findings),
    ]
    hands_known = with_legal and None not in record.hands
    return {
        "id": record.id,
        "ok": not findings,
        "tricks": [
            {
                "winner": trick.winner,
                "points": 0,
                **({"legal": list(trick.legal)} if hands_known else {}),
            }
            for trick in outcome.tricks
        ],
        "team_card_points": [0] * record.players,
        "team_tricks": list(outcome.taken),
        "matsch": None,
        "findings": findings,
    }


def _finding(finding: Finding, lang: str) -> Json:
    params = finding.params
    return {
        "code": finding.code,
        "article": finding.article,
        **{name: params.get(name) for name in ("trick", "seat", "card")},
        "message": sentence(params["sentence"], lang, **params),
    }


def legal_answer(value: object, profile: Profile, agreed: Agreed, lang: str = SOURCE) -> Json:
    """Which cards of a position may be played."""
    if profile.game == "hae":
        return hae_legal_report(read_hae_position(value), agreed, lang)
    record = read_position(value, deal_of(profile.game))
    return legal_report(record, FollowRule.of(profile), agreed, lang)


def weis_answer(value: object, profile: Profile, agreed: Agreed, lang: str = SOURCE) -> Json:
    """The Weise of a deal."""
    if profile.game == "hae":
        return hae_weis_report(read_hae_deal(value), agreed, lang)
    return weis_report(read_weis(value, deal_of(profile.game)), WeisRule.of(profile), agreed, lang)


def replay_answer(
    value: object, profile: Profile, agreed: Agreed, *, with_legal: bool, lang: str = SOURCE
) -> Json:
    """A recorded hand played again."""
    if profile.game == "hae":
        record = read_hae_round(value)
        return hae_replay_report(record, profile.hae, agreed, lang=lang, with_legal=with_legal)
    rule = replace(ReplayRule.of(profile), agreed=agreed)
    record_ = read_hand(value, deal_of(profile.game))
    return replay_report(record_, rule, lang=lang, with_legal=with_legal)
