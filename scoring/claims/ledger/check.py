"""Whether the chain is whole and every row still says what its record says."""

from collections.abc import Iterator

from jassclub.core.chain import breaks
from jassclub.core.errors import Finding
from scoring.claims.ledger.facts import SOURCES, Facts, changes_sheet, game_facts, hash_of, withheld
from scoring.claims.models import Dispute, HandEntry
from scoring.core.models import Game, GameRecord


def verify(game: Game) -> list[Finding]:
    """Every place where the chain is broken or a row no longer says what its record says."""
    records = list(game.records.all())
    return [
        *_chain(game, records),
        *_opening(game, records),
        *_course(game, records),
        *(differing for kind in SOURCES for differing in _rows(game, kind, records)),
        *_states(game, records),
        *_dispute_states(game, records),
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
            text = f"record {record.seq} says it stands elsewhere"
            yield finding(game, record.seq, "place_differs", text)


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
        elif differing := _differing(record.payload["facts"], source.facts(rows[ident])):
            text = f"{kind} {ident}: {', '.join(differing)} changed after the fact"
            yield finding(game, record.seq, "row_changed", text)
    for ident in rows.keys() - recorded.keys():
        yield finding(game, 0, "row_without_record", f"{kind} {ident} was never recorded")


def _differing(payload: Facts, now: Facts) -> list[str]:
    blanked = {key for key in ("reason",) if now.get(key) == ""}
    return sorted(key for key in payload if key not in blanked and payload[key] != now.get(key))


def _states(game: Game, records: list[GameRecord]) -> Iterator[Finding]:
    last: dict[str, tuple[int, str]] = {}
    for record in records:
        for ident, state in record.payload.get("states", []):
            last[ident] = (record.seq, state)
    for ident, state in HandEntry.objects.filter(hand__game=game).values_list("pk", "state"):
        seq, told = last.get(str(ident), (0, ""))
        if told and told != state:
            text = f"entry {ident} is {state}, the ledger says {told}"
            yield finding(game, seq, "state_changed", text)


def _dispute_states(game: Game, records: list[GameRecord]) -> Iterator[Finding]:
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
            yield finding(game, seq, "state_changed", text)
