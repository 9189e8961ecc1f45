"""The findings of a replay as German sentences; seats and tricks as numbered in the record."""

from __future__ import annotations

from referee.rules.cards import card_at, cards_of
from referee.rules.notation import Notation
from referee.rules.plays import PlayFinding

_WHOLE_HAND = "Aufgeschrieben sind {found} Stiche statt {expected}."
_SENTENCES = {
    "revoke": "Sitz {seat} hat mit {card} nicht angegeben; erlaubt: {legal}.",
    "undertrump": "Sitz {seat} hat mit {card} untertrumpft; erlaubt: {legal}.",
    "wrong_leader": "Sitz {found} hat ausgespielt, an der Reihe war Sitz {expected}.",
    "impossible_card": "Sitz {seat} hatte {card} nicht.",
    "repeated_card": "{card} war schon gespielt.",
    "wrong_count": "Im Stich liegen {found} Karten statt {expected}.",
}
_UNAGREED = {
    "contract_not_played": "{contract} wird an diesem Tisch nicht gespielt.",
    "weis_not_played": "An diesem Tisch wird nicht gewiesen: Kein Weis zählt.",
    "stoeck_not_played": "An diesem Tisch zählen die Stöck nicht.",
}
_DEALT_TWICE = "{card} ist zweimal ausgeteilt."
_WRONG_HAND = "Sitz {seat} hat {found} Karten statt {expected}."


def message(finding: PlayFinding, notation: Notation = Notation.FRENCH) -> str:
    """The sentence for people, cards in the letters of `notation`."""
    return _sentence(finding).format(
        seat=finding.seat,
        card="" if finding.card is None else card_at(finding.card).text(notation),
        legal=", ".join(card.text(notation) for card in cards_of(finding.legal)),
        found=finding.found,
        expected=finding.expected,
    )


def unagreed_message(code: str, contract: str) -> str:
    """The sentence on what the table does not play."""
    return _UNAGREED[code].format(contract=contract)


def _sentence(finding: PlayFinding) -> str:
    if finding.trick is not None:
        return _SENTENCES[finding.code]
    if finding.code == "repeated_card":
        return _DEALT_TWICE
    return _WHOLE_HAND if finding.seat is None else _WRONG_HAND
