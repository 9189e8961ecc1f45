"""What is wrong with the sheet of a passe, as sentences for people."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from jassclub.core.errors import Finding
from scoring.games.messages import TEMPLATES as OF_SLIPS

TEMPLATES: Mapping[str, str] = {
    "too_long": gettext_noop("Das ist zu lang, höchstens %(longest)s Zeichen."),
    "points_missing": gettext_noop("Es fehlen Punkte."),
    "made_missing": gettext_noop("Die Kartenpunkte gehören bei allen hin oder bei niemandem."),
    "differences_only": gettext_noop("Das gibt es nur im Differenzler."),
    "reason_missing": gettext_noop(
        "Gespielt wurden %(hands)s von %(expected)s Spielen: bitte sagen, warum."
    ),
    "matsches_too_many": gettext_noop("%(sum)s Matsche in %(hands)s Spielen gibt es nicht."),
    "points_below_matsches": gettext_noop(
        "Mit so vielen Matschen (%(matsches)s) sind es wenigstens %(least)s Punkte."
    ),
    "exact_impossible": gettext_noop(
        "Bei %(exact)s genauen Ansagen liegen die Differenzen zwischen %(low)s und %(high)s."
    ),
    "sum_wrong": gettext_noop("Zusammen sind es %(sum)s statt %(expected)s Punkte."),
    "scribe_missing": gettext_noop("Wer hat geschrieben? Ihm wird die Abweichung angerechnet."),
    "hands_missing": gettext_noop("Gespielt wurden erst %(hands)s von %(expected)s Spielen."),
    "hands_too_many": gettext_noop("Gespielt wurden %(hands)s statt %(expected)s Spiele."),
}
"""Code -> template; the codes of plain shape have theirs already."""


def sentence(finding: Finding) -> str:
    """The finding in the language of the reader, with the likeliest slip where one is known."""
    return in_words(finding.code, finding.params)


def in_words(code: str, params: Mapping[str, Any]) -> str:
    """The same of a warning that was stored."""
    text = _(TEMPLATES.get(code) or OF_SLIPS[code]) % params
    suspects = params.get("suspects") or []
    return " ".join([text, *map(_suspicion, suspects[:1])])


def _suspicion(suspect: Mapping[str, Any]) -> str:
    text = _("Vielleicht %(instead)s statt %(written)s?")
    if suspect["slip"] == "hands":
        text = _("Vielleicht %(instead)s statt %(written)s Spiele?")
    elif suspect["slip"] == "matsch":
        text = _("Vielleicht %(instead)s statt %(written)s Matsche?")
    return text % suspect
