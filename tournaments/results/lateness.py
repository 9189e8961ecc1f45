"""A sheet that was handed in too late: said by the direction, never by a clock.

A clock would know when numbers reached the program, and not when the sheet reached the office.
"""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.core.errors import Conflict
from jassclub.core.rows import save_fields
from tournaments.core.selectors import log, results_revised, words
from tournaments.format.pure import LateResult
from tournaments.format.selectors import format_of
from tournaments.results.sheets import held_passe, refuse_called_off, refuse_own_table
from tournaments.rounds.models import Passe


@transaction.atomic
def mark_late(*, actor: Actor, passe_id: UUID, late: bool, reason: str) -> Passe:
    """The sheet of this table came too late, or did not after all; the regulation says what that
    costs. Conflict where it costs nothing. Twice is once."""
    passe = held_passe(actor, passe_id, Role.DIRECTOR)
    tournament, number = passe.round.tournament, passe.round.number
    refuse_called_off(tournament)
    refuse_own_table(actor, passe)
    if format_of(tournament).ranking.late is LateResult.COUNTS:
        raise Conflict(
            "late_counts", _("Nach dem Reglement zählt ein verspätetes Blatt wie jedes andere.")
        )
    said = words(reason)
    if passe.late != late:
        save_fields(passe, late=late)
        facts = {"round": number, "table": passe.table.number}
        log(tournament, "late" if late else "in_time", actor=actor, facts=facts, reason=said)
        results_revised(tournament, since=number, actor=actor, reason=said)
    return passe
