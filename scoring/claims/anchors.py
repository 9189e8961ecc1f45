"""What the ledgers of a club said on a night, signed, for the club to keep.

Who holds the database can rewrite a ledger with all its hashes. He cannot rewrite the file that a
club has downloaded, nor sign another one without the key, which lies outside the database.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hmac import compare_digest
from itertools import islice
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club
from jassclub.clubs.rights import get_club, missing
from jassclub.core.errors import Invalid
from jassclub.core.records import digest, plain
from jassclub.core.rows import first_or
from scoring.claims.ledger import hash_of
from scoring.claims.models import HandEntry, LedgerAnchor
from scoring.core.models import Game, GameRecord, Hand

FORMAT = "jassclub-anchor"
SHORT = 12
"""Signs of the digest of one record: they find the place, the hash of the head proves."""
Line = list[str]
"""Of one chain the hash of its head, and the short digests of its records with blanks between."""


@dataclass(frozen=True, kw_only=True)
class Chains:
    """The chains of one kind."""

    heads: Callable[[UUID], Iterable[tuple[UUID, int, str]]]
    """Of a club: whose chain, how many records, the hash of the last."""
    records: Callable[[UUID], Iterable[Any]]
    """Of one chain, in order."""
    hashed: Callable[[Any], str]
    """The hash of a record over its content and its `previous`."""
    place: Callable[[Any], str]
    """A record in words."""


_kinds: dict[str, Chains] = {}


def register(name: str, chains: Chains) -> None:
    """Have the chains of a room anchored, too."""
    _kinds[name] = chains


def latest(club_id: UUID) -> LedgerAnchor | None:
    """The one whose content is kept."""
    return LedgerAnchor.objects.filter(club=club_id).order_by("-number").first()


def anchors(actor: Actor, club_id: UUID) -> QuerySet[LedgerAnchor]:
    """Those of a club that the actor belongs to, latest first."""
    return LedgerAnchor.objects.filter(club=get_club(actor, club_id)).order_by("-number")


@transaction.atomic
def anchor(club_id: UUID) -> LedgerAnchor | None:
    """Write down and sign where the chains of a club stand; None where nothing has changed."""
    # Race: two workers at once; the second waits, and finds that nothing has changed.
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    last = latest(club_id)
    known = last.content if last is not None and last.content else {}
    content = {name: _lines(kind, club_id, known.get(name, {})) for name, kind in _kinds.items()}
    if content == known or not any(content.values()):
        return None
    made = LedgerAnchor(
        club=club,
        number=1 if last is None else last.number + 1,
        created_at=timezone.now(),
        chains=sum(map(len, content.values())),
        previous="" if last is None else last.signature,
        digest=digest(content),
        content=content,
    )
    made.signature = _signature(_header(made))
    made.save(force_insert=True)
    LedgerAnchor.objects.filter(club=club, number__lt=made.number).update(content=None)
    return made


def latest_file(actor: Actor, club_id: UUID) -> dict[str, Any]:
    """The latest one as a file; NotFound before the first night."""
    return document(first_or(anchors(actor, club_id), missing()))


def document(made: LedgerAnchor) -> dict[str, Any]:
    """The file of the latest one."""
    return {**_header(made), "signature": made.signature, "chains": made.content}


def differences(told: Mapping[str, Any]) -> Iterator[str]:
    """Everything that the database says otherwise than the file, in words, and with its place."""
    for name, lines in told["chains"].items():
        for owner, (head, short) in lines.items():
            yield from _compared(name, UUID(owner), head, short.split())


def rewritten(club_id: UUID) -> Iterator[str]:
    """The same against the latest one, of the chains that end otherwise than they did then."""
    last = latest(club_id)
    if last is None or last.content is None:
        return
    if not is_genuine(document(last)):
        yield f"the signature of anchor {last.number} does not hold"
    for name, lines in last.content.items():
        now = {str(owner): head for owner, _many, head in _kinds[name].heads(club_id)}
        for owner, (head, short) in lines.items():
            if now.get(owner) != head:
                yield from _compared(name, UUID(owner), head, short.split())


def is_genuine(told: Mapping[str, Any]) -> bool:
    """Whether this service has signed the file with the key that it has today."""
    header = {key: value for key, value in told.items() if key not in ("signature", "chains")}
    signed = compare_digest(_signature(header).encode(), str(told["signature"]).encode())
    return signed and told["digest"] == digest(told["chains"])


def read(told: Any) -> dict[str, Any]:
    """What a file says; Invalid for one that is no anchor, or only a part of one."""
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise Invalid("no_anchor", f"this file is no {FORMAT}")
    try:
        _read_through(told)
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        text = f"this file is damaged: download it again, or take another copy ({problem!r})"
        raise Invalid("damaged_anchor", text) from None
    return told


def _read_through(told: Mapping[str, Any]) -> None:
    """Whatever is looked at of a file later on; an exception where something is not there."""
    itemgetter("number", "made_at", "digest", "signature")(told)
    UUID(told["club"])
    for name, lines in told["chains"].items():
        for owner, (head, short) in lines.items():
            UUID(owner)
            if name not in _kinds or not isinstance(head, str) or not isinstance(short, str):
                raise ValueError(f"{name} {owner}")


def _header(made: LedgerAnchor) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "club": str(made.club_id),
        "number": made.number,
        "made_at": plain(made.created_at),
        "previous": made.previous,
        "digest": made.digest,
    }


def _signature(header: Mapping[str, Any]) -> str:
    key = settings.ANCHOR_KEY
    return salted_hmac("ledger anchor", digest(header), secret=key, algorithm="sha256").hexdigest()


def _lines(kind: Chains, club_id: UUID, known: Mapping[str, Line]) -> dict[str, Line]:
    """The lines of all chains of a kind; read are only those that have grown since."""
    lines = {}
    for owner, many, head in kind.heads(club_id):
        line = known.get(str(owner), ["", ""])
        lines[str(owner)] = line if line[0] == head else _line(kind, owner, many)
    return lines


def _line(kind: Chains, owner: UUID, many: int) -> Line:
    """Of the first `many` records; what is added while they are read waits for the next night."""
    head, short = "", []
    for record in islice(kind.records(owner), many):
        record.previous = ""
        short.append(kind.hashed(record)[:SHORT])
        record.previous = head
        head = kind.hashed(record)
    return [head, " ".join(short)]


def _compared(name: str, owner: UUID, head: str, short: list[str]) -> Iterator[str]:
    kind, where = _kinds[name], f"{name} {owner}"
    records = list(islice(kind.records(owner), len(short)))
    now_head, now_short = _line(kind, owner, len(short))
    for record, was, now in zip(records, short, now_short.split(), strict=False):
        if was != now:
            yield f"{where}: {kind.place(record)} is not what it was"
    if len(records) < len(short):
        yield f"{where}: {len(short) - len(records)} of {len(short)} records are gone"
    elif now_head != head:
        yield f"{where}: the hash after {len(short)} records is not what it was"


def _heads(club_id: UUID) -> Iterable[tuple[UUID, int, str]]:
    games = Game.objects.filter(club=club_id, ledger_seq__gt=0).order_by("pk")
    return games.values_list("pk", "ledger_seq", "ledger_hash").iterator()


def _records(game_id: UUID) -> Iterable[GameRecord]:
    return GameRecord.objects.filter(game=game_id).order_by("seq")


def _place(record: GameRecord) -> str:
    facts = record.payload.get("facts", {})
    hand = Hand.objects.filter(pk=facts.get("hand")).first()
    entry = HandEntry.objects.select_related("hand").filter(pk=facts.get("entry")).first()
    number = facts.get("number") if record.kind == "entry" else None
    found = number or (hand and hand.number) or (entry and entry.hand.number)
    about = f", hand {found}" if found else ""
    return f"record {record.seq} ({record.kind}{about})"


register("games", Chains(heads=_heads, records=_records, hashed=hash_of, place=_place))
