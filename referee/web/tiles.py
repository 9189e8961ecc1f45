"""The tiles of the first page: what is asked most, then all that can be decided, by topics."""

from dataclasses import dataclass
from importlib.resources import files

from jassclub.core.languages import read_book
from referee.rulings.answers import SELECTOR

Tile = tuple[str, dict[str, str], str]
"""An article, what the tile tells of the case, and what a table calls it."""
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
    asked = often(game, lang)
    found = [
        Topic(
            item["title"][lang],
            item.get("game", ""),
            [tile for tile in _tiles(item["tiles"], lang) if tile not in asked],
        )
        for item in _FILE["topics"]
    ]
    return sorted(found, key=lambda topic: not game or topic.game != game)


def _tiles(names: list[str], lang: str) -> list[Tile]:
    """A name is an article, with what it is about behind a colon where the tile says so."""
    return [
        (slug, {SELECTOR: matter} if matter else {}, _FILE["words"][name][lang])
        for name in names
        for slug, _colon, matter in [name.partition(":")]
    ]
