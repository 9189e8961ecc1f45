"""Which games have pages. A new game is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.core.rules import Rules
from scoring.forms import coiffeur as coiffeur_form
from scoring.forms import free as free_form
from scoring.forms import hae as hae_form
from scoring.forms import handjass as handjass_form
from scoring.forms import passen as passen_form
from scoring.forms.differenzler import played as differenzler_form
from scoring.forms.differenzler import ways as differenzler_ways
from scoring.forms.every_game import played, voids
from scoring.forms.kind import Kind, Way
from scoring.forms.schieber import played as schieber_form
from scoring.forms.schieber import ways as schieber_ways

KINDS: dict[str, Kind] = {
    "schieber": schieber_form.KIND,
    "passen": passen_form.KIND,
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


WAYS: dict[str, Callable[[Rules], Sequence[Way]]] = {
    "schieber": schieber_ways.ways,
    "differenzler": differenzler_ways.ways,
}
"""What else a hand of a game can come to, beside being played, annulled or misdealt."""


def ways_of(rules: Rules) -> Sequence[Way]:
    """All ways in which a hand can have gone here; the last one is that it was played."""
    kind = kind_of(rules)
    own = WAYS[rules.profile.game](rules) if rules.profile.game in WAYS else ()
    return [*own, *voids(kind), played(kind)]


def way_of(slip: Mapping[str, Any], rules: Rules) -> Way:
    """The way that a stored slip tells of."""
    return next(way for way in ways_of(rules) if way.fits(slip))
