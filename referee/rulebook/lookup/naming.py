"""Which Jass a question names: whoever writes "im Differenzler" has told what is played."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from referee.rulebook.lookup.folding import key, words

SHORT = 5
"""A word of fewer sounds is met only as it is written: by sound «HAE» is «hä»."""


@dataclass(frozen=True, slots=True)
class Jass:
    """A Jass by its `game`; `profile`: its rules, None where there is no profile for it."""

    game: str
    profile: str | None
    names: tuple[tuple[str, ...], ...]

    def named_in(self, told: Sequence[str]) -> bool:
        """Whether one of its names stands among the words."""
        return any(
            all(map(_meets, told[at : at + len(name)], name))
            for name in self.names
            for at in range(len(told) - len(name) + 1)
        )


def named_jasse(text: str) -> list[Jass]:
    """The Jasse that a question names, one for each game, the most particular rules of each."""
    told = words(text)
    found: dict[str, Jass] = {}
    for jass in JASSE:
        if jass.named_in(told):
            found.setdefault(jass.game, jass)
    return list(found.values())


def _meets(word: str, name: str) -> bool:
    """Whether a word is a name as it sounds, or begins with it («Differenzlerabend»)."""
    if len(name) < SHORT:
        return word == name
    return key(word).startswith(key(name))


JASSE = tuple(
    Jass(jass["game"], jass.get("profile"), tuple(tuple(words(name)) for name in jass["names"]))
    for jass in tomllib.loads((files("referee.rulebook") / "jasse.toml").read_text("utf-8"))["jass"]
)
"""All that have a name, those with rules of their own first."""
