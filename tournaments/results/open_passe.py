"""What is played at a table of the hall, now: the passe of the open round, its people, its game."""

from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse

from tournaments.entries.models import Entry
from tournaments.format.pure import Format, Seating
from tournaments.format.selectors import format_of
from tournaments.results.pure import Terms
from tournaments.rounds.models import Passe, Round, Table


def club_of_table(table_id: UUID) -> UUID | None:
    """The club whose tournament the table stands in."""
    return Table.objects.filter(pk=table_id).values_list("tournament__club_id", flat=True).first()


def games_at(table_id: UUID) -> list[UUID]:
    """The game of the open round at the table: those of closed rounds are other people's."""
    played = _open(Passe.objects.filter(table=table_id, game__isnull=False))
    return [ident for ident in played.values_list("game_id", flat=True) if ident is not None]


def table_of_game(game_id: UUID) -> UUID | None:
    """The table at which a game of the open round is played."""
    return _open(Passe.objects.filter(game=game_id)).values_list("table_id", flat=True).first()


def page_of_table(table_id: UUID) -> str:
    """The address of the page of a table."""
    return reverse("tournament_table", args=[table_id])


def current_passe(table_id: UUID) -> Passe | None:
    """The passe that is played at a table, with its people; None between two rounds."""
    return _whole(_open(Passe.objects.filter(table=table_id))).first()


def passe_with_people(passe_id: UUID) -> Passe | None:
    """A passe by its id, with its people."""
    return _whole(Passe.objects.filter(pk=passe_id)).first()


def seated_at(passe: Passe) -> list[Entry]:
    """Who really sits there, in playing order."""
    return [sitting.seated for sitting in passe.sittings.all()]


def terms_of(passe: Passe) -> Terms:
    """What the regulation says about the sheet of a passe."""
    settings = format_of(passe.round.tournament)
    return terms_for(settings, hands=passe.round.hands, seats=len(passe.sittings.all()))


def terms_for(settings: Format, *, hands: int, seats: int) -> Terms:
    """The same, where the settings are read already."""
    return Terms(
        hands=hands,
        seats=seats,
        partners=settings.seating is not Seating.ALONE,
        counts="differences" if settings.use.differences else "points",
        control=settings.control.value,
        matsch_bonus=settings.matsch_bonus,
    )


def _open(passen: QuerySet[Passe]) -> QuerySet[Passe]:
    return passen.exclude(round__state=Round.State.CLOSED)


def _whole(passen: QuerySet[Passe]) -> QuerySet[Passe]:
    rows = passen.select_related("round__tournament__club", "table", "game")
    people = ("entry__player__merged_into", "substitute__player__merged_into")
    return rows.prefetch_related(*(f"sittings__{who}" for who in people))
