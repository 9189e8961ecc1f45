"""Which games have a form of their own; all others are drawn from the fields of their kind.

What the rules of any game agree on, in the language of the reader.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from referee.rules.profile import Profile
from scoring.core.rules import Rules
from scoring.forms import coiffeur, differenzler, hae, passen, schieber
from scoring.forms.by_fields import form_of
from scoring.forms.kind import HandOutcome, Kind, played, voids
from scoring.games.kind import Words
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


def agreed(profile: Profile) -> list[str]:
    """What tells these rules from others of their game, a few words for each point."""
    return [_said(words) for words in GAMES[profile.game].agreed(profile)]


def _said(words: Words) -> str:
    if words.plural:
        text = ngettext(words.text, words.plural, words.numbers["count"])
    else:
        text = gettext(words.text)
    return text % words.numbers
