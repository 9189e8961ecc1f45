"""Spreadsheets of past evenings: looked at first, taken in when somebody says so."""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import chain
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.services.people import add_player, tidy
from jassclub.core.errors import Conflict, Finding, Invalid
from jassclub.core.rows import save_fields
from jassclub.core.speaking import spoken
from jassclub.exchange.doubts import Doubts, Persons, refuse_errors
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.past_games import NAMED, PastGame, Reading, read_evenings
from jassclub.exchange.reading import columns_of
from jassclub.exchange.seasons.sheets import Answers, accept_seasons, kept_lines
from jassclub.exchange.seasons.sums import Holds
from jassclub.exchange.shapes.registry import shape_of
from jassclub.exchange.sheets import Lines, read
from referee.rules.profile import Profile, load_profile
from scoring.claims.entries import record_hand
from scoring.claims.models import HandEntry
from scoring.core.models import Game
from scoring.core.rules import agreed_profile
from scoring.games.registry import GAMES
from scoring.tables.games import close_game, open_game
from scoring.tables.pages.variants import often, playable

DEFAULT_PROFILE = "differenzler-offen"
TITLES, SHORT = 5, 4
"""Lines of a sheet among which its title is looked for: a cell that stands alone."""
People = Mapping[str, UUID | None]
"""Name in the spreadsheet -> the player who is meant, None for somebody new."""


@transaction.atomic
def preview_spreadsheet(
    *, actor: Actor, club_id: UUID, content: bytes | Lines, filename: str = "", profile: str = ""
) -> SpreadsheetPreview:
    """Keep a spreadsheet to be looked at; the same one is kept once. Role: scribe.

    Without a `profile` it is read by the game that it names itself. Invalid for a file that is no
    spreadsheet.
    """
    club = clubs.get_club(actor, club_id, Role.SCRIBE)
    sheet = read(content)
    slug = profile or _told_game(sheet, filename)
    agreed_profile(slug, club.profile_layer, {})
    kept = kept_lines(sheet, club_id)
    # Race: the same file sent twice at once; the second gets the preview of the first.
    found, _made = SpreadsheetPreview.objects.get_or_create(
        club=club,
        digest=sha256(slug.encode() + b"\n" + sheet.source).hexdigest(),
        defaults={
            "filename": filename.strip()[:120],
            "profile": slug,
            "encoding": sheet.encoding,
            **kept,
            "garbled": sorted(sheet.garbled),
            "created_by": str(actor),
        },
    )
    return found


def _told_game(sheet: Lines, filename: str) -> str:
    """The rules of the game that the titles of a file name: one that many play before others."""
    heads = [cells for _name, lines in sheet.sheets for _number, cells in lines[:TITLES]]
    alone = [text for cells in heads if len(text := [cell for cell in cells if cell]) == 1]
    titles = " ".join(map(str, [filename, *(name for name, _ in sheet.sheets), *chain(*alone)]))
    titles = titles.replace("_", " ").casefold()
    known = _game_names()
    told: dict[str, str] = {}
    for name in sorted(known, key=len, reverse=True):
        # A long one may go on («Molotowabende»), and what it holds is no other game's name.
        goes_on = "" if len(name) > SHORT else r"(?!\w)"
        titles, times = re.subn(rf"(?<!\w){re.escape(name)}{goes_on}", "", titles)
        if times:
            told.setdefault(known[name].game, known[name].slug)
    many_play = {load_profile(slug).game for slug in often(spoken())} & told.keys()
    games = list(many_play or told)
    return told[games[0]] if len(games) == 1 else DEFAULT_PROFILE


def _game_names() -> Mapping[str, Profile]:
    """What games are called, each with the rules that many play, else the first there are."""
    profiles = [*map(load_profile, often(spoken())), *playable()]
    rules = {profile.game: profile for profile in reversed(profiles)}
    titles = [(str(GAMES[game].title), of) for game, of in rules.items()]
    titles += [(_(title), of) for title, of in titles]
    more = [(name, of) for game, of in rules.items() for name in (game, *GAMES[game].names)]
    named = [*titles, *more, *((of.title, of) for of in profiles)]
    return {name.casefold(): of for name, of in reversed(named) if any(map(str.isalpha, name))}


def preview_of(actor: Actor, club_id: UUID, preview_id: UUID) -> SpreadsheetPreview:
    """A spreadsheet that waits or was taken in. Role: scribe."""
    clubs.get_club(actor, club_id, Role.SCRIBE)
    kept = SpreadsheetPreview.objects.select_related("club").filter(club_id=club_id)
    return clubs.found(kept, preview_id)


def reading_of(preview: SpreadsheetPreview, said: Mapping[str, UUID] | None = None) -> Reading:
    """What stands in a spreadsheet of evenings and what is doubtful about it, as of now."""
    if preview.accepted_at is not None or preview.sheets is not None:
        return Reading([], [])
    return read_evenings(
        _sheet(preview),
        club=preview.club,
        profile=agreed_profile(preview.profile, preview.club.profile_layer, {}),
        persons=Persons.of(preview.club_id, said=said or {}),
        today=timezone.localdate(),
    )


@transaction.atomic
def accept_spreadsheet(
    *,
    actor: Actor,
    club_id: UUID,
    preview_id: UUID,
    people: People | None = None,
    leave_out_faulty: bool = False,
) -> SpreadsheetPreview:
    """Write the games of a spreadsheet as sheets of paper, closed; a second time does nothing.

    With errors it is refused (Invalid, all of them), unless the hands that have one are to be
    left out. Role: scribe; nobody types the sheet of a table at which he sat.
    """
    preview = preview_of(actor, club_id, preview_id)
    # Two acceptances queue here; the second finds it done.
    preview = SpreadsheetPreview.objects.select_for_update(of=("self",)).get(pk=preview.pk)
    if preview.accepted_at is not None:
        return preview
    meant = _meant(actor, preview, people or {})
    reading = reading_of(preview, meant)
    taken = [game for game in reading.games if game.hands]
    refuse_errors(
        reading.errors,
        _("Diese Zeilen müssen zuerst stimmen, oder ihre Spiele werden ausgelassen."),
        left_out=leave_out_faulty and taken,
    )
    if not taken:
        raise Invalid.at("", "nothing_to_take", _("In dieser Tabelle steht kein Spiel."))
    _refuse_own_table(actor, reading)
    preview.games = [str(_write(actor, preview, game).pk) for game in taken]
    preview.added = [str(meant[name]) for name, ident in (people or {}).items() if ident is None]
    preview.left_out = sum(game.faulty for game in reading.games)
    preview.accepted_at, preview.accepted_by = timezone.now(), str(actor)
    preview.lines = []
    preview.save()
    return preview


def take_over(
    *,
    actor: Actor,
    club_id: UUID,
    preview_id: UUID,
    people: People,
    leave_out_faulty: bool,
    hands: int,
    labels: Mapping[int, str],
    former: Sequence[str],
    holds: Holds | None = None,
) -> SpreadsheetPreview:
    """Take a spreadsheet in, whichever it is: evenings (`accept_spreadsheet`, role scribe), or
    whole seasons by the answers to their questions (`accept_seasons`, role director).

    `former`: names of people to be added who are not in the club any more.
    """
    preview = preview_of(actor, club_id, preview_id)
    if preview.sheets is None:
        if holds or hands or labels or former:
            text = _("In dieser Datei stehen Abende: nach Saisons wird nicht gefragt.")
            raise Invalid.at("", "no_seasons", text)
        return accept_spreadsheet(
            actor=actor,
            club_id=club_id,
            preview_id=preview_id,
            people=people,
            leave_out_faulty=leave_out_faulty,
        )
    new = {name: True for name, ident in people.items() if ident is None}
    return accept_seasons(
        actor=actor,
        club_id=club_id,
        preview_id=preview_id,
        answers=Answers(
            holds=holds,
            hands=hands,
            labels=labels,
            people={name: ident for name, ident in people.items() if ident is not None},
        ),
        new=new | dict.fromkeys(former, False),
        leave_out_faulty=leave_out_faulty,
    )


@transaction.atomic
def correct_cells(
    *, actor: Actor, club_id: UUID, preview_id: UUID, cells: Mapping[tuple[int, str], str]
) -> SpreadsheetPreview:
    """Other words in cells (by line and column) of a spreadsheet that waits. Role: scribe."""
    kept = preview_of(actor, club_id, preview_id)
    # Race: another phone corrects, or takes it in, meanwhile; one after the other.
    preview = SpreadsheetPreview.objects.select_for_update(of=("self",)).get(pk=kept.pk)
    if preview.accepted_at is not None:
        raise Conflict("accepted", _("Diese Tabelle ist schon übernommen."))
    shape = shape_of(agreed_profile(preview.profile, preview.club.profile_layer, {}))
    places = columns_of(_sheet(preview), shape.columns, Doubts()).places
    rows = {line: [*told] for line, told in preview.lines}
    for (line, column), words in cells.items():
        if line not in rows or column not in places:
            raise Invalid.at("/cells", "unknown_cell", _("Diese Zelle gibt es nicht."))
        row, at = rows[line], places[column][0]
        row += [None] * (at + 1 - len(row))
        row[at] = words.strip() or None
    save_fields(preview, lines=[*rows.items()])
    return preview


@transaction.atomic
def discard_preview(*, actor: Actor, club_id: UUID, preview_id: UUID) -> None:
    """Forget a spreadsheet that was not taken in. Role: scribe."""
    preview = preview_of(actor, club_id, preview_id)
    if preview.accepted_at is not None:
        raise Conflict("accepted", _("Diese Tabelle ist schon übernommen."))
    preview.delete()


def _sheet(preview: SpreadsheetPreview) -> Lines:
    return Lines([*map(tuple, preview.lines)], preview.encoding, set(preview.garbled))


def _meant(actor: Actor, preview: SpreadsheetPreview, people: People) -> dict[str, UUID]:
    """Whom the organiser means; new people are added now."""
    shape = shape_of(agreed_profile(preview.profile, preview.club.profile_layer, {}))
    columns = columns_of(_sheet(preview), shape.columns, Doubts())
    names = {
        tidy(str(columns.of(cells, column) or ""))
        for _line, cells in preview.lines
        for column in NAMED
    }
    if any(tidy(name) not in names for name in people):
        raise Invalid.at("/people", "unknown_name", _("Diesen Namen gibt es in der Tabelle nicht."))
    return {
        name: ident or add_player(actor=actor, club_id=preview.club_id, name=name).pk
        for name, ident in people.items()
    }


def _refuse_own_table(actor: Actor, reading: Reading) -> None:
    text = _("An diesem Tisch hast du mitgespielt: das Blatt übernimmt jemand anders.")
    own = [
        Finding("own_table", f"/lines/{game.line}", text)
        for game in reading.games
        if actor.user_id is not None and actor.user_id in {p.user_id for p in game.players}
    ]
    Invalid.raise_for(own, text)


def _write(actor: Actor, preview: SpreadsheetPreview, past: PastGame) -> Game:
    club, day = preview.club, past.day
    season = club.seasons.filter(starts__lte=day, ends__gte=day).order_by("starts").first()
    game = open_game(
        actor=actor,
        club_id=club.pk,
        season_id=None if season is None else season.pk,
        profile_slug=preview.profile,
        player_ids=[player.pk for player in past.players],
        played_on=day,
        label=past.table[:80],
        house_rules=past.house_rules or None,
    )
    for hand in past.hands:
        record_hand(
            actor=actor,
            game_id=game.pk,
            number=hand.number,
            slip=hand.slip,
            source=HandEntry.Source.PAPER,
        )
    return close_game(actor=actor, game_id=game.pk)
