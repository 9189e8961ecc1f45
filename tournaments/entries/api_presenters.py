"""What entries, teams and wishes look like from outside."""

from typing import Any

from rest_framework import serializers

from tournaments.entries.models import Entry, Team, Wish
from tournaments.entries.names import Calling


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
