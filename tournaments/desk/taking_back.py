"""Tournaments in the history of an office: set up, called off, called otherwise."""

from typing import Any

from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.services.undoing import Way
from tournaments.core.models import Tournament
from tournaments.desk.services import cancel, change_tournament

TRACKED = ("name",)


def _set_back(actor: Actor, tournament: Tournament, values: dict[str, Any]) -> None:
    change_tournament(
        actor=actor,
        tournament_id=tournament.pk,
        version=tournament.version,
        values=values,
        reason=_("Zurückgenommen"),
    )


def _take_out(actor: Actor, tournament: Tournament) -> None:
    cancel(actor=actor, tournament_id=tournament.pk, reason=_("Zurückgenommen"))


WAY = Way(model=Tournament, role=Role.DIRECTOR, change=_set_back, take_out=_take_out)
