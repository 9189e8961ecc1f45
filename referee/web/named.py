"""What a typed question tells of the Jass that is played, as the address of its cases says it."""

from collections.abc import Sequence

from referee.rulebook.lookup.naming import Jass
from referee.rulings.case import PLAYED_AS
from referee.rulings.reading import table_of
from referee.rulings.vocabulary import UNKNOWN

PROFILE = "_profile"
"""Stands in the address of a case for the rules it is decided by."""


def told_of_jass(slug: str, named: Sequence[Jass], playing: str = "") -> dict[str, str]:
    """The rules or the game that a case of this article has to take from the question.

    `playing`: the game of a table; its rules hold, and only another game has to be told. Where
    several are named nobody knows which is meant: it is asked.
    """
    games = [jass.game for jass in named]
    if not named or PLAYED_AS.get(playing, playing) in games:
        return {}
    if len(named) == 1 and named[0].profile and not playing:
        return {PROFILE: named[0].profile}
    fact = table_of(slug).facts.get("game")
    told = games[0] if len(named) == 1 else UNKNOWN
    known = fact is not None and told in (*fact.domain, UNKNOWN)
    return {"game": told} if known else {}
