"""What tournaments look like from outside."""

from collections import Counter
from typing import Any

from rest_framework import serializers

from jassclub.api.serializers import JSONObjectField
from tournaments.core.models import LogRecord, Tournament
from tournaments.draw.pure import commitment
from tournaments.entries.names import Calling
from tournaments.format.pure import Format
from tournaments.format.selectors import is_shown
from tournaments.results.selectors import is_sealed


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


class LogOut(serializers.Serializer[Any]):
    """Something that happened; entries are named by number. The hash covers the one before.

    While ranks are hidden, points and reasons of hidden rounds are left out until the
    prize-giving. Where two type the same paper, the direction alone reads what the first of them
    wrote. Of money and wishes only the desk reads more than that there were some, and why
    somebody left.
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
