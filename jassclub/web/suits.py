"""Suits and modes as people call them, and which drawing of the sprite shows them.

A card has a letter in the German and in the French deck (notation: DESIGN of the cards); a game
stores its deck, so the same trump is called Rosen at one table and Herz at the next.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _, pgettext_lazy

FRENCH_OF = {"EI": "D", "RO": "H", "SI": "S", "SE": "C"}
"""Letters of the same suit in the other deck."""
GERMAN_OF = {french: german for german, french in FRENCH_OF.items()}

NAMES: dict[str, str | Promise] = {
    "EI": _("Eichel"),
    "SI": _("Schilte"),
    "RO": _("Rose"),
    "SE": _("Schelle"),
    "D": _("Ecke"),
    "H": _("Herz"),
    "S": _("Schaufel"),
    "C": pgettext_lazy("suit", "Kreuz"),
    "O": _("Obenabe"),
    "U": _("Undenufe"),
    "SLALOM_O": _("Slalom oben"),
    "SLALOM_U": _("Slalom unten"),
    "GUSCHTI_O": _("Guschti oben"),
    "GUSCHTI_U": _("Guschti unten"),
    "MARY_O": _("Mary oben"),
    "MARY_U": _("Mary unten"),
}


SHORT: dict[str, str | Promise] = {"O": _("Obe"), "U": _("Une")}
"""Where a button is too narrow for the name."""


def in_deck(mode: str, deck: str) -> str:
    """The mode in the letters of that deck (`german` or `french`); modes without a suit stay."""
    if deck == "french":
        return FRENCH_OF.get(mode, mode)
    return GERMAN_OF.get(mode, mode)


def mode_name(mode: str, deck: str = "german") -> str:
    """What the table says: Rose, Herz, Obenabe; unknown modes keep their letters."""
    shown = in_deck(mode, deck)
    return str(NAMES.get(shown, shown))


def short_name(mode: str, deck: str = "german") -> str:
    """The name as it stands on a narrow button."""
    return str(SHORT[mode]) if mode in SHORT else mode_name(mode, deck)


def drawing(mode: str, deck: str = "german") -> str | None:
    """Id of the symbol in the sprite, or None where a word has to do."""
    shown = in_deck(mode, deck)
    if shown.startswith("SLALOM"):
        return "SLALOM"
    return shown if shown in {*FRENCH_OF, *GERMAN_OF, "O", "U"} else None
