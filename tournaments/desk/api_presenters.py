"""What tournaments look like from outside."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from django.utils import timezone
from rest_framework import serializers

from jassclub.api.serializers import JSONObjectField
from tournaments.core.models import LogRecord, Tournament
from tournaments.core.names import Calling
from tournaments.core.selectors import sheet_that_counts
from tournaments.core.suspense import is_shown
from tournaments.draw.pure import commitment
from tournaments.entries.models import Entry, Team, Wish
from tournaments.format.pure import Format
from tournaments.results.selectors import is_sealed
from tournaments.rounds.models import Draw, Passe, Round, Sitting


class TournamentOut(serializers.Serializer[Any]):
    """A tournament. `commitment` is the hash of the seed of all lots, `seed` is null before the
    end; `places` counts entries by their state."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    club = serializers.UUIDField()
    season = serializers.UUIDField(allow_null=True)
    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField()
    played_on = serializers.DateField()
    begins_at = serializers.TimeField(allow_null=True)
    state = serializers.ChoiceField(Tournament.State.choices)
    preset = serializers.CharField()
    format = JSONObjectField()
    capacity = serializers.IntegerField(allow_null=True)
    sign_up_until = serializers.DateTimeField(allow_null=True)
    public = serializers.BooleanField()
    season_final = serializers.BooleanField()
    commitment = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    drawn_number = serializers.IntegerField(allow_null=True)
    revealed_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    places = serializers.DictField(child=serializers.IntegerField())


def tournament_out(tournament: Tournament) -> dict[str, Any]:
    """A tournament; the seed only when nothing can be drawn with it any more."""
    ended = tournament.state == Tournament.State.FINISHED
    return {
        "id": tournament.pk,
        "version": tournament.version,
        "club": tournament.club_id,
        "season": tournament.season_id,
        "slug": tournament.slug,
        "name": tournament.name,
        "place": tournament.place,
        "played_on": tournament.played_on,
        "begins_at": tournament.begins_at,
        "state": tournament.state,
        "preset": tournament.preset,
        "format": tournament.format,
        "capacity": tournament.capacity,
        "sign_up_until": tournament.sign_up_until,
        "public": tournament.public,
        "season_final": tournament.season_final,
        "commitment": commitment(tournament.seed),
        "seed": tournament.seed if ended else None,
        "drawn_number": tournament.drawn_number,
        "revealed_at": tournament.revealed_at,
        "finished_at": tournament.finished_at,
        "places": dict(Counter(entry.state for entry in tournament.entries.all())),
    }


class TournamentEntryOut(serializers.Serializer[Any]):
    """Somebody in a tournament. `contact`, `note`, `initials_only` and `minor` are for the
    desk: null for everybody else. Who is not of the club reads initials where they are due.
    `carried` is what was brought along from the qualifying event: `12`, `2000/3`, or nothing."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.UUIDField(allow_null=True)
    team = serializers.IntegerField(allow_null=True)
    kind = serializers.ChoiceField(Entry.Kind.choices)
    state = serializers.ChoiceField(Entry.State.choices)
    card = serializers.IntegerField(allow_null=True)
    carried = serializers.CharField(allow_blank=True)
    contact = serializers.CharField(allow_null=True)
    note = serializers.CharField(allow_null=True)
    initials_only = serializers.BooleanField(allow_null=True)
    minor = serializers.BooleanField(allow_null=True)
    held = serializers.BooleanField()


def entry_out(entry: Entry, *, for_desk: bool) -> dict[str, Any]:
    """An entry, with what only the desk may know if it asks; its tournament knows who reads."""
    called = entry.name if for_desk else Calling(entry.tournament).entry(entry)
    team = entry.team.number if entry.team else None
    return {
        "id": entry.pk,
        "version": entry.version,
        "number": entry.number,
        "name": called,
        "player": entry.player_id,
        "team": team,
        "kind": entry.kind,
        "state": entry.state,
        "card": entry.card,
        "carried": entry.carried,
        "contact": entry.contact if for_desk else None,
        "note": entry.note if for_desk else None,
        "initials_only": entry.initials_only if for_desk else None,
        "minor": entry.minor if for_desk else None,
        "held": entry.held,
    }


class TeamOut(serializers.Serializer[Any]):
    """A pair or a team: numbers of its entries in the order of the line-up."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    entries = serializers.ListField(child=serializers.IntegerField())


def team_out(team: Team, calls: Calling | None = None) -> dict[str, Any]:
    """A team, for the desk or as others call it; its entries may be prefetched."""
    name = calls.team(team) if calls else team.name
    people = sorted(team.entries.all(), key=lambda entry: entry.seat_in_team or 0)
    return {"number": team.number, "name": name, "entries": [p.number for p in people]}


class WishOut(serializers.Serializer[Any]):
    """A wish about the seating. `table` counts from 1, `seat` from 0."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(Wish.Kind.choices)
    entry = serializers.IntegerField()
    other = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)


def wish_out(wish: Wish) -> dict[str, Any]:
    """A wish by the numbers of the entries."""
    return {
        "id": wish.pk,
        "kind": wish.kind,
        "entry": wish.entry.number,
        "other": wish.other.number if wish.other else None,
        "table": None if wish.table is None else wish.table + 1,
        "seat": wish.seat,
    }


class PlannedRoundOut(serializers.Serializer[Any]):
    """A round of a plan, by numbers of entries; tables in the order of their numbers, seats in
    playing order with the sides 0+2 and 1+3."""

    tables = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    sitting_out = serializers.ListField(child=serializers.IntegerField())


class DrawOut(serializers.Serializer[Any]):
    """A version of the plan. `rounds` holds those that are called; all of them for the desk.
    `asked` and the seed, shown at the end, make the same plan again: its `commitment` says which
    seed. Wishes are for the desk (`with_wishes`: there are some), and so is who stands where
    while the ranking is hidden. `certificate` is what an independent count found, repeats and
    the least that any plan has; with fixed pairs `partner_repeats`, and so `meeting_repeats`,
    count partners who stay together as they should.
    """

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    reason = serializers.CharField()
    origin = serializers.CharField()
    played = serializers.IntegerField()
    planned = serializers.IntegerField()
    rounds = PlannedRoundOut(many=True)
    certificate = JSONObjectField()
    asked = JSONObjectField()


STANDING = frozenset({"order", "people", "teams"})
"""What of a draw by rank tells who stands where."""


def draw_out(
    draw: Draw, calls: Calling, *, called: int, for_desk: bool, hidden: int | None = None
) -> dict[str, Any]:
    """A draw; rounds to come are for the desk, since they may still change.

    `hidden` is the first round that the hall may not see.
    """
    return {
        "number": draw.number,
        "at": draw.at,
        "actor": draw.actor,
        "reason": calls.text(draw.reason),
        "origin": draw.origin,
        "played": draw.played,
        "planned": len(draw.rounds),
        "rounds": draw.rounds if for_desk else draw.rounds[:called],
        "certificate": draw.certificate,
        "asked": draw.asked if for_desk else _asked_in_public(draw, called, hidden),
    }


def _asked_in_public(draw: Draw, called: int, hidden: int | None) -> dict[str, Any]:
    by_rank = draw.asked.get("phase", "plan") != "plan"
    veiled = STANDING if by_rank and not (called > draw.played and hidden is None) else frozenset()
    wishes = draw.asked.get("wishes", {})
    shown = {k: v for k, v in draw.asked.items() if k != "wishes" and k not in veiled}
    return {**shown, "with_wishes": any(wishes.values())}


class SittingOut(serializers.Serializer[Any]):
    """A seat (from 0) of a passe; `substitute` plays there for `entry`."""

    seat = serializers.IntegerField()
    entry = serializers.IntegerField()
    substitute = serializers.IntegerField(allow_null=True)
    credited = serializers.ChoiceField(Sitting.Credited.choices)


class PasseOut(serializers.Serializer[Any]):
    """One table in one round. `state` is `open`, `typed`, `contested` or `confirmed`."""

    id = serializers.UUIDField()
    table = serializers.IntegerField()
    table_id = serializers.UUIDField()
    game = serializers.UUIDField(allow_null=True)
    state = serializers.CharField()
    sittings = SittingOut(many=True)


class RoundOut(serializers.Serializer[Any]):
    """A round that was called. The clock runs out at `ends_at`, or stands with `seconds_left`;
    `now` is the clock of the service, so that all displays show the same."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices)
    hands = serializers.IntegerField()
    draw = serializers.IntegerField()
    called_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    seconds_left = serializers.IntegerField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    now = serializers.DateTimeField()
    outstanding = serializers.ListField(child=serializers.IntegerField())
    sitting_out = serializers.ListField(child=serializers.IntegerField())
    passen = PasseOut(many=True)


def round_out(called: Round, passen: list[Passe], *, now: datetime | None = None) -> dict[str, Any]:
    """A round with its passen, which come with their sittings and sheets."""
    return {
        "number": called.number,
        "state": called.state,
        "hands": called.hands,
        "draw": called.draw.number,
        "called_at": called.called_at,
        "started_at": called.started_at,
        "ends_at": called.ends_at,
        "seconds_left": called.seconds_left,
        "closed_at": called.closed_at,
        "now": now or timezone.now(),
        "outstanding": [p.table.number for p in passen if sheet_that_counts(p) is None],
        "sitting_out": [out.entry.number for out in called.sitting_out.select_related("entry")],
        "passen": [passe_out(passe) for passe in passen],
    }


def passe_out(passe: Passe) -> dict[str, Any]:
    """A passe with who sits there."""
    return {
        "id": passe.pk,
        "table": passe.table.number,
        "table_id": passe.table_id,
        "game": passe.game_id,
        "state": passe_state(passe),
        "sittings": [sitting_out(sitting) for sitting in passe.sittings.all()],
    }


def passe_state(passe: Passe) -> str:
    """How far the result of a passe is, by its versions: the one that says most."""
    states = {sheet.state for sheet in passe.sheets.all()}
    return next((s for s in ("contested", "confirmed", "typed") if s in states), "open")


def sitting_out(sitting: Sitting) -> dict[str, Any]:
    """A seat by the numbers of the entries."""
    return {
        "seat": sitting.index,
        "entry": sitting.entry.number,
        "substitute": sitting.substitute.number if sitting.substitute else None,
        "credited": sitting.credited,
    }


class LogOut(serializers.Serializer[Any]):
    """Something that happened; entries are named by number. The hash covers the one before.

    In suspense points and reasons of hidden rounds are left out until the prize-giving. Where two
    type the same paper, the direction alone reads what the first of them wrote. Of money
    and wishes only the desk reads more than that there were some, and why somebody left.
    """

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    facts = JSONObjectField()
    reason = serializers.CharField()
    previous = serializers.CharField()
    hash = serializers.CharField()


FOR_DESK = frozenset({"payment", "wish", "wish_dropped"})
"""Records whose content is nobody else's business."""


def log_out(
    record: LogRecord,
    settings: Format,
    calls: Calling,
    *,
    hidden: int | None = None,
    for_desk: bool = False,
    direction: bool = False,
) -> dict[str, Any]:
    """A record of the log; of results from round `hidden` on, only that there are some."""
    private = record.kind in FOR_DESK and not for_desk
    facts = {} if private else record.payload
    number = facts.get("round") or facts.get("after_round") or 0
    veiled = not is_shown(number, hidden) and ("points" in facts or record.kind == "ranking")
    sealed = not direction and _waits(record, settings)
    untold = veiled or (record.kind == "left" and not for_desk)
    return {
        "seq": record.seq,
        "kind": record.kind,
        "at": record.at,
        "actor": record.actor,
        "facts": {k: v for k, v in facts.items() if k != "points"} if veiled or sealed else facts,
        "reason": "" if untold else calls.text(record.reason),
        "previous": record.previous,
        "hash": record.hash,
    }


def _waits(record: LogRecord, settings: Format) -> bool:
    told = record.payload
    return is_sealed(settings, state=told.get("state"), origin=told.get("origin"))
