"""Whether a game still says what it said: the chain, the rows behind it, the control sums.

Every night all games, and what rooms above have registered, are gone through piece by piece: any
worker may take the next piece, and one that ends in the middle leaves it to another.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, time
from time import monotonic
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from jassclub.api.models import Upkeep
from jassclub.core.errors import Finding
from jassclub.core.records import breaks
from jassclub.core.rows import claimed, save_fields
from scoring.claims.ledger import SOURCES, changes_sheet, differing, game_facts, hash_of, withheld
from scoring.claims.models import Dispute, HandEntry
from scoring.claims.selectors import state_of
from scoring.core.models import Game, GameRecord
from scoring.core.rules import sentence

log = logging.getLogger(__name__)


class Walk(NamedTuple):
    """Rows that are verified one by one, and what does not hold of one, in words."""

    rows: Callable[[], QuerySet[Any]]
    faults: Callable[[Any], Iterable[str]]


WALK = "verify "
"""Stands before the name of a walk where it is kept how far it has come."""
PIECE, PIECE_SECONDS = 50, 5.0
"""Rows, and time, that are verified under one lock of their walk."""
NIGHT = time(3, 30)
"""From then on everything is verified anew."""
_walks: dict[str, Walk] = {}


def register(name: str, rows: Callable[[], QuerySet[Any]], faults: Any) -> None:
    """Have rows of a room above verified together with the games."""
    _walks[name] = Walk(rows, faults)


def verify_others() -> dict[str, tuple[int, list[str]]]:
    """All that the rooms above have registered: how many rows, and what does not hold of them."""
    checked = {}
    for name, walk in _walks.items():
        found = list(walk.rows())
        checked[name] = (len(found), [text for row in found for text in walk.faults(row)])
    return checked


def verify_piece() -> list[str] | None:
    """Go on with this night's verification; None once there is nothing left to do.

    What does not hold is logged.
    """
    begun = timezone.localtime()
    morning = datetime.combine(begun.date(), NIGHT, begun.tzinfo)
    for name, walk in {"games": Walk(Game.objects.all, _words), **_walks}.items():
        never = datetime(1970, 1, 1, tzinfo=UTC)
        kept, _made = Upkeep.objects.get_or_create(
            name=WALK + name, defaults={"at": never, "times": 0}
        )
        if kept.place or kept.at < morning <= begun or kept.at == never:
            return _go_on(kept.pk, walk)
    return None


def last_full_pass(kept: Iterable[Upkeep]) -> datetime | None:
    """When everything had been verified for the last time; None while that never was."""
    ended = [walk.at for walk in kept if walk.name.startswith(WALK) and walk.times]
    return min(ended) if len(ended) > len(_walks) else None


@transaction.atomic
def _go_on(name: str, walk: Walk) -> list[str] | None:
    # Race: two workers verify at once. One has the walk, the other finds it taken and leaves it.
    kept = claimed(Upkeep.objects.filter(pk=name))
    if kept is None:
        return None
    rows, until, texts = walk.rows().order_by("pk"), monotonic() + PIECE_SECONDS, list[str]()
    for row in (rows.filter(pk__gt=kept.place) if kept.place else rows)[:PIECE]:
        texts += _faults(walk, row)
        kept.place = str(row.pk)
        if monotonic() > until:
            break
    if kept.place and rows.filter(pk__gt=kept.place).exists():
        save_fields(kept, place=kept.place)
    else:
        save_fields(kept, place="", at=timezone.now(), times=kept.times + 1)
    return texts


def _faults(walk: Walk, row: Model) -> list[str]:
    """What does not hold of one row, logged; one that cannot even be verified stops no other."""
    try:
        with transaction.atomic():
            texts = list(walk.faults(row))
    except Exception:
        log.exception("%s %s could not be verified", row._meta.model_name, row.pk)
        return ["could not be verified"]
    for text in texts:
        log.error("%s", text)
    return texts


def _words(game: Game) -> list[str]:
    return [
        f"ledger of game {found.params['game']}, record {found.params['where']}: {found.text}"
        for found in verify_game(game)
    ]


def verify_game(game: Game) -> list[Finding]:
    """Everything about a game that is broken."""
    # Current slips that the rules would refuse today; settings that only warn stay warnings.
    refused = [
        finding(game, 0, error.code, f"hand {row.number}: {sentence(error)}")
        for row in state_of(game).sheet.rows
        for error in row.findings
        if error.blocks
    ]
    return [*verify(game), *refused]


def verify(game: Game) -> list[Finding]:
    """Every place where the chain is broken or a row no longer says what its record says."""
    records = list(game.records.all())
    return [
        *_chain(game, records),
        *_opening(game, records),
        *_course(game, records),
        *(found for kind in SOURCES for found in _rows(game, kind, records)),
        *_states(game, records),
    ]


def finding(game: Game, where: int, code: str, text: str) -> Finding:
    """One thing that does not hold; `where` is the place in the chain (0 = the game itself)."""
    return Finding(code, text=text, params={"game": str(game.pk), "where": where})


BREAKS = {
    "record_missing": "record {seq} is missing",
    "hash_broken": "record {seq} ({kind}) was changed",
    "head_differs": "the game counts {game.ledger_seq} records, the chain ends at {last}",
}


def _chain(game: Game, records: list[GameRecord]) -> Iterator[Finding]:
    for fault in breaks(records, hash_of, head=(game.ledger_seq, game.ledger_hash)):
        where = game.ledger_seq if fault.code == "head_differs" else fault.params["seq"]
        text = BREAKS[fault.code].format(**fault.params, game=game, last=len(records))
        yield finding(game, where, fault.code, text)
    for record in records:
        if record.payload["facts"].get("seq", record.seq) != record.seq:
            yield finding(
                game, record.seq, "place_differs", f"record {record.seq} says it stands elsewhere"
            )


def _opening(game: Game, records: list[GameRecord]) -> Iterator[Finding]:
    """Club and rules are those of the start, the seats those of the last seating."""
    opened = next((record for record in records if record.kind == "opened"), None)
    first = opened.payload["facts"] if opened else {}
    if first != game_facts(game, first.get("seats", ())):
        yield finding(game, 1, "game_changed", "club, rules or deck are not those of the start")
    seats = first.get("seats")
    for record in records:
        if record.kind == "changed":
            seats = record.payload["facts"]["seats"] or seats
    players = game.seats.order_by("index").values_list("player_id", flat=True)
    if seats != [str(player) for player in players]:
        yield finding(game, 1, "game_changed", "other people sit here than were seated")


def _course(game: Game, records: list[GameRecord]) -> Iterator[Finding]:
    """What the game itself says about its course: whether it is over, which sheet was signed."""
    if (state := _course_state(records)) != game.state:
        text = f"the game is {game.state}, the ledger says {state}"
        yield finding(game, game.ledger_seq, "state_changed", text)
    changed = max((record.seq for record in records if changes_sheet(record)), default=0)
    if changed != game.sheet_seq:
        text = f"the sheet changed last at record {changed}, the game says {game.sheet_seq}"
        yield finding(game, game.sheet_seq, "head_differs", text)


COURSE = {
    "closed": Game.State.CLOSED,
    "abandoned": Game.State.ABANDONED,
    "reopened": Game.State.OPEN,
}
"""Records that end a game, and the one that opens it again."""


def _course_state(records: list[GameRecord]) -> str:
    state: str = Game.State.OPEN
    for record in records:
        kind = record.payload["facts"].get("kind") if record.kind == "changed" else record.kind
        state = COURSE.get(kind, state)
    return state


def _rows(game: Game, kind: str, records: list[GameRecord]) -> Iterator[Finding]:
    source = SOURCES[kind]
    recorded = {
        str(record.payload["facts"].get("id")): record for record in records if record.kind == kind
    }
    rows = {str(row.pk): row for row in source.rows(game)}
    elsewhere = withheld(records) if kind == "predicted" else frozenset()
    for ident, record in recorded.items():
        if ident not in rows:
            if ident not in elsewhere:
                yield finding(game, record.seq, "row_missing", f"{kind} {ident} is gone")
        elif differs := differing(record.payload["facts"], source.facts(rows[ident])):
            changed = f"{kind} {ident}: {', '.join(differs)} changed after the fact"
            yield finding(game, record.seq, "row_changed", changed)
    for ident in rows.keys() - recorded.keys():
        yield finding(game, 0, "row_without_record", f"{kind} {ident} was never recorded")


def _states(game: Game, records: list[GameRecord]) -> Iterator[Finding]:
    """Each version stands as the last record left it, each dispute as its last step."""
    last: dict[str, tuple[int, str]] = {}
    for record in records:
        step = record.payload["facts"]
        moved = [*record.payload.get("states", [])]
        if record.kind == "dispute_step" and step["kind"] in Dispute.State.values:
            moved.append((step["dispute"], step["kind"]))
        last |= {ident: (record.seq, state) for ident, state in moved}
    for what, model, first in (("entry", HandEntry, ""), ("dispute", Dispute, Dispute.State.OPEN)):
        rows = model._default_manager.filter(hand__game=game)
        for ident, state in rows.values_list("pk", "state"):
            seq, told = last.get(str(ident), (0, first))
            if told and told != state:
                yield finding(
                    game, seq, "state_changed", f"{what} {ident} is {state}, the ledger says {told}"
                )
