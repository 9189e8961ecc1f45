"""The answers of the rules to records of HAE Jass, in the form of all others."""

from jassclub.core.findings import Finding
from referee.rules.agreed import Agreed
from referee.rules.hae_records import HaeDeal, HaePosition, HaeRound, in_order
from referee.rules.hae_replay import replay_round
from referee.rules.messages import sentence
from referee.rules.notation import Notation
from referee.rules.profile_fields import HaeOptions
from referee.rules.reports import Json, unagreed_report


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
    told = unagreed_report(
        agreed, record.mode, Notation.FRENCH, lang, weis=record.weis, stoeck=record.stoeck
    )
    findings = [
        *told.get("findings", []),
        *(_finding(finding, lang) for finding in outcome.findings),
    ]
    known = with_legal and None not in record.hands
    return {
        "id": record.id,
        "ok": not findings,
        "tricks": [
            {"winner": trick.winner, "points": 0, **({"legal": list(trick.legal)} if known else {})}
            for trick in outcome.tricks
        ],
        "team_card_points": [0] * record.players,
        "team_tricks": list(outcome.taken),
        "matsch": None,
        "findings": findings,
    }


def _finding(finding: Finding, lang: str) -> Json:
    told = finding.params
    return {
        "code": finding.code,
        "article": finding.article,
        **{name: told.get(name) for name in ("trick", "seat", "card")},
        "message": sentence(told["sentence"], lang, **told),
    }
