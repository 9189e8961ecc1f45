"""The details of a case: who it was, which cards, how many points."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext_lazy

from referee.rulebook.articles import NAMES
from referee.rules.cards import JASS_36, Card, Notation
from referee.rules.modes import name_of
from referee.rulings.facts import Fact
from referee.rulings.wanted import wanted
from referee.web.asked import CARDS, DECK, PLACES, TYPED, CaseQuery, Tap

MODES = {"german": ("EI", "RO", "SI", "SE", "O", "U"), "french": ("D", "H", "S", "C", "O", "U")}
DECKS = {
    Notation.GERMAN: gettext_lazy("Deutsche Karten"),
    Notation.FRENCH: gettext_lazy("Französische Karten"),
}


@dataclass(frozen=True)
class Face:
    """A card to tap: its code, what it is called, its suit, and its rank as it stands on it."""

    code: str
    name: str
    suit: str
    rank: str


def details(asked: CaseQuery) -> list[Fact]:
    """The details that can be told and would change or fill in what is shown."""
    facts = asked.table.facts
    names = wanted(asked.table, asked.facts, asked.profile)
    return [facts[name] for name in names if facts[name].kind in TYPED and name not in asked.facts]


def detail_taps(asked: CaseQuery, facts: list[Fact]) -> list[tuple[str, list[Tap]]]:
    """What a tap tells of the details: who it was, what is trump. The question, all answers."""
    groups = [(asked.question(fact), list(_places(asked, fact))) for fact in facts]
    return [(words, taps) for words, taps in groups if taps]


def _places(asked: CaseQuery, fact: Fact) -> Iterator[Tap]:
    choices = MODES[deck_of(asked)] if fact.kind == "mode" else asked.places.get(fact.kind, ())
    for choice in choices:
        if asked.allows(fact, choice):
            label, drawn = asked.words(fact, choice), str(choice) if fact.kind == "mode" else ""
            yield Tap(label[:1].upper() + label[1:], asked.address(**{fact.name: choice}), drawn)


def deck_of(asked: CaseQuery) -> str:
    """The deck of the case: the one chosen, else that of the cards that it names."""
    chosen = asked.query.get(DECK) or asked.deck
    if chosen in MODES:
        return chosen
    cards = [
        part
        for name, value in asked.facts.items()
        if name in asked.table.facts and asked.table.facts[name].kind in (*CARDS, "card", "mode")
        for part in (value if isinstance(value, list) else [value])
    ]
    return "french" if any(str(card)[:1] in "DHC" for card in cards) else "german"


def detail_context(asked: CaseQuery) -> dict[str, Any]:
    """What may still be told: by a tap, or in the fields of a form."""
    facts = details(asked)
    typed = [fact for fact in facts if fact.kind not in (*PLACES, "mode")]
    return {
        "detail_taps": detail_taps(asked, facts),
        "who_open": any(fact.kind in PLACES for fact in facts),
        "details": [(fact, asked.question(fact)) for fact in typed],
        "cards": any(fact.kind in (*CARDS, "card") for fact in typed),
        "deck": deck_of(asked),
        "packs": [(deck, words, faces(deck, asked.lang)) for deck, words in DECKS.items()],
    }


@cache
def faces(deck: Notation, lang: str) -> tuple[Face, ...]:
    """All cards of a deck, those of a rank side by side, the Ass first."""
    cards = [card for card in JASS_36.cards if isinstance(card, Card)]
    return tuple(
        Face(
            card.text(deck),
            name_of(card.text(deck), lang),
            card.suit.text(deck),
            _rank(card, deck, lang),
        )
        for card in sorted(cards, key=lambda card: (-card.rank, card.suit))
    )


def _rank(card: Card, deck: Notation, lang: str) -> str:
    letter, names = card.rank.text(deck), NAMES["ranks"][deck]
    return str(names[letter][lang]) if letter in names else {"T": "10"}.get(letter, letter)
