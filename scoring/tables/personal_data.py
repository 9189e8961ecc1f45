"""What games know about a person: where two sat together, what is held, and blanking it.

The clubs below ask by way of `jassclub.clubs.personal_data`. Nothing here touches a number or
the chain of the ledger: a free text stands there only as a digest and may be gone.
"""

from collections.abc import Iterable, Iterator
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


class Written(NamedTuple):
    """A text, who wrote it, and for which seat of which game (None: for none)."""

    key: Any
    text: str
    actor: str
    game: UUID
    seat: int | None = None


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
        columns = ["pk", self.field, self.actor, f"{self.game}_id", *filter(None, [self.seat])]
        for row in rows.exclude(**{self.field: ""}).values_list(*columns):
            yield Written(*row)

    def blank(self, keys: Iterable[Any]) -> int:
        """Remove the texts; the digest in the ledger stays."""
        return self.model._default_manager.filter(pk__in=list(keys)).update(**{self.field: ""})


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
    return list(
        Seat.objects.filter(game=game_id).order_by("index").values_list("player_id", flat=True)
    )


def export(whose: DataSubject) -> dict[str, Any]:
    """Every seat of a person and every text he wrote, oldest first."""
    seats = Seat.objects.filter(player__in=whose.rows).select_related("game")
    return {
        "seats": [
            {
                "game": str(seat.game_id),
                "played_on": seat.game.played_on,
                "variant": seat.game.variant,
                "label": seat.game.label,
                "seat": seat.index,
                "state": seat.game.state,
            }
            for seat in seats.order_by("game__played_on", "game__created_at")
        ],
        "texts": [
            {"of": kind.model.__name__, "id": str(written.key), kind.field: written.text}
            for kind, written in _texts(whose)
        ],
    }


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Blank what he wrote and what names him; labels call him by the neutral name."""
    games = Game.objects.filter(club=whose.club_id)
    own = {(kind, written.key) for kind, written in _texts(whose)}
    blanked = [
        kind.blank(
            written.key
            for written in kind.of(games)
            if (kind, written.key) in own or naming.occurs_in(written.text)
        )
        for kind in TEXTS
    ]
    named = [game for game in games.exclude(label="") if naming.occurs_in(game.label)]
    for game in named:
        games.filter(pk=game.pk).update(label=naming.replaced_in(game.label)[:80])
    return sum(blanked) + len(named)


def _texts(whose: DataSubject) -> Iterator[tuple[FreeText, Written]]:
    """What he wrote: as himself, or a phone at his seat."""
    seats = set(Seat.objects.filter(player__in=whose.rows).values_list("game_id", "index"))
    for kind in TEXTS:
        for written in kind.of(Game.objects.filter(club=whose.club_id)):
            if written.actor in whose.actors or (written.game, written.seat) in seats:
                yield kind, written
