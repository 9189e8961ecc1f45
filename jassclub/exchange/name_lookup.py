"""Who is meant by a name in a spreadsheet. Never guessed: an unknown name gets proposals."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from jassclub.clubs.services.people import tidy
from jassclub.exchange.doubts import Doubt

PROPOSED = 3
MOST_COMPARED = 20_000
"""Pairs of names that are compared for one spreadsheet; then none are proposed any more. A club of
two hundred has proposals for a hundred unknown names, and to compare takes a second."""
NEAR = 0.6
"""How alike two names have to be, 0 to 1."""


@dataclass
class Persons:
    """The people of a club by their names.

    `said`: whom the organiser meant by a name of the spreadsheet; `near`: how alike names that are
    proposed have to be.
    """

    players: Sequence[Player]
    said: Mapping[str, UUID] = field(default_factory=dict)
    near: float = NEAR

    def __post_init__(self) -> None:
        self._by_name: dict[str, list[Player]] = {}
        for player in self.players:
            self._by_name.setdefault(_key(player.name), []).append(player)
        self._by_id = {player.pk: player for player in self.players}
        self._said = {_key(name): ident for name, ident in self.said.items()}
        self._known = [name for name, rows in self._by_name.items() if rows[0].person.active]
        self._nearest: dict[str, tuple[dict[str, str], ...]] = {}

    def find(self, name: str, line: int) -> tuple[Player | None, list[Doubt]]:
        """The player, or why nobody can be told."""
        key = _key(name)
        if key in self._said:
            return self._told(name, self._said[key], line)
        found = [player.person for player in self._by_name.get(key, [])]
        active = list({player.pk: player for player in found if player.active}.values())
        if len(active) == 1:
            return active[0], []
        return None, [self._doubt(name, line, found)]

    def _told(self, name: str, ident: UUID, line: int) -> tuple[Player | None, list[Doubt]]:
        player = self._by_id.get(ident)
        if player is not None and player.person.active:
            return player.person, []
        return None, [self._doubt(name, line, [player.person] if player else [])]

    def _doubt(self, name: str, line: int, found: Sequence[Player]) -> Doubt:
        who, proposed = {"name": name}, _proposed(found) or self._near(name)
        if not found:
            code, text = "unknown_player", _("«%(name)s» ist in diesem Club nicht bekannt.")
        elif len(found) > 1:
            code, text = "doubled_player", _("«%(name)s» heissen mehrere.")
        else:
            text = _("«%(name)s» ist nicht mehr aktiv; zuerst wieder aufnehmen.")
            code = "inactive_player"
        return Doubt(line, "player", code, text % who, proposals=proposed, name=tidy(name))

    def _near(self, name: str) -> tuple[dict[str, str], ...]:
        """The nearest names, looked for once; a first name alone is near to all who have it."""
        key = _key(name)
        if key not in self._nearest:
            self._nearest[key] = self._compared(key)
        return self._nearest[key]

    def _compared(self, key: str) -> tuple[dict[str, str], ...]:
        if len(self._nearest) * len(self._known) > MOST_COMPARED:
            return ()
        near = [other for other in self._known if key in other.split()]
        near += difflib.get_close_matches(key, self._known, n=PROPOSED, cutoff=self.near)
        return _proposed(self._by_name[other][0].person for other in dict.fromkeys(near))


def _proposed(players: Iterable[Player]) -> tuple[dict[str, str], ...]:
    return tuple(
        {"id": str(player.pk), "name": player.name} for player in islice(players, PROPOSED)
    )


def _key(name: str) -> str:
    return tidy(name).casefold()
