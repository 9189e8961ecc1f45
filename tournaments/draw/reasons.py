"""Why no plan can be made for what was asked, or what a check found in one, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _, gettext_noop

from jassclub.core.errors import Finding, Invalid
from tournaments.draw.pure import Reason, UnusableRequestError

TEMPLATES: Mapping[str, str] = {
    "too_few": gettext_noop("%(count)s Leute sind zu wenig, es braucht mindestens %(least)s."),
    "too_many": gettext_noop("%(count)s Leute sind zu viele, höchstens %(most)s."),
    "twice_in_list": gettext_noop("Jemand steht zweimal in der Liste."),
    "no_rounds": gettext_noop("Es braucht mindestens eine Runde."),
    "too_many_rounds": gettext_noop("%(rounds)s Runden sind zu viele, höchstens %(most)s."),
    "all_played": gettext_noop("Alle Runden sind schon gespielt."),
    "too_few_pairs": gettext_noop("Es braucht mindestens zwei Paare oder Teams."),
    "too_few_for_groups": gettext_noop(
        "%(count)s Paare oder Teams sind zu wenig für %(groups)s Gruppen."
    ),
    "pairs_for_movement": gettext_noop(
        "%(count)s Paare: So rücken %(least)s bis %(most)s Paare weiter. Wähle in den "
        "Einstellungen die andere Art."
    ),
    "rounds_of_movement": gettext_noop(
        "Mit %(pairs)s Paaren gibt es %(most)s Runden; in den Einstellungen stehen %(rounds)s."
    ),
    "no_place_in_movement": gettext_noop(
        "Für Paar %(pair)s ist kein Platz mehr frei: Wer wen mit welchen Boards trifft, steht "
        "seit der ersten Runde fest."
    ),
    "all_have_met": gettext_noop("Alle, die noch könnten, haben sich schon getroffen."),
    "not_both_there": gettext_noop(
        "Startnummer %(one)s und %(other)s sind nicht beide in Runde %(round)s."
    ),
    "wish_of_absent": gettext_noop("Ein Wunsch nennt jemanden, der nicht mitspielt: %(people)s."),
    "wishes_compete": gettext_noop("Zwei Wünsche wollen den gleichen Partner oder Platz."),
    "apart_and_together": gettext_noop(
        "Zwei sollen zugleich Partner sein und nie am gleichen Tisch sitzen."
    ),
    "couple_elsewhere": gettext_noop(
        "Wer immer zusammen spielt, kann keinen festen Platz haben und kein Spiel ohne Partner."
    ),
    "no_such_place": gettext_noop("Ein fester Platz liegt an einem Tisch, den es nicht braucht."),
    "wrong_rounds": gettext_noop("%(found)s Runden statt %(wanted)s."),
    "seated_twice": gettext_noop("Runde %(round)s: Startnummer %(person)s sitzt %(times)s Mal."),
    "missing": gettext_noop("Runde %(round)s: Startnummer %(person)s fehlt."),
    "unknown": gettext_noop("Runde %(round)s: Startnummer %(person)s spielt gar nicht mit."),
    "table_size": gettext_noop("Runde %(round)s: An einem Tisch sitzen %(seats)s Leute."),
    "out_of_turn": gettext_noop(
        "Runde %(round)s: Startnummer %(person)s setzt schon wieder aus, bevor alle dran waren."
    ),
    "not_apart": gettext_noop(
        "Runde %(round)s: %(one)s und %(other)s wollten nie am gleichen Tisch sitzen."
    ),
    "not_partners": gettext_noop(
        "Runde %(round)s: %(one)s und %(other)s wollten immer Partner sein."
    ),
    "not_in_place": gettext_noop("Runde %(round)s: Startnummer %(person)s hat einen festen Platz."),
}
"""By code."""


def sentence(reason: Reason) -> str:
    """A reason of the planner or the checker in the language of the reader."""
    return in_words(reason.code, reason.params)


def in_words(code: str, params: Mapping[str, Any]) -> str:
    """The same of one that was stored."""
    return _(TEMPLATES[code]) % {
        name: (", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value))
        for name, value in params.items()
    }


def unusable(error: UnusableRequestError) -> Invalid:
    """The refusal of the planner, for people, with every reason."""
    details = [Finding(reason.code, "", sentence(reason)) for reason in error.reasons]
    why = " ".join(detail.text for detail in details)
    return Invalid.of(details, _("So lässt sich nicht auslosen: %(why)s") % {"why": why})
