"""The rules that a table can play by, in families, each with a line that tells it from others."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext as _, gettext_lazy

from jassclub.core.languages import SOURCE
from jassclub.core.peculiar import peculiar
from referee.rules.modes import name_of
from referee.rules.profile import BASE, Profile, difference, load_profile, profile_slugs
from scoring.forms.registry import agreed
from scoring.games.registry import GAMES
from scoring.tables import so_played

FAMILIES: dict[str, str | Promise] = {
    "schieber": gettext_lazy("Schieber"),
    "event": gettext_lazy("Schieber im Turnier"),
    "differenzler": gettext_lazy("Differenzler"),
    "coiffeur": gettext_lazy("Coiffeur"),
    "others": gettext_lazy("Andere Jassarten"),
}
BASES = {
    "schieber": BASE,
    "event": "turnier-einzelschieber",
    "differenzler": "differenzler-verdeckt",
    "coiffeur": "coiffeur",
}
"""The rules of a family that its other variants are compared with."""
AT_FIRST = 4
JUDGED: dict[str, str | Promise] = {
    "wrong_card": gettext_lazy("falsche Karte"),
    "wrong_leader": gettext_lazy("falsch ausgespielt"),
    "dead_lead": gettext_lazy("falsch ausgespielt"),
    "early_card": gettext_lazy("Karte zu früh"),
    "rest": gettext_lazy("Rest"),
    "look_back": gettext_lazy("Nachschauen"),
    "remarks": gettext_lazy("Bemerkungen"),
    "partner": gettext_lazy("Hilfe vom Partner"),
    "hundreds": gettext_lazy("gleiche Weise"),
    "equal_weis": gettext_lazy("gleiche Weise"),
    "thanks": gettext_lazy("Bedanken"),
    "handshake": gettext_lazy("Bedanken"),
    "finish": gettext_lazy("Bedanken"),
    "stoeck": gettext_lazy("Stöcke"),
    "kontermatsch": gettext_lazy("Kontermatsch"),
    "missing_card": gettext_lazy("fehlende Karte"),
    "sidi_played": gettext_lazy("Sidi"),
}
"""How a referee's switch begins -> what it is about."""


@dataclass(frozen=True)
class Variant:
    """Rules as they are offered: how many may play, and what is different about them."""

    profile: Profile
    players: str
    words: str

    @property
    def found_by(self) -> str:
        """All that it is called, and what can be declared in it, to be searched for."""
        kind, declared = GAMES[self.profile.game], {*self.profile.contracts}
        modes = sorted(declared - {"trump"}) if "trump" in declared else ()
        titles = (_(self.profile.title), _(kind.title), self.profile.slug)
        return ", ".join((*titles, *kind.names, *(name_of(it, get_language()) for it in modes)))

    @property
    def any(self) -> bool:
        """Whether a game of any name is written on its sheet."""
        return GAMES[self.profile.game].anything


@dataclass(frozen=True)
class Family:
    """Variants of one game."""

    title: str
    variants: Sequence[Variant]

    def holds(self, slug: str) -> bool:
        """Whether the rules of this name are among them."""
        return any(variant.profile.slug == slug for variant in self.variants)


def playable() -> list[Profile]:
    """All rules that can be played here."""
    shipped = [load_profile(slug) for slug in profile_slugs()]
    return [profile for profile in shipped if profile.game in GAMES]


def variant(profile: Profile) -> Variant:
    """The rules with all their words."""
    return Variant(profile, spans(profile.players), " · ".join(_parts(profile)))


def compared(profile: Profile) -> Variant:
    """The rules with what only they have in their family; with all words where that is nothing."""
    base = load_profile(_base(profile))
    common = set() if base.slug == profile.slug else set(_parts(base))
    own = [part for part in _parts(profile) if part not in common]
    own += so_played.differences(base, profile) if base.game == profile.game else []
    return Variant(profile, spans(profile.players), " · ".join(own or _parts(profile)))


def _base(profile: Profile) -> str:
    """The rules that these are told from: of the family, else those called like the game."""
    named = profile.game if profile.game in profile_slugs() else profile.slug
    return BASES.get(_family(profile), named)


def families(without: Sequence[str] = ()) -> list[Family]:
    """All rules but those named, by family and title."""
    found: dict[str, list[Variant]] = {name: [] for name in FAMILIES}
    for profile in sorted(playable(), key=lambda profile: _(profile.title)):
        if profile.slug not in without:
            found[_family(profile)].append(compared(profile))
    return [Family(str(FAMILIES[name]), variants) for name, variants in found.items() if variants]


def often(language: str) -> list[str]:
    """What many play who speak it."""
    found: list[str] = peculiar(language).get("often") or peculiar(SOURCE)["often"]
    return found


def first_choice(played: Sequence[str], language: str) -> list[Variant]:
    """What is offered before all families: what the club played lately, else what many play."""
    known = {profile.slug: profile for profile in playable()}
    wanted = dict.fromkeys(slug for slug in (*played, *often(language)) if slug in known)
    return [variant(known[slug]) for slug in list(wanted)[:AT_FIRST]]


def _parts(profile: Profile) -> list[str]:
    """What is agreed on, a few words for each point."""
    return [*agreed(profile), *_judged(profile)]


def spans(numbers: Sequence[int]) -> str:
    """Numbers of players as people write them: 2–6, 8."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{s[0]}–{s[-1]}" if len(s) > 1 else str(s[0]) for s in found)


def _family(profile: Profile) -> str:
    kind = GAMES[profile.game]
    return (profile.tournament and kind.event_family) or kind.family


def _judged(profile: Profile) -> list[str]:
    """What a referee decides otherwise than in the rules that these are compared with."""
    base = BASES.get(_family(profile), profile.slug)
    changed = [item.path for item in difference(load_profile(base), profile)]
    names = [path.removeprefix("referee.") for path in changed if path.startswith("referee.")]
    about = [words for name in names for start, words in JUDGED.items() if name.startswith(start)]
    topics = list(dict.fromkeys(str(words) for words in about))
    return [_("im Streit anders: %(topics)s") % {"topics": ", ".join(topics)}] if topics else []
