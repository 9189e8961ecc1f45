"""The next game of the same people; taking back an empty one, and one carried over by mistake."""

from datetime import date
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, KittyBooking, Season
from jassclub.core.errors import Conflict, Invalid
from jassclub.core.rows import save_fields
from scoring.claims.agreement import TAKEN_BACK
from scoring.claims.ledger import record
from scoring.claims.models import Contest, GameChange, HandEntry
from scoring.claims.selectors import is_empty, locked_game, open_or_refuse
from scoring.core.access import access_of, director_in
from scoring.core.models import Game
from scoring.core.rules import Rules
from scoring.core.score_events import announce
from scoring.games import dealing
from scoring.tables.games import begin_game, broken_off, note_change, open_to


def season_at(club: Club, day: date) -> Season | None:
    """The season of a club in which a day lies, the latest begun where several do."""
    return club.seasons.filter(starts__lte=day, ends__gte=day).order_by("-starts").first()


@transaction.atomic
def play_again(*, actor: Actor, game_id: UUID, opening_seat: int, partners: int = 0) -> Game:
    """The next game of the same people by the same rules, today.

    `opening_seat` answers the opening question with a seat of the game before; `partners` is a
    place in `dealing.seatings`: who plays with whom now.
    """
    # The race: two phones of the table ask for it at once. The second comes to the same game.
    before = locked_game(game_id)
    club, rules, today = _opens(actor, before), Rules.of(before), timezone.localdate()
    _outside_tournaments(before)
    people = [seat.person.pk for seat in before.seats.select_related("player__merged_into")]
    # Phones keep the numbers of their seats, so that none of them changes the seating.
    seatings = dealing.seatings(rules.table())[: 1 if actor.is_device else None]
    rules.check_seat(opening_seat, "/dealer")
    if not 0 <= partners < len(seatings):
        raise Invalid.at("/partners", "unknown_partners", _("So können sie nicht sitzen."))
    season, order = season_at(club, today), seatings[partners]
    table, sitting = before.links_of or before.pk, [people[seat] for seat in order]
    since = Game.objects.filter(links_of=table) if actor.is_device else Game.objects.all()
    if begun := _begun_after(before, since, sitting):
        return begun
    game = begin_game(
        actor=actor,
        club=club,
        profile=rules.profile,
        player_ids=sitting,
        played_on=today,
        season_id=None if season is None else season.pk,
        deck=before.deck,
        opening_seat=order.index(opening_seat),
    )
    if not partners:
        save_fields(game, links_of=table)
    return game


def _opens(actor: Actor, before: Game) -> Club:
    """The club, for its members, and for a phone at a table whose game is over."""
    access = access_of(before, actor)
    if not actor.is_device:
        return open_to(actor, before.club_id)
    access.to_write()
    if before.state == Game.State.OPEN:
        raise Conflict("game_open", _("Diese Partie läuft noch."))
    return before.club


def _begun_after(before: Game, games: QuerySet[Game], sitting: list[UUID]) -> Game | None:
    """The empty one of the games to which these people have sat down like this since."""
    running = games.filter(club=before.club_id, state=Game.State.OPEN)
    since = running.filter(created_at__gt=before.created_at, variant=before.variant)
    for game in since.prefetch_related("seats__player__merged_into"):
        if [seat.person.pk for seat in game.seats.all()] == sitting and is_empty(game):
            return game
    return None


def table_of(game_id: UUID) -> UUID | None:
    """The game whose table links lead to a game: itself, or the first one of this table."""
    found = Game.objects.filter(pk=game_id).values_list("links_of", flat=True).first()
    return found or game_id


def games_at(table: UUID) -> list[UUID]:
    """The games to which the links of a game lead."""
    return [table, *Game.objects.filter(links_of=table).values_list("pk", flat=True)]


def following(game: Game) -> Game | None:
    """The game of the table that was begun after one that is over and still runs; read once."""
    if game.state == Game.State.OPEN:
        return None
    if "_following" not in game.__dict__:
        running = running_at(game.links_of or game.pk)
        later = running is not None and running.created_at > game.created_at
        game.__dict__["_following"] = running if later else None
    found: Game | None = game.__dict__["_following"]
    return found


def running_at(table: UUID) -> Game | None:
    """The game that was begun at a table after its first one and still runs."""
    running = Game.objects.filter(links_of=table, state=Game.State.OPEN).select_related("club")
    return running.order_by("-created_at").first()


@transaction.atomic
def cancel_game(*, actor: Actor, game_id: UUID) -> Game:
    """Take back the opening of a game in which nothing stands: by who opened it or may write.

    It is broken off without a word; lists leave it out (`selectors.listed`).
    """
    game = locked_game(game_id)
    access = access_of(game, actor)
    if str(actor) != game.created_by:
        access.to_write()
    open_or_refuse(game)
    if not is_empty(game):
        text = _("Hier steht schon etwas: Diese Partie kann nur noch abgebrochen werden.")
        raise Conflict("game_not_empty", text)
    _outside_tournaments(game)
    note_change(game, access, GameChange.Kind.ABANDONED, "")
    return broken_off(game)


@transaction.atomic
def retract_game(*, actor: Actor, game_id: UUID, reason: str) -> Game:
    """Take a closed game out again that should not have been carried over.

    Its hands stay readable as taken back and count no more; lists leave it out. Conflict where
    anything was said about it since it was closed, or its money is booked. Role: director.
    """
    game = locked_game(game_id)
    access = director_in(game, actor)
    last = game.records.order_by("-seq").values_list("kind", flat=True).first()
    booked = KittyBooking.objects.filter(source_kind="game", source_id=game.pk)
    if last != "closed" or booked.filter(is_counter=False, cancelled_by=None).exists():
        text = _("An der Partie vom %(day)s ist seither etwas gesagt oder gebucht worden.")
        day = date_format(game.played_on, "SHORT_DATE_FORMAT")
        raise Conflict("changed_since", text % {"day": f"{day} {game.label}".strip()})
    written = HandEntry.objects.filter(hand__game=game, state__in=HandEntry.CURRENT)
    for entry in written.order_by("hand__number"):
        word = Contest(entry=entry, reason_code=TAKEN_BACK)
        record(game, "contested", word, access, moved=[entry.move_to(HandEntry.State.REJECTED)])
    announce(game, "entry")
    note_change(game, access, GameChange.Kind.ABANDONED, reason)
    return broken_off(game)


def _outside_tournaments(game: Game) -> None:
    if Game.objects.filter(pk=game.pk, passe__isnull=False).exists():
        raise Conflict("game_of_tournament", _("Diese Partie gehört zu einem Turnier."))
