"""A record in, the answer out, by the rules of the table: whatever game its profile plays.

`agreed`: what the table plays; `Agreed()` where nobody named a profile, so that the main book
judges a hand in whatever contract it was played.
"""

from dataclasses import replace

from jassclub.core.errors import Finding
from referee.rules.cards import Notation
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
from referee.rules.legality import FollowRule
from referee.rules.profile import Profile
from referee.rules.profile_fields import HaeOptions
from referee.rules.records import read_hand, read_position, read_weis
from referee.rules.replay import Agreed, ReplayRule
from referee.rules.reports import (
    Json,
    legal_report,
    replay_report,
    sentence,
    unagreed_report,
    weis_report,
)
from referee.rules.weis import WeisRule


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


def legal_answer(value: object, profile: Profile, agreed: Agreed, lang: str = "de") -> Json:
    """Which cards of a position may be played."""
    if profile.game == "hae":
        return hae_legal_report(read_hae_position(value), agreed, lang)
    return legal_report(read_position(value), FollowRule.of(profile), agreed, lang)


def weis_answer(value: object, profile: Profile, agreed: Agreed, lang: str = "de") -> Json:
    """The Weise of a deal."""
    if profile.game == "hae":
        return hae_weis_report(read_hae_deal(value), agreed, lang)
    return weis_report(read_weis(value), WeisRule.of(profile), agreed, lang)


def replay_answer(
    value: object, profile: Profile, agreed: Agreed, *, with_legal: bool, lang: str = "de"
) -> Json:
    """A recorded hand played again."""
    if profile.game == "hae":
        record = read_hae_round(value)
        return hae_replay_report(record, profile.hae, agreed, lang=lang, with_legal=with_legal)
    rule = replace(ReplayRule.of(profile), agreed=agreed)
    return replay_report(read_hand(value), rule, lang=lang, with_legal=with_legal)
