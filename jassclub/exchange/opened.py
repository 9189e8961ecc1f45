"""An archive as it was sent: its shape, and whether its parts belong together."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from jassclub.clubs.models import Club, KittyBooking, KittyEntry, Merge, Player, Season
from jassclub.core.errors import Finding, step
from jassclub.exchange.archive import FORMAT
from jassclub.exchange.archive_refusals import (
    checked,
    id_taken,
    refuse_unfitting,
    refuse_unreadable,
    unknown,
)
from jassclub.exchange.members import Document, Rows
from referee.models import RulingRecord
from referee.rules.profile import ProfileError, profile_from_json
from referee.rulings.facts import LANGUAGES
from scoring.claims.models import Dispute, DisputeStep, HandEntry, Penalty
from scoring.core.models import Game, Hand, Seat
from scoring.games.registry import GAMES
from tournaments.seasons.balances import OpeningBalance, SeasonOpening

PARTS: tuple[tuple[str, type[models.Model]], ...] = (
    ("players", Player),
    ("seasons", Season),
    ("openings", SeasonOpening),
    ("merges", Merge),
    ("kitty", KittyBooking),
    ("rulings", RulingRecord),
)
"""Members of an archive beside the games, in the order in which they are taken in."""


SAID = {"verdict", "text", "effects", "options", "answer", "cites", "question", "readings"}
"""Members that every ruling has."""


@dataclass
class Opened:
    """An archive that can be read."""

    whole: Document
    club: Document
    told: list[Document]
    """The games as they were sent, and in the same order their rows."""
    games: list[Rows] = field(default_factory=list)
    head: Rows = field(default_factory=Rows)
    """All that belongs to the club and to no game."""


def opened(archive: object) -> Opened:
    """Read an archive; raises DomainError for unreadable values, Invalid for the rest."""
    whole = checked(archive, form=FORMAT, refusal=_("Das ist kein Archiv von Jassclub."))
    read = Opened(whole, whole.get("club", {}), _listed(whole, "games"))
    _read_head(read)
    for place, told in enumerate(read.told):
        rows = Rows()
        rows.read(Game, told, step("/games", place))
        read.games.append(rows)
    refuse_unreadable([*read.head.faults, *(f for rows in read.games for f in rows.faults)])
    refuse_unfitting(_unfitting(read))
    return read


def _read_head(read: Opened) -> None:
    club = read.head.read(Club, read.club, "/club")
    for name, model in PARTS:
        for place, told in enumerate(_listed(read.whole, name)):
            above = {} if club is None else {"club": club}
            read.head.read(model, told, step(f"/{name}", place), **above)


def _listed(archive: Mapping[str, Any], name: str) -> list[Any]:
    items = archive.get(name)
    if isinstance(items, list):
        return items
    raise unknown(f"/{name}", _("Hier gehört eine Liste hin."))


def _unfitting(read: Opened) -> Iterator[Finding]:
    """What can be read but does not belong together."""
    known = {
        "player": {row.pk for row in read.head.all(Player)},
        "season": {row.pk for row in read.head.all(Season)},
    }
    yield from _unfitting_people(read, known["player"])
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
        if game.season_id is not None and game.season_id not in known["season"]:
            yield Finding("unknown", f"{pointer}/season", _("Diese Saison fehlt im Archiv."))
        yield from _unfitting_seats(rows, known["player"], pointer)
        yield from _unfitting_rulings(rows, read.head, pointer)
        yield from _unfitting_rules(game, pointer)


def _ids_used(rows: Rows, used: set[Any], pointer: str) -> Iterator[Finding]:
    """Ids that stand twice in a game, or in one before it."""
    ids = Counter((model, row.pk) for model, found in rows.of.items() for row in found if row.pk)
    if max(ids.values(), default=0) > 1 or not used.isdisjoint(ids):
        yield id_taken(pointer)
    used.update(ids)


def _unfitting_people(read: Opened, players: set[Any]) -> Iterator[Finding]:
    text = _("Diese Person fehlt im Archiv.")
    for name, model in PARTS:
        for place, row in enumerate(read.head.all(model)):
            for key in ("player_id", "into_id", "merged_into_id"):
                if getattr(row, key, None) not in {None, *players}:
                    yield Finding("unknown", f"/{name}/{place}/{key.removesuffix('_id')}", text)
    for entry in read.head.all(KittyEntry):
        if entry.player_id not in {None, *players}:
            yield Finding("unknown", "/kitty", text)
    for balance in read.head.all(OpeningBalance):
        if balance.player_id not in players:
            yield Finding("unknown", "/openings", text)


def _unfitting_merges(read: Opened) -> Iterator[Finding]:
    """Merges that stand twice for a player, or of one who stands for himself."""
    merged = {row.pk for row in read.head.all(Player) if row.merged_into_id is not None}
    standing = [merge.player_id for merge in read.head.all(Merge) if merge.undone_at is None]
    text = _("Diese Zusammenlegung passt nicht zu den Personen des Archivs.")
    for place, merge in enumerate(read.head.all(Merge)):
        fits = merge.player_id in merged and standing.count(merge.player_id) == 1
        if merge.undone_at is None and not fits:
            yield Finding("merge_unfitting", step("/merges", place), text)


def _unfitting_law(rulings: list[RulingRecord]) -> Iterator[Finding]:
    """Rulings that take the place of none that is there, of one together, or say nothing."""
    known = {ruling.pk for ruling in rulings}
    replaced = Counter({ruling.pk: ruling.supersedes_id for ruling in rulings}.values())
    for place, ruling in enumerate(rulings):
        pointer, old = step("/rulings", place), ruling.supersedes_id
        if old is not None and (old not in known or old == ruling.pk or replaced[old] > 1):
            text = _("Der Entscheid, an dessen Stelle dieser tritt, fehlt im Archiv.")
            yield Finding("unknown", f"{pointer}/supersedes", text)
        if not _is_said(ruling.said):
            yield Finding(
                "unreadable_value", f"{pointer}/said", _("Dieser Entscheid ist unlesbar.")
            )
        if ruling.basis == RulingRecord.Basis.OVERRULED and not ruling.reason:
            text = _("Hier fehlt, warum anders entschieden wurde.")
            yield Finding("words_needed", f"{pointer}/reason", text)


def _is_said(said: object) -> bool:
    """Whether a ruling is there in every language, with all that a page shows of it."""
    told = said if isinstance(said, dict) else {}
    return all(isinstance(told.get(lang), dict) and told[lang].keys() >= SAID for lang in LANGUAGES)


def _unfitting_seats(rows: Rows, players: set[Any], pointer: str) -> Iterator[Finding]:
    seats, hands = rows.all(Seat), {hand.pk for hand in rows.all(Hand)}
    for place, seat in enumerate(seats):
        if seat.player_id not in players:
            yield Finding(
                "unknown", f"{pointer}/seats/{place}/player", _("Diese Person fehlt im Archiv.")
            )
    for place, penalty in enumerate(rows.all(Penalty)):
        if penalty.hand_id is not None and penalty.hand_id not in hands:
            text = _("Dieses Spiel fehlt in der Partie.")
            yield Finding("unknown", f"{pointer}/penalties/{place}/hand", text)
    given = [row.seat for found in rows.of.values() for row in found if hasattr(row, "seat")]
    nobody = any(seat is not None and seat >= len(seats) for seat in given)
    if nobody or [seat.index for seat in seats] != list(range(len(seats))) or not seats:
        yield Finding("unknown_seat", f"{pointer}/seats", _("Diesen Platz gibt es nicht."))


def _unfitting_rulings(rows: Rows, head: Rows, pointer: str) -> Iterator[Finding]:
    """Disputes and versions that name a ruling which is not there; the others get theirs."""
    known = {ruling.pk: ruling for ruling in head.all(RulingRecord)}
    named: list[Any] = [*rows.all(Dispute), *rows.all(DisputeStep), *rows.all(HandEntry)]
    for row in named:
        if row.ruling_id in known:
            row.ruling = known[row.ruling_id]
        elif row.ruling_id is not None:
            yield Finding("unknown", pointer, _("Dieser Entscheid fehlt im Archiv."))
    entries = {entry.pk for entry in rows.all(HandEntry)}
    if any(step_.entry_id not in {None, *entries} for step_ in rows.all(DisputeStep)):
        yield Finding("unknown", pointer, _("Dieses Spiel fehlt in der Partie."))


def _unfitting_rules(game: Game, pointer: str) -> Iterator[Finding]:
    try:
        profile = profile_from_json(game.profile)
    except (ProfileError, KeyError, TypeError, ValueError):
        yield Finding("unknown_profile", f"{pointer}/profile", _("Diese Regeln sind nicht lesbar."))
        return
    if profile.game not in GAMES or profile.game != game.variant:
        yield Finding(
            "unknown_game", f"{pointer}/variant", _("Dieses Spiel ist hier nicht bekannt.")
        )
