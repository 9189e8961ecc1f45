"""Which games have pages. A new game is one module and one line here."""

from __future__ import annotations

from scoring.rules import Rules
from scoring.web import (
    coiffeur_form,
    differenzler_form,
    free_form,
    hae_form,
    handjass_form,
    schieber_form,
)
from scoring.web.kind import Kind

KINDS: dict[str, Kind] = {
    "schieber": schieber_form.KIND,
    "handjass": handjass_form.KIND,
    "differenzler": differenzler_form.KIND,
    "hae": hae_form.KIND,
    "coiffeur": coiffeur_form.KIND,
    "free": free_form.KIND,
    "free-lowest": free_form.KIND,
}


def kind_of(rules: Rules) -> Kind:
    """The pages of the game that a table plays."""
    return KINDS[rules.profile.game]
