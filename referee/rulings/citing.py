"""The sentences that a decision rests on, in the words of the profile's own book."""

from collections.abc import Sequence

from referee.rulebook.articles import own_words
from referee.rules.profile import Profile

BY_PROFILE = "profile."
"""`profile.<switch>` among the citations of a row: what the value of the switch rests on."""
AGREED = "house.abmachung#s1"
"""What a value rests on that is in no book."""
HOUSE = "house."


def cites_in(cites: Sequence[str], profile: Profile) -> tuple[str, ...]:
    """The citations of a row as they read under a profile, its own book first."""
    own = own_words(profile.slug)
    read = [_read(citation, profile) for citation in cites]
    return tuple(dict.fromkeys(cite for main in read for cite in (*own.get(main, ()), main)))


def house_alone(cites: Sequence[str]) -> bool:
    """Whether no book says it, only custom."""
    return bool(cites) and all(citation.startswith(HOUSE) for citation in cites)


def _read(citation: str, profile: Profile) -> str:
    if not citation.startswith(BY_PROFILE):
        return citation
    return profile.citation(citation.removeprefix(BY_PROFILE)).cites or AGREED
