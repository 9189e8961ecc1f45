"""Penalty points: given and cancelled by the direction, at any time, also after the last round.

They belong to an entry and perhaps to a round, never to a table, so a new draw leaves them alone.
One without a round counts from the moment it was given: rankings of rounds that were closed before
stay without it, even where a correction makes a further revision. Only that of the last round of
the event, which is final, takes in what is given after it.
"""

from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Finding, Invalid, NotAllowed, NotFound
from jassclub.core.rows import first_or, save_fields
from jassclub.core.typography import printed
from tournaments.core.models import Tournament
from tournaments.core.selectors import directed, log, results_revised, words
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entry_in
from tournaments.format.selectors import format_of
from tournaments.results.models import PenaltyPoints
from tournaments.results.selectors import is_among

MOST = 10_000
"""Points that one penalty can cost."""


@transaction.atomic
def give_penalty(
    *,
    actor: Actor,
    tournament_id: UUID,
    number: int,
    points: int,
    reason: str,
    round_number: int | None = None,
    article: str = "",
) -> PenaltyPoints:
    """Take points from an entry (put them on where the lowest wins), for a round or the whole."""
    tournament = directed(actor, tournament_id)
    entry = entry_in(tournament, number, pointer="/number")
    _refuse_own(actor, entry)
    _check(tournament, points, round_number)
    given = PenaltyPoints.objects.create(
        club_id=tournament.club_id,
        entry=entry,
        round_number=round_number,
        points=points,
        article=article,
        reason=words(reason),
        actor=str(actor),
    )
    _done(tournament, "penalty", given, actor=actor, reason=given.reason)
    return given


@transaction.atomic
def cancel_penalty(
    *, actor: Actor, tournament_id: UUID, penalty_id: UUID, reason: str
) -> PenaltyPoints:
    """It was wrong: it stays readable and costs nothing any more. Twice is once."""
    given = PenaltyPoints.objects.filter(pk=penalty_id, entry__tournament_id=tournament_id)
    found = first_or(
        given.select_related("entry"),
        NotFound("penalty_not_found", _("Diese Strafe gibt es nicht.")),
    )
    tournament = directed(actor, found.entry.tournament_id)
    found = given.select_related("entry__player").get()
    _refuse_own(actor, found.entry)
    said = words(reason)
    if found.cancelled_at is None:
        save_fields(
            found, cancelled_at=timezone.now(), cancelled_by=str(actor), cancelled_reason=said
        )
        _done(tournament, "penalty_cancelled", found, actor=actor, reason=said)
    return found


def _refuse_own(actor: Actor, entry: Entry) -> None:
    """What a partner or a mate of the team is fined, the own side is fined."""
    people = [entry, *(entry.team.entries.all() if entry.team else ())]
    if is_among(actor, people):
        raise NotAllowed(
            "own_penalty", _("Über die eigenen Strafpunkte entscheidet jemand anders.")
        )


def _check(tournament: Tournament, points: int, round_number: int | None) -> None:
    wrong = []
    if not 1 <= points <= MOST:
        wrong.append(
            Finding(
                "out_of_range",
                "/points",
                _("Zwischen 1 und %(most)s Punkten.") % {"most": printed(MOST)},
            )
        )
    if round_number is not None and not 1 <= round_number <= format_of(tournament).rounds:
        wrong.append(Finding("no_such_round", "/round", _("Diese Runde gibt es nicht.")))
    Invalid.raise_for(wrong, _("Diese Angaben stimmen nicht."))


def _done(
    tournament: Tournament, kind: str, given: PenaltyPoints, *, actor: Actor, reason: str
) -> None:
    log(
        tournament,
        kind,
        actor=actor,
        facts={"entry": given.entry.number, "round": given.round_number, "points": given.points},
        reason=reason,
    )
    since = given.round_number or _first_after(tournament, given)
    # Rankings hang on walls: what somebody was fined for stays with the penalty.
    results_revised(tournament, since=since, actor=actor, reason=_("Strafpunkte"))


def _first_after(tournament: Tournament, given: PenaltyPoints) -> int:
    """The first round whose ranking knows of a penalty without a round."""
    before = tournament.rounds.filter(closed_at__lt=given.at).aggregate(last=Max("number"))["last"]
    return min((before or 0) + 1, format_of(tournament).rounds)
