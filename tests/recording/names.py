"""What is new in every world gets a name: ids, secrets, chains, marks of pages.

A name says in which step it was first seen and as which: `id 12.3`. So one id more in one step
renames nothing in the next.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
NEW = re.compile(
    rf"(?P<id>{UUID})"
    r"|(?P<key>(?<![0-9a-zA-Z])[0-9a-f]{32}(?=\w{0,3}\b))"
    r"|(?P<sum>(?<![0-9a-zA-Z])[0-9a-f]{64}(?![0-9a-zA-Z]))"
    r"|(?P<cursor>(?<=cursor=)[\w%=-]+)"
    r"|(?P<secret>(?<![\w-])(?:jc[dt]_|whsec_)?[\w-]{43}=?(?![\w-]))"
    r"|(?P<port>(?<=127\.0\.0\.1:)\d+)"
)
LETTERS = re.compile(r"[A-Z]")


@dataclass
class Names:
    """Names given in one scenario."""

    known: dict[str, str] = field(default_factory=dict)
    _count: Counter[tuple[str, str]] = field(default_factory=Counter)
    step: str = "0"

    def named(self, text: str) -> str:
        """A text with names for whatever is new in every world."""
        return NEW.sub(self._name, text)

    def _name(self, found: re.Match[str]) -> str:
        word, kind = found[0], str(found.lastgroup)
        if kind == "port":
            return "port"
        if kind == "secret" and not _looks_drawn(word):
            return word
        if word not in self.known:
            self._count[self.step, kind] += 1
            self.known[word] = f"{kind} {self.step}.{self._count[self.step, kind]}"
        return f"⟨{self.known[word]}⟩"


def _looks_drawn(word: str) -> bool:
    """No word of 43 letters that somebody could have written."""
    return (
        bool(LETTERS.search(word))
        and bool(re.search(r"\d", word))
        and bool(re.search(r"[a-z]", word))
    )
