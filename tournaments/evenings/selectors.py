"""What is read of a club evening: who is there and waits, what was played before, how it stands."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from uuid import UUID

from django.core import signing
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Player
from jassclub.clubs.rights import missing, visible_clubs, who_is_who
from jassclub.core.rows import first_or
from referee.rules.profile import load_profile
from scoring.claims.selectors import listed
from scoring.core.models import Game, Seat
from tournaments.evenings.models import Apart, Attendance, Evening
from tournaments.evenings.pure import THREE, Seated, Weeks, in_rounds, partners_in, together

LOOKED_BACK = timedelta(days=365)
"""How far back people have met: last year's partners are new again."""
HERE = Attendance.State.HERE
SALT = "evenings.excuse"
"""Of the links by which people say for themselves whether they come."""


def evenings_of(actor: Actor) -> QuerySet[Evening]:
    """Those of the clubs that somebody sees; a phone at a table sees none."""
    mine = Evening.objects.filter(club__in=visible_clubs(actor)).select_related("club")
    return mine.none() if actor.is_device else mine


def evening_on(actor: Actor, club: Club, day: date) -> Evening:
    """The one of a day; NotFound without one."""
    return first_or(evenings_of(actor).filter(club=club, day=day), missing())


def link_of(player: Player) -> str:
    """Where somebody says for himself whether he comes; no account, nothing stored."""
    return reverse("own_evenings", args=[signing.dumps(str(player.pk), salt=SALT)])


def presence(evening: Evening) -> dict[str, str]:
    """What is known of whom, by the id of the player."""
    return {str(who): state for who, state in evening.attendances.values_list("player", "state")}


def games_on(evening: Evening) -> QuerySet[Game]:
    """What the club plays on that day beside tournaments; empty games only while they run."""
    games = Game.objects.filter(club=evening.club_id, played_on=evening.day, passe=None)
    running = Q(pk__in=games.filter(state=Game.State.OPEN).values("pk"))
    return games.filter(running | Q(pk__in=listed(games).values("pk"))).order_by("created_at", "id")


def running(evening: Evening, mixed: Collection[str] = ()) -> QuerySet[Game]:
    """The games that run, but for those that end with the next draw."""
    return games_on(evening).filter(state=Game.State.OPEN).exclude(pk__in=mixed)


def seated_now(evening: Evening, mixed: Collection[str] = ()) -> set[UUID]:
    """Who sits at a running game, by person."""
    return seated_at(running(evening, mixed), evening.club_id)


def seated_at(games: QuerySet[Game], club_id: UUID) -> set[UUID]:
    """Who has a seat at one of the games, by person."""
    seats = Seat.objects.filter(game__in=games).values_list("player_id", flat=True)
    return set(map(who_is_who(club_id), seats))


def waiting(evening: Evening, mixed: Collection[str] = ()) -> list[Player]:
    """Who is here and sits at no running game, or at one that ends with the next draw, by name."""
    here, busy = evening.attendances.filter(state=HERE).values("player"), seated_now(evening, mixed)
    free = seated_at(games_on(evening).filter(pk__in=mixed), evening.club_id) if mixed else ()
    coming = Player.objects.filter(Q(pk__in=here) | Q(pk__in=free), active=True)
    people = coming.order_by("name", "pk")
    return [player for player in people if player.pk not in busy]


def names_of(people: Collection[UUID]) -> list[str]:
    """What they are called today, by name."""
    return sorted(Player.objects.filter(pk__in=people).values_list("name", flat=True))


def free_tables(evening: Evening) -> Iterator[int]:
    """Numbers of tables at which nobody plays, or no longer once the draft is opened."""
    labels = running(evening, mixed_in(evening)).values_list("label", flat=True)
    taken = {int(sign) for label in labels for sign in label.split() if sign.isdigit()}
    return (number for number in count(1) if number not in taken)


def mixed_in(evening: Evening) -> list[str]:
    """The games that end when the draft is opened."""
    mixed: list[str] = evening.draft.get("mixed", [])
    return mixed


def _numbered(club_id: UUID) -> Callable[[UUID], int]:
    """People as the small numbers of the draw: by the order in which they came to the club."""
    people = Player.objects.filter(club=club_id).order_by("created_at", "pk")
    numbers = {ident: at for at, ident in enumerate(people.values_list("pk", flat=True))}
    return numbers.__getitem__


def history(evening: Evening) -> tuple[Callable[[UUID], int], Weeks]:
    """People as numbers; the games of a year up to now, and who sat at no table of four how
    often."""
    number = _numbered(evening.club_id)
    who, since = who_is_who(evening.club_id), evening.day - LOOKED_BACK
    ours = Game.objects.filter(club=evening.club_id, played_on__gt=since, passe=None)
    played = listed(ours.filter(played_on__lte=evening.day)).order_by("played_on", "created_at")
    games = [
        (
            game.played_on,
            Seated(
                seats=tuple(number(who(seat.player_id)) for seat in game.seats.all()),
                sides=game.profile["values"]["sides"]["value"] != "single",
            ),
        )
        for game in played.prefetch_related("seats")
    ]
    small = (game.seats for _day, game in games if len(game.seats) == THREE)
    aside = Counter(person for seats in small for person in seats)
    past = Evening.objects.filter(club=evening.club_id, day__gt=since, day__lte=evening.day)
    for drawn in (drawn for rounds in past.values_list("drawn", flat=True) for drawn in rounds):
        aside.update(number(who(UUID(person))) for person in drawn["out"])
    return number, Weeks(rounds=in_rounds(games), aside=aside)


def apart_in(club_id: UUID) -> list[tuple[UUID, UUID]]:
    """Who is not drawn to one table."""
    return list(Apart.objects.filter(club=club_id).values_list("one", "other"))


@dataclass(frozen=True)
class DraftTable:
    """A table that was drawn: its sides, each with how often it has played together (None
    where everybody plays alone), and who deals first."""

    number: int
    sides: Sequence[tuple[Sequence[Player], int | None]]
    dealer: Player
    title: str


@dataclass(frozen=True)
class Draft:
    """What was drawn and is not opened yet; `clashes` are wishes that could not be kept."""

    tables: Sequence[DraftTable]
    out: Sequence[Player]
    clashes: Sequence[str]
    profile: str
    three: str


def draft_of(evening: Evening) -> Draft | None:
    """The draft with the people of today; None where nothing is drawn, or one was taken out."""
    if not evening.draft:
        return None
    told = evening.draft
    seats = [[UUID(person) for person in table] for table in told["tables"]]
    drawn = {*map(UUID, told["out"]), *(person for row in seats for person in row)}
    people = Player.objects.in_bulk(drawn)
    if len(people) < len(drawn):
        return None
    number, before = history(evening)
    rules = {slug: load_profile(slug) for slug in (told["profile"], told["three"]) if slug}
    tables = []
    for at, row in zip(free_tables(evening), seats, strict=False):
        played = rules[told["three" if len(row) == THREE else "profile"]]
        seated = [people[ident] for ident in row]
        if played.sides == "single":
            sides: list[tuple[Sequence[Player], int | None]] = [(seated, None)]
        else:
            times = before.times(partners_in(tuple(map(number, row))))
            sides = list(zip((seated[::2], seated[1::2]), times, strict=True))
        tables.append(DraftTable(at, sides, seated[0], played.title))
    apart = {(number(a), number(b)): (a, b) for a, b in apart_in(evening.club_id)}
    met = together([tuple(map(number, row)) for row in seats], list(apart))
    return Draft(
        tables,
        [people[UUID(ident)] for ident in told["out"]],
        [_(" und ").join(sorted(people[ident].name for ident in apart[pair])) for pair in met],
        told["profile"],
        told["three"],
    )
