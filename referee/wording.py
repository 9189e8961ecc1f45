"""Effects and choices of a ruling in words: whose trick, which cards, who leads, who may choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from referee.rulings.names import name_of
from referee.rulings.vocabulary import LANGUAGES, Choice, EffectType, Until

Fact = Mapping[str, Any]
Who = Callable[[Any], str]
"""Seat (number), side ("0+2") or part in the case ("opponents") -> how the sentence calls it."""

_ROLES = {
    "opponents": gettext_lazy("die Gegenpartei"),
    "offender": gettext_lazy("wer den Fehler gemacht hat"),
    "offender_side": gettext_lazy("die fehlbare Partei"),
    "partner": gettext_lazy("der Partner"),
    "right_of_offender": gettext_lazy("der rechte Nachbar"),
}
_CARDS = {
    "wrong_card": gettext_lazy("die falsche Karte"),
    "held_back": gettext_lazy("die zurückbehaltene Karte"),
    "wrong_and_held_back": gettext_lazy("die falsche und die zurückbehaltene Karte"),
    "highest_of_suit": gettext_lazy("die höchste Karte dieser Farbe"),
    "trumps_but_bauer": gettext_lazy("alle Trümpfe ausser dem Bauer"),
    "both": gettext_lazy("beide Karten"),
    "shown": gettext_lazy("die verratenen Karten"),
}
_CHOICES = {
    Choice.ANNUL_HAND: gettext_lazy("das Spiel annullieren"),
    Choice.PLAY_ON: gettext_lazy("weiterspielen"),
    Choice.STANDS: gettext_lazy("es gelten lassen"),
    Choice.REQUIRE_TRUMP_LEAD: gettext_lazy("Trumpf verlangen"),
    Choice.FREE_LEAD: gettext_lazy("das Ausspiel freigeben"),
    Choice.CHOOSE_CARD: gettext_lazy("eine der Karten bestimmen"),
    Choice.REDEAL: gettext_lazy("neu geben lassen"),
    Choice.SHOW_WEIS: gettext_lazy("den Weis zeigen lassen"),
    Choice.CORRECT: gettext_lazy("korrigieren"),
}
_MOMENTS = {
    Until.COVERED: gettext_lazy("bis die Karte gedeckt ist"),
    Until.TRICK_TURNED: gettext_lazy("bis der Stich gekehrt ist"),
    Until.OWN_CARD_NEXT_TRICK: gettext_lazy("bis zur eigenen Karte im nächsten Stich"),
    Until.OWN_FIRST_CARD: gettext_lazy("bis zur eigenen ersten Karte"),
    Until.OWN_SECOND_CARD: gettext_lazy("bis zur eigenen zweiten Karte"),
    Until.FIRST_TRICK_TURNED: gettext_lazy("bis der erste Stich gekehrt ist"),
    Until.SCRIBE_FIRST_CARD_NEXT_HAND: gettext_lazy(
        "bis der Schreiber im neuen Spiel die erste Karte gibt"
    ),
    Until.SCRIBE_CARD_NEXT_TRICK: gettext_lazy(
        "bis der Schreiber zum nächsten Stich eine Karte gibt"
    ),
    Until.END_OF_FOLLOWING_HAND: gettext_lazy("bis das folgende Spiel fertig ist"),
    Until.LEAD_TO_TRICK_2: gettext_lazy("bis zum Ausspiel zum zweiten Stich"),
    Until.LEAD_TO_TRICK_1: gettext_lazy("bis zum Ausspiel zum ersten Stich"),
    Until.OPPONENTS_WIN_TRICK: gettext_lazy("bis die Gegenpartei einen Stich gemacht hat"),
    Until.NEXT_LEAD: gettext_lazy("bis zum nächsten Ausspiel"),
    Until.CUT: gettext_lazy("bis abgehoben ist"),
    Until.NEXT_SPEAKER: gettext_lazy("bis der nächste Spieler ansagt"),
    Until.END_OF_HAND: gettext_lazy("bis das Spiel fertig ist"),
    Until.END_OF_GAME: gettext_lazy("bis die Partie fertig ist"),
    Until.ANY_TIME: gettext_lazy("jederzeit"),
}
_EFFECTS = {
    EffectType.RETURN_CARD: gettext_lazy("Zurück auf die Hand: {cards}."),
    EffectType.CORRECT_PLAY: gettext_lazy("Die Karte wird ausgewechselt; erlaubt: {cards}."),
    EffectType.DEAD_CARDS: gettext_lazy("Ohne Stechwert: {cards}."),
    EffectType.TRICK_TO: gettext_lazy("Der Stich gehört: {who}."),
    EffectType.NEXT_LEADER: gettext_lazy("Es spielt aus: {who}."),
    EffectType.SUIT_BARRED: gettext_lazy("Darf {suit} nicht ausspielen: {who}."),
    EffectType.ANNUL_HAND: gettext_lazy("Das Spiel ist annulliert."),
    EffectType.REDEAL: gettext_lazy("Es wird neu gegeben."),
    EffectType.GAME_LOST: gettext_lazy("Die Partie verliert: {who}."),
    EffectType.GAME_WON: gettext_lazy("Die Partie gewinnt: {who}."),
    EffectType.HAND_LOST: gettext_lazy("Das Spiel verliert: {who}."),
    EffectType.POINTS_TO: gettext_lazy("{points} Punkte für: {who}."),
    EffectType.WEIS_VOID: gettext_lazy("Der Weis zählt nicht."),
    EffectType.WEIS_POINTS: gettext_lazy("Weis: {points} Punkte."),
    EffectType.STOECK_POINTS: gettext_lazy("Stöck: {points} Punkte."),
    EffectType.WRITE: gettext_lazy("Geschrieben werden {points} Punkte."),
    EffectType.PENALTY_POINTS: gettext_lazy("{points} Strafpunkte für: {who}."),
    EffectType.WARNING: gettext_lazy("Verwarnung."),
    EffectType.NONE: gettext_lazy("Keine Folge."),
}


@dataclass(frozen=True)
class Line:
    """One effect in words; `until` empty where it has no end."""

    text: str
    until: str


def seat_or_side(value: Any) -> str:
    """Seats and sides where nobody has a name: counted from 1, as people do."""
    if isinstance(value, int):
        return _("Platz {number}").format(number=value + 1)
    if isinstance(value, str) and value.replace("+", "").isdigit():
        return _("Plätze {numbers}").format(
            numbers="+".join(str(int(seat) + 1) for seat in value.split("+"))
        )
    return str(_ROLES.get(value, value))


def effect_lines(effects: list[Fact], who: Who = seat_or_side) -> list[Line]:
    """What happens, one line for each effect; nothing where nothing happens."""
    return [
        Line(_effect(effect, who), moment(effect.get("until")))
        for effect in effects
        if effect["type"] != EffectType.NONE
    ]


def option_line(option: Fact, who: Who = seat_or_side) -> str:
    """Who may choose between what."""
    choices = " / ".join(str(_CHOICES[choice]) for choice in option["choices"])
    return _("Es wählt: {who}. Zur Wahl: {choices}.").format(who=who(option["by"]), choices=choices)


def choice_word(choice: str) -> str:
    """One choice in words."""
    return str(_CHOICES[Choice(choice)])


def moment(until: str | None) -> str:
    """A moment of the game in words."""
    return str(_MOMENTS[Until(until)]) if until else ""


def _effect(effect: Fact, who: Who) -> str:
    lang = (get_language() or "de")[:2]
    return str(_EFFECTS[EffectType(effect["type"])]).format(
        cards=_cards(effect, lang if lang in LANGUAGES else "de"),
        who=_whose(effect, who),
        suit=name_of(effect["suit"], lang) if "suit" in effect else _("diese Farbe"),
        points=effect.get("points", "?"),
    )


def _whose(effect: Fact, who: Who) -> str:
    value = effect.get("side", effect.get("seat"))
    return who(value) if value is not None else _("die fehlbare Partei")


def _cards(effect: Fact, lang: str) -> str:
    if effect.get("cards"):
        return name_of(effect["cards"], lang)
    which = effect.get("which")
    return str(_CARDS.get(which, which)) if which else _("die Karte")
