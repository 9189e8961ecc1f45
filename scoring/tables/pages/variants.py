"""The rules that a table can play by, in families, each with a line that tells it from others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from referee.rules.profile import BASE, Profile, difference, load_profile, profile_slugs
from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.games.registry import GAMES

FAMILIES: dict[str, str | Promise] = {
    "schieber": gettext_lazy("Schieber"),
    "event": gettext_lazy("Schieber im Turnier"),
    "differenzler": gettext_lazy("Differenzler"),
    "coiffeur": gettext_lazy("Coiffeur"),
    "others": gettext_lazy("Andere Spiele"),
}
BASES = {
    "schieber": BASE,
    "event": "turnier-einzelschieber",
    "differenzler": "differenzler-verdeckt",
    "coiffeur": "coiffeur",
}
"""The rules of a family that its other variants are compared with."""
OFTEN = {"de": ("schieber-1000", "schieber-2500", "differenzler-verdeckt", "coiffeur")}
OFTEN |= {"fr": ("chibre", "schieber-1000", "differenzler-verdeckt", "coiffeur")}
"""What is offered first to a club that has not played yet, by its language."""
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
    "sidi": gettext_lazy("Sidi"),
}
"""How a referee's switch begins -> what it is about."""


@dataclass(frozen=True)
class Variant:
    """Rules as they are offered: how many may play, and what is different about them."""

    profile: Profile
    players: str
    words: str


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
    base = BASES.get(_family(profile), profile.slug)
    common = set() if base == profile.slug else set(_parts(load_profile(base)))
    own = [part for part in _parts(profile) if part not in common]
    return Variant(profile, spans(profile.players), " · ".join(own or _parts(profile)))


def families(without: Sequence[str] = ()) -> list[Family]:
    """All rules but those named, by family and title."""
    found: dict[str, list[Variant]] = {name: [] for name in FAMILIES}
    for profile in sorted(playable(), key=lambda profile: profile.title):
        if profile.slug not in without:
            found[_family(profile)].append(compared(profile))
    return [Family(str(FAMILIES[name]), variants) for name, variants in found.items() if variants]


def first_choice(played: Sequence[str], language: str) -> list[Variant]:
    """What is offered before all families: what the club played lately, else what many play."""
    known = {profile.slug: profile for profile in playable()}
    often = OFTEN.get(language, OFTEN["de"])
    wanted = dict.fromkeys(slug for slug in (*played, *often) if slug in known)
    return [variant(known[slug]) for slug in list(wanted)[:AT_FIRST]]


def _parts(profile: Profile) -> list[str]:
    """What is agreed on, a few words for each point."""
    told: dict[str, Callable[[Profile], Iterable[str]]] = {
        "differenzler": _differenzler,
        "coiffeur": _coiffeur,
        "hae": _hae,
        "handjass": lambda it: [_("jeder für sich"), *_length(it)],
        "passen": lambda it: [_("nur die Summe von mehreren Spielen wird geschrieben")],
        "free": _free,
        "free-lowest": _free,
    }
    return [*told.get(profile.game, _schieber)(profile), *_judged(profile)]


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
    if (profile.tournament and profile.game == "schieber") or profile.game == "passen":
        return "event"
    return profile.game if profile.game in FAMILIES else "others"


def _schieber(profile: Profile) -> Iterator[str]:
    yield from _length(profile)
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


def _differenzler(profile: Profile) -> Iterator[str]:
    rules = profile.differenzler
    yield _("offen angesagt") if rules.predictions == "open" else _("verdeckt angesagt")
    yield from _length(profile)
    if rules.exact_bonus:
        yield _("genau getroffen −%(points)d") % {"points": rules.exact_bonus}
    if rules.trump_recut:
        yield _("Trumpf wird neu abgehoben")
    if profile.referee.wrong_card_penalty:
        points = {"points": profile.referee.wrong_card_penalty}
        yield _("%(points)d Strafpunkte für die falsche Karte") % points


def _coiffeur(profile: Profile) -> Iterator[str]:
    lines = profile.coiffeur.lines(profile.decks[0])
    yield ngettext("%(count)d Zeile", "%(count)d Zeilen", len(lines)) % {"count": len(lines)}
    yield _factors_of(factor for _name, factor in lines)
    if profile.sides == "single":
        yield _("jeder für sich")


def _hae(profile: Profile) -> Iterator[str]:
    yield _("Stiche ansagen")
    yield _("bis %(cards)d Karten in der Hand") % {"cards": profile.hae.most_cards}


def _free(profile: Profile) -> Iterator[str]:
    yield _("für jedes Spiel: nur die Punkte schreiben")
    yield _("zwei gegen zwei") if profile.sides == "pairs" else _("jeder für sich")
    if profile.game == "free-lowest":
        yield _("wenig gewinnt")


def _length(profile: Profile) -> list[str]:
    if profile.target:
        return [_("auf %(points)d Punkte") % {"points": profile.target}]
    if profile.hands:
        count = {"count": profile.hands}
        return [ngettext("%(count)d Spiel", "%(count)d Spiele", profile.hands) % count]
    return [_("so lange ihr wollt")]


def _factors(profile: Profile) -> str:
    """The factors of the contracts that these rules know."""
    deck = profile.decks[0]
    asked = {"trump" if way == "trump" else way.split("_")[0] for way in profile.contracts}
    factors = {way: profile.multipliers.of(deck, way) for way in (*SUITS[deck], *UNTRUMPED)}
    kind = {way: "trump" if way in SUITS[deck] else way.split("_")[0] for way in factors}
    return _factors_of(factor for way, factor in factors.items() if factor and kind[way] in asked)


def _factors_of(factors: Iterable[int]) -> str:
    found = sorted(set(factors))
    if found == [1]:
        return _("alles einfach")
    return _("%(least)d- bis %(most)d-fach") % {"least": found[0], "most": found[-1]}


def _judged(profile: Profile) -> list[str]:
    """What a referee decides otherwise than in the rules that these are compared with."""
    base = BASES.get(_family(profile), profile.slug)
    changed = [item.path for item in difference(load_profile(base), profile)]
    names = [path.removeprefix("referee.") for path in changed if path.startswith("referee.")]
    about = [words for name in names for start, words in JUDGED.items() if name.startswith(start)]
    topics = list(dict.fromkeys(str(words) for words in about))
    return [_("im Streit anders: %(topics)s") % {"topics": ", ".join(topics)}] if topics else []
