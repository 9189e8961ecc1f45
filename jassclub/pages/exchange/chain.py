"""The hash chain of a game that has not been stored yet: checked, and written anew for a copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from jassclub.api.pointers import step
from jassclub.errors import Detail
from jassclub.pages.exchange.members import Rows
from scoring import ledger
from scoring.models import Game, GameRecord, SignOff

IMPORTED = "imported"
"""The record that a copy ends with: which game it was, and the last hash of its chain."""
Facts = dict[str, Any]


def model_of(kind: str, game: Game) -> type[models.Model]:
    """The table of the rows behind a kind of record."""
    return ledger.WITNESSES[kind].rows(game).model


def findings(game: Game, rows: Rows, pointer: str) -> Iterator[Detail]:
    """Every place where the chain is broken, or a row says something else than its record."""
    try:
        yield from _chain(game, rows.all(GameRecord), pointer)
        yield from _rows(game, rows, pointer)
    except (KeyError, TypeError, AttributeError, ValueError):
        yield Detail(pointer, "ledger_unreadable", _("Das Protokoll dieser Partie ist unlesbar."))


def _chain(game: Game, records: list[GameRecord], pointer: str) -> Iterator[Detail]:
    previous = ""
    for place, record in enumerate(records, start=1):
        where = step(step(pointer, "records"), place - 1)
        expected = ledger.chained(game.pk, place, record.kind, record.payload, previous)
        if (record.seq, record.previous, record.hash) != (place, previous, expected):
            text = _("Eintrag %(place)d des Protokolls wurde verändert.") % {"place": place}
            yield Detail(where, "hash_broken", text)
        previous = record.hash
    if (len(records), previous) != (game.ledger_seq, game.ledger_hash):
        text = _("Das Protokoll endet anders, als die Partie sagt.")
        yield Detail(step(pointer, "ledger_hash"), "head_differs", text)


def _rows(game: Game, rows: Rows, pointer: str) -> Iterator[Detail]:
    known = known_rows(game, rows)
    for place, record in enumerate(rows.all(GameRecord)):
        told = record.payload["facts"]
        if record.kind not in ledger.WITNESSES or _is_withheld(record, rows):
            continue
        row = known.get((model_of(record.kind, game), str(told["id"])))
        now = {} if row is None else ledger.WITNESSES[record.kind].facts(row)
        if differing := sorted(key for key in told if not _holds(key, told, now)):
            text = _("%(what)s sagt etwas anderes als das Protokoll: %(members)s.") % {
                "what": f"{record.kind} {told['id']}",
                "members": ", ".join(differing),
            }
            yield Detail(step(step(pointer, "records"), place), "row_changed", text)


def known_rows(game: Game, rows: Rows) -> dict[tuple[type[models.Model], str], Any]:
    """The rows behind records by table and id."""
    kinds = {model_of(kind, game) for kind in ledger.WITNESSES}
    return {(model, str(row.pk)): row for model in kinds for row in rows.all(model)}


def _holds(key: str, told: Facts, now: Facts) -> bool:
    blanked = key == "reason" and now.get(key) == ""
    return blanked or (key in now and told[key] == now[key])


def _is_withheld(record: GameRecord, rows: Rows) -> bool:
    return record.kind == "predicted" and record.payload["facts"].get("id") in rows.withheld


def written_anew(
    game: Game, rows: Rows, *, known: Mapping[tuple[type[models.Model], str], Any], origin: Facts
) -> None:
    """Give a copy its own chain: the same records about the new rows, and where it comes from.

    `known` finds a row by the id that the records use. Records of predictions whose number stayed
    at home are left out: those players say their number again.
    """
    kept = [record for record in rows.all(GameRecord) if not _is_withheld(record, rows)]
    places = {record.seq: place for place, record in enumerate(kept, start=1)}
    for sign_off in rows.all(SignOff):
        sign_off.seq = places.get(sign_off.seq, sign_off.seq)
    before = [new for old, new in places.items() if old <= game.sheet_seq]
    game.sheet_seq = max(before, default=0)
    chain = [(record.kind, _retold(game, record, known)) for record in kept]
    rows.of[GameRecord] = list(_linked(game, [*chain, (IMPORTED, _payload(origin))]))


def _retold(
    game: Game, record: GameRecord, known: Mapping[tuple[type[models.Model], str], Any]
) -> Facts:
    told = record.payload["facts"]
    if record.kind not in ledger.WITNESSES:
        return dict(record.payload)
    row = known[model_of(record.kind, game), str(told["id"])]
    now = ledger.WITNESSES[record.kind].facts(row)
    blanked = {"reason": told["reason"]} if now.get("reason") == "" else {}
    return {**record.payload, "facts": {**now, **blanked}}


def _payload(facts: Facts) -> Facts:
    return {"facts": facts, "states": []}


def _linked(game: Game, chain: Iterable[tuple[str, Facts]]) -> Iterator[GameRecord]:
    previous = ""
    for seq, (kind, payload) in enumerate(chain, start=1):
        link = ledger.chained(game.pk, seq, kind, payload, previous)
        yield GameRecord(
            game=game, seq=seq, kind=kind, payload=payload, previous=previous, hash=link
        )
        previous = game.ledger_hash = link
        game.ledger_seq = seq
