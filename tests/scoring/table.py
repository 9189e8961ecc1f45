"""A club with people, phones at a table, and short ways to say what happens there."""

import itertools
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from jassclub.clubs.actors import Actor, device_actor, digest, person_actor
from jassclub.clubs.models import (
    Club,
    Device,
    Membership,
    Player,
    Season,
    TableLink,
    User,
)
from scoring.claims.agreement import confirm_hand, contest_hand, resolve_hand
from scoring.claims.entries import correct_hand, record_hand
from scoring.claims.models import HandEntry
from scoring.claims.penalties import add_penalty, cancel_penalty
from scoring.core.models import Game, Hand
from scoring.tables.games import open_game

NAMES = ("Anna", "Beat", "Chlöe", "Dario", "Elena", "Fritz")
_numbers = itertools.count()


@dataclass
class House:
    """One club; `people` are players without accounts."""

    club: Club
    season: Season
    people: list[Player] = field(default_factory=list)

    def official(self, role: str) -> Actor:
        """Somebody with an account and an office, seated nowhere."""
        user = User.objects.create_user(f"{role}{next(_numbers)}", password="x")
        Membership.objects.create(club=self.club, user=user, role=role)
        return person_actor(user.pk)


def house(name: str = "Jassklub Frohsinn") -> House:
    """A club with a season around today and six players."""
    club = Club.objects.create(name=name, slug=f"klub-{next(_numbers)}")
    today = timezone.localdate()
    season = Season.objects.create(
        club=club,
        name="Saison",
        starts=today - timedelta(days=200),
        ends=today + timedelta(days=100),
    )
    people = Player.objects.bulk_create([Player(club=club, name=name) for name in NAMES])
    return House(club, season, people)


@dataclass
class TableOf:
    """A game with a phone at each seat."""

    house: House
    game: Game
    phones: list[Actor]

    def write(self, number: int, slip: dict[str, Any], *, seat: int = 0, **more: Any) -> Any:
        """Write a hand from the phone at `seat`."""
        return record_hand(
            actor=self.phones[seat], game_id=self.game.pk, number=number, slip=slip, **more
        )

    def correct(self, number: int, slip: dict[str, Any], *, seat: int = 0, **more: Any) -> Any:
        """Correct a hand from the phone at `seat`, against the current version unless told."""
        hand = self.hand(number)
        if "base_version" not in more:
            more["base_version"] = self.current(number).version
        return correct_hand(actor=self.phones[seat], hand_id=hand.pk, slip=slip, **more)

    def confirm(self, number: int, *, seat: int, version: int | None = None, **more: Any) -> Any:
        """Agree from the phone at `seat`."""
        version = version or self.current(number).version
        hand = self.hand(number)
        return confirm_hand(actor=self.phones[seat], hand_id=hand.pk, version=version, **more)

    def hand(self, number: int) -> Hand:
        """The stored hand."""
        return Hand.objects.get(game=self.game, number=number)

    def current(self, number: int) -> HandEntry:
        """Its current version."""
        return self.hand(number).entries.get(state__in=HandEntry.CURRENT)

    def states(self, number: int) -> list[str]:
        """The states of all its versions, oldest first."""
        return list(self.hand(number).entries.values_list("state", flat=True))


def phones(house_: House, game: Game, seats: int) -> list[Actor]:
    """A link to the game and a phone for each seat."""
    link = TableLink.objects.create(
        club=house_.club,
        label="Tisch",
        scope_kind="game",
        scope_id=game.pk,
        created_by="system:test",
        expires_at=timezone.now() + timedelta(days=1),
        token_hash=digest(f"link{next(_numbers)}"),
    )
    devices = Device.objects.bulk_create(
        Device(
            club_id=link.club_id, link=link, seat=seat, token_hash=digest(f"phone{next(_numbers)}")
        )
        for seat in range(seats)
    )
    return [device_actor(device) for device in devices]


def open_table(
    house_: House,
    profile: str,
    *,
    seats: int = 4,
    phones_at: int | None = None,
    played_on: date | None = None,
    season_id: UUID | None = None,
    **more: Any,
) -> TableOf:
    """A running game of the first players of the club, a phone at each seat unless told."""
    game = open_game(
        actor=house_.official("member"),
        club_id=house_.club.pk,
        season_id=season_id or house_.season.pk,
        profile_slug=profile,
        player_ids=[player.pk for player in house_.people[:seats]],
        played_on=played_on or timezone.localdate(),
        **more,
    )
    return TableOf(house_, game, phones(house_, game, phones_at or seats))


def schieber(points: int, *, contract: str = "RO", by: int = 0, **more: Any) -> dict[str, Any]:
    """A plain Schieber slip: the first side's points, the other's derived."""
    return {"contract": contract, "declared_by": by, "points": [points, None], **more}


def differenzler(predictions: list[int], points: list[int], trump: str = "RO") -> dict[str, Any]:
    """A Differenzler slip: the last player's points derived."""
    return {"trump": trump, "predictions": predictions, "points": [*points, None]}


def quarrelsome() -> tuple[TableOf, Actor]:
    """Four hands, corrected, doubted, punished and decided, and the referee who did so."""
    table = open_table(house(), "schieber-1000")
    for number in range(1, 5):
        table.write(number, schieber(90 + number))
    table.correct(2, schieber(60), reason_code="other", reason_text="falsch gezählt")
    table.confirm(2, seat=1)
    table.write(4, schieber(11), seat=3)
    contest_hand(
        actor=table.phones[1], hand_id=table.hand(3).pk, version=1, reason_code="miscounted"
    )
    judge = table.house.official("referee")
    penalty = add_penalty(
        actor=judge, game_id=table.game.pk, seat=1, points=20, reason="Bock gerufen", number=1
    )
    cancel_penalty(
        actor=judge, game_id=table.game.pk, penalty_id=penalty.pk, reason="zurückgenommen"
    )
    resolve_hand(actor=judge, hand_id=table.hand(4).pk, version=1, reason="Blatt gezeigt")
    confirm_hand(actor=table.phones[1], hand_id=table.hand(3).pk, version=1)
    return table, judge
