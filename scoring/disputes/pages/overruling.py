"""The form by which a referee decides otherwise than computed."""

from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.core.errors import Invalid
from jassclub.core.findings import Finding
from jassclub.web.form_state import FormState, words_of
from referee.rulings.vocabulary import EffectType
from scoring.slate.board import Board

EFFECTS: dict[str, str | Promise] = {
    EffectType.NONE: gettext_lazy("nichts, es bleibt so"),
    EffectType.ANNUL_HAND: gettext_lazy("Spiel annullieren"),
    EffectType.REDEAL: gettext_lazy("neu geben"),
    EffectType.POINTS_TO: gettext_lazy("Punkte verschieben"),
    EffectType.PENALTY_POINTS: gettext_lazy("Strafpunkte"),
}
FIELDS = {f"/{name}": name for name in ("text", "reason", "effect", "points", "to")}
MOST = {EffectType.POINTS_TO: 10_000, EffectType.PENALTY_POINTS: 1_000}


def read(post: QueryDict) -> FormState:
    """The form as it was typed."""
    typed = FormState.of(post, ("effect", "points", "side", "seat"))
    for name in ("text", "reason"):
        typed.values[name] = words_of(post, name)
    return typed


def effects_at(board: Board) -> list[tuple[str, str | Promise]]:
    """What may happen by a decision; points change sides only between two pairs."""
    offered = [name for name in EFFECTS if board.pairs or name != EffectType.POINTS_TO]
    return [(str(name), EFFECTS[name]) for name in offered]


def decision(typed: FormState, board: Board) -> dict[str, Any]:
    """The arguments of the service; Invalid with everything that is missing."""
    faults = [
        *(
            _missing(name, _("Bitte in einem Satz schreiben."))
            for name in ("text", "reason")
            if not typed.values[name]
        ),
        *_effect_faults(typed, board),
    ]
    if faults:
        raise Invalid.of(faults, _("Dieser Entscheid ist noch nicht vollständig."))
    words = {name: typed.values[name] for name in ("text", "reason")}
    return {**words, "effects": [_effect(typed)]}


def _effect_faults(typed: FormState, board: Board) -> list[Finding]:
    effect = typed.values["effect"]
    if effect not in dict(effects_at(board)):
        return [_missing("effect", _("Bitte antippen, was geschieht."))]
    if effect not in MOST:
        return []
    faults, most = [], MOST[EffectType(effect)]
    if not 1 <= typed.whole("points") <= most:
        text = _("Bitte Punkte von 1 bis {most} schreiben.").format(most=most)
        faults.append(_missing("points", text))
    if _receiver(typed, effect, board) is None:
        faults.append(_missing("to", _("Bitte antippen, wer sie bekommt.")))
    return faults


def _receiver(typed: FormState, effect: str, board: Board) -> object:
    if effect == EffectType.POINTS_TO:
        return typed.values["side"] if typed.values["side"] in board.pairs else None
    seat = typed.whole("seat")
    return seat if seat in board.names.by_seat else None


def _effect(typed: FormState) -> dict[str, Any]:
    effect = typed.values["effect"]
    if effect == EffectType.POINTS_TO:
        return {"type": effect, "side": typed.values["side"], "points": typed.whole("points")}
    if effect == EffectType.PENALTY_POINTS:
        return {"type": effect, "seat": typed.whole("seat"), "points": typed.whole("points")}
    return {"type": effect}


def _missing(name: str, text: str) -> Finding:
    return Finding("missing", f"/{name}", text)
