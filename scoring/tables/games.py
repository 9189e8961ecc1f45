"""Opening a game with its rules frozen, and closing it."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NoReturn
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.timezone import now
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Season
from jassclub.clubs.permissions import role_of
from jassclub.core.errors import Invalid, NotAllowed, NotFound
from jassclub.core.findings import Finding, in_words
from referee.rules.profile import Profile
from scoring.claims import ledger
from scoring.claims.confirming import confirm_rest
from scoring.claims.models import Confirmation, Dispute, HandEntry, SignOff
from scoring.claims.opening import sealed_hands
from scoring.claims.rows import locked_game, open_or_refuse, record
from scoring.claims.selectors import sign_offs_of
from scoring.claims.sides import sides_of
from scoring.core.access import GameAccess, writer_in
from scoring.core.models import Game, Hand, Seat
from scoring.core.rules import Rules, agreed_profile, sentence
from scoring.core.score_events import announce
from scoring.games import dealing
from scoring.games.base import Table
from scoring.tables.people import check_people


@transaction.atomic
def open_game(
    *,
    actor: Actor,
    club_id: UUID,
    profile_slug: str,
    player_ids: Sequence[UUID],
    played_on: date,
    season_id: UUID | None = None,
    house_rules: Mapping[str, Any] | None = None,
    deck: str = "",
    first_dealer: int = 0,
    opening_seat: int | None = None,
    label: str = "",
) -> Game:
    """Start a game: players in playing order, the profile (book < club < table) frozen.

    `opening_seat` answers the opening question of the profile (who deals, or who holds the
    7 of diamonds) and then says more than `first_dealer`.
    """
    club = _club(actor, club_id)
    return begin_game(
        actor=actor,
        club=club,
        profile=agreed_profile(profile_slug, club.profile_layer, house_rules or {}),
        player_ids=player_ids,
        played_on=played_on,
        season_id=season_id,
        deck=deck,
        first_dealer=first_dealer,
        opening_seat=opening_seat,
        label=label,
    )


@transaction.atomic
def begin_game(
    *,
    actor: Actor,
    club: Club,
    profile: Profile,
    player_ids: Sequence[UUID],
    played_on: date,
    season_id: UUID | None = None,
    deck: str = "",
    first_dealer: int = 0,
    opening_seat: int | None = None,
    label: str = "",
) -> Game:
    """Start a game by a profile that was agreed on elsewhere; the caller asked who may do so."""
    players = list(player_ids)
    dealer = first_dealer if opening_seat is None else opening_seat
    check_people(club, players, season_id, allowed=profile.players, dealer=dealer)
    if opening_seat is not None and 0 <= opening_seat < len(players):
        table = Table(profile=profile, players=len(players))
        first_dealer = dealing.first_dealer(dealing.opening(profile), opening_seat, table)
    cards = deck or (club.deck if club.deck in profile.decks else profile.decks[0])
    _check_table(Rules(profile, cards, len(players), first_dealer))
    _check_day(season_id, played_on)
    game = Game.objects.create(
        club=club,
        season_id=season_id,
        variant=profile.game,
        profile_slug=profile.slug,
        profile=profile.to_json(),
        deck=cards,
        first_dealer=first_dealer,
        label=label.strip(),
        played_on=played_on,
        created_by=str(actor),
    )
    Seat.objects.bulk_create(
        Seat(game=game, index=index, player_id=ident) for index, ident in enumerate(players)
    )
    ledger.append(game, "opened", ledger.game_facts(game, players))
    announce(game, "opened")
    return game


def _check_table(rules: Rules) -> None:
    findings = [item for item in rules.game.check_table(rules.table()) if item.blocks]
    if findings:
        worded = in_words(findings, sentence)
        raise Invalid.of(worded, _("So kann die Partie nicht beginnen."))


def _check_day(season_id: UUID | None, day: date) -> None:
    if season_id is None:
        return
    outside = Season.objects.filter(pk=season_id).exclude(starts__lte=day, ends__gte=day)
    if outside.exists():
        raise Invalid.at("/played_on", "outside_season", _("Dieser Tag liegt nicht in der Saison."))


@transaction.atomic
def sign_off(*, actor: Actor, game_id: UUID, seat: int | None = None) -> Game:
    """A seat says that the sheet is right. When every side has, the game is closed.

    `seat` names the one who holds the phone after a hand-over, which is recorded; without it the
    actor's own. Whatever changes the sheet afterwards asks for all signatures anew.
    """
    game = locked_game(game_id)
    access = writer_in(game, actor)
    open_or_refuse(game)
    rules = Rules.of(game)
    signing = _signing(rules, access, seat)
    _check_all_decided(game)
    _sign(game, access, signing)
    signed = {rules.side_of(index) for index in sign_offs_of(game).values_list("seat", flat=True)}
    if signed == set(range(rules.sides)):
        how = Confirmation.How.SIGN_OFF
        confirm_rest(game, how=how, access=GameAccess(actor, signing, access.roles))
        _close(game)
    return game


@transaction.atomic
def close_game(*, actor: Actor, game_id: UUID) -> Game:
    """The desk closes a game; what nobody doubted is agreed to."""
    game = locked_game(game_id)
    access = writer_in(game, actor)
    open_or_refuse(game)
    if not access.at_desk and actor.kind != "system":
        raise NotAllowed("desk_needed", _("Allein abschliessen kann nur das Büro."))
    _check_all_decided(game)
    confirm_rest(game, how=Confirmation.How.CLOSING, access=access)
    _close(game)
    return game


def _close(game: Game) -> None:
    closed_at = now()
    game.move_to(Game.State.CLOSED, closed_at=closed_at)
    ledger.append(game, "closed", {"at": closed_at.isoformat()})
    announce(game, "closed")


def _signing(rules: Rules, access: GameAccess, seat: int | None) -> int:
    """The seat that signs: whoever holds the phone is named, else it is its own."""
    if seat is None:
        if access.seat is None:
            raise NotAllowed("seat_needed", _("Abschliessen können die Seiten am Tisch."))
        return access.seat
    rules.check_seat(seat, "/seat")
    return seat


def _sign(game: Game, access: GameAccess, seat: int) -> None:
    if sign_offs_of(game).filter(seat=seat).exists():
        return
    handed_over = _handed_over(game, access, seat)
    signature = SignOff(game=game, seat=seat, handed_over=handed_over, phone_seat=access.seat)
    record(game, "signed_off", signature, access)


def _handed_over(game: Game, access: GameAccess, seat: int) -> bool:
    """Whether the phone speaks for somebody else, or has spoken for another side than `seat`'s."""
    if access.seat != seat:
        return True
    side_of = Rules.of(game).side_of
    return bool(sides_of(game, str(access.actor)) - {side_of(seat)})


def _check_all_decided(game: Game) -> None:
    doubt = Q(entries__state__in=[HandEntry.State.CONTESTED, HandEntry.State.RIVAL])
    doubtful = Hand.objects.filter(doubt | Q(disputes__state=Dispute.State.OPEN), game=game)
    numbers = sorted(set(doubtful.values_list("number", flat=True)))
    if numbers:
        text = _("Zuerst muss entschieden werden, was gilt: Spiel %(numbers)s.")
        _refuse(numbers, "undecided", text)
    if sealed := sealed_hands(game):
        text = _(
            "Zuerst muss eine andere Seite die Punkte bestätigen, das öffnet die Ansagen: "
            "Spiel %(numbers)s."
        )
        _refuse(sealed, "sealed", text)


def _refuse(numbers: Sequence[int], code: str, template: str) -> NoReturn:
    text = template % {"numbers": ", ".join(map(str, numbers))}
    raise Invalid.of([Finding(code, f"/hands/{number}", text) for number in numbers], text)


def _club(actor: Actor, club_id: UUID) -> Club:
    club = Club.objects.filter(pk=club_id).first()
    member = actor.user_id is not None and role_of(actor.user_id, club_id) is not None
    if club is None or not (member or actor.kind == "system"):
        raise NotFound("club_not_found", _("Diesen Club gibt es nicht."))
    return club
