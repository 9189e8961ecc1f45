"""The menu of a club's office. Each room registers its own pages in its `AppConfig.ready`."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise


@dataclass(frozen=True, kw_only=True)
class OfficePage:
    """One entry of the menu; `place` orders it, `role` is needed to see it ("": every member)."""

    name: str
    """Of the address; it takes the slug of the club, unless the page is `everywhere` the same."""
    place: int
    title: str | Promise
    about: str | Promise
    about_to_directors: str | Promise = ""
    role: str = ""
    everywhere: bool = False


@dataclass(frozen=True)
class Entry:
    """An entry as its reader sees it."""

    url: str
    title: str | Promise
    about: str | Promise


_pages: dict[str, OfficePage] = {}


def register(*pages: OfficePage) -> None:
    """Make pages known; a second one of the same name replaces the first."""
    _pages.update({page.name: page for page in pages})


def entries(slug: str, may: Mapping[str, bool]) -> list[Entry]:
    """The pages that somebody may see who has the roles `may`."""
    seen = [page for page in _pages.values() if not page.role or may[page.role]]
    return [_entry(page, slug, may) for page in sorted(seen, key=lambda page: page.place)]


def _entry(page: OfficePage, slug: str, may: Mapping[str, bool]) -> Entry:
    about = page.about_to_directors if may["director"] and page.about_to_directors else page.about
    return Entry(reverse(page.name, args=() if page.everywhere else (slug,)), page.title, about)
