"""What the rules of a Schieber agree on."""

from collections.abc import Iterator

from referee.rules.profile import Profile
from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.games.kind import Words, factors_of, gettext_noop, length

WEIS = gettext_noop("mit Weis und Stöck"), gettext_noop("ohne Weis")
BERG = gettext_noop("Bergpreis am Ende des Spiels"), gettext_noop("mit Bergpreis")


def agreed(profile: Profile) -> Iterator[Words]:
    """What tells these rules from those of another Schieber."""
    yield length(profile)
    yield factors_of(_factors(profile))
    yield Words(WEIS[not profile.weis])
    if profile.matsch_bonus:
        yield Words(gettext_noop("Matsch +%(points)d"), {"points": profile.matsch_bonus})
    elif profile.weis:
        yield Words(gettext_noop("Matsch ohne Prämie"))
    if profile.berg:
        yield Words(BERG[profile.berg_decided == "claim"])
    if profile.finish_order == "stoeck-stich-weis":
        yield Words(gettext_noop("Stich vor Weis"))
    if profile.ausmach_trick == "first_of_hand":
        yield Words(gettext_noop("Ausmachen nur im ersten Stich"))
    if profile.contracts == ("trump",):
        yield Words(gettext_noop("nur Trumpf"))
    if profile.first_forehand == "diamond_seven":
        yield Words(gettext_noop("die Ecken-Sieben spielt aus"))
    if profile.direction == "clockwise":
        yield Words(gettext_noop("links herum"))


def _factors(profile: Profile) -> Iterator[int]:
    """The factors of the contracts that these rules know."""
    deck = profile.decks[0]
    asked = {name.split("_")[0] for name in profile.contracts}
    for name in (*SUITS[deck], *UNTRUMPED):
        factor = profile.multipliers.of(deck, name)
        if factor and ("trump" if name in SUITS[deck] else name.split("_")[0]) in asked:
            yield factor
