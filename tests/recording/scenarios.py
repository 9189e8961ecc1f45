"""All scenarios, each on the club as it was founded."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from traceback import format_exc
from typing import Any

from tests.recording import days, evenings, law, office, steady
from tests.recording.callers import body_of
from tests.recording.club import Club, founded
from tests.recording.crawl import Document
from tests.recording.world import World

Scenario = tuple[str, Callable[[], Any]]


def record(folder: Path, var: Path, *, only: list[str]) -> list[str]:
    """Write the scenarios whose path begins with one of `only`, or all; addresses that failed."""
    world = opened(var, folder)
    club = founded(world)
    for scene, play in scenarios(club):
        if not only or scene.startswith(tuple(only)):
            began = process_time()
            try:
                play()
                world.work()
                print(f"{process_time() - began:6.1f} s {scene}", file=sys.stderr, flush=True)
            except Exception:
                world.errors.append(f"{scene} broke off at {world.title}:\n{format_exc()}")
    return world.errors


def opened(var: Path, folder: Path | None) -> World:
    """The service, set up; what is told goes into a folder, or nowhere."""

    def keep(path: str, text: str) -> None:
        if folder is not None:
            item = folder / path
            item.parent.mkdir(parents=True, exist_ok=True)
            item.write_text(text)

    world = World(var, steady.hold(var), keep)
    world.set_up()
    return world


def scenarios(club: Club) -> Iterator[Scenario]:
    """Each with its path."""
    document = Document.of(club.admin)
    profiles = _all(club, "profiles")
    presets = _all(club, "tournament-presets")
    yield "law", lambda: law.law(club, document)
    yield "commands", lambda: law.commands(club)
    yield "office", lambda: office.office(club, document)
    yield "days/written-by-hands", lambda: days.hands(club, document)
    for told in presets:
        yield (
            f"days/{told['slug']}",
            lambda told=told: days.day(club, told, document),  # type: ignore[misc]
        )
    for told in profiles:
        whole = body_of(club.admin.get(f"profiles/{told['slug']}", quiet=True))
        yield (
            f"evenings/{told['slug']}",
            lambda whole=whole: evenings.evening(club, whole, document),  # type: ignore[misc]
        )


def _all(club: Club, path: str) -> list[dict[str, Any]]:
    """A list of the API, page after page, in the order of its slugs."""
    page = body_of(club.admin.get(path, quiet=True, limit=200))
    found = list(page["results"])
    while page.get("next"):
        page = body_of(club.admin.get(page["next"], quiet=True))
        found += page["results"]
    return sorted(found, key=lambda one: str(one["slug"]))
