"""The ways in which a hand of any game can have gone: played, annulled, misdealt."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from scoring.forms.kind import HandOutcome, Kind, Spot

PLAYED = "played"


def played(kind: Kind) -> HandOutcome:
    """Played to the last trick: the form of every day."""

    def slip_of(typed: FormState, spot: Spot) -> dict[str, Any]:
        return {**kind.slip_of(typed, spot), "state": "complete"}

    return HandOutcome(
        name=PLAYED,
        words=_("Ganz gespielt"),
        hint=_("Bis zum letzten Stich, das Spiel zählt."),
        form=replace(kind, slip_of=slip_of),
        fits=lambda _slip: True,
    )


def voids(kind: Kind) -> list[HandOutcome]:
    """The hand is worth nothing; nothing is asked."""
    return [
        _void(
            kind, "annulled", _("Annulliert"), _("Ein Fehler hob das Spiel auf; es zählt nicht.")
        ),
        _void(
            kind,
            "misdealt",
            _("Vergeben"),
            _("Falsch gegeben; es zählt nicht und wird neu gegeben."),
        ),
    ]


def _void(kind: Kind, state: str, words: str, hint: str) -> HandOutcome:
    def slip_of(_typed: FormState, _spot: Spot) -> dict[str, Any]:
        return {"state": state}

    def fits(slip: Mapping[str, Any]) -> bool:
        return slip.get("state") == state

    nothing = replace(
        kind,
        template="scoring/_void_fields.html",
        fields=lambda _rules: (),
        slip_of=slip_of,
        whole=lambda _spot: 0,
    )
    return HandOutcome(name=state, words=words, hint=hint, form=nothing, fits=fits)
