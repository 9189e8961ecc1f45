"""Rankings: the live one, counted whole again and again, and those that are kept for good.

Nothing is ever added to a ranking: it follows from the sheets that count, so the order in which
they came cannot matter. That of a closed round never changes; what is corrected later makes a
further revision, which says why.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, Literal, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import events
from jassclub.clubs.actors import Actor
from jassclub.core.rows import claimed, save_fields, save_version
from tournaments.core.models import Tournament
from tournaments.core.selectors import log, results_changed
from tournaments.rounds.models import Round
from tournaments.standings.contests import day_of
from tournaments.standings.models import FailedCount, Ranking
from tournaments.standings.rankings import content_of

logger = logging.getLogger(__name__)

T = TypeVar("T")
Kind = Literal["season", "tournament", "game"]
LONGEST = timedelta(minutes=15)
"""The most that something which failed waits: what was wrong with it may have been put right."""


def attempt(kind: Kind, ident: UUID, work: Callable[[], T]) -> T | None:
    """What the work gives, None if it fails; it then rests a minute, twice as long each time."""
    try:
        done = work()
    except Exception as error:
        logger.exception("%s %s could not be counted", kind, ident)
        _set_aside(kind, ident, error)
        return None
    FailedCount.objects.filter(**{kind: ident}).delete()
    return done


def resting(kind: Kind) -> set[UUID]:
    """Those that failed and whose time has not come yet."""
    left_alone = FailedCount.objects.filter(again_at__gt=timezone.now())
    return set(left_alone.exclude(**{kind: None}).values_list(kind, flat=True))


def _set_aside(kind: Kind, ident: UUID, error: Exception) -> None:
    owner: Any = FailedCount._meta.get_field(kind).related_model
    club_id = owner.objects.filter(pk=ident).values_list("club_id", flat=True).first()
    if club_id is None:
        return  # Deleted while it was counted: nothing is left to count again.
    now = timezone.now()
    # Two workers may fail with the same thing for the first time: one makes the row, both find it.
    failure, _made = FailedCount.objects.get_or_create(
        **{f"{kind}_id": ident}, defaults={"club_id": club_id, "failed_at": now, "again_at": now}
    )
    wait = min(timedelta(minutes=2 ** min(failure.tries, 10)), LONGEST)
    # F: two workers may fail with the same thing at the same moment.
    FailedCount.objects.filter(pk=failure.pk).update(
        tries=F("tries") + 1, failed_at=now, again_at=now + wait, error=type(error).__name__[:80]
    )


Content = dict[str, Any]
WHOLE = ("rows", "teams", "findings")
HALL = ("hall_rows", "hall_teams", "hall_findings")
"""What a ranking says to the direction, and what of it to the hall."""


@transaction.atomic
def freeze(tournament: Tournament, *, number: int, actor: Actor, reason: str = "") -> Ranking:
    """Keep the ranking after closed round `number`; the tournament must be locked.

    Whatever was kept of that round before stays. If something else follows now, that is a
    further revision with the reason; otherwise the last one is given again.
    """
    results_changed(tournament)
    last = _kept(tournament, number)
    content = content_of(day_of(tournament, through=number))
    if last is not None and _same(last, content):
        return last
    kept = _stored(
        tournament, content, after=number, revision=last.revision + 1 if last else 1,
        reason=(reason or _("Nach einer Änderung neu gezählt.")) if last else reason,
    )  # fmt: skip
    facts: dict[str, events.PayloadValue] = {"after_round": number, "revision": kept.revision}
    log(tournament, "ranking", actor=actor, facts=facts, reason=kept.reason)
    _tell(tournament, facts)
    return kept


@transaction.atomic
def revise(tournament: Tournament, *, since: int, actor: Actor, reason: str) -> list[Ranking]:
    """Results of round `since` changed: the live ranking is counted again, and those of this
    round and of later closed ones get a revision where something else follows.
    """
    results_changed(tournament)
    closed = tournament.rounds.filter(state=Round.State.CLOSED, number__gte=since)
    numbers = closed.order_by("number").values_list("number", flat=True)
    return [freeze(tournament, number=n, actor=actor, reason=reason) for n in numbers]


@transaction.atomic
def reveal_rows(tournament: Tournament) -> None:
    """After the prize-giving or the drawing of a number: the hall sees what there is to see."""
    results_changed(tournament)
    kept = tournament.rankings.exclude(after_round=Ranking.LIVE)
    for number in sorted(set(kept.values_list("after_round", flat=True))):
        _show_again(tournament, number)
    recount(tournament.pk)


def recount(tournament_id: UUID) -> bool:
    """Count the live ranking if it is behind; whether it was.

    Readers see the old one meanwhile.
    """
    with transaction.atomic():
        # Race: two workers, or a worker and a result. The second goes on; a result that is typed
        # sends a message of its own.
        tournament = claimed(Tournament.objects.filter(pk=tournament_id), no_key=True)
        if tournament is None:
            return False
        live = tournament.rankings.filter(after_round=Ranking.LIVE).first()
        if live is not None and live.results_version >= tournament.results_version:
            save_fields(tournament, ranked_version=live.results_version)
            return False
        _replace(tournament, live, content_of(day_of(tournament)))
        save_fields(tournament, ranked_version=tournament.results_version)
        return True


def recount_waiting() -> int:
    """Count whatever is behind; one that fails is left alone for a while. How many were
    counted."""
    behind = Tournament.objects.filter(results_version__gt=F("ranked_version")).order_by()
    left_alone = resting("tournament")
    return sum(
        bool(attempt("tournament", ident, partial(recount, ident)))
        for ident in behind.values_list("pk", flat=True)
        if ident not in left_alone
    )


def _kept(tournament: Tournament, number: int) -> Ranking | None:
    return tournament.rankings.filter(after_round=number).order_by("-revision").first()


def _same(kept: Ranking, content: Content) -> bool:
    return all(getattr(kept, name) == content[name] for name in WHOLE)


def _stored(
    tournament: Tournament, content: Content, *, after: int, revision: int = 1, reason: str = ""
) -> Ranking:
    return Ranking.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        after_round=after,
        revision=revision,
        results_version=tournament.results_version,
        reason=reason,
        computed_at=timezone.now(),
        **content,
    )


def _replace(tournament: Tournament, live: Ranking | None, content: Content) -> None:
    """The live ranking with new content; its version grows only if something is different."""
    if live is None:
        live = _stored(tournament, content, after=Ranking.LIVE)
        _tell(tournament, {"after_round": Ranking.LIVE, "version": live.version})
        return
    before = {name: getattr(live, name) for name in content}
    for name, value in content.items():
        setattr(live, name, value)
    live.version += before != content
    live.results_version, live.computed_at = tournament.results_version, timezone.now()
    live.save()
    if any(before[name] != content[name] for name in HALL):
        _tell(tournament, {"after_round": Ranking.LIVE, "version": live.version})


def _show_again(tournament: Tournament, number: int) -> None:
    """What the hall sees of a kept ranking; a number drawn since makes a revision of its own."""
    last = _kept(tournament, number)
    content = content_of(day_of(tournament, through=number))
    if last is None:
        return
    if not _same(last, content):
        _stored(
            tournament,
            content,
            after=number,
            revision=last.revision + 1,
            reason=_("Nach der gezogenen Zahl neu gezählt."),
        )
    elif any(getattr(last, name) != content[name] for name in HALL):
        save_version(last, **{name: content[name] for name in HALL})


def _tell(tournament: Tournament, facts: dict[str, events.PayloadValue]) -> None:
    events.announce(
        "tournament.ranking",
        club_id=tournament.club_id,
        subject_id=tournament.pk,
        facts=facts,
    )
