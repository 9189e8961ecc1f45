"""How a table says its numbers in the Differenzler: the four ways that people choose from when a
game is opened, and what each means in the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Club
from jassclub.core.errors import Invalid
from referee.rules.profile import Profile, load_profile, profile_slugs
from scoring.core.rules import agreed_profile
from scoring.games.registry import GAMES

HOUSE = "So abgemacht am Tisch"
"""What the rules of the game cite for it."""
TWINS = {
    "differenzler-verdeckt": "differenzler-offen",
    "differenzler-offen": "differenzler-verdeckt",
}
"""Two rules that differ in this alone: who chooses the other way has chosen the other rules."""


def may_seal(profile: Profile) -> bool:
    """Whether numbers are said by these rules that may be hidden."""
    kind = GAMES.get(profile.game)
    return kind is not None and kind.speaking is not None and kind.speaking.sealable


_RULES = [slug for slug in profile_slugs() if may_seal(load_profile(slug))]


@dataclass(frozen=True)
class WaySaid:
    """One way: in words, and as the two switches of the rules."""

    name: str
    words: str | Promise
    hint: str | Promise
    predictions: str = "hidden"
    sealed_entry: str = "paper"

    def holds(self, profile: Profile) -> bool:
        """Whether these rules say it so."""
        options = profile.differenzler
        hidden = self.predictions == "hidden"
        return options.predictions == self.predictions and (
            not hidden or options.sealed_entry == self.sealed_entry
        )

    @property
    def layer(self) -> Mapping[str, Any]:
        """The house rules of a table that says it so."""
        switches = {"predictions": self.predictions, "sealed_entry": self.sealed_entry}
        return {
            f"differenzler.{name}": {"value": value, "house": HOUSE}
            for name, value in switches.items()
        }


ROUND = WaySaid(
    "round",
    _("Ein Telefon geht herum"),
    _("verdeckt; jeder tippt und gibt es weiter"),
    sealed_entry="round",
)
WAYS = (
    WaySaid(
        "phones",
        _("Jeder auf seinem Telefon"),
        _("verdeckt; wer keines hat, schreibt einen Zettel"),
        sealed_entry="phone",
    ),
    ROUND,
    WaySaid("slips", _("Auf Zettel"), _("verdeckt; erst zählen, dann aufdecken")),
    WaySaid(
        "aloud",
        _("Laut, der Reihe nach"),
        _("offen; der Geber sagt zuletzt an"),
        predictions="open",
    ),
)


def usual(profile: Profile) -> str:
    """The way in which these rules say it, empty where they know nothing of it."""
    return next(way.name for way in WAYS if way.holds(profile)) if may_seal(profile) else ""


def usually(club: Club) -> str:
    """The way that holds by each of the rules in a club, as `slug:way` one after the other."""
    return " ".join(f"{slug}:{usual(in_club(slug, club))}" for slug in _RULES)


def chosen(slug: str, name: str, club: Club) -> tuple[str, Mapping[str, Any]]:
    """The rules to play by and the house rules of the table, once a way was chosen for them."""
    way = next((way for way in WAYS if way.name == name), None)
    if way is None or slug not in _RULES:
        return slug, {}
    if load_profile(slug).differenzler.predictions != way.predictions:
        slug = TWINS.get(slug, slug)
    return slug, {} if way.holds(in_club(slug, club)) else way.layer


def in_club(slug: str, club: Club) -> Profile:
    """The rules as a club plays them; where its house rules do not fit them, as they stand."""
    try:
        return agreed_profile(slug, club.profile_layer, {})
    except Invalid:
        return load_profile(slug)
