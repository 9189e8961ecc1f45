"""A tournament as one JSON document, and back: with settings, people, draws, sheets and log.

Ids are kept, since they stand in the chain of the log. Accounts, recorded hands and the links of
people to the club stay at home. What comes in is over: it can be looked at, ranked and printed.
"""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Role
from jassclub.core.errors import Conflict, Finding
from jassclub.exchange.archives.archive import VERSION
from jassclub.exchange.archives.dump import WHOLE, Document, Rows, differences, document, store
from jassclub.exchange.archives.importing import is_taken
from jassclub.exchange.archives.opened import checked, id_taken, refusal, refuse, unknown
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of, verify
from tournaments.format.pure import read_format
from tournaments.rounds.models import Sitting
from tournaments.standings.contests import day_of
from tournaments.standings.rankings import content_of

FORMAT = "jassclub-tournament"


def tournament_archive(actor: Actor, tournament_id: UUID) -> Document:
    """Everything of a tournament, and the ranking that follows from it. Role: director.

    The seed of the lots stays at home until the end.
    """
    tournament = tournament_of(actor, tournament_id, Role.DIRECTOR)
    told = _told(tournament.pk)
    if tournament.state != Tournament.State.FINISHED:
        told["seed"] = ""
    return {
        "format": FORMAT,
        "version": VERSION,
        "club": {"name": tournament.club.name, "slug": tournament.club.slug},
        "tournament": told,
        "standings": _ranked(tournament),
    }


def import_tournament(*, actor: Actor, club_id: UUID, archive: object) -> Tournament:
    """Take a tournament that is over into a club; the same one twice is taken once. Role: admin.

    DomainError for what is unreadable, Invalid where the log or the ranking does not hold,
    Conflict where it stands here differently.
    """
    clubs.get_club(actor, club_id, Role.ADMIN)
    whole = checked(archive, form=FORMAT, refusal=_("Das ist kein Archiv eines Turniers."))
    told = whole.get("tournament")
    if not isinstance(told, dict):
        raise unknown("/tournament", _("Hier gehört ein JSON-Objekt hin."))
    try:
        with transaction.atomic():
            # Two imports into one club queue here.
            club = Club.objects.select_for_update().get(pk=club_id)
            return _taken(club, told, whole.get("standings"))
    except IntegrityError as fault:
        raise refusal("tampered") from fault


def _told(tournament_id: UUID) -> Document:
    return document(Tournament.objects.prefetch_related(*WHOLE[Tournament]).get(pk=tournament_id))


def _ranked(tournament: Tournament) -> list[dict[str, Any]]:
    """Its ranking, in the members that archives had from the beginning."""
    rows = content_of(day_of(tournament))["rows"]
    return [{name: row[name] for name in row if name != "averaged_hands"} for row in rows]


def _taken(club: Club, told: Document, standings: object) -> Tournament:
    rows = _read(club, told)
    (tournament,) = rows.all(Tournament)
    here = Tournament.objects.filter(pk=tournament.pk).first()
    if here is not None:
        return _compared(here, club, told)
    if is_taken(rows):
        detail = id_taken("/tournament")
        raise Conflict("differs", detail.text, [detail])
    tournament.slug = _free_slug(tournament.slug)
    store(Tournament, [rows])
    _verify(Tournament.objects.get(pk=tournament.pk), standings)
    return tournament


def _read(club: Club, told: Document) -> Rows:
    rows = Rows.of_one(Tournament, told, "/tournament", club=club)
    refuse("malformed", rows.faults)
    for sitting in rows.all(Sitting):
        sitting.round = sitting.passe.round
    refuse("invalid", _unfitting(rows))
    return rows


def _unfitting(rows: Rows) -> Iterator[Finding]:
    """What can be read but does not belong together."""
    (tournament,) = rows.all(Tournament)
    if tournament.state != Tournament.State.FINISHED:
        text = _("Übernommen wird ein Turnier erst, wenn es beendet ist.")
        yield Finding("not_finished", "/tournament/state", text)
    if read_format(tournament.format).format is None:
        text = _("Diese Einstellungen sind nicht lesbar.")
        yield Finding("unreadable_value", "/tournament/format", text)
    if max(rows.ids().values()) > 1:
        yield id_taken("/tournament")
    yield from rows.strays()


def _compared(here: Tournament, club: Club, told: Document) -> Tournament:
    """What is there already, if it is the same."""
    if here.club_id != club.pk:
        refuse("differs", [id_taken("/tournament")])
    now = _told(here.pk)
    refuse("differs", differences(now, {**told, "slug": now["slug"]}, "/tournament"))
    return here


def _free_slug(slug: str) -> str:
    """Its own address, or the first with a number behind it."""
    alike = Tournament.objects.filter(slug__startswith=slug[:50])
    taken = set(alike.values_list("slug", flat=True))
    others = (f"{slug[:50]}-{number}" for number in range(2, len(taken) + 3))
    return next(free for free in (slug, *others) if free not in taken)


def _verify(tournament: Tournament, standings: object) -> None:
    """The log holds, and the same sheets give the same ranking here as where they come from."""
    broken = [
        Finding("log_broken", f"/tournament/log/{found.params['seq']}", found.text)
        for found in verify(tournament)
    ]
    refuse("tampered", broken)
    try:
        ranked = _ranked(tournament)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
        raise refusal("tampered") from fault
    if ranked != standings:
        text = _("Aus diesen Blättern folgt eine andere Rangliste.")
        raise refusal("tampered", [Finding("standings_differ", "/standings", text)])
