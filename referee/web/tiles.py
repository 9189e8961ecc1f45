"""The tiles of the first page: what is asked most, then all that can be decided, by topics."""

from dataclasses import dataclass
from importlib.resources import files

from jassclub.core.languages import read_book

Tile = tuple[str, str]
"""An article, and what a table calls it."""
_FILE = read_book((files("referee.rulebook") / "tiles.toml").read_text("utf-8"), "tiles")


@dataclass(frozen=True)
class Topic:
    """What tiles are about; `game`: the only one it is for."""

    title: str
    game: str
    tiles: list[Tile]


def often(game: str, lang: str) -> list[Tile]:
    """What is asked most in a game, in the Schieber without one."""
    return _tiles(_FILE["often"].get(game, _FILE["often"]["schieber"]), lang)


def topics(game: str, lang: str) -> list[Topic]:
    """All topics, that of the game first, without what is asked most."""
    asked = {slug for slug, _words in often(game, lang)}
    found = [
        Topic(
            item["title"][lang],
            item.get("game", ""),
            _tiles([slug for slug in item["articles"] if slug not in asked], lang),
        )
        for item in _FILE["topics"]
    ]
    return sorted(found, key=lambda topic: not game or topic.game != game)


def _tiles(slugs: list[str], lang: str) -> list[Tile]:
    return [(slug, _FILE["words"][slug][lang]) for slug in slugs]
