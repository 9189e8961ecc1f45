"""The cards that a case tells: as they were written, and as masks."""

from collections.abc import Callable, Iterable

from referee.rules.cards import Rank, card_at, indices_of, mask_at, read_card
from referee.rulings.case import Binding, Case
from referee.rulings.facts import known
from referee.rulings.vocabulary import UNKNOWN

_CARD_FACTS = ("trick", "holding", "card", "cards", "held_back", "still_held", "exchanged")


def texts_of(case: Case, name: str) -> tuple[str, ...]:
    """The cards of a fact as they were written: one, several, or those of every hand."""
    value = case.get(name)
    if isinstance(value, dict):
        return tuple(text for cards in value.values() for text in cards)
    if isinstance(value, tuple):
        return value
    return (value,) if isinstance(value, str) and known(value) else ()


def jass_cards(case: Case, names: Iterable[str] = _CARD_FACTS) -> bool:
    """Whether all cards told belong to one Jass pack; nothing is derived from others."""
    cards = [read_card(text)[0] for name in names for text in texts_of(case, name)]
    return all(card.rank >= Rank.SIX and not card.copy for card in cards)


def of_jass_cards(*names: str) -> Callable[[Binding], Binding]:
    """What follows where these cards are of one Jass pack (all that are told where none is named);
    UNKNOWN otherwise.
    """

    def checked(find: Binding) -> Binding:
        return lambda case: find(case) if jass_cards(case, names or _CARD_FACTS) else UNKNOWN

    return checked


def mask(case: Case, *names: str) -> int:
    """The cards of these facts together."""
    return mask_at(read_card(text)[0].index for name in names for text in texts_of(case, name))


def trick_indices(case: Case) -> list[int]:
    """The cards that lay on the table, leader first."""
    return [card.index for card in case.cards("trick")]


def named(case: Case, cards: int, names: Iterable[str] = _CARD_FACTS) -> tuple[str, ...]:
    """The cards of a mask as they were written in the case."""
    written = {read_card(text)[0].index: text for name in names for text in texts_of(case, name)}
    return tuple(written.get(index, card_at(index).text()) for index in indices_of(cards))
