"""An archive as it was sent: its shape, and whether its parts belong together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.models import Club, KittyBooking, Merge, Player, Season
from jassclub.core.errors import Conflict, DomainError, Finding, Invalid, step
from jassclub.core.languages import in_books
from jassclub.core.records import breaks, with_z
from jassclub.exchange.archives.archive import FORMAT, OFFSETS, VERSION
from jassclub.exchange.archives.dump import Document, Rows
from referee.models import RulingRecord
from referee.rules.profile import ProfileError, profile_from_json
from scoring.claims import ledger
from scoring.claims.models import Dispute, DisputeStep, HandEntry
from scoring.core.models import Game, GameRecord, Seat
from scoring.games.registry import GAMES
from tournaments.evenings.models import Evening
from tournaments.seasons.models import SeasonOpening

MOST_NAMED = 500
"""Findings that one answer names."""
REFUSALS: Mapping[str, tuple[type[DomainError], Promise]] = {
    "malformed": (
        DomainError,
        gettext_lazy("Dieses Archiv ist nicht lesbar; es wurde nichts übernommen."),
    ),
    "invalid": (
        Invalid,
        gettext_lazy("Dieses Archiv ist in sich nicht stimmig; es wurde nichts übernommen."),
    ),
    "tampered": (
        Invalid,
        gettext_lazy("Dieses Archiv ist in sich nicht stimmig; es wurde nichts übernommen."),
    ),
    "differs": (
        Conflict,
        gettext_lazy("Das steht hier schon anders; es wurde nichts übernommen."),
    ),
}
"""Why an archive is not taken in: it cannot be read, its parts do not belong together, it was
changed after it was written, or it stands here in other words already."""


def refusal(code: str, findings: Iterable[Finding] = (), text: str = "") -> DomainError:
    """What is said of an archive that is not taken in."""
    kind, usual = REFUSALS[code]
    return kind(code, text or str(usual), tuple(islice(findings, MOST_NAMED)))


def refuse(code: str, findings: Iterable[Finding], text: str = "") -> None:
    """Raise it; nothing where there are no findings."""
    refused = refusal(code, findings, text)
    if refused.details:
        raise refused


def unknown(pointer: str, text: str) -> Invalid:
    """It has another form."""
    return Invalid.at(pointer, "unknown_format", text)


def checked(archive: object, *, form: str, refusal: str) -> Document:
    """An archive of this form in the version that is known here; Invalid for anything else."""
    if not isinstance(archive, dict) or archive.get("format") != form:
        raise unknown("/format", refusal)
    if archive.get("version") not in (OFFSETS, VERSION):
        raise unknown("/version", _("Diese Fassung des Archivs ist hier nicht bekannt."))
    return archive if archive["version"] == VERSION else _in_one_form(archive)


def _in_one_form(told: Any) -> Any:
    """The moments of an older archive as they are written now; records stay as they are hashed."""
    if isinstance(told, dict):
        return {
            name: inner if name == "payload" else _in_one_form(inner)
            for name, inner in told.items()
        }
    return list(map(_in_one_form, told)) if isinstance(told, list) else with_z(told)


def id_taken(pointer: str) -> Finding:
    """What is said of an id that something else has."""
    return Finding("id_taken", pointer, _("Unter dieser Kennung gibt es schon etwas anderes."))


def name_taken(club: Club, told: Document, pointer: str) -> list[Finding]:
    """Active players and seasons have names of their own in a club, evenings a day."""
    names, key = list[str](), "name"
    if "starts" in told:
        names = [season.name for season in club.seasons.all()]
    elif told.get("active"):
        names = [player.name for player in club.players.filter(active=True)]
    elif "drawn" in told:
        names, key = [str(one.day) for one in club.evenings.filter(day=told["day"])], "day"
    if told.get(key, "").casefold() not in {name.casefold() for name in names}:
        return []
    text = _("So heisst hier schon jemand oder etwas anderes: %(name)s.") % {"name": told[key]}
    return [Finding("name_taken", step(pointer, key), text)]


PARTS: Mapping[str, type[models.Model]] = {
    "players": Player,
    "seasons": Season,
    "openings": SeasonOpening,
    "merges": Merge,
    "kitty": KittyBooking,
    "evenings": Evening,
    "rulings": RulingRecord,
}
"""Members of an archive beside the games, in the order in which they are taken in."""
SAID = {"verdict", "text", "effects", "options", "answer", "cites", "question", "readings"}
"""Members that every ruling has."""


@dataclass(frozen=True)
class Opened:
    """An archive that can be read."""

    whole: Document
    head: Rows
    """All that belongs to the club and to no game."""
    games: Sequence[Rows]


def opened(archive: object) -> Opened:
    """Read an archive; raises DomainError for unreadable values, Invalid for the rest."""
    known = checked(archive, form=FORMAT, refusal=_("Das ist kein Archiv von Jassclub."))
    # Archives are older than evenings.
    whole = {"evenings": [], **known}
    games, head = _listed(whole, "games"), Rows()
    club = head.read(Club, whole.get("club", {}), "/club")
    above = {} if club is None else {"club": club}
    for name, model in PARTS.items():
        for place, told in enumerate(_listed(whole, name)):
            head.read(model, told, step(f"/{name}", place), **above)
    rows = [Rows.of_one(Game, told, step("/games", place)) for place, told in enumerate(games)]
    refuse("malformed", (fault for one in (head, *rows) for fault in one.faults))
    read = Opened(whole, head, rows)
    refuse("invalid", _unfitting(read))
    return read


def _listed(archive: Mapping[str, Any], name: str) -> list[Any]:
    items = archive.get(name)
    if isinstance(items, list):
        return items
    raise unknown(f"/{name}", _("Hier gehört eine Liste hin."))


def _unfitting(read: Opened) -> Iterator[Finding]:
    """What can be read but does not belong together."""
    yield from read.head.strays()
    yield from _unfitting_merges(read)
    yield from _unfitting_law(read.head.all(RulingRecord))
    twice = Counter(rows.all(Game)[0].pk for rows in read.games)
    used: set[Any] = set()
    for place, rows in enumerate(read.games):
        pointer, (game,) = step("/games", place), rows.all(Game)
        game.club = read.head.all(Club)[0]
        if twice[game.pk] > 1:
            yield Finding("twice", pointer, _("Diese Partie steht zweimal im Archiv."))
        else:
            yield from _ids_used(rows, used, pointer)
        yield from rows.strays(read.head)
        yield from _unfitting_seats(rows, pointer)
        _know_rulings(rows, read.head)
        yield from _unfitting_rules(game, pointer)


def _ids_used(rows: Rows, used: set[Any], pointer: str) -> Iterator[Finding]:
    """Ids that stand twice in a game, or in one before it."""
    ids = rows.ids()
    if max(ids.values(), default=0) > 1 or not used.isdisjoint(ids):
        yield id_taken(pointer)
    used.update(ids)


def _unfitting_merges(read: Opened) -> Iterator[Finding]:
    """Merges that stand twice for a player, or of one who stands for himself."""
    merged = {row.pk for row in read.head.all(Player) if row.merged_into_id is not None}
    standing = Counter(row.player_id for row in read.head.all(Merge) if row.undone_at is None)
    text = _("Diese Zusammenlegung passt nicht zu den Personen des Archivs.")
    for place, merge in enumerate(read.head.all(Merge)):
        fits = merge.player_id in merged and standing[merge.player_id] == 1
        if merge.undone_at is None and not fits:
            yield Finding("merge_unfitting", step("/merges", place), text)


def _unfitting_law(rulings: list[RulingRecord]) -> Iterator[Finding]:
    """Rulings that take the place of themselves, of one together, or say nothing."""
    replaced = Counter({ruling.pk: ruling.supersedes_id for ruling in rulings}.values())
    for place, ruling in enumerate(rulings):
        pointer, old = step("/rulings", place), ruling.supersedes_id
        if old is not None and (old == ruling.pk or replaced[old] > 1):
            text = _("Der Entscheid, an dessen Stelle dieser tritt, fehlt im Archiv.")
            yield Finding("unknown", f"{pointer}/supersedes", text)
        if not _is_said(ruling.said):
            text = _("Dieser Entscheid ist unlesbar.")
            yield Finding("unreadable_value", f"{pointer}/said", text)
        if ruling.basis == RulingRecord.Basis.OVERRULED and not ruling.reason:
            text = _("Hier fehlt, warum anders entschieden wurde.")
            yield Finding("words_needed", f"{pointer}/reason", text)


def _is_said(said: object) -> bool:
    """Whether a ruling is there in each language of the books, with all that a page shows."""
    told = said if isinstance(said, dict) else {}
    in_each = (isinstance(one, dict) and one.keys() >= SAID for one in told.values())
    return told.keys() >= in_books() and all(in_each)


def _unfitting_seats(rows: Rows, pointer: str) -> Iterator[Finding]:
    seats = rows.all(Seat)
    given = [row.seat for found in rows.of.values() for row in found if hasattr(row, "seat")]
    nobody = any(seat is not None and seat >= len(seats) for seat in given)
    if nobody or [seat.index for seat in seats] != list(range(len(seats))) or not seats:
        yield Finding("unknown_seat", f"{pointer}/seats", _("Diesen Platz gibt es nicht."))


def _know_rulings(rows: Rows, head: Rows) -> None:
    """Disputes and versions get the rulings that they name."""
    known = {ruling.pk: ruling for ruling in head.all(RulingRecord)}
    named: list[Any] = [*rows.all(Dispute), *rows.all(DisputeStep), *rows.all(HandEntry)]
    for row in named:
        if row.ruling_id in known:
            row.ruling = known[row.ruling_id]


def _unfitting_rules(game: Game, pointer: str) -> Iterator[Finding]:
    try:
        profile = profile_from_json(game.profile)
    except (ProfileError, KeyError, TypeError, ValueError):
        yield Finding("unknown_profile", f"{pointer}/profile", _("Diese Regeln sind nicht lesbar."))
        return
    if profile.gone:
        text = _("Diese Regeln kennt nur eine neuere Version: %(rules)s.")
        told = {"rules": ", ".join(profile.gone)}
        yield Finding("unknown_switch", f"{pointer}/profile/values", text % told)
    if profile.game not in GAMES or profile.game != game.variant:
        text = _("Dieses Spiel ist hier nicht bekannt.")
        yield Finding("unknown_game", f"{pointer}/variant", text)


Facts = dict[str, Any]
Known = Mapping[tuple[type[models.Model], str], Any]
"""The rows behind records, by table and id."""


def chain_findings(game: Game, rows: Rows, pointer: str) -> Iterator[Finding]:
    """Every place where the chain is broken, or a row says something else than its record."""
    try:
        yield from _chain(game, rows.all(GameRecord), pointer)
        yield from _rows(rows, pointer)
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
            text = _("Eintrag %(place)s des Protokolls wurde verändert.")
            where = step(pointer, "records") + fault.pointer
            yield Finding("hash_broken", where, text % {"place": fault.params["seq"]})


def _check_shape(payload: Facts) -> None:
    named = all([type(part) for part in move] == [str, str] for move in payload["states"])
    if not (isinstance(payload["facts"], dict) and named):
        raise TypeError("a record has facts and states")


def _rows(rows: Rows, pointer: str) -> Iterator[Finding]:
    known, records = rows.by_id(), rows.all(GameRecord)
    elsewhere = rows.withheld | ledger.withheld(records)
    for place, record in enumerate(records):
        told = record.payload["facts"]
        now = _now(known, record)
        if now is None or (record.kind == "predicted" and not now and told["id"] in elsewhere):
            continue
        if differing := ledger.differing(told, now):
            text = _("%(what)s sagt etwas anderes als das Protokoll: %(members)s.") % {
                "what": f"{record.kind} {told['id']}",
                "members": ", ".join(differing),
            }
            yield Finding("row_changed", step(step(pointer, "records"), place), text)


def _now(known: Known, record: GameRecord) -> Facts | None:
    """What the row behind a record says: nothing where it is missing, None where there is none."""
    source = ledger.SOURCES.get(record.kind)
    if source is None:
        return None
    found = known.get((source.model, record.payload["facts"]["id"]))
    return {} if found is None else source.facts(found)


def continued(game: Game, rows: Rows, *, origin: Facts) -> None:
    """End the chain with a record of where the game comes from.

    The hashes before it stay as they are, unless the ids were changed: those of a copy are
    computed again over the same records.
    """
    known = rows.by_id()
    chain = [(record.kind, _retold(known, record)) for record in rows.all(GameRecord)]
    rows.of[GameRecord] = list(
        _linked(game, [*chain, (ledger.IMPORTED, {"facts": origin, "states": []})])
    )


def _retold(known: Known, record: GameRecord) -> Facts:
    """A record with the digest of its free text, which is bound to an id; a blanked one stays."""
    now = _now(known, record) or {}
    digest = {"reason": now["reason"]} if now.get("reason") else {}
    return {**record.payload, "facts": {**record.payload["facts"], **digest}}


def _linked(game: Game, chain: Iterable[tuple[str, Facts]]) -> Iterator[GameRecord]:
    previous = ""
    for seq, (kind, payload) in enumerate(chain, start=1):
        link = ledger.chained(game.pk, seq, kind, payload, previous)
        yield GameRecord(
            game=game, seq=seq, kind=kind, payload=payload, previous=previous, hash=link
        )
        previous = game.ledger_hash = link
        game.ledger_seq = seq
