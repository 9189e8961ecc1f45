"""Spreadsheets that were taken over, as deeds of the office, and taking one back whole."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID, uuid4

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Change, Club, Player, Role
from jassclub.clubs.services.people import take_out_player
from jassclub.clubs.services.undoing import Deed
from jassclub.core.errors import Conflict
from jassclub.core.typography import printed
from jassclub.exchange.models import SpreadsheetPreview
from scoring.claims.selectors import listed
from scoring.core.models import Game, Seat
from scoring.tables.anew import retract_game
from tournaments.seasons.models import OpeningBalance, SeasonOpening

STANDS = [
    relation.name
    for relation in Player._meta.related_objects
    if relation.on_delete is models.PROTECT and relation.name != "seats"
]
"""Where somebody may stand in the books beside the tables: the kitty, an evening, a tournament."""


def only_in_games_taken_back(players: QuerySet[Player]) -> QuerySet[Player]:
    """Who plays no more and stands nowhere but in games that count no more."""
    seats = Seat.objects.filter(player=OuterRef("pk"))
    games = Game.objects.filter(Q(state=Game.State.OPEN) | Q(pk__in=listed(Game.objects.all())))
    found = players.filter(Exists(seats), ~Exists(seats.filter(game__in=games)), active=False)
    return found.filter(user=None, merged_into=None, **dict.fromkeys(STANDS))


def read_imports(actor: Actor, club: Club, before: datetime, most: int) -> Iterator[Deed]:
    """Spreadsheets that were taken over, for the history of the office."""
    clubs.get_club(actor, club.pk, Role.DIRECTOR)
    rows = SpreadsheetPreview.objects.filter(club=club, accepted_at__lt=before)
    for preview in rows.order_by("-accepted_at")[:most]:
        if preview.accepted_at is not None:
            text, taken = _("Partien aus «%(file)s» übernommen: %(count)s"), preview.games
            if preview.openings is not None:
                text = _("Frühere Saisons aus «%(file)s» übernommen: %(count)s")
                taken = preview.openings
            yield Deed(
                book="imports",
                ident=preview.pk,
                at=preview.accepted_at,
                actor=preview.accepted_by,
                lines=[text % {"file": preview.filename, "count": printed(len(taken))}],
                undone_by=preview.taken_back_by,
                undone_at=preview.taken_back_at,
            )


@transaction.atomic
def take_import_back(actor: Actor, club: Club, preview_id: UUID) -> list[UUID]:
    """Take out again what came of a spreadsheet, and the people that came with it (given back).

    Conflict where somebody said or corrected something about it since: that is never overwritten.
    People stay who sit or stand elsewhere meanwhile; who sat in games that are taken back plays no
    more. Role: director.
    """
    clubs.get_club(actor, club.pk, Role.DIRECTOR)
    kept = SpreadsheetPreview.objects.filter(club=club, taken_back_at=None)
    # Race: two officers take it back at once; the second waits and finds nothing.
    waiting = kept.exclude(accepted_at=None).select_for_update(of=("self",))
    preview = clubs.found(waiting, preview_id)
    games = [UUID(ident) for ident in preview.games]
    # In one order for all, so that two who lock several games never wait for each other.
    for game in sorted(games):
        reason = _("Übernahme aus «%(file)s» zurückgenommen") % {"file": preview.filename}
        retract_game(actor=actor, game_id=game, reason=reason)
    _take_seasons_back(preview)
    people = [UUID(ident) for ident in preview.added or ()]
    added = Player.objects.filter(pk__in=people, merged_into=None, anonymised_at=None, user=None)
    added = added.filter(**dict.fromkeys(STANDS))
    for player in added.exclude(seats__in=Seat.objects.exclude(game__in=games)):
        take_out_player(actor=actor, player_id=player.pk)
    preview.taken_back_at, preview.taken_back_by = timezone.now(), str(actor)
    preview.digest = uuid4().hex  # the same file may be sent again
    preview.save()
    return people


def _take_seasons_back(preview: SpreadsheetPreview) -> None:
    seasons = SeasonOpening.objects.filter(club=preview.club_id, pk__in=preview.openings or ())
    # Race: a balance is corrected meanwhile; that waits for this row, and finds it gone.
    list(seasons.select_for_update(of=("self",)))
    history = Change.objects.filter(model="seasonopening").order_by("version")
    for season in seasons:
        corrected = history.filter(object_id=season.pk).first()
        if corrected is not None and corrected.diff["sums"][0] != season.sums:
            text = _("An der Saison %(label)s ist seither etwas berichtigt worden.")
            raise Conflict("changed_since", text % {"label": season.label})
    OpeningBalance.objects.filter(opening__in=seasons).delete()
    seasons.delete()
