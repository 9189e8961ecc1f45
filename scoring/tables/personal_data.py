"""What games know about a person: where two sat together, what is held, and blanking it.

The clubs below ask by way of `jassclub.clubs.personal_data`. Nothing here touches a number or
the chain of the ledger: a free text stands there only as a digest and may be gone.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db import models
from django.db.models import QuerySet

from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject, Meeting, Rows
from referee.models import RulingRecord
from scoring.claims.models import Confirmation, Contest, GameChange, HandEntry, Penalty
from scoring.core.models import Game, Seat

SeatsOf = Mapping[UUID, frozenset[int]]
"""The seats of a person by game."""


class Written(NamedTuple):
    """A text, who wrote it, and for which seat of which game (None: for none)."""

    key: Any
    text: str
    actor: str
    game: UUID
    seat: int | None


@dataclass(frozen=True)
class FreeText:
    """A text that somebody typed: where it is, who wrote it, the game that it belongs to."""

    model: type[models.Model]
    field: str
    game: str
    actor: str = "actor"
    seat: str | None = "seat"

    def of(self, games: QuerySet[Game]) -> Iterator[Written]:
        """Every text of these games that is not empty."""
        rows = self.model._default_manager.filter(**{f"{self.game}__in": games})
        columns = ["pk", self.field, self.actor, f"{self.game}_id"]
        for row in rows.exclude(**{self.field: ""}).values_list(*columns, self.seat or "pk"):
            key, text, actor, game, seat = row
            yield Written(key, text, actor, game, seat if self.seat else None)

    def blank(self, keys: Iterable[Any]) -> int:
        """Remove the texts; the digest in the ledger stays."""
        rows = self.model._default_manager.filter(pk__in=list(keys))
        return rows.update(**{self.field: ""})


TEXTS = (
    FreeText(HandEntry, "reason_text", "hand__game"),
    FreeText(Confirmation, "note", "entry__hand__game"),
    FreeText(Contest, "reason_text", "entry__hand__game"),
    FreeText(GameChange, "reason", "game", seat=None),
    FreeText(Penalty, "reason", "game", seat=None),
    FreeText(Penalty, "cancel_reason", "game", actor="cancelled_by", seat=None),
    *(
        FreeText(
            RulingRecord, "told", f"{of}__hand__game", actor=f"{of}__actor", seat=f"{of}__seat"
        )
        for of in ("disputes", "dispute_steps__dispute")
    ),
)
"""The seat of a penalty is the one that was punished, not the one that wrote."""


def meetings(one: Rows, other: Rows) -> list[Meeting]:
    """The games in which both sat."""
    games = Game.objects.filter(seats__player__in=one).filter(seats__player__in=other)
    return [
        Meeting("game", game.pk, f"{game.played_on} {game.profile_slug} {game.label}".strip())
        for game in games.distinct().order_by("played_on", "created_at")
    ]


def players_of(game_id: UUID) -> list[UUID]:
    """The rows that sat in a game, in the order of the seats."""
    seats = Seat.objects.filter(game=game_id).order_by("index")
    return list(seats.values_list("player_id", flat=True))


def export(whose: DataSubject) -> dict[str, Any]:
    """Every seat of a person and every text he wrote, oldest first."""
    seats = Seat.objects.filter(player__in=whose.rows).select_related("game")
    return {
        "seats": [_seat(seat) for seat in seats.order_by("game__played_on", "game__created_at")],
        "texts": [
            {"of": kind.model.__name__, "id": str(found.key), kind.field: found.text}
            for kind, found in _texts(whose)
        ],
    }


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Blank what he wrote and what names him; labels call him by the neutral name."""
    own = {(kind, found.key) for kind, found in _texts(whose)}
    blanked = 0
    for kind in TEXTS:
        games = Game.objects.filter(club=whose.club_id)
        blanked += kind.blank(
            found.key
            for found in kind.of(games)
            if (kind, found.key) in own or naming.occurs_in(found.text)
        )
    return blanked + _relabelled(whose.club_id, naming)


def _seat(seat: Seat) -> dict[str, Any]:
    game = seat.game
    return {
        "game": str(game.pk),
        "played_on": game.played_on.isoformat(),
        "variant": game.variant,
        "label": game.label,
        "seat": seat.index,
        "state": game.state,
    }


def _seats_of(rows: Rows) -> SeatsOf:
    found: dict[UUID, frozenset[int]] = defaultdict(frozenset)
    for game, index in Seat.objects.filter(player__in=rows).values_list("game_id", "index"):
        found[game] |= {index}
    return found


def _texts(whose: DataSubject) -> Iterator[tuple[FreeText, Written]]:
    """What he wrote: as himself, or a phone at his seat."""
    seats = _seats_of(whose.rows)
    for kind in TEXTS:
        for found in kind.of(Game.objects.filter(club=whose.club_id)):
            if found.actor in whose.actors or found.seat in seats[found.game]:
                yield kind, found


def _relabelled(club_id: UUID, naming: Naming) -> int:
    games = Game.objects.filter(club=club_id).exclude(label="")
    named = [game for game in games if naming.occurs_in(game.label)]
    for game in named:
        label = naming.replaced_in(game.label)[:80]
        Game.objects.filter(pk=game.pk).update(label=label)
    return len(named)
