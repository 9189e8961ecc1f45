"""Words of the pure games: German, message ids of the translation catalogues."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.rules.profile import Profile


def gettext_noop(message: str) -> str:
    """Marks words for the tools that collect what is to be translated."""
    return message


@dataclass(frozen=True)
class Words:
    """Words to be translated, and the numbers put in afterwards.

    `plural`: the words for any `count` but one.
    """

    text: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    plural: str = ""


def ngettext(one: str, several: str, count: int) -> Words:
    """Words that tell a number; which of the two is for the language of the reader to say."""
    return Words(one, {"count": count}, several)


ALONE = Words(gettext_noop("jeder für sich"))


def length(profile: Profile) -> Words:
    """How long is played."""
    if profile.target:
        return Words(gettext_noop("auf %(points)d Punkte"), {"points": profile.target})
    if profile.hands:
        return ngettext("%(count)d Spiel", "%(count)d Spiele", profile.hands)
    return Words(gettext_noop("so lange ihr wollt"))


def factors_of(factors: Iterable[int]) -> Words:
    """The span of the factors."""
    found = sorted(set(factors))
    if found == [1]:
        return Words(gettext_noop("alles einfach"))
    span = {"least": found[0], "most": found[-1]}
    return Words(gettext_noop("%(least)d- bis %(most)d-fach"), span)
