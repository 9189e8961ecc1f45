"""A slip of a HAE round as typed values; tricks follow from the record or from each other."""

from dataclasses import dataclass

from scoring.games.base import Findings, State, Table
from scoring.games.hae.judging import judge_record, with_leaders
from scoring.games.hae.record import RoundRecord, read_record
from scoring.games.hae.rounds import due_round, first_round
from scoring.games.reading import Reader, open_slip, read_state

FIELDS = ("cards", "bids", "tricks", "record")
Numbers = tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class HaeSlip:
    """Bids and tricks by seat, None where nothing is known; `cards` of each player."""

    state: State
    cards: int = 0
    due: int = 0
    bids: Numbers = ()
    written: Numbers = ()
    tricks: Numbers = ()
    record: RoundRecord | None = None
    judged: Numbers | None = None
    """The tricks as the record decides them, None where it decides nothing."""


def read_slip(slip: object, table: Table, out: Findings) -> HaeSlip | None:
    """The slip as typed values; what could not be read left a finding. None if it is no object."""
    reader = open_slip(slip, out, FIELDS)
    if reader is None:
        return None
    state = read_state(reader)
    if state != "complete":
        return HaeSlip(state=state)
    due = due_round(table)
    cards = reader.number("cards", low=1, high=first_round(table)) or due
    bids = read_bids(reader, table, cards)
    written = _tricks(reader, table, cards)
    record, judged = _record(reader, table, cards)
    return HaeSlip(
        state=state,
        cards=cards,
        due=due,
        bids=bids,
        written=written,
        tricks=judged or derived(written, cards),
        record=record,
        judged=judged,
    )


def read_bids(reader: Reader, table: Table, cards: int) -> Numbers:
    """A number of tricks or null for each seat."""
    found = reader.numbers("bids", table.players, low=0, high=cards)
    if found is None and not reader.out.at(reader.where("bids")):
        reader.out.error("predictions_missing", reader.where("bids"), "hae.ansage")
    return found or (None,) * table.players


def derived(written: Numbers, cards: int) -> Numbers:
    """The tricks with the one number that was left out."""
    if written.count(None) != 1:
        return written
    rest = cards - sum(taken or 0 for taken in written)
    return tuple(rest if taken is None else taken for taken in written)


def _tricks(reader: Reader, table: Table, cards: int) -> Numbers:
    none = (None,) * table.players
    found = reader.numbers("tricks", table.players, low=0, high=cards) or none
    missing = found.count(None) > 1 and not reader.has("record")
    if missing and not reader.out.at(reader.where("tricks")):
        reader.out.error("tricks_missing", reader.where("tricks"))
    return found


def _record(reader: Reader, table: Table, cards: int) -> tuple[RoundRecord | None, Numbers | None]:
    record = read_record(reader, table, cards) if reader.has("record") else None
    played = judge_record(record, table, reader.out) if record is not None else None
    if record is None or played is None:
        return record, None
    return with_leaders(record, played), played.taken
