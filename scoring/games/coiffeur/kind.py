"""Coiffeur: each side plays each line of the sheet once."""

from collections.abc import Iterator

from referee.rules.profile import Profile
from scoring.games.coiffeur.game import Coiffeur
from scoring.games.coiffeur.slip import MOST_WRITTEN, grid
from scoring.games.kind import (
    ALONE,
    CONTRACT,
    FLAG,
    PLAYED_WITH_CARDS,
    GameKind,
    Words,
    factors_of,
    gettext_noop,
    ngettext,
    number,
    slip_schema,
)

SLIP = slip_schema(
    {
        "side": number(0, 2),
        "line": {"type": ["string", "null"]},
        "contract": CONTRACT,
        "points": number(0, MOST_WRITTEN),
        "matsch": FLAG,
        "scratched": FLAG,
    }
)


SENTENCES = {
    "line_twice": gettext_noop(
        "Die Zeile «%(line)s» hat Seite %(side)s schon in Spiel %(hand)s geschrieben."
    ),
    "contract_not_of_line": gettext_noop("«%(contract)s» gehört nicht auf die Zeile «%(line)s»."),
    "scratched_with_points": gettext_noop("Eine gestrichene Zeile hat keine Punkte."),
    "points_of_matsch": gettext_noop("Ein Matsch hat alle Punkte, also %(expected)s."),
}


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
