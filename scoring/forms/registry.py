"""Which games have a form of their own; all others are drawn from the fields of their kind."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.core.rules import Rules
from scoring.forms import coiffeur, hae, passen
from scoring.forms.by_fields import form_of
from scoring.forms.differenzler import ways as differenzler
from scoring.forms.kind import HandOutcome, Kind, played, voids
from scoring.forms.schieber import claim as schieber
from scoring.games.registry import GAMES

FORMS: dict[str, Kind] = {
    **{kind.name: form_of(kind) for kind in GAMES.values() if kind.fields},
    "schieber": schieber.KIND,
    "passen": passen.KIND,
    "differenzler": differenzler.KIND,
    "hae": hae.KIND,
    "coiffeur": coiffeur.KIND,
}


def kind_of(rules: Rules) -> Kind:
    """The pages of the game that a table plays."""
    return FORMS[rules.profile.game]


def outcomes_of(rules: Rules) -> Sequence[HandOutcome]:
    """All ways in which a hand can have gone here; the last one is that it was played."""
    kind = kind_of(rules)
    return [*kind.ways(rules), *voids(kind), played(kind)]


def outcome_of(slip: Mapping[str, Any], rules: Rules) -> HandOutcome:
    """The way that a stored slip tells of."""
    return next(way for way in outcomes_of(rules) if way.fits(slip))
