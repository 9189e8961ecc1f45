"""A game from its opening, with its rules frozen, to its end and its settlement; and what the
direction may do to it: open it again, give it other seats, break it off."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, KittyBooking, Season
from jassclub.clubs.rights import role_of, seatable
from jassclub.clubs.services import kitty
from jassclub.core.errors import Conflict, Finding, Invalid, NotAllowed, NotFound, in_words
from jassclub.core.records import plain
from jassclub.core.rows import save_version
from referee.rules.profile import Profile
from scoring.claims import ledger
from scoring.claims.agreement import confirm_rest
from scoring.claims.ledger import record
from scoring.claims.models import Confirmation, Dispute, GameChange, HandEntry, SignOff
from scoring.claims.predictions import sealed_hands
from scoring.claims.rows import given_reason
from scoring.claims.selectors import (
    GameState,
    locked_game,
    open_or_refuse,
    sign_offs_of,
    state_of,
)
from scoring.claims.sides import sides_of, speaks_alone
from scoring.core.access import GameAccess, access_of, director_in, writer_in
from scoring.core.models import Game, Hand, Seat
from scoring.core.rules import Rules, agreed_profile, sentence
from scoring.core.score_events import announce
from scoring.disputes.calls import end_calls_of
from scoring.games import dealing
from scoring.games.base import Table
from scoring.games.endings import settle_by

Kind = GameChange.Kind


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
    game_id: UUID | None = None,
) -> Game:
    """Start a game: players in playing order, the profile (book < club < table) frozen.

    `game_id`: the id that a phone without network has given it.
    `opening_seat` answers the opening question of the profile (who deals, or who holds the
    7 of diamonds) and then says more than `first_dealer`.
    """
    club = open_to(actor, club_id)
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
        game_id=game_id,
    )


def open_to(actor: Actor, club_id: UUID) -> Club:
    """The club, for its members: they open its games."""
    club = Club.objects.filter(pk=club_id).first()
    member = actor.user_id is not None and role_of(actor.user_id, club_id) is not None
    if club is None or not (member or actor.kind == "system"):
        raise NotFound("club_not_found", _("Diesen Club gibt es nicht."))
    return club


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
    game_id: UUID | None = None,
) -> Game:
    """Start a game by a profile that was agreed on elsewhere; the caller asked who may do so."""
    players = list(player_ids)
    dealer = first_dealer if opening_seat is None else opening_seat
    _check_people(club, players, season_id, allowed=profile.players, dealer=dealer)
    if opening_seat is not None and 0 <= opening_seat < len(players):
        first_dealer = dealing.first_dealer(
            dealing.opening(profile), opening_seat, Table(profile=profile, players=len(players))
        )
    cards = deck or (club.deck if club.deck in profile.decks else profile.decks[0])
    rules = Rules(profile, cards, len(players), first_dealer)
    findings = [item for item in rules.game.check_table(rules.table()) if item.blocks]
    Invalid.raise_for(in_words(findings, sentence), _("So kann die Partie nicht beginnen."))
    outside = Season.objects.exclude(starts__lte=played_on, ends__gte=played_on)
    if season_id is not None and outside.filter(pk=season_id).exists():
        raise Invalid.at("/played_on", "outside_season", _("Dieser Tag liegt nicht in der Saison."))
    game = Game.objects.create(
        id=game_id or uuid4(),
        club=club,
        season_id=season_id,
        variant=profile.game,
        profile_slug=profile.slug,
        profile=profile.in_json,
        deck=cards,
        first_dealer=first_dealer,
        label=label.strip(),
        played_on=played_on,
        created_by=str(actor),
    )
    Seat.objects.bulk_create(
        Seat(club_id=game.club_id, game=game, index=index, player_id=ident)
        for index, ident in enumerate(players)
    )
    ledger.append(game, "opened", ledger.game_facts(game, players))
    announce(game, "opened")
    return game


@transaction.atomic
def sign_off(*, actor: Actor, game_id: UUID, seat: int | None = None) -> Game:
    """A seat says that the sheet is right. When every side has, the game is closed.

    `seat` names the one who holds the phone after a hand-over, which is recorded; without it the
    actor's own. Whatever changes the sheet afterwards asks for all signatures again.
    """
    game = locked_game(game_id)
    access = writer_in(game, actor)
    open_or_refuse(game)
    signing = access.seat if seat is None else seat
    if signing is None:
        raise NotAllowed("seat_needed", _("Abschliessen können die Seiten am Tisch."))
    Rules.of(game).check_seat(signing, "/seat")
    _check_all_decided(game)
    _sign(game, access, signing)
    return game


@transaction.atomic
def sign_for_all(*, actor: Actor, game_id: UUID) -> Game:
    """The one phone of the table goes round: whoever has not signed signs on it, handed over.

    Not where another phone or account speaks for a seat: there that side signs itself.
    """
    game = locked_game(game_id)
    access = writer_in(game, actor)
    open_or_refuse(game)
    if access.seat is None or not speaks_alone(game, actor):
        raise NotAllowed("no_handover", _("Jede Seite sagt auf ihrem Telefon, dass alles stimmt."))
    _check_all_decided(game)
    rules, signed = Rules.of(game), _signed_sides(game)
    for seat in ((access.seat + step) % rules.players for step in range(rules.sides)):
        if rules.side_of(seat) not in signed:
            _sign(game, access, seat)
    return game


def _sign(game: Game, access: GameAccess, seat: int) -> None:
    """A signature, unless it stands; with that of the last side the game is closed."""
    rules = Rules.of(game)
    if not sign_offs_of(game).filter(seat=seat).exists():
        # Also where this phone has spoken for another side before.
        handed_over = access.seat != seat or bool(
            sides_of(game, str(access.actor)) - {rules.side_of(seat)}
        )
        signature = SignOff(game=game, seat=seat, handed_over=handed_over, phone_seat=access.seat)
        record(game, "signed_off", signature, access)
    if _signed_sides(game) == set(range(rules.sides)):
        last = replace(access, seat=seat)
        confirm_rest(game, how=Confirmation.How.SIGN_OFF, access=last)
        _close(game)


def _signed_sides(game: Game) -> set[int]:
    side_of = Rules.of(game).side_of
    return {side_of(seat) for seat in sign_offs_of(game).values_list("seat", flat=True)}


@transaction.atomic
def close_game(*, actor: Actor, game_id: UUID) -> Game:
    """The desk closes a game; what nobody doubted is agreed to."""
    game = locked_game(game_id)
    access = writer_in(game, actor)
    open_or_refuse(game)
    if not access.at_desk and actor.kind != "system":
        own = access.has_office and _("Am eigenen Tisch unterschreiben alle Seiten, auf der Tafel.")
        raise NotAllowed("desk_needed", own or _("Allein abschliessen kann nur das Büro."))
    _check_all_decided(game)
    confirm_rest(game, how=Confirmation.How.CLOSING, access=access)
    _close(game)
    return game


def _close(game: Game) -> None:
    closed_at = now()
    save_version(game, state=Game.State.CLOSED, closed_at=closed_at)
    end_calls_of(game)
    ledger.append(game, "closed", {"at": plain(closed_at)})
    announce(game, "closed")


def _check_all_decided(game: Game) -> None:
    doubt = Q(entries__state__in=[HandEntry.State.CONTESTED, HandEntry.State.RIVAL])
    doubtful = Hand.objects.filter(doubt | Q(disputes__state=Dispute.State.OPEN), game=game)
    _refuse(
        sorted(set(doubtful.values_list("number", flat=True))),
        "undecided",
        _("Zuerst muss entschieden werden, was gilt: Spiel %(numbers)s."),
    )
    sealed = _(
        "Zuerst muss eine andere Seite die Punkte bestätigen, das öffnet die Ansagen: "
        "Spiel %(numbers)s."
    )
    _refuse(sealed_hands(game), "sealed", sealed)


def _refuse(numbers: Sequence[int], code: str, template: str) -> None:
    """Raise Invalid with a finding for each hand, if there are any."""
    text = template % {"numbers": ", ".join(map(str, numbers))}
    Invalid.raise_for([Finding(code, f"/hands/{number}", text) for number in numbers], text)


@transaction.atomic
def reopen_game(*, actor: Actor, game_id: UUID, reason: str) -> Game:
    """Open a closed or abandoned game again; all signatures are asked for again."""
    game, access = _directed(actor, game_id, reason)
    if game.state == Game.State.OPEN:
        raise Conflict("game_open", _("Diese Partie läuft noch."))
    note_change(game, access, Kind.REOPENED, reason)
    save_version(game, state=Game.State.OPEN, closed_at=None)
    return game


@transaction.atomic
def abandon_game(*, actor: Actor, game_id: UUID, reason: str) -> Game:
    """Break a game off: its hands stand and count, but nobody has won it."""
    game, access = _directed(actor, game_id, reason)
    open_or_refuse(game)
    note_change(game, access, Kind.ABANDONED, reason)
    return broken_off(game)


def broken_off(game: Game) -> Game:
    """A game that is over, however much of it was played."""
    save_version(game, state=Game.State.ABANDONED, closed_at=now())
    end_calls_of(game)
    return game


@transaction.atomic
def reseat_game(*, actor: Actor, game_id: UUID, player_ids: Sequence[UUID], reason: str) -> Game:
    """Seat the table again in one step; every hand stays with its seat.

    For those who notice after some hands that they were written down in wrong seats: what was
    played at a seat belongs from now on to the one who really sat there.
    """
    game, access = _directed(actor, game_id, reason)
    players = list(player_ids)
    seats = list(game.seats.order_by("index"))
    _check_people(game.club, players, None, allowed=(len(seats),), dealer=0)
    if players == [seat.player_id for seat in seats]:
        raise Conflict("seated_so", _("So sitzen sie schon."))
    game.seats.all().delete()
    for seat, player in zip(seats, players, strict=True):
        game.seats.create(club_id=game.club_id, index=seat.index, player_id=player)
    note_change(game, access, Kind.RESEATED, reason, seats=[str(player) for player in players])
    return game


def _directed(actor: Actor, game_id: UUID, reason: str) -> tuple[Game, GameAccess]:
    game = locked_game(game_id)
    access = director_in(game, actor)
    given_reason(reason)
    return game, access


def note_change(
    game: Game, access: GameAccess, kind: str, reason: str, *, seats: list[str] | None = None
) -> None:
    change = GameChange(game=game, kind=kind, reason=reason.strip(), seats=seats)
    record(game, "changed", change, access, event=kind)


def _check_people(
    club: Club,
    players: Sequence[UUID],
    season_id: UUID | None,
    *,
    allowed: Sequence[int],
    dealer: int,
) -> None:
    """Refuse players, numbers of players, dealers and seasons that cannot be, all at once."""
    club_players = seatable(club.pk, players)
    details = [
        Finding(
            "unknown_player", f"/players/{index}", _("Diese Person spielt nicht in diesem Club.")
        )
        for index, ident in enumerate(players)
        if ident not in club_players
    ]
    details += [
        Finding("player_twice", f"/players/{index}", _("Diese Person sitzt schon am Tisch."))
        for index, ident in enumerate(players)
        if ident in players[:index]
    ]
    if len(players) not in allowed:
        several = ", ".join(map(str, allowed))
        text = _("Dieses Spiel ist für %(allowed)s Personen.") % {"allowed": several}
        details.append(Finding("wrong_number_of_players", "/players", text))
    if not 0 <= dealer < max(len(players), 1):
        details.append(Finding("unknown_seat", "/first_dealer", _("Diesen Platz gibt es nicht.")))
    if season_id and not Season.objects.filter(pk=season_id, club=club).exists():
        details.append(Finding("unknown_season", "/season", _("Diese Saison gibt es nicht.")))
    Invalid.raise_for(details, _("So kann die Partie nicht beginnen."))


def settlement_of(state: GameState) -> tuple[int, ...]:
    """Rappen per seat, positive = receives: everybody for himself against the average, sides and
    games for strokes by the stakes of one that has ended; Conflict where nobody has won yet.
    """
    outcome, rate = state.sheet.outcome, state.rules.profile.stakes.rate
    if outcome and outcome.strokes and rate:
        return outcome.rappen(rate, state.rules.players)
    if state.rules.profile.sides == "single":
        sign = 1 if state.rules.game.lower_wins else -1
        return settle_by(state.rules.profile, [sign * total for total in state.totals]).amounts
    if state.stakes is None:
        text = _("Abgerechnet wird erst, wenn eine Seite die Partie gewonnen hat.")
        raise Conflict("no_settlement", text)
    return state.stakes.rappen


@transaction.atomic
def settle_game(*, actor: Actor, game_id: UUID) -> KittyBooking:
    """Book the settlement of all seats at once, as it stands on the agreed sheet.

    Again with the same totals it is the same booking; with others (a hand was corrected) it is
    a Conflict until the old booking is cancelled. For a scorekeeper; the game is closed.
    """
    game = locked_game(game_id)
    access_of(game, actor)
    state = state_of(game)
    agreed = all(entry.state == HandEntry.State.CONFIRMED for entry in state.entries)
    if game.state != Game.State.CLOSED or not agreed:
        raise Conflict(
            "game_open",
            _("Abgerechnet wird, wenn die Partie abgeschlossen und nichts strittig ist."),
        )
    seats = game.seats.select_related("player__merged_into").order_by("index")
    return kitty.book(
        actor=actor,
        club_id=game.club_id,
        kind=KittyBooking.Kind.SETTLEMENT,
        day=game.played_on,
        lines=[
            kitty.Line(seat.person.pk, amount)
            for seat, amount in zip(seats, settlement_of(state), strict=True)
        ],
        source=kitty.Source("game", game.pk),
    )


def club_of_game(game_id: UUID) -> UUID | None:
    """The club that a game belongs to."""
    return Game.objects.filter(pk=game_id).values_list("club_id", flat=True).first()


def page_of_game(game_id: UUID) -> str:
    """Where the phone that followed the link goes."""
    return reverse("game", args=[game_id])
