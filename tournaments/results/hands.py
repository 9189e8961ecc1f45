"""Hands recorded at the tables of a tournament: who may begin, and for which seat a phone speaks.

The game of a passe is a game like any other, with two differences. Its rules are the book and
what the regulation sets on top; house rules of the club have no say in a tournament. And it
belongs to no season: what a tournament is worth in a season follows from its ranking, and hands
that counted there once more would count twice.
"""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import SYSTEM, Actor, came_to
from jassclub.clubs.models import Device, Role
from jassclub.clubs.rights import has_role
from jassclub.clubs.services.links import change_device
from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound
from jassclub.core.rows import first_or, save_fields
from referee.rules.profile import Profile
from scoring.core.access import access_of
from scoring.core.models import Game, Seat
from scoring.core.rules import agreed_profile
from scoring.tables.games import begin_game, reseat_game
from tournaments.core.models import Tournament
from tournaments.core.selectors import TABLE, held, log, refuse_ended
from tournaments.entries.services import player_for_entry
from tournaments.format.pure import Writing
from tournaments.format.selectors import format_of
from tournaments.results.models import PasseSheet
from tournaments.results.selectors import is_among, passe_with_people, seated_at
from tournaments.rounds.models import Passe, Round

ALL_HANDS = {"target": 0, "finish": "end_of_hand", "schneider": False}
"""A passe ends with its last hand, whatever a profile plays to elsewhere."""


@transaction.atomic
def open_passe(*, actor: Actor, passe_id: UUID, first_dealer: int = 0) -> Game:
    """The game of a passe, begun now if nobody has: two phones that press at once get one.

    For the phones and people of the table and for the desk. Entries without a player get a
    guest. Conflict where totals are written, or where the result is written already.
    """
    played = Passe.objects.filter(pk=passe_id).values_list("round__tournament_id", flat=True)
    tournament = held(actor, first_or(played, _no_passe()))
    passe = _passe(passe_id)
    _refuse_outsiders(actor, passe)
    if passe.game is not None:
        return passe.game
    _refuse_unrecorded(tournament, passe)
    game = _begin(actor, passe, first_dealer)
    save_fields(passe, game=game)
    log(
        tournament,
        "passe_opened",
        actor=actor,
        facts={
            "round": passe.round.number,
            "table": passe.table.number,
            "game": str(game.pk),
        },
    )
    return game


@transaction.atomic
def take_seat(*, actor: Actor, passe_id: UUID, seat: int | None) -> Device:
    """A phone at a table speaks for a seat (0-based, None: for nobody) of the passe it shows.

    The round is held: a choice that arrives after the next one was called is refused.
    """
    passe = _passe(passe_id)
    # Race: the next round is called while a phone chooses; its choice would be about other people.
    round_ = Round.objects.select_for_update(no_key=True).get(pk=passe.round_id)
    if not actor.is_device or actor.scope != _scope(passe):
        raise _no_passe()
    if round_.state == Round.State.CLOSED:
        raise _round_closed()
    if seat is not None and not 0 <= seat < len(passe.sittings.all()):
        raise Invalid.at("/seat", "unknown_seat", _("Diesen Platz gibt es nicht."))
    return change_device(actor=actor, values={"seat": seat})


def forget_seats(round_: Round) -> int:
    """Phones at the tables speak for nobody any more: other people sit there. How many did."""
    tables = round_.tournament.tables.values_list("pk", flat=True)
    seated = came_to((TABLE, str(ident)) for ident in tables).filter(seat__isnull=False)
    return seated.update(seat=None)


def seat_game_anew(passe: Passe, *, actor: Actor, reason: str) -> None:
    """The recorded game follows who sits at the table; every hand stays with its seat.

    Phones of the seats that changed speak for nobody. Without a change nothing happens.
    """
    found = _passe(passe.pk)
    if found.game is None:
        return
    sitting = [player_for_entry(entry, actor=actor).pk for entry in seated_at(found)]
    before = list(Seat.objects.filter(game=found.game).values_list("player_id", flat=True))
    changed = [i for i, pair in enumerate(zip(sitting, before, strict=True)) if len({*pair}) > 1]
    if not changed:
        return
    # Who directs and plays may not change his own table's game; the log says that he did.
    seated = access_of(found.game, actor).seat is not None
    reseat_game(
        actor=SYSTEM if seated else actor,
        game_id=found.game.pk,
        player_ids=sitting,
        reason=reason,
    )
    came_to([_scope(found)]).filter(seat__in=changed).update(seat=None)


def _begin(actor: Actor, passe: Passe, first_dealer: int) -> Game:
    tournament = passe.round.tournament
    return begin_game(
        actor=actor,
        club=tournament.club,
        profile=rules_of(passe),
        player_ids=[player_for_entry(entry, actor=actor).pk for entry in seated_at(passe)],
        played_on=tournament.played_on,
        first_dealer=first_dealer,
        label=_("Runde %(round)s, Tisch %(table)s")
        % {"round": passe.round.number, "table": passe.table.number},
    )


def may_write(actor: Actor, passe: Passe) -> bool:
    """Phones of the table while the round is open, the people who sit there, and the desk."""
    if actor.is_device:
        return actor.scope == _scope(passe) and passe.round.state != Round.State.CLOSED
    return is_among(actor, seated_at(passe)) or has_role(actor, passe.club_id, Role.SCRIBE)


def rules_of(passe: Passe) -> Profile:
    """By which rules a passe is played: the book, and what the regulation sets on top."""
    settings = format_of(passe.round.tournament).of_round(passe.round.number)
    layer: dict[str, Any] = {**ALL_HANDS, **settings.table_rules(passe.round.hands)}
    if passe.round.hands % len(passe.sittings.all()):
        layer["differenzler.hands_divisible"] = False
    return agreed_profile(settings.profile, {}, layer)


def _refuse_unrecorded(tournament: Tournament, passe: Passe) -> None:
    refuse_ended(tournament)
    if passe.round.state == Round.State.CLOSED:
        raise _round_closed()
    if format_of(tournament).writing is not Writing.HANDS:
        raise Conflict(
            "totals_written",
            _("An diesem Turnier wird das Total der Passe geschrieben, nicht jedes Spiel."),
        )
    if passe.sheets.filter(state=PasseSheet.State.CONFIRMED).exists():
        raise Conflict("passe_written", _("Das Resultat dieser Passe ist schon geschrieben."))


def _refuse_outsiders(actor: Actor, passe: Passe) -> None:
    """Everybody but those who may write, and a phone that has not taken a seat."""
    if actor.is_device and not may_write(actor, passe):
        raise _no_passe()
    if not may_write(actor, passe):
        raise NotAllowed(
            "not_at_this_table", _("Schreiben darf, wer am Tisch sitzt, und das Büro des Clubs.")
        )
    if actor.is_device and (actor.seat is None or actor.seat >= len(passe.sittings.all())):
        raise Conflict("take_a_seat", _("Wählt zuerst, für welchen Platz dieses Telefon spricht."))


def _scope(passe: Passe) -> tuple[str, str]:
    return TABLE, str(passe.table_id)


def _passe(passe_id: UUID) -> Passe:
    found = passe_with_people(passe_id)
    if found is None:
        raise _no_passe()
    return found


def _no_passe() -> NotFound:
    return NotFound("passe_not_found", _("Diese Passe gibt es nicht."))


def _round_closed() -> Conflict:
    return Conflict("round_closed", _("Diese Runde ist abgeschlossen."))
