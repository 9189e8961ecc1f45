"""The form by which a referee decides otherwise than computed."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.core.errors import Finding, Invalid
from jassclub.web.form_state import Fields, FormState, line
from referee.rulings.facts import EffectType
from scoring.slate.board import Board

EFFECTS: dict[str, str | Promise] = {
    EffectType.NONE: gettext_lazy("nichts, es bleibt so"),
    EffectType.ANNUL_HAND: gettext_lazy("Spiel annullieren"),
    EffectType.REDEAL: gettext_lazy("neu geben"),
    EffectType.POINTS_TO: gettext_lazy("Punkte verschieben"),
    EffectType.PENALTY_POINTS: gettext_lazy("Strafpunkte"),
}
FIELDS = Fields(
    "effect", "points", "side", "seat", text=line(), reason=line(), places={"/to": "to"}
)
MOST = {EffectType.POINTS_TO: 10_000, EffectType.PENALTY_POINTS: 1_000}


def effects_at(board: Board) -> list[tuple[str, str | Promise]]:
    """What may happen by a decision; points change sides only between two pairs."""
    offered = [name for name in EFFECTS if board.pairs or name != EffectType.POINTS_TO]
    return [(str(name), EFFECTS[name]) for name in offered]


def decision(form: FormState, board: Board) -> dict[str, Any]:
    """The arguments of the service; Invalid with everything that is missing."""
    faults = [
        *(
            _missing(name, _("Bitte in einem Satz schreiben."))
            for name in ("text", "reason")
            if not form.values[name]
        ),
        *_effect_faults(form, board),
    ]
    Invalid.raise_for(faults, _("Dieser Entscheid ist noch nicht vollständig."))
    words = {name: form.values[name] for name in ("text", "reason")}
    return {**words, "effects": [_effect(form)]}


def _effect_faults(form: FormState, board: Board) -> list[Finding]:
    effect = form.values["effect"]
    if effect not in dict(effects_at(board)):
        return [_missing("effect", _("Bitte antippen, was geschieht."))]
    if effect not in MOST:
        return []
    faults, most = [], MOST[EffectType(effect)]
    if not 1 <= form.whole("points") <= most:
        text = _("Bitte Punkte von 1 bis {most} schreiben.").format(most=most)
        faults.append(_missing("points", text))
    if _receiver(form, effect, board) is None:
        faults.append(_missing("to", _("Bitte antippen, wer sie bekommt.")))
    return faults


def _receiver(form: FormState, effect: str, board: Board) -> object:
    if effect == EffectType.POINTS_TO:
        return form.values["side"] if form.values["side"] in board.pairs else None
    seat = form.whole("seat")
    return seat if seat in board.names.by_seat else None


def _effect(form: FormState) -> dict[str, Any]:
    effect = form.values["effect"]
    if effect == EffectType.POINTS_TO:
        return {"type": effect, "side": form.values["side"], "points": form.whole("points")}
    if effect == EffectType.PENALTY_POINTS:
        return {"type": effect, "seat": form.whole("seat"), "points": form.whole("points")}
    return {"type": effect}


def _missing(name: str, text: str) -> Finding:
    return Finding("missing", f"/{name}", text)
