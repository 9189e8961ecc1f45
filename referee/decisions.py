"""Whether what a person decides can be followed at a table: every fault is named at once."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import Invalid
from jassclub.core.findings import Finding
from referee.rules.cards import read_card
from referee.rules.notation import NotationError
from referee.rulings.kinds import SIDES, SUITS
from referee.rulings.vocabulary import EffectType

Effect = Mapping[str, Any]
LARGEST_PENALTY = 1_000
"""No book knows a larger penalty; a typing error does."""
_GIVEN_TO = (EffectType.POINTS_TO, EffectType.WEIS_POINTS)
_IN_POINTS = (*_GIVEN_TO, EffectType.STOECK_POINTS, EffectType.PENALTY_POINTS)
_OF_A_SEAT = (EffectType.PENALTY_POINTS,)


def check_decision(text: str, reason: str, effects: Sequence[Effect], *, seats: int) -> None:
    """Raise Invalid with all faults of a decision for a table of `seats`."""
    details = [
        *(
            Finding("words_needed", f"/{name}", _("Bitte in Worten sagen, warum."))
            for name, words in (("text", text), ("reason", reason))
            if not words.strip()
        ),
        *(
            Finding(code, f"/effects/{place}/{member}", words)
            for place, effect in enumerate(effects)
            for member, code, words in _faults(effect, seats)
        ),
    ]
    Invalid.raise_for(details, _("So kann nicht entschieden werden."))


def _faults(effect: Effect, seats: int) -> Iterator[tuple[str, str, str]]:
    """Member, code and sentence of everything that is wrong with an effect."""
    seat, side, kind = effect.get("seat"), effect.get("side"), effect["type"]
    if seat is not None and not 0 <= seat < seats:
        yield "seat", "unknown_seat", _("Diesen Platz gibt es nicht.")
    if side is not None and side not in SIDES:
        yield "side", "not_a_choice", _("Diese Seite gibt es nicht.")
    if seat is None and (kind in _OF_A_SEAT or (kind in _GIVEN_TO and side is None)):
        yield "seat", "required", _("Hier fehlt, wen es trifft.")
    if kind in _IN_POINTS and not _possible(kind, effect.get("points")):
        yield "points", "out_of_range", _("So viele Punkte kann es nicht geben.")
    if effect.get("suit") not in (None, *SUITS):
        yield "suit", "not_a_choice", _("Diese Farbe gibt es nicht.")
    if not all(map(_is_card, effect.get("cards") or ())):
        yield "cards", "not_a_card", _("Diese Karte gibt es nicht.")


def _possible(kind: str, points: int | None) -> bool:
    if kind == EffectType.PENALTY_POINTS:
        return points is not None and 1 <= points <= LARGEST_PENALTY
    return points is not None and points >= 0


def _is_card(text: str) -> bool:
    try:
        read_card(text)
    except NotationError:
        return False
    return True
