"""What the rules of any game agree on, a few words for each point."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules.profile import Profile


def length(profile: Profile) -> list[str]:
    """How long is played."""
    if profile.target:
        return [_("auf %(points)d Punkte") % {"points": profile.target}]
    if profile.hands:
        count = {"count": profile.hands}
        return [ngettext("%(count)d Spiel", "%(count)d Spiele", profile.hands) % count]
    return [_("so lange ihr wollt")]


def factors_of(factors: Iterable[int]) -> str:
    """The span of the factors."""
    found = sorted(set(factors))
    if found == [1]:
        return _("alles einfach")
    return _("%(least)d- bis %(most)d-fach") % {"least": found[0], "most": found[-1]}
