"""A loose slate that goes on in a club, or came as a file: one game with all its versions.

It comes as any copy of an archive does (`importing`): derived ids, the same records hashed again,
ending with where they come from. Only who sits there is said anew, by people of the club.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs import rights
from jassclub.clubs.actors import SYSTEM, Actor
from jassclub.clubs.models import Club, Player, Role, User
from jassclub.clubs.services import loose
from jassclub.clubs.services.people import add_player, tidy
from jassclub.core.errors import Conflict, DomainError, Finding, Invalid
from jassclub.exchange.archives.archive import game_archive
from jassclub.exchange.archives.dump import Document, store
from jassclub.exchange.archives.importing import (
    Taken,
    derived,
    is_taken,
    rows_for,
    take_parts,
    verify,
)
from jassclub.exchange.archives.opened import Opened, chain_findings, id_taken, opened, refuse
from jassclub.exchange.archives.photos import take_photos
from scoring.claims.models import Prediction
from scoring.claims.selectors import locked_game
from scoring.core.models import Game
from scoring.core.score_events import announce
from scoring.photos.models import SheetPhoto
from scoring.tables.anew import season_at
from scoring.tables.slates import loose_games, named

Chosen = UUID | str
"""Who sits on a seat: a player of the club, or the name of a guest who is new there."""
MOST_PEOPLE = 60
"""Of one game: who sat there at any time, and whom they stand for."""


def slate_of(actor: Actor, game_id: UUID) -> Game:
    """A loose slate that the actor keeps; NotFound for any other game."""
    return rights.found(loose_games(actor).select_related("club"), game_id)


@transaction.atomic
def take_into_club(*, actor: Actor, game_id: UUID, club_id: UUID, people: Sequence[Chosen]) -> Game:
    """The slate as a game of a club, with all its versions; the loose one is gone.

    `people` by seat. Needs the role scribe in the club. Invalid with all who cannot sit there.
    """
    slate_of(actor, game_id)
    # Race: somebody writes on the slate meanwhile, or takes it too; the second finds it gone.
    game = locked_game(game_id)
    _refuse_sealed(game)
    club = rights.found(rights.real_clubs(actor), club_id)
    rights.require_role(actor, club.pk, Role.SCRIBE)
    seats = list(game.seats.order_by("index"))
    players = _players(actor, club, people[: len(seats)])
    who = {str(seat.player_id): str(pk) for seat, pk in zip(seats, players, strict=True)}
    if Game.objects.filter(pk=copy_of(game_id, club)).exists():
        # The phone opened a slate under the same id once more: this one is another game.
        who[str(game_id)] = str(uuid4())
    moved = _adopted(game_archive(actor, game_id), club, who)
    moved.season = season_at(club, moved.played_on)
    moved.save(update_fields=["season"])
    announce(moved, "imported")
    SheetPhoto.objects.filter(game=game_id).update(game=moved, club=club)
    Game.objects.filter(pk=game_id).delete()
    return moved


def copy_of(game_id: UUID, club: Club) -> UUID:
    """The id that a slate has in a club, if it was taken there."""
    return uuid5(club.pk, str(game_id))


def _refuse_sealed(game: Game) -> None:
    """No archive holds a sealed number: the copy could never be opened."""
    said = Prediction.objects.filter(hand__game=game, hand__revealed_at=None)
    sealed = said.filter(current=True, sealed=True).values_list("hand__number", flat=True)
    if game.state == Game.State.OPEN and (hands := sorted(set(sealed))):
        text = _("Zuerst müssen die Ansagen offen liegen: Spiel %(numbers)s.")
        raise Conflict("sealed", text % {"numbers": ", ".join(map(str, hands))})


@transaction.atomic
def take_file(*, user: User, archive: object) -> Game:
    """A game that came as a file, among the loose slates of a phone; the same file twice is one.

    Raises DomainError for what is unreadable, holds no single game, or was changed after the fact.
    """
    read = opened(archive)
    if len(read.games) != 1 or len(read.head.all(Player)) > MOST_PEOPLE:
        text = _("In dieser Datei steht nicht genau eine Partie.")
        raise Invalid.at("/games", "not_one_game", text)
    club = loose.slates_of(user)
    here = Game.objects.filter(pk=read.games[0].all(Game)[0].pk, club=club).first()
    names = {str(player.pk): player.name for player in read.head.all(Player)}
    who = {ident: str(named(user, club, name).pk) for ident, name in names.items()}
    return here or _adopted(read.whole, club, who)


def _players(actor: Actor, club: Club, people: Sequence[Chosen]) -> list[UUID]:
    known = set(club.players.filter(active=True).values_list("pk", flat=True))
    found, faults = [], []
    for place, chosen in enumerate(people):
        try:
            found.append(_player(actor, club, chosen, known))
        except DomainError as refusal:
            faults.append(Finding(refusal.code, f"/players/{place}", refusal.message))
            continue
        if found[-1] in found[:-1]:
            text = _("Diese Person sitzt schon am Tisch.")
            faults.append(Finding("player_twice", f"/players/{place}", text))
    Invalid.raise_for(faults, _("So kann die Tafel noch nicht in den Club."))
    return found


def _player(actor: Actor, club: Club, chosen: Chosen, known: set[UUID]) -> UUID:
    if isinstance(chosen, UUID) and chosen in known:
        return chosen
    if isinstance(chosen, UUID) or not tidy(chosen):
        raise Invalid("unknown_player", _("Wer war das? Bitte wählen oder einen Namen schreiben."))
    return add_player(actor=actor, club_id=club.pk, name=chosen, guest=True).pk


def _adopted(archive: Document, club: Club, who: Mapping[str, str]) -> Game:
    """The one game of an archive as a game of the club, at which these people sat."""
    read = _without_season(archive)
    (told,), (rows,) = read.whole["games"], read.games
    broken = chain_findings(rows.all(Game)[0], rows, "/games/0")
    refuse("tampered", broken, _("Diese Datei wurde verändert; es wurde nichts übernommen."))
    ids = derived(read.whole, club.pk) | {read.whole["club"]["id"]: str(club.pk)} | dict(who)
    here = Game.objects.filter(pk=UUID(ids[told["id"]]), club=club).first()
    if here is not None:
        return here
    refuse("differs", take_parts(club, read, ids, actor=SYSTEM, taken=Taken(club.pk)))
    copied = rows_for(club, told, ids)
    refuse("differs", [id_taken("/games/0")] if is_taken(copied) else [])
    store(Game, [copied])
    game: Game = copied.all(Game)[0]
    verify(Taken(club.pk, copied=[game.pk]))
    take_photos(read.whole, ids)
    return game


def _without_season(archive: Document) -> Opened:
    """It is read as it was sent; of its parts only the rulings are taken along, and no club has to
    follow them: that is for its referees to say."""
    games: list[Any] = [{**game, "season": None} for game in archive["games"]]
    read = opened({**archive, "games": games, "seasons": []})
    rulings = [{**ruling, "precedents": []} for ruling in archive["rulings"]]
    beside = dict.fromkeys(("players", "seasons", "openings", "merges", "kitty", "evenings"), ())
    return replace(read, whole={**read.whole, **beside, "rulings": rulings})
