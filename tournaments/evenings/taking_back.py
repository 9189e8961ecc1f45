"""Evenings in the history of an office: dates, tables, who was there, who sits apart."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player, Role
from jassclub.clubs.rights import require_role
from jassclub.clubs.services.people import added, removed
from jassclub.clubs.services.undoing import Way
from jassclub.core.errors import Conflict
from jassclub.core.rows import save_version
from scoring.core.models import Game
from scoring.tables import office_deeds
from tournaments.evenings.models import Apart, Evening
from tournaments.evenings.selectors import games_on, presence
from tournaments.evenings.services import call_off, keep_apart, say

TRACKED = ("day", "begins_at", "place", "cancelled")


def _call_off(actor: Actor, evening: Evening, values: dict[str, Any]) -> None:
    call_off(actor=actor, evening_id=evening.pk, cancelled=values["cancelled"])


def _take_out(actor: Actor, evening: Evening) -> None:
    """A date goes that was planned by mistake. Conflict where somebody has said anything of it."""
    require_role(actor, evening.club_id, Role.SCRIBE)
    used = evening.draft or evening.drawn or evening.attendances.exists()
    if used or games_on(evening).exists():
        text = _("Am %(day)s ist schon etwas eingetragen; sag den Abend ab.")
        raise Conflict("evening_used", text % {"day": date_format(evening.day)})
    removed(evening, actor=actor)


def _put_back(actor: Actor, evening: Evening) -> None:
    if Evening.objects.filter(club=evening.club_id, day=evening.day).exists():
        raise Conflict("already_there", _("Diesen Abend gibt es schon wieder."))
    evening.actor = str(actor)
    added(evening, actor=actor)


def _say(actor: Actor, evening: Evening, values: dict[str, Any]) -> None:
    said = {UUID(player): state or "" for player, state in values.items()}
    say(actor=actor, evening_id=evening.pk, said=said)


def _wishes(one: Player) -> dict[str, bool]:
    return {str(wish.other_id): True for wish in Apart.objects.filter(one=one)}


def _keep_apart(actor: Actor, one: Player, values: dict[str, Any]) -> None:
    for other, apart in values.items():
        keep_apart(actor=actor, club_id=one.club_id, pair=(one.pk, UUID(other)), apart=bool(apart))


def _take_out_table(actor: Actor, game: Game) -> None:
    office_deeds.take_out(actor, game)
    # Race: the next draw is opened meanwhile; one waits for the other.
    rows = Evening.objects.select_for_update(of=("self",), no_key=True)
    for evening in rows.filter(club=game.club_id, day=game.played_on):
        for draw in evening.drawn:
            if str(game.pk) in draw.get("games", ()):
                draw["games"].remove(str(game.pk))
        # Without a table nobody has sat out.
        save_version(evening, drawn=[draw for draw in evening.drawn if draw.get("games") != []])


WAY = Way(model=Evening, role=Role.SCRIBE, change=_call_off, take_out=_take_out, put_back=_put_back)
PRESENCE = Way(name="attendance", model=Evening, role=Role.SCRIBE, change=_say, stands=presence)
WISHES = Way(name="apart", model=Player, role=Role.SCRIBE, change=_keep_apart, stands=_wishes)
TABLES = replace(office_deeds.WAY, take_out=_take_out_table)
