"""The archive: everything of a game, a season or a club in one JSON document.

Ids are kept, so that an imported game has the same hash chain. Accounts, tokens and phones stay
at home; who wrote something stays as the plain text that the ledger holds. A sealed prediction
that nobody may see yet goes out without its number and salt, and says so (`withheld`).
"""

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Player, Role, Season
from jassclub.clubs.rights import require_role
from jassclub.exchange.archives.dump import WHOLE, WITHHELD, Document, document
from referee.models import RulingRecord
from scoring.claims.models import Prediction
from scoring.claims.selectors import game_of
from scoring.core.models import Game
from tournaments.seasons.selectors import season_of

FORMAT = "jassclub-archive"
VERSION = 2
"""Of both kinds of archive."""
OFFSETS = 1
"""The version whose moments end in an offset."""


def game_archive(actor: Actor, game_id: UUID) -> Document:
    """One game with its people and its season, for everybody who sees it."""
    game, _place = game_of(actor, game_id)
    seasons = Season.objects.filter(games=game)
    return _archive("game", game.pk, game.club, Game.objects.filter(pk=game.pk), seasons)


def season_archive(actor: Actor, season_id: UUID) -> Document:
    """A season with its games. Role: director."""
    season = season_of(actor, season_id)
    require_role(actor, season.club_id, Role.DIRECTOR)
    seasons = Season.objects.filter(pk=season.pk)
    return _archive("season", season.pk, season.club, season.games.all(), seasons)


def club_archive(actor: Actor, club_id: UUID) -> Document:
    """A club with everybody and everything that was played. Role: director."""
    club = clubs.get_club(actor, club_id, Role.DIRECTOR)
    return _archive("club", club.pk, club, club.games.all(), club.seasons.all())


def whole(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with all their rows, in as many queries however many there are."""
    said = Prefetch("hands__predictions", Prediction.objects.select_related("hand"))
    rest = [path for path in WHOLE[Game] if path != "hands__predictions"]
    return games.order_by("created_at", "id").prefetch_related(*rest, said)


def _archive(
    kind: str, ident: UUID, club: Club, games: QuerySet[Game], seasons: QuerySet[Season]
) -> Document:
    told = [document(game) for game in whole(games)]
    hands = [hand for game in told for hand in game["hands"]]
    return {
        "format": FORMAT,
        "version": VERSION,
        "scope": {"kind": kind, "id": str(ident)},
        "club": document(club),
        "players": [document(player) for player in _people(club, kind, told)],
        "seasons": [document(season) for season in seasons.order_by("starts", "id")],
        **_books(club, kind),
        "rulings": [document(ruling) for ruling in _rulings(club, kind, games)],
        "games": told,
        WITHHELD: sum(WITHHELD in said for hand in hands for said in hand["predictions"]),
    }


def _books(club: Club, kind: str) -> Document:
    """What belongs to no single game: who was merged with whom, the kitty, and the evenings."""
    if kind != "club":
        return {"openings": [], "merges": [], "kitty": [], "evenings": []}
    openings = club.openings.order_by("created_at", "id").prefetch_related("balances")
    kitty = club.kitty.order_by("created_at", "id").prefetch_related("entries")
    return {
        "openings": list(map(document, openings)),
        "merges": list(map(document, club.merges.order_by("created_at", "id"))),
        "kitty": list(map(document, kitty)),
        "evenings": list(map(document, club.evenings.prefetch_related("attendances"))),
    }


def _rulings(club: Club, kind: str, games: QuerySet[Game]) -> QuerySet[RulingRecord]:
    """What was ruled in the club or about these games, with what it took the place of."""
    found = RulingRecord.objects.filter(club=club)
    if kind != "club":
        named = Q(disputes__hand__game__in=games) | Q(entries__hand__game__in=games)
        wanted = set(found.filter(named).values_list("pk", flat=True))
        found = found.filter(pk__in=_with_chains(found, wanted))
    return found.order_by("created_at", "id").prefetch_related("precedents")


def _with_chains(rulings: QuerySet[RulingRecord], wanted: set[UUID]) -> set[UUID]:
    """The rulings with all that took their place and whose place they took."""
    links = list(rulings.exclude(supersedes=None).values_list("pk", "supersedes_id"))
    grown = True
    while grown:
        more = {pk for link in links if not wanted.isdisjoint(link) for pk in link}
        grown = not more <= wanted
        wanted |= {pk for pk in more if pk is not None}
    return wanted


def _people(club: Club, kind: str, games: Iterable[Document]) -> QuerySet[Player]:
    """The whole club, or those who sit or once sat at the tables and whom they stand for."""
    people = Player.objects.filter(club=club).order_by("created_at", "id")
    if kind == "club":
        return people
    seated = {ident for game in games for ident in _seated(game)}
    return people.filter(Q(pk__in=seated) | Q(merged__in=seated)).distinct()


def _seated(game: Document) -> Iterator[str]:
    yield from (seat["player"] for seat in game["seats"])
    for record in game["records"]:
        yield from record["payload"]["facts"].get("seats") or ()
