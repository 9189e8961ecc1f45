"""Which games have pages. A new game is one module and one line here."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.core.rules import Rules
from scoring.forms import coiffeur, free, hae, handjass, passen
from scoring.forms.differenzler import ways as differenzler
from scoring.forms.every_game import played, voids
from scoring.forms.kind import Kind, Way
from scoring.forms.schieber import ways as schieber

FORMS: dict[str, Kind] = {
    "schieber": schieber.KIND,
    "passen": passen.KIND,
    "handjass": handjass.KIND,
    "differenzler": differenzler.KIND,
    "hae": hae.KIND,
    "coiffeur": coiffeur.KIND,
    "free": free.KIND,
    "free-lowest": free.KIND,
}


def kind_of(rules: Rules) -> Kind:
    """The pages of the game that a table plays."""
    return FORMS[rules.profile.game]


def ways_of(rules: Rules) -> Sequence[Way]:
    """All ways in which a hand can have gone here; the last one is that it was played."""
    kind = kind_of(rules)
    return [*kind.ways(rules), *voids(kind), played(kind)]


def way_of(slip: Mapping[str, Any], rules: Rules) -> Way:
    """The way that a stored slip tells of."""
    return next(way for way in ways_of(rules) if way.fits(slip))
