"""Somebody goes in the middle of a game on a club evening."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Device, Role
from jassclub.core.errors import Invalid
from jassclub.core.rows import save_fields
from scoring.claims.selectors import state_of
from scoring.core.models import Game
from scoring.core.rules import Rules
from scoring.slate.board import SCOPE
from scoring.tables.games import begin_game, open_to, reseat_game
from scoring.tables.office_deeds import stands, tell
from tournaments.evenings.models import Attendance, Evening
from tournaments.evenings.selectors import names_of, running, waiting
from tournaments.evenings.services import end_game, locked, note

State = Attendance.State


@transaction.atomic
def substitute(
    *, actor: Actor, evening_id: UUID, game_id: UUID, leaving: UUID, coming: UUID | None
) -> Game | None:
    """Somebody goes in the middle of a game and another plays on for him: what was played stands,
    the game is broken off, and the same table goes on with a new one. Where nobody plays on, the
    others wait for the next draw (None). Role: director.
    """
    evening, game, people = _leaving(actor, evening_id, game_id, leaving, coming)
    dealer = state_of(game).sheet.next_dealer
    end_game(actor, game, _gone(leaving))
    note(evening, {leaving: State.LEFT}, str(actor))
    if coming is None:
        staying = {person: State.HERE for person in people if person != leaving}
        note(evening, staying, str(actor))
        return None
    after = begin_game(
        actor=actor,
        club=open_to(actor, evening.club_id),
        profile=Rules.of(game).profile,
        player_ids=[coming if person == leaving else person for person in people],
        played_on=evening.day,
        season_id=game.season_id,
        deck=game.deck,
        first_dealer=game.first_dealer if dealer is None else dealer,
        label=game.label,
    )
    # The links of the table lead on, and the phone of who goes has no seat there any more.
    save_fields(after, links_of=game.links_of or game.pk)
    tell(after, {}, actor=actor)
    _unseat(game, people.index(leaving))
    return after


@transaction.atomic
def take_over_seat(
    *, actor: Actor, evening_id: UUID, game_id: UUID, leaving: UUID, coming: UUID
) -> Game:
    """The same, but the game goes on as it stands, all of it the new one's. Role: director."""
    evening, game, people = _leaving(actor, evening_id, game_id, leaving, coming)
    seated = [coming if person == leaving else person for person in people]
    before = stands(game)
    reseat_game(actor=actor, game_id=game.pk, player_ids=seated, reason=_gone(leaving))
    tell(game, before, actor=actor)
    note(evening, {leaving: State.LEFT}, str(actor))
    _unseat(game, people.index(leaving))
    return game


def _leaving(
    actor: Actor, evening_id: UUID, game_id: UUID, leaving: UUID, coming: UUID | None
) -> tuple[Evening, Game, list[UUID]]:
    """The game that somebody leaves, and who sits there."""
    evening = locked(actor, evening_id, Role.DIRECTOR)
    game = clubs.found(running(evening), game_id)
    if coming is not None and coming not in {player.pk for player in waiting(evening)}:
        raise Invalid.at("/coming", "not_free", _("Diese Person ist nicht frei."))
    people = [seat.person.pk for seat in game.seats.all()]
    if leaving not in people:
        raise Invalid.at("/leaving", "not_seated", _("Diese Person sitzt nicht an diesem Tisch."))
    return evening, game, people


def _gone(person: UUID) -> str:
    return _("%(name)s ist gegangen.") % {"name": ", ".join(names_of([person]))}


def _unseat(game: Game, seat: int) -> None:
    table = game.links_of or game.pk
    phones = Device.objects.filter(link__scope_kind=SCOPE, link__scope_id=table)
    phones.filter(seat=seat).update(seat=None)
