"""Section 1: what is played, how long, and what it costs.

What a point is before it has its number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from referee.rulebook.articles import is_article
from referee.rules.profile import Profile
from tournaments.format.pure import Format


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What the points are written from: the settings, and the profile with its house rules."""

    name: str
    format: Format
    profile: Profile


@dataclass(frozen=True, slots=True)
class Draft:
    """Heading, text, and the slugs of the articles that the point rests on."""

    heading: str
    text: str
    articles: tuple[str, ...] = ()


def francs(rappen: int) -> str:
    """An amount as it is written in Switzerland: 2050 is "20.50"."""
    return str(Decimal(rappen) / 100 if rappen % 100 == 0 else Decimal(rappen).scaleb(-2))


def rules(setting: Setting) -> Draft:
    return Draft(
        _("Spielregeln"),
        _(
            "%(name)s wird nach den Regeln «%(profile)s» gespielt, Ausgabe %(edition)s. "
            "Die Punkte dieses Reglements gehen ihnen vor."
        )
        % {
            "name": setting.name,
            "profile": setting.profile.title,
            "edition": setting.profile.edition,
        },
        setting.format.use.rules,
    )


def house_rules(setting: Setting) -> Draft | None:
    listed = [_house_rule(path, value) for path, value in setting.format.house_rules.items()]
    if not listed:
        return None
    cited = [v.get("article") for v in setting.format.house_rules.values() if _is_table(v)]
    articles = tuple(slug for slug in cited if isinstance(slug, str) and is_article(slug))
    return Draft(
        _("Eigene Regeln"),
        _("Abweichend gilt an diesem Turnier: %(rules)s.") % {"rules": "; ".join(listed)},
        articles,
    )


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping)


def _house_rule(path: str, value: object) -> str:
    """The reason in the organiser's words where there is one, else switch and value."""
    if isinstance(value, Mapping):
        if isinstance(value.get("house"), str):
            return str(value["house"])
        inner = [_house_rule(f"{path}.{key}", entry) for key, entry in value.items()]
        return f"{path} = {value['value']}" if "value" in value else "; ".join(inner)
    return f"{path} = {value}"


def rounds(setting: Setting) -> Draft:
    format_ = setting.format
    return Draft(
        _("Runden und Spiele"),
        _("Anzahl Runden: %(rounds)s. Spiele in jeder Runde: %(hands)s.")
        % {"rounds": format_.rounds, "hands": format_.hands},
    )


def clock(setting: Setting) -> Draft:
    minutes = setting.format.minutes
    if minutes is None:
        text = _("Ohne Uhr: Die nächste Runde beginnt, wenn die Spielleitung sie ansagt.")
    else:
        text = _(
            "Eine Runde dauert %(minutes)s Minuten. Die Spielleitung kann die Zeit verlängern; "
            "die nächste Runde beginnt erst, wenn sie sie ansagt."
        ) % {"minutes": minutes}
    return Draft(_("Zeit"), text)


def fee(setting: Setting) -> Draft:
    amount = setting.format.fee
    if amount:
        text = _("Das Startgeld für jede Anmeldung beträgt Fr. %(francs)s.") % {
            "francs": francs(amount)
        }
    else:
        text = _("Die Teilnahme kostet nichts.")
    return Draft(_("Startgeld"), text)


POINTS = (rules, house_rules, rounds, clock, fee)
