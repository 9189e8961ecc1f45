"""Reading JSON values that anybody may have written: the right shape, or one clear refusal."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from jassclub.core.findings import echo
from jassclub.core.findings import pointer as json_pointer
from referee.rules.cards import PACK, Rank, read_card
from referee.rules.modes import Mode, read_mode
from referee.rules.notation import Notation, NotationError, shown

ID_LIMIT = 200


class RecordError(ValueError):
    """A record that cannot be read. `pointer` is a JSON pointer into it, `code` a stable word."""

    def __init__(self, code: str, pointer: str, text: str) -> None:
        super().__init__(f"{pointer or '/'}: {text}")
        self.code = code
        self.pointer = pointer


@dataclass
class CardReader:
    """Reads the cards and the mode of one record, all in the deck that comes first."""

    notation: Notation | None = field(default=None)

    def card(self, value: object, pointer: str) -> int:
        """Index of a card of the single pack of 36."""
        try:
            card, notation = read_card(value)
        except NotationError as error:
            raise RecordError("unknown_card", pointer, str(error)) from None
        if not (card.rank >= Rank.SIX and card.copy == 0):
            raise RecordError("unknown_card", pointer, f"not in a pack of 36: {card}")
        self._settle(notation, pointer)
        return card.index

    def cards(self, value: object, pointer: str) -> tuple[int, ...]:
        """Indices of a list of at most 36 cards; repeats are left to the caller."""
        listed = read_list(value, pointer, limit=PACK)
        return tuple(self.card(item, f"{pointer}/{at}") for at, item in enumerate(listed))

    def distinct(self, value: object, pointer: str) -> tuple[int, ...]:
        """As `cards`, but no card may come twice."""
        cards = self.cards(value, pointer)
        if len(set(cards)) < len(cards):
            raise RecordError("repeated_card", pointer, "a card comes twice")
        return cards

    def mode(self, value: object, pointer: str) -> Mode:
        try:
            mode, notation = read_mode(value)
        except NotationError as error:
            raise RecordError("unknown_mode", pointer, str(error)) from None
        if notation:
            self._settle(notation, pointer)
        return mode

    @property
    def settled(self) -> Notation:
        """The deck of the record; French letters where it names no card or suit."""
        return self.notation or Notation.FRENCH

    def _settle(self, notation: Notation, pointer: str) -> None:
        if self.notation and self.notation is not notation:
            raise RecordError("mixed_decks", pointer, "German and French letters in one record")
        self.notation = notation


def read_object(value: object) -> dict[str, object]:
    """The record itself."""
    if not isinstance(value, dict):
        raise RecordError("wrong_type", "", f"not an object: {shown(value)}")
    return value


def only(
    data: dict[str, object], keys: Collection[str], answers: Collection[str], pointer: str = ""
) -> None:
    """Refuse a key that nothing would read: what was told must not be passed over.

    `answers`: what samples carry beside the record, the answer that is expected.
    """
    for key in data:
        if key not in keys and key not in answers:
            where = pointer + json_pointer(echo(key))
            raise RecordError("unknown_key", where, f"unknown key; known: {', '.join(keys)}")


def read_list(value: object, pointer: str, *, limit: int) -> Sequence[object]:
    """A list with at most `limit` entries."""
    if not isinstance(value, list):
        raise RecordError("wrong_type", pointer, f"not a list: {shown(value)}")
    if len(value) > limit:
        raise RecordError("too_long", pointer, f"{len(value)} entries, at most {limit} make sense")
    return value


def read_seat(value: object, pointer: str, *, players: int) -> int:
    """A seat number from 0."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError("wrong_type", pointer, f"not a seat: {shown(value)}")
    if not 0 <= value < players:
        raise RecordError("unknown_seat", pointer, f"seats are 0 to {players - 1}")
    return value


def read_id(data: dict[str, object]) -> str | int | None:
    """The record's own name: a short text or a number, or None where it has none."""
    value = data.get("id")
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if not isinstance(value, str) or len(value) > ID_LIMIT or not _printable(value):
        raise RecordError("wrong_type", "/id", f"not a short text or a number: {shown(value)}")
    return value


def _printable(text: str) -> bool:
    return "\0" not in text and text.encode("utf-8", "replace").decode() == text
