"""Many games as they would stand after the services, written in bulk; the chains are real."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.db import models
from django.utils import timezone

from jassclub.clubs.models import Club, Player, Season
from jassclub.core.records import plain
from scoring.claims import ledger
from scoring.claims.models import Confirmation, HandEntry
from scoring.core.models import Game, GameRecord, Hand, Seat
from scoring.core.rules import Rules, agreed_profile

HANDS = 12
GAMES_A_SEASON = 80
SEASONS_A_CLUB = 10
PEOPLE = 40
HANDS_A_SEASON = HANDS * GAMES_A_SEASON
PROFILES = ("schieber-1000", "differenzler-offen")
"""Games of a season in turn, so that both kinds of tables have rows."""
AUTHOR = "user:0"


@dataclass
class Rows:
    """What is written together."""

    games: list[Game] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    entries: list[HandEntry] = field(default_factory=list)
    confirmations: list[Confirmation] = field(default_factory=list)
    records: list[GameRecord] = field(default_factory=list)

    def write(self) -> None:
        """All of them, what is pointed at first."""
        kinds: Sequence[list[Any]] = (
            self.games, self.seats, self.hands, self.entries, self.confirmations, self.records,
        )  # fmt: skip
        for rows in kinds:
            model: type[models.Model] = type(rows[0])
            model._default_manager.bulk_create(rows, batch_size=2_000)


def clubs(chance: random.Random) -> Iterator[tuple[Club, Season]]:
    """Season after season without end: ten to a club of forty people, each written at once."""
    profiles = [agreed_profile(slug, {}, {}) for slug in PROFILES]
    number = 0
    while True:
        number += 1
        club = Club.objects.create(name=f"Klub {number}", slug=f"klub-{number}")
        people = Player.objects.bulk_create(
            Player(club=club, name=f"P{at:02}") for at in range(PEOPLE)
        )
        for year in range(SEASONS_A_CLUB):
            starts = timezone.localdate() - timedelta(days=100 + 365 * year)
            season = Season.objects.create(
                club=club, name=f"{year} her", starts=starts, ends=starts + timedelta(days=360)
            )
            _season(season, people, profiles, chance).write()
            yield club, season


def _season(
    season: Season, people: list[Player], profiles: Sequence[Any], chance: random.Random
) -> Rows:
    """Eight evenings at ten tables."""
    rows = Rows()
    for at in range(GAMES_A_SEASON):
        profile = profiles[at % len(profiles)]
        day = season.starts + timedelta(days=11 * (at // 10))
        _game(rows, season, chance.sample(people, 4), profile, day, chance)
    return rows


def _game(  # noqa: PLR0917 what a game is made of
    rows: Rows, season: Season, seated: list[Player], profile: Any, day: date, chance: random.Random
) -> None:
    game = Game(
        club_id=season.club_id, season=season, variant=profile.game, profile_slug=profile.slug,
        profile=profile.in_json, deck=profile.decks[0], played_on=day, created_by=AUTHOR,
        state=Game.State.CLOSED, closed_at=timezone.now(),
    )  # fmt: skip
    rows.games.append(game)
    rows.seats += [
        Seat(club_id=game.club_id, game=game, index=n, player=player)
        for n, player in enumerate(seated)
    ]
    _note(rows, game, "opened", ledger.game_facts(game, [player.pk for player in seated]))
    rules = Rules(profile, game.deck, len(seated), 0)
    for number in range(1, HANDS + 1):
        hand = Hand(
            club_id=game.club_id, game=game, number=number, dealer=(number - 1) % len(seated)
        )
        rows.hands.append(hand)
        slip = rules.game.normalise(_slip(profile, chance, number), rules.table(number))
        _entry(rows, game, hand, dict(slip))
    _note(rows, game, "closed", {"at": plain(timezone.now())})


def _entry(rows: Rows, game: Game, hand: Hand, slip: dict[str, Any]) -> None:
    said = {"actor": AUTHOR, "created_at": timezone.now(), "seat": 0}
    entry = HandEntry(
        **said, seq=game.ledger_seq + 1, club_id=hand.club_id, hand=hand, version=1, slip=slip,
        state=HandEntry.State.CONFIRMED,
    )  # fmt: skip
    rows.entries.append(entry)
    moves = [[str(entry.pk), str(HandEntry.State.PROVISIONAL)]]
    _note(rows, game, "entry", ledger.SOURCES["entry"].facts(entry), moves)
    agreed = Confirmation(
        **{**said, "seat": 1}, seq=game.ledger_seq + 1, club_id=entry.club_id, entry=entry,
        how=Confirmation.How.OTHER_SIDE,
    )  # fmt: skip
    rows.confirmations.append(agreed)
    moves = [[str(entry.pk), str(HandEntry.State.CONFIRMED)]]
    _note(rows, game, "confirmed", ledger.SOURCES["confirmed"].facts(agreed), moves)


def _note(
    rows: Rows, game: Game, kind: str, told: dict[str, Any], moves: Sequence[list[str]] = ()
) -> None:
    """As `ledger.append` does, into the rows to be written."""
    payload = {"facts": told, "states": [*moves]}
    seq, previous = game.ledger_seq + 1, game.ledger_hash
    hashed = ledger.chained(game.pk, seq, kind, payload, previous)
    rows.records.append(
        GameRecord(
            club_id=game.club_id,
            game=game,
            seq=seq,
            kind=kind,
            payload=payload,
            previous=previous,
            hash=hashed,
        )
    )
    game.ledger_seq, game.ledger_hash = seq, hashed
    game.sheet_seq = seq if kind == "entry" else game.sheet_seq


def _slip(profile: Any, chance: random.Random, number: int) -> dict[str, Any]:
    if profile.game == "differenzler":
        made = [25, 35, 45, 52]
        chance.shuffle(made)
        said = [points + chance.randint(-15, 15) for points in made]
        return {"trump": "RO", "predictions": said, "points": made}
    return {
        "contract": "RO",
        "declared_by": number % 4,  # who leads
        "points": [chance.randint(20, 137), None],
    }
