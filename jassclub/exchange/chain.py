"""The hash chain of a game that has not been stored yet: checked, and continued by its import."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from jassclub.core.chain import breaks
from jassclub.core.errors import Finding, step
from jassclub.exchange.members import Rows
from scoring.claims import ledger
from scoring.core.models import Game, GameRecord

Facts = dict[str, Any]
Known = Mapping[tuple[type[models.Model], str], Any]
"""The rows behind records, by table and id."""


def findings(game: Game, rows: Rows, pointer: str) -> Iterator[Finding]:
    """Every place where the chain is broken, or a row says something else than its record."""
    try:
        yield from _chain(game, rows.all(GameRecord), pointer)
        yield from _rows(game, rows, pointer)
    except (KeyError, TypeError, AttributeError, ValueError):
        yield Finding("ledger_unreadable", pointer, _("Das Protokoll dieser Partie ist unlesbar."))


def _chain(game: Game, records: list[GameRecord], pointer: str) -> Iterator[Finding]:
    for record in records:
        _check_shape(record.payload)
    for fault in breaks(records, ledger.hash_of, head=(game.ledger_seq, game.ledger_hash)):
        if fault.code == "head_differs":
            text = _("Das Protokoll endet anders, als die Partie sagt.")
            yield Finding(fault.code, step(pointer, "ledger_hash"), text)
        else:
            text = _("Eintrag %(place)d des Protokolls wurde verändert.")
            where = step(pointer, "records") + fault.pointer
            yield Finding("hash_broken", where, text % {"place": fault.params["seq"]})


def _check_shape(payload: Facts) -> None:
    moves = payload["states"]
    named = all([type(part) for part in move] == [str, str] for move in moves)
    if not (isinstance(payload["facts"], dict) and named):
        raise TypeError("a record has facts and states")


def _rows(game: Game, rows: Rows, pointer: str) -> Iterator[Finding]:
    known, records = rows.by_id(), rows.all(GameRecord)
    elsewhere = rows.withheld | ledger.withheld(records)
    for place, record in enumerate(records):
        told = record.payload["facts"]
        now = _now(game, known, record)
        if now is None or (record.kind == "predicted" and not now and told["id"] in elsewhere):
            continue
        if differing := sorted(key for key in told if not _holds(key, told, now)):
            text = _("%(what)s sagt etwas anderes als das Protokoll: %(members)s.") % {
                "what": f"{record.kind} {told['id']}",
                "members": ", ".join(differing),
            }
            yield Finding("row_changed", step(step(pointer, "records"), place), text)


def _now(game: Game, known: Known, record: GameRecord) -> Facts | None:
    """What the row behind a record says: nothing where it is missing, None where there is none."""
    if record.kind not in ledger.SOURCES:
        return None
    source = ledger.SOURCES[record.kind]
    found = known.get((source.rows(game).model, record.payload["facts"]["id"]))
    return {} if found is None else source.facts(found)


def _holds(key: str, told: Facts, now: Facts) -> bool:
    blanked = key == "reason" and now.get(key) == ""
    return blanked or (key in now and told[key] == now[key])


def continued(game: Game, rows: Rows, *, origin: Facts) -> None:
    """End the chain with a record of where the game comes from.

    The hashes before it stay as they are, unless the ids were changed: those of a copy are
    computed again over the same records.
    """
    known = rows.by_id()
    chain = [(record.kind, _retold(game, known, record)) for record in rows.all(GameRecord)]
    rows.of[GameRecord] = list(
        _linked(game, [*chain, (ledger.IMPORTED, {"facts": origin, "states": []})])
    )


def _retold(game: Game, known: Known, record: GameRecord) -> Facts:
    """A record with the digest of its free text, which is bound to an id; a blanked one stays."""
    now = _now(game, known, record) or {}
    told = record.payload["facts"]
    digest = {"reason": now["reason"]} if now.get("reason") else {}
    return {**record.payload, "facts": {**told, **digest}}


def _linked(game: Game, chain: Iterable[tuple[str, Facts]]) -> Iterator[GameRecord]:
    previous = ""
    for seq, (kind, payload) in enumerate(chain, start=1):
        link = ledger.chained(game.pk, seq, kind, payload, previous)
        yield GameRecord(
            game=game, seq=seq, kind=kind, payload=payload, previous=previous, hash=link
        )
        previous = game.ledger_hash = link
        game.ledger_seq = seq
