"""Whether a game still says what it said: the chain, the rows behind it, the control sums."""

from collections.abc import Callable, Iterator

from jassclub.core.errors import Finding
from jassclub.core.records import breaks
from scoring.claims.ledger import SOURCES, changes_sheet, differing, game_facts, hash_of, withheld
from scoring.claims.models import Dispute, HandEntry
from scoring.claims.selectors import state_of
from scoring.core.models import Game, GameRecord
from scoring.core.rules import sentence

Checked = tuple[int, list[str]]
"""How many chains were checked, and what does not hold, each in words with its place."""
_others: dict[str, Callable[[], Checked]] = {}


def register(name: str, verify: Callable[[], Checked]) -> None:
    """Have the chains of a room above checked together with the games."""
    _others[name] = verify


def verify_others() -> dict[str, Checked]:
    """The chains of the rooms above, by the name of what they are about."""
    return {name: verify() for name, verify in _others.items()}


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
