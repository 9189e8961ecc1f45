"""What a point is before it has its number."""

from dataclasses import dataclass
from decimal import Decimal

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
