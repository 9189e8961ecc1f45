"""Whether the chain is whole and every row still says what its record says."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.claims.ledger.chain import Facts, chained, changes_sheet, withheld
from scoring.claims.ledger.facts import game_facts
from scoring.claims.ledger.witnesses import WITNESSES
from scoring.claims.models import Dispute, HandEntry
from scoring.core.models import Game, GameRecord


@dataclass(frozen=True)
class LedgerFinding:
    """One thing that does not hold. `where` is the place in the chain (0 = the game itself)."""

    game: str
    where: int
    code: str
    text: str


def verify(game: Game) -> list[LedgerFinding]:
    """Every place where the chain is broken or a row no longer says what its record says."""
    records = list(game.records.all())
    return [
        *_chain(game, records),
        *_opening(game, records),
        *_course(game, records),
        *(finding for kind in WITNESSES for finding in _rows(game, kind, records)),
        *_states(game, records),
        *_dispute_states(game, records),
    ]


def _found(game: Game, where: int, code: str, text: str) -> LedgerFinding:
    return LedgerFinding(str(game.pk), where, code, text)


def _chain(game: Game, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    previous = ""
    for place, record in enumerate(records, start=1):
        if record.seq != place:
            yield _found(game, place, "record_missing", f"record {place} is missing")
            return
        expected = chained(game.pk, place, record.kind, record.payload, previous)
        if record.previous != previous or record.hash != expected:
            yield _found(game, place, "hash_broken", f"record {place} ({record.kind}) was changed")
        if record.payload["facts"].get("seq", place) != place:
            yield _found(game, place, "place_differs", f"record {place} says it stands elsewhere")
        previous = record.hash
    if (len(records), previous) != (game.ledger_seq, game.ledger_hash):
        text = f"the game counts {game.ledger_seq} records, the chain ends at {len(records)}"
        yield _found(game, game.ledger_seq, "head_differs", text)


def _opening(game: Game, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    """Club and rules are those of the start, the seats those of the last seating."""
    opened = next((record for record in records if record.kind == "opened"), None)
    first = opened.payload["facts"] if opened else {}
    if first != game_facts(game, first.get("seats", ())):
        yield _found(game, 1, "game_changed", "club, rules or deck are not those of the start")
    seats = first.get("seats")
    for change in _changes(records):
        seats = change["seats"] or seats
    players = game.seats.order_by("index").values_list("player_id", flat=True)
    if seats != [str(player) for player in players]:
        yield _found(game, 1, "game_changed", "other people sit here than were seated")


def _changes(records: list[GameRecord]) -> list[Facts]:
    return [record.payload["facts"] for record in records if record.kind == "changed"]


def _course(game: Game, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    """What the game itself says about its course: whether it is over, which sheet was signed."""
    if (state := _course_state(records)) != game.state:
        text = f"the game is {game.state}, the ledger says {state}"
        yield _found(game, game.ledger_seq, "state_changed", text)
    changed = max((record.seq for record in records if changes_sheet(record)), default=0)
    if changed != game.sheet_seq:
        text = f"the sheet changed last at record {changed}, the game says {game.sheet_seq}"
        yield _found(game, game.sheet_seq, "head_differs", text)


COURSE = {"closed": Game.State.CLOSED, "abandoned": Game.State.ABANDONED}
"""Records that end a game; opened again it is open."""


def _course_state(records: list[GameRecord]) -> str:
    state: str = Game.State.OPEN
    for record in records:
        kind = record.payload["facts"].get("kind") if record.kind == "changed" else record.kind
        if kind in COURSE:
            state = COURSE[kind]
        elif kind == "reopened":
            state = Game.State.OPEN
    return state


def _rows(game: Game, kind: str, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    witness = WITNESSES[kind]
    told = {
        str(record.payload["facts"].get("id")): record for record in records if record.kind == kind
    }
    rows = {str(row.pk): row for row in witness.rows(game)}
    elsewhere = withheld(records) if kind == "predicted" else frozenset()
    for ident, record in told.items():
        if ident not in rows:
            if ident not in elsewhere:
                yield _found(game, record.seq, "row_missing", f"{kind} {ident} is gone")
        elif differing := _differing(record.payload["facts"], witness.facts(rows[ident])):
            text = f"{kind} {ident}: {', '.join(differing)} changed after the fact"
            yield _found(game, record.seq, "row_changed", text)
    for ident in rows.keys() - told.keys():
        yield _found(game, 0, "row_without_record", f"{kind} {ident} was never recorded")


def _differing(told: Facts, now: Facts) -> list[str]:
    blanked = {key for key in ("reason",) if now.get(key) == ""}
    return sorted(key for key in told if key not in blanked and told[key] != now.get(key))


def _states(game: Game, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    last: dict[str, tuple[int, str]] = {}
    for record in records:
        for ident, state in record.payload.get("states", []):
            last[ident] = (record.seq, state)
    for ident, state in HandEntry.objects.filter(hand__game=game).values_list("pk", "state"):
        seq, told = last.get(str(ident), (0, ""))
        if told and told != state:
            text = f"entry {ident} is {state}, the ledger says {told}"
            yield _found(game, seq, "state_changed", text)


def _dispute_states(game: Game, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    """Each dispute stands as its last step left it."""
    ended: dict[str, tuple[int, str]] = {}
    for record in records:
        step = record.payload["facts"]
        if record.kind == "dispute_step" and step["kind"] in Dispute.State.values:
            ended[step["dispute"]] = (record.seq, step["kind"])
    for ident, state in Dispute.objects.filter(hand__game=game).values_list("pk", "state"):
        seq, told = ended.get(str(ident), (0, Dispute.State.OPEN))
        if told != state:
            text = f"dispute {ident} is {state}, the ledger says {told}"
            yield _found(game, seq, "state_changed", text)
