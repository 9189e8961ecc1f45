"""Coiffeur: each side plays each line of the sheet once."""

from collections.abc import Iterator

from referee.rules.profile import Profile
from scoring.games.coiffeur.game import Coiffeur
from scoring.games.coiffeur.grid import grid
from scoring.games.coiffeur.schema import SLIP
from scoring.games.coiffeur.sentences import SENTENCES
from scoring.games.kind import PLAYED_WITH_CARDS, GameKind
from scoring.games.words import ALONE, Words, factors_of, gettext_noop, ngettext


def _agreed(profile: Profile) -> Iterator[Words]:
    lines = profile.coiffeur.lines(profile.decks[0])
    yield ngettext("%(count)d Zeile", "%(count)d Zeilen", len(lines))
    yield factors_of(factor for _name, factor in lines)
    if profile.sides == "single":
        yield ALONE


COIFFEUR = GameKind(
    game=Coiffeur(),
    slip=SLIP,
    title=gettext_noop("Coiffeur"),
    agreed=_agreed,
    sentences=SENTENCES,
    switches=(*PLAYED_WITH_CARDS, "coiffeur", "matsch_bonus", "matsch_multiplied", "stakes"),
    family="coiffeur",
    grid=grid,
)
