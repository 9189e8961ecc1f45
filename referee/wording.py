"""Effects and choices of a ruling in words: whose trick, which cards, who leads, who may choose."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from jassclub.core.reader import number_in
from jassclub.core.speaking import spoken
from jassclub.core.typography import printed
from referee.rulebook.articles import NAMES, ROLES
from referee.rules.modes import name_of
from referee.rulings.facts import Choice, EffectType, Until

Fact = Mapping[str, Any]
Who = Callable[[Any], str]
"""Seat (number), side ("0+2") or part in the case ("opponents") -> how the sentence calls it."""

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
    Choice.WRITE_BONUS: gettext_lazy("die Prämie schreiben"),
}
_FOLLOWS = {
    Choice.ANNUL_HAND: gettext_lazy("Das Spiel zählt nicht und wird nicht geschrieben."),
    Choice.PLAY_ON: gettext_lazy("Es geht weiter; was oben steht, gilt."),
    Choice.STANDS: gettext_lazy("Es zählt, wie es gespielt wurde."),
    Choice.REQUIRE_TRUMP_LEAD: gettext_lazy("Wer ausspielt, muss Trumpf bringen, wenn er hat."),
    Choice.FREE_LEAD: gettext_lazy("Wer ausspielt, bringt, was er will."),
    Choice.CHOOSE_CARD: gettext_lazy("Diese Karte gilt, die andere geht zurück."),
    Choice.REDEAL: gettext_lazy("Die Karten werden neu gemischt und gegeben."),
    Choice.SHOW_WEIS: gettext_lazy("Die Karten des Weises werden aufgedeckt."),
    Choice.CORRECT: gettext_lazy("Es wird richtiggestellt und so geschrieben."),
    Choice.WRITE_BONUS: gettext_lazy("Die Punkte der Prämie kommen auf die Tafel."),
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
    EffectType.RETURN_CARD: gettext_lazy("Zurück auf die Hand: {what}"),
    EffectType.CORRECT_PLAY: gettext_lazy("Gespielt werden darf: {what}"),
    EffectType.DEAD_CARDS: gettext_lazy("Ohne Stechwert: {what}"),
    EffectType.TRICK_TO: gettext_lazy("{what}: {who}"),
    EffectType.NEXT_LEADER: gettext_lazy("Es spielt aus: {who}"),
    EffectType.SUIT_BARRED: gettext_lazy("{suit} nicht ausspielen: {who}"),
    EffectType.ANNUL_HAND: gettext_lazy("Das Spiel ist annulliert"),
    EffectType.REDEAL: gettext_lazy("Es wird neu gegeben: {who}"),
    EffectType.GAME_LOST: gettext_lazy("Die Partie verliert: {who}"),
    EffectType.GAME_WON: gettext_lazy("Die Partie gewinnt: {who}"),
    EffectType.HAND_LOST: gettext_lazy("Das Spiel verliert: {who}"),
    EffectType.POINTS_TO: gettext_lazy("{points}: {who}"),
    EffectType.WEIS_VOID: gettext_lazy("Der Weis zählt nicht"),
    EffectType.WEIS_POINTS: gettext_lazy("Weis: {points}"),
    EffectType.STOECK_POINTS: gettext_lazy("Stöck: {points}"),
    EffectType.WRITE: gettext_lazy("Geschrieben wird: {points}"),
    EffectType.PENALTY_POINTS: gettext_lazy("Strafpunkte: {points}, {who}"),
    EffectType.WARNING: gettext_lazy("Verwarnung (Hausregel)"),
    EffectType.NONE: gettext_lazy("Keine Folge"),
}
"""Label and value, so that no sentence depends on the number or gender of who is named."""
_BY_WHICH: dict[object, object] = {"another_bid": gettext_lazy("Anzusagen ist: {what}")}
"""What is to be played again, where that is no card."""
_OF_SOMEBODY = (EffectType.RETURN_CARD, EffectType.CORRECT_PLAY, EffectType.DEAD_CARDS)
"""Effects whose sentence has no place for the player it is about; he is named before it."""
_OF_POINTS = (EffectType.WEIS_POINTS, EffectType.STOECK_POINTS, EffectType.WRITE)
"""Effects that say nothing but points."""
_DEFAULT_WHAT = {
    EffectType.TRICK_TO: gettext_lazy("Der Stich"),
    EffectType.CORRECT_PLAY: gettext_lazy("eine erlaubte Karte"),
}


@dataclass(frozen=True)
class Options:
    """Who may choose, each choice with what follows, and until when; `silent`: the choice that
    holds where nobody says anything."""

    line: str
    choices: list[tuple[str, str]]
    silent: str
    until: str


@dataclass(frozen=True)
class Line:
    """One effect in words; `until` empty where it has no end."""

    text: str
    until: str


def seat_or_side(value: Any) -> str:
    """Seats and sides where nobody has a name: counted from 1, as people do."""
    if isinstance(value, int):
        return _("Platz {number}").format(number=value + 1)
    seats = list(map(number_in, str(value).split("+")))
    numbers = [str(seat + 1) for seat in seats if seat is not None]
    if len(numbers) == len(seats):
        return _("Plätze {numbers}").format(numbers="+".join(numbers))
    return str(NAMES["roles"][value][spoken()]) if value in ROLES else str(value)


_AROUND = (
    gettext_lazy("ich"),
    gettext_lazy("der rechte Nachbar"),
    gettext_lazy("der Partner"),
    gettext_lazy("der linke Nachbar"),
)
"""Places at a table of four as whoever asks sees them; play goes to the right."""
OPPOSITE = 2
_OURS = {"0+2": gettext_lazy("wir"), "1+3": gettext_lazy("die Gegner")}


def as_single_players_say(value: Any) -> str:
    """The same where nobody has a partner."""
    return _("das Gegenüber") if value == OPPOSITE else as_players_say(value)


def as_players_say(value: Any) -> str:
    """Seats and sides where nobody has a name, seen from the place of whoever asks."""
    if isinstance(value, int) and value < len(_AROUND):
        return str(_AROUND[value])
    return str(_OURS[value]) if value in _OURS else seat_or_side(value)


def is_speaker(who: Who, place: Any) -> bool:
    """Whether a place is that of whoever asks, where places are called as he sees them."""
    return who in (as_players_say, as_single_players_say) and place in (0, "0+2")


def effect_lines(effects: Iterable[Fact], who: Who = seat_or_side) -> list[Line]:
    """What happens, one line for each effect; nothing where nothing happens, or where points are
    to be written of which nobody knows which."""
    return [
        Line(_effect(effect, who), moment(effect.get("until")))
        for effect in effects
        if effect["type"] != EffectType.NONE
        and (effect["type"] not in _OF_POINTS or {"points", "which"} & effect.keys())
    ]


_OF_TRICK = {
    "winner_seat": gettext_lazy("Den Stich macht: {value}"),
    "trick_points": gettext_lazy("Punkte im Stich: {value}"),
    "next_leader": gettext_lazy("Es spielt aus: {value}"),
}
"""What an answer tells of a trick; whose it is and who leads may stand among the effects."""


def trick_lines(said: Fact, who: Who = seat_or_side) -> list[Line]:
    """The points of a trick, whose it is and who leads next, where the effects do not say it."""
    effects = {effect["type"] for effect in said["effects"]}
    done = {
        "winner_seat": EffectType.TRICK_TO in effects,
        "next_leader": EffectType.NEXT_LEADER in effects,
    }
    told = {
        name: value
        for name in _OF_TRICK
        if isinstance(value := said.get("answer", {}).get(name), int) and not done.get(name)
    }
    return [
        Line(str(_OF_TRICK[name]).format(value=value if name == "trick_points" else who(value)), "")
        for name, value in told.items()
    ]


def options_of(option: Fact, who: Who = seat_or_side) -> Options:
    """A right to choose in full, for a page."""
    until, silent = option.get("until"), option.get("default")
    return Options(
        line=_("Es wählt: {who}").format(who=who(option["by"])),
        choices=[(choice_word(choice), str(_FOLLOWS[choice])) for choice in option["choices"]],
        silent=choice_word(silent) if silent else "",
        until=moment(until),
    )


def choice_word(choice: str) -> str:
    """One choice in words."""
    return str(_CHOICES[Choice(choice)])


def moment(until: str | None) -> str:
    """A moment of the game in words."""
    return str(_MOMENTS[Until(until)]) if until else ""


def _effect(effect: Fact, who: Who) -> str:
    lang = spoken()
    pattern = _BY_WHICH.get(effect.get("which"), _EFFECTS[EffectType(effect["type"])])
    text = str(pattern).format(
        what=_what(effect, lang),
        who=_whose(effect, who),
        suit=name_of(effect["suit"], lang) if "suit" in effect else _("Diese Farbe"),
        points=_points(effect, lang),
    )
    text = text.removesuffix(": ")
    whose = effect.get("seat", effect.get("who"))
    if effect["type"] in _OF_SOMEBODY and whose is not None:
        text = f"{who(whose)} – {text[:1].lower()}{text[1:]}"
    return text[:1].upper() + text[1:]


def _whose(effect: Fact, who: Who) -> str:
    """The side or seat; for a redeal nobody where nobody is named."""
    value = effect.get("side", effect.get("seat", effect.get("who")))
    if value is not None:
        return who(value)
    if effect.get("which") and effect["type"] == EffectType.NEXT_LEADER:
        return str(NAMES["which"][effect["which"]][spoken()])
    return "" if effect["type"] == EffectType.REDEAL else _("die fehlbare Partei")


def _what(effect: Fact, lang: str) -> str:
    if effect.get("cards"):
        return name_of(effect["cards"], lang)
    if effect.get("which"):
        return str(NAMES["which"][effect["which"]][lang])
    return str(_DEFAULT_WHAT.get(effect["type"], gettext_lazy("die Karte")))


def _points(effect: Fact, lang: str) -> str:
    """The points, or in words which ones, or both."""
    words = str(NAMES["which"][effect["which"]][lang]) if effect.get("which") else ""
    if "points" not in effect:
        return words or _("die Punkte")
    points = ngettext("{number} Punkt", "{number} Punkte", effect["points"])
    said = points.format(number=printed(effect["points"]))
    return f"{said} ({words})" if words else said
