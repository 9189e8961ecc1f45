"""The findings of the rules as sentences in four languages; seats and tricks as numbered in the
record, cards and contracts in words."""

from referee.rulebook.names import NAMES
from referee.rules.cards import card_at, cards_of
from referee.rules.modes import Mode
from referee.rules.names import name_of
from referee.rules.notation import Notation
from referee.rules.plays import PlayFinding

_SENTENCES = NAMES["findings"]


def sentence(name: str, lang: str, **told: object) -> str:
    """A finding in words; `told` is what it names, a card as it is written."""
    if "card" in told:
        told["card"] = name_of(told["card"], lang)
    return str(_SENTENCES[name][lang]).format(**told)


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


def unagreed_message(code: str, mode: Mode, notation: Notation, lang: str) -> str:
    """The sentence on what the table does not play."""
    return sentence(code, lang, contract=name_of(mode.text(notation), lang))


def _name(finding: PlayFinding) -> str:
    if finding.trick is not None:
        return "trick" if finding.code == "wrong_count" else finding.code
    if finding.code == "repeated_card":
        return "dealt_twice"
    return "tricks" if finding.seat is None else "hand"
