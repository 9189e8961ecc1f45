"""The people, seasons and evenings of the demo club, and two tournaments: one in its third
round, one can people sign up for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.db import transaction

from jassclub.clubs.actors import ANONYMOUS, SYSTEM, Actor, device_actor, person_actor
from jassclub.clubs.demo_logins import LOGINS, PASSWORD, SLUG
from jassclub.clubs.models import Club, Player, Season
from jassclub.clubs.services import accounts, clubs, links, people
from jassclub.home.demo.games import play_other_games
from jassclub.home.demo.money import agree_on_money
from referee.rules.cards import mask_at
from referee.rules.legality import FollowRule, Playout, play_out
from referee.rules.modes import Mode, read_mode
from referee.rules.plays import stoeck_holder
from referee.rules.profile import Profile
from referee.rules.weis import WeisRule, settle
from scoring.claims.entries import correct_hand, record_hand
from scoring.core.models import Game
from scoring.core.rules import Rules
from scoring.tables.games import close_game, open_game
from tournaments.desk import rounds, services as desk
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry
from tournaments.evenings import services as evenings
from tournaments.results import services as results
from tournaments.rounds.models import Passe
from tournaments.seasons.services import count_events
from tournaments.standings.services import recount

FIRST = (
    "Adelheid", "Bruno", "Claudia", "Daniel", "Esther", "François", "Gabriela", "Heinz",
    "Isabelle", "Josef", "Karin", "Lorenzo", "Margrit", "Noldi", "Olivia", "Peter", "Renata",
    "Sepp", "Therese", "Urs", "Verena", "Walter", "Yvonne", "Zeno", "Agnes", "Benedikt",
)  # fmt: skip
LAST = ("Ammann", "Bühler", "Caduff", "Décosterd", "Eberle", "Flückiger", "Gasser", "Hodel")
PLAYERS, PLAYED = 26, 2
HAND_POINTS, CUP_HANDS = 157, 8


def two_tournaments(
    *, director: Actor, club_id: UUID, season_id: UUID, today: date, random: Random
) -> None:
    """An Einzelschieber of today with two rounds played, and a Differenzler in three weeks."""
    _running(director, club_id, season_id, today, random)
    _coming(director, club_id, season_id, today)


@transaction.atomic
def _running(director: Actor, club_id: UUID, season_id: UUID, today: date, random: Random) -> None:
    tournament = desk.create_tournament(
        actor=director,
        club_id=club_id,
        preset="einzelschieber-5x8",
        settings={"odd": "stand_in", "minutes": 40, "fee": 2000},
        description={
            "name": "Frohsinn-Cup",
            "slug": "frohsinn-cup",
            "place": "Restaurant Rössli, Saal",
            "played_on": today,
            "begins_at": time(13, 30),
            "season_id": season_id,
            "public": True,
        },
    )
    ids: dict[str, Any] = {"actor": director, "tournament_id": tournament.pk}
    desk.open_sign_up(**ids)
    names = [f"{first} {LAST[place % len(LAST)]}" for place, first in enumerate(FIRST)]
    entries.add_entries(**ids, people=[Person(name) for name in names[:PLAYERS]], present=True)
    helpers = [Person(f"Helfer {n}", kind=Entry.Kind.STAND_IN) for n in (1, 2)]
    entries.add_entries(**ids, people=helpers, present=True)
    draw.draw(**ids)
    for number in range(1, PLAYED + 1):
        called = rounds.call_round(**ids)
        rounds.start_round(**ids, number=number)
        for passe in called.passen.all():
            _type(director, passe, random)
        rounds.close_round(**ids, number=number)
    called = rounds.call_round(**ids)
    rounds.start_round(**ids, number=called.number)
    for passe in list(called.passen.all())[:3]:
        _type(director, passe, random)
    recount(tournament.pk)


@transaction.atomic
def _coming(director: Actor, club_id: UUID, season_id: UUID, today: date) -> None:
    tournament = desk.create_tournament(
        actor=director,
        club_id=club_id,
        preset="differenzler-4x4",
        description={
            "name": "Differenzler-Abend",
            "slug": "differenzler-abend",
            "place": "Restaurant Rössli",
            "played_on": today + timedelta(weeks=3),
            "begins_at": time(19, 0),
            "season_id": season_id,
            "capacity": 24,
            "public": True,
        },
    )
    desk.open_sign_up(actor=director, tournament_id=tournament.pk)
    for first in FIRST[:7]:
        named = [Person(f"{first} Zumstein")]
        entries.sign_up(actor=ANONYMOUS, tournament_id=tournament.pk, people=named)


def _type(director: Actor, passe: Passe, random: Random) -> None:
    """Eight hands: about half of the points for each side."""
    whole = CUP_HANDS * HAND_POINTS
    points = min(whole, max(0, round(random.gauss(whole / 2, 95))))
    results.type_sheet(
        actor=director,
        passe_id=passe.pk,
        data={"lines": [{"points": points}, {"points": whole - points}]},
    )


CARDS = 36
SUITS = ("EI", "SI", "RO", "SE")
LIKED = (*SUITS, *SUITS, "O", "U")
"""Trumps are declared more often than the two directions."""


def deal(random: Random, players: int) -> list[int]:
    """All cards dealt: a mask for each seat."""
    cards = list(range(CARDS))
    random.shuffle(cards)
    each = CARDS // players
    return [mask_at(cards[seat * each : (seat + 1) * each]) for seat in range(players)]


def schieber_slip(random: Random, profile: Profile, forehand: int) -> dict[str, Any]:
    """Four players, any contract; Weise, Stöck and matsch as they came."""
    holdings = deal(random, 4)
    contract = random.choice(LIKED)
    mode, _notation = read_mode(contract)
    played = _played(random, holdings, forehand, mode, FollowRule.of(profile))
    points = [played.points[0] + played.points[2], played.points[1] + played.points[3]]
    takers = {winner % 2 for winner in played.winners}
    slip: dict[str, Any] = {
        "contract": contract,
        "declared_by": forehand,
        "points": points,
        "matsch": takers.pop() if len(takers) == 1 else None,
    }
    if random.random() < 0.3:
        slip |= {"pushed": True, "declared_by": (forehand + 2) % 4}
    if profile.weis:
        slip["weis"] = list(settle(holdings, mode, forehand, rule=WeisRule.of(profile)).sides)
    if profile.stoeck and mode.trump is not None:
        slip["stoeck"] = stoeck_holder(holdings, mode.trump)
    return slip


def differenzler_slip(
    random: Random, profile: Profile, forehand: int, skills: list[float]
) -> dict[str, Any]:
    """Three or four players; who knows the game predicts nearer to what he makes."""
    players = len(skills)
    trump = random.choice(SUITS)
    mode, _notation = read_mode(trump)
    played = _played(random, deal(random, players), forehand, mode, FollowRule.of(profile))
    return {
        "trump": trump,
        "predictions": [
            _prediction(random, made, skill)
            for made, skill in zip(played.points, skills, strict=True)
        ],
        "points": list(played.points),
    }


def _prediction(random: Random, made: int, skill: float) -> int:
    """`skill` 0 to 1: how much of the usual miss of some twenty points is spared."""
    return min(157, max(0, round(made + random.gauss(1.5, 22 * (1 - skill)))))


def _played(
    random: Random, holdings: list[int], forehand: int, mode: Mode, rule: FollowRule
) -> Playout:
    choices = [random.randrange(1 << 16) for _card in range(CARDS)]
    return play_out(holdings, forehand, mode, choices, rule)


OTHERS = (
    "Dario Dubach",
    "Elena Egli",
    "Fritz Furrer",
    "Giulia Gianola",
    "Hansruedi Huber",
    "Irène Imhof",
    "Jean-Luc Jaquet",
    "Käthi Keller",
)
SEASONS, EVENINGS, HANDS = 3, 6, 12
RULES = {
    "differenzler": {"minimum_evenings": 3, "drop": 1},
    "schieber": {"minimum_evenings": 2},
}


@dataclass
class Demo:
    """What is needed while the club is played out."""

    club: Club
    desk: Actor
    director: Actor
    players: list[Player]
    skills: dict[str, float]
    random: Random


def load(*, seed: int, today: date) -> Club:
    """Make the club and play its seasons; the same seed and day give the same numbers.

    A transaction an evening: thousands of savepoints in one make PostgreSQL crawl.
    """
    demo = _people(Random(seed))  # noqa: S311 a game, not a secret
    for season in _seasons(demo, today):
        for evening in _evenings(season, min(season.ends, today - timedelta(days=1))):
            _play_evening(demo, season, evening)
        if season.starts <= today <= season.ends:
            _start_tonight(demo, season, today)
            play_other_games(desk=demo.desk, season=season, players=demo.players)
            two_tournaments(
                director=demo.director,
                club_id=demo.club.pk,
                season_id=season.pk,
                today=today,
                random=demo.random,
            )
    agree_on_money(director=demo.director, club=demo.club, today=today)
    count_events()
    return demo.club


@transaction.atomic
def _people(random: Random) -> Demo:
    club = clubs.create_club(actor=SYSTEM, name="Jassclub Frohsinn", slug=SLUG)
    actors = {}
    for username, (name, role) in LOGINS.items():
        user = accounts.create_user(username=username, password=PASSWORD)
        people.join(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role=role)
        actors[username] = person_actor(user.pk)
        if role not in ("admin", "referee"):
            people.add_player(actor=SYSTEM, club_id=club.pk, name=name, user_id=user.pk)
    for name in OTHERS:
        people.add_player(actor=SYSTEM, club_id=club.pk, name=name)
    players = list(Player.objects.filter(club=club).order_by("name"))
    skills = {player.name: random.uniform(0.15, 0.75) for player in players}
    return Demo(club, actors["vreni"], actors["chloe"], players, skills, random)


def _seasons(demo: Demo, today: date) -> list[Season]:
    newest = today.year if today.month >= 9 else today.year - 1
    return [
        clubs.add_season(
            actor=SYSTEM,
            club_id=demo.club.pk,
            name=f"{year}/{(year + 1) % 100:02d}",
            starts=date(year, 9, 1),
            ends=date(year + 1, 8, 31),
            rules=RULES,
        )
        for year in range(newest - SEASONS + 1, newest + 1)
    ]


def _evenings(season: Season, last: date) -> list[date]:
    """Every fourth Thursday from September on."""
    first = season.starts + timedelta(days=(3 - season.starts.weekday()) % 7)
    days = [first + timedelta(weeks=4 * number) for number in range(EVENINGS)]
    return [day for day in days if day <= last]


@transaction.atomic
def _play_evening(demo: Demo, season: Season, day: date) -> None:
    """Nine or more come: Differenzler at a table of four and one of three, then Schieber."""
    present = demo.random.sample(demo.players, demo.random.randint(9, len(demo.players)))
    schieber = "turnier-einzelschieber" if day.month % 2 else "club-swiss"
    for seats, profile in (
        (present[:4], "differenzler-verdeckt"),
        (present[4:7], "differenzler-offen"),
        ([present[8], *present[:3]], schieber),
    ):
        game = _game(demo, season, day, seats=seats, profile=profile)
        for number in range(1, HANDS + 1):
            record_hand(
                actor=demo.desk,
                game_id=game.pk,
                number=number,
                slip=_slip(demo, game, number, seats),
                source="paper",
            )
        close_game(actor=demo.desk, game_id=game.pk)


def _game(
    demo: Demo, season: Season, day: date, *, seats: Sequence[Player], profile: str, label: str = ""
) -> Game:
    return open_game(
        actor=demo.desk,
        club_id=demo.club.pk,
        season_id=season.pk,
        profile_slug=profile,
        player_ids=[player.pk for player in seats],
        played_on=day,
        first_dealer=demo.random.randrange(len(seats)),
        label=label,
    )


def _slip(demo: Demo, game: Game, number: int, seats: Sequence[Player]) -> dict[str, Any]:
    rules = Rules.of(game)
    forehand = rules.table(number).forehand or 0
    if rules.kind.speaking:
        skills = [demo.skills[player.name] for player in seats]
        return differenzler_slip(demo.random, rules.profile, forehand, skills)
    return schieber_slip(demo.random, rules.profile, forehand)


@transaction.atomic
def _start_tonight(demo: Demo, season: Season, today: date) -> None:
    """Two tables that are playing: a slate with a correction, a sheet of four; and coming dates."""
    seats = demo.players[:4]
    slate = _game(demo, season, today, seats=seats, profile="schieber-2500", label="Tisch 1")
    phones = _write(demo, slate, seats, hands=5)
    third = slate.hands.get(number=3).entries.get()
    correct_hand(
        actor=phones[0],
        hand_id=third.hand_id,
        base_version=1,
        slip={**third.slip, "points": third.slip["points"][::-1], "matsch": None},
        reason_code="sides_swapped",
    )
    seats = demo.players[4:8]
    sheet = _game(demo, season, today, seats=seats, profile="differenzler-offen", label="Tisch 2")
    _write(demo, sheet, seats, hands=3)
    days = [today + timedelta(weeks=week) for week in range(3)]
    evenings.plan(
        actor=demo.director,
        club_id=demo.club.pk,
        days=days,
        begins_at=time(19, 30),
        place="Restaurant Rössli",
    )


def _write(demo: Demo, game: Game, seats: Sequence[Player], *, hands: int) -> list[Actor]:
    """Hands written by two phones in turn, agreed to by silence; returns the phones."""
    phones = _phones(demo, game)
    for number in range(1, hands + 1):
        slip = _slip(demo, game, number, seats)
        record_hand(actor=phones[number % 2], game_id=game.pk, number=number, slip=slip)
    return phones


def _phones(demo: Demo, game: Game) -> list[Actor]:
    """Two phones on the table, one a side."""
    _link, token = links.create_link(
        actor=demo.desk,
        club_id=demo.club.pk,
        label=game.label,
        scope_kind="game",
        scope_id=game.pk,
    )
    found = []
    for seat in (0, 1):
        device, _secret = links.join_table(token=token, label=f"Telefon {seat + 1}")
        links.change_device(actor=device_actor(device), values={"seat": seat})
        device.seat = seat
        found.append(device_actor(device))
    return found


def login_lines() -> list[str]:
    """Who can log in to the demo club, for people."""
    roles = [f"  {name:<10}{role}" for name, (_player, role) in LOGINS.items()]
    return [f"Demo log-ins (password of all: {PASSWORD}):", *roles]
