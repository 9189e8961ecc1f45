"""Each record of a chain has the hash of the one before; stored hashes never change."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from jassclub.core.records import breaks, digest, text_digest
from scoring.claims import ledger
from tournaments.core.models import LogRecord
from tournaments.core.selectors import chained

OWNER = UUID(int=7)
LEDGER: tuple[tuple[str, dict[str, Any], str], ...] = (
    (
        "opened",
        {"facts": {"deck": "german", "seats": ["ä", "b"]}, "states": []},
        "8aa3b0591644ff3c8d951c2917f0346b6bbd44ab82e4cafdcdb8aa6607d69558",
    ),
    (
        "entry",
        {
            "facts": {"slip": {"points": [100, 57]}, "number": 1, "reason": ""},
            "states": [["x", "provisional"]],
        },
        "569f1d34597437571372ea6afc276f227cc378172d95f17d10e9331ac3edc769",
    ),
)
"""Recorded before games and tournaments had one chain."""


@dataclass(frozen=True)
class Record:
    seq: int
    kind: str
    previous: str
    hash: str


def _hashed(record):
    return digest([record.seq, record.kind, record.previous])


def _chain(length):
    records, previous = [], ""
    for seq in range(1, length + 1):
        record = Record(seq, "entry", previous, "")
        previous = _hashed(record)
        records.append(replace(record, hash=previous))
    return records, (length, previous)


def test_the_ledger_of_a_game_is_hashed_as_it_was_recorded():
    previous = ""
    for seq, (kind, payload, recorded) in enumerate(LEDGER, start=1):
        previous = ledger.chained(OWNER, seq, kind, payload, previous)
        assert previous == recorded


def test_the_log_of_a_tournament_is_hashed_as_it_was_recorded():
    record = LogRecord(
        tournament_id=OWNER, seq=1, kind="created", payload={"format": {"rounds": 4}, "name": "ö"},
        actor="user:1", at=datetime(2026, 11, 22, 12, 30, tzinfo=UTC),
    )  # fmt: skip
    recorded = "d6a9ca41ce8adf53a7d25ea68b7afe532afb5359ab502d2d9566fed485082ecd"
    assert chained(record) == recorded


def test_a_free_text_is_bound_to_its_row_as_it_was_recorded():
    recorded = "e28064b7029dcf4b53ab191afdcd6f70ca878f13d619aa2c35f728dd7973b274"
    assert text_digest(OWNER, "Kaffee zu spät") == recorded
    assert text_digest(OWNER, "") == ""


def test_a_whole_chain_holds():
    records, head = _chain(3)
    assert list(breaks(records, _hashed, head=head)) == []
    assert list(breaks([], _hashed, head=(0, ""))) == []


@pytest.mark.parametrize(
    ("tamper", "codes"),
    [
        (lambda records: [records[0], records[2]], [("record_missing", 2)]),
        (lambda records: records[:2], [("head_differs", 3)]),
        (
            lambda records: [records[0], replace(records[1], kind="penalty"), records[2]],
            [("hash_broken", 2)],
        ),
        (
            lambda records: [records[1], records[0], records[2]],
            [("record_missing", 1), ("record_missing", 3), ("record_missing", 2)],
        ),
    ],
    ids=["left out", "cut off", "changed", "moved"],
)
def test_what_was_done_to_a_chain_is_found(tamper, codes):
    records, head = _chain(3)
    found = breaks(tamper(records), _hashed, head=head)
    assert [(fault.code, fault.params["seq"]) for fault in found] == codes
