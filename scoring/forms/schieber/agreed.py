"""What the rules of a Schieber agree on."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from referee.rules.profile import Profile
from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.forms.agreed import factors_of, length


def agreed(profile: Profile) -> Iterator[str]:
    """What tells these rules from those of another Schieber."""
    yield from length(profile)
    yield _factors(profile)
    yield _("mit Weis und Stöck") if profile.weis else _("ohne Weis")
    if profile.matsch_bonus:
        yield _("Matsch +%(points)d") % {"points": profile.matsch_bonus}
    elif profile.weis:
        yield _("Matsch ohne Prämie")
    if profile.berg:
        late = profile.berg_decided == "end_of_hand"
        yield _("Bergpreis am Ende des Spiels") if late else _("mit Bergpreis")
    if profile.finish_order == "stoeck-stich-weis":
        yield _("Stich vor Weis")
    if profile.ausmach_trick == "first_of_hand":
        yield _("Ausmachen nur im ersten Stich")
    if profile.contracts == ("trump",):
        yield _("nur Trumpf")
    if profile.first_forehand == "diamond_seven":
        yield _("die Ecken-Sieben spielt aus")
    if profile.direction == "clockwise":
        yield _("links herum")


def _factors(profile: Profile) -> str:
    """The factors of the contracts that these rules know."""
    deck = profile.decks[0]
    asked = {"trump" if way == "trump" else way.split("_")[0] for way in profile.contracts}
    factors = {way: profile.multipliers.of(deck, way) for way in (*SUITS[deck], *UNTRUMPED)}
    kind = {way: "trump" if way in SUITS[deck] else way.split("_")[0] for way in factors}
    return factors_of(factor for way, factor in factors.items() if factor and kind[way] in asked)
