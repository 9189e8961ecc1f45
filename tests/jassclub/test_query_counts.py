"""What a request asks of the database is a number that anyone can read here, and it is the same in
a club of five people and in one with years of games, seasons, members and tournaments."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Membership, Player, Season, User
from jassclub.clubs.services import links
from scoring.tables.games import close_game
from tests.cast import Caller
from tests.scoring.table import House, house, open_table, schieber
from tests.tournaments.halls import hall
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db

COST = {
    "game page": 15,
    "game": 10,
    "hands list": 11,
    "season table": 6,
    "averages": 4,
    "season page": 18,
    "season rules": 10,
    "player page": 24,
    "club page": 19,
    "list of games": 7,
}
AGAIN = {"player page": 15, "club page": 15}
"""While what follows from hands lies in the cache."""
BOARD = 17
REPEATS = dict.fromkeys(
    ("partner_repeats", "opponent_repeats", "meeting_repeats", "table_repeats"), 0
)
BOARD_FROM_CACHE = 6
"""Session, account, the tournament, whether he is of the club, the number of its ranking, whether
it could be counted; a reader without account: three."""
ENTRY = 19
"""Log-in, key, savepoint, game, sheet, hand, then one row each: hand, version, record, place in
the ledger, event, kept answer; and for the hand before it, confirmed by silence: whether it is
undoubted, state, agreement, record, place in the ledger, webhooks; with the savepoints of a test
around it. PostgreSQL is also asked to hold the key."""


def statements(act, *, cold: bool = True) -> int:
    """Cold: nothing is answered from the cache."""
    if cold:
        cache.clear()
    with CaptureQueriesContext(connection) as asked:
        answer = act()
    assert answer.status_code in (200, 201), answer.content
    return len(asked)


def played(house_: House, games: int, *, season: Season | None = None):
    """Finished games of three hands that count; the last one."""
    table = None
    for _ in range(games):
        day = season.starts if season else None
        table = open_table(
            house_, "schieber-1000", season_id=season.pk if season else None, played_on=day
        )
        for number in (1, 2, 3):
            table.write(number, schieber(60 + number))
            table.confirm(number, seat=1)
        close_game(actor=SYSTEM, game_id=table.game.pk)
    return table


def grown(house_: House) -> None:
    """The same club years later: people, members, seasons, games, tournaments."""
    for number in range(12):
        Player.objects.create(club=house_.club, name=f"Neu {number}")
        user = User.objects.create_user(f"neu{number}", password="x")
        Membership.objects.create(club=house_.club, user=user, role="member")
    for year in (1, 2, 3):
        starts = timezone.localdate() - timedelta(days=400 * year)
        season = Season.objects.create(
            club=house_.club, name=f"vor {year}", starts=starts, ends=starts + timedelta(days=300)
        )
        played(house_, 2, season=season)
    played(house_, 4)
    count_events()


def member_of(house_: House) -> Caller:
    return Caller(user=User.objects.get(pk=house_.official("member").ident))


def test_every_page_asks_the_same_in_a_small_and_in_a_large_club():
    club = house()
    table = played(club, 2)
    count_events()
    reader = member_of(club)
    game, season, person = table.game.pk, club.season.pk, club.people[0].pk
    addresses = {
        "game page": f"/games/{game}/",
        "game": f"games/{game}",
        "hands list": f"games/{game}/hands",
        "season table": f"seasons/{season}/standings",
        "averages": f"seasons/{season}/averages",
        "season page": f"/seasons/{season}/",
        "season rules": f"/seasons/{season}/rules/",
        "player page": f"/players/{person}/",
        "club page": f"/clubs/{club.club.slug}/",
        "list of games": "games",
    }

    def counted() -> dict[str, int]:
        return {name: statements(lambda at=at: reader.get(at)) for name, at in addresses.items()}

    counted()
    small = counted()
    grown(club)
    assert counted() == small
    assert small == COST
    for name, most in AGAIN.items():
        reader.get(addresses[name])
        again = statements(lambda at=addresses[name]: reader.get(at), cold=False)
        assert again == most, name


def test_the_board_asks_the_same_for_two_tables_and_for_six():
    def counted(people: int) -> tuple[int, int]:
        event = hall(entries=people)
        event.draw.certificate = {**REPEATS, "lower_bounds": REPEATS}
        event.draw.save(update_fields=["certificate"])
        event.call()
        reader = member_of(event.house)
        address = f"tournaments/{event.tournament.pk}/board"
        first = statements(lambda: reader.get(address))
        with CaptureQueriesContext(connection) as again:
            reader.get(address)
        return first, len(again)

    built, kept = counted(8)
    assert counted(24) == (built, kept)
    assert built == BOARD
    assert kept == BOARD_FROM_CACHE


def test_an_entry_asks_the_same_in_a_small_and_in_a_large_club():
    club = house()
    played(club, 1)
    table = open_table(club, "schieber-1000")
    _link, token = links.create_link(
        actor=SYSTEM, club_id=club.club.pk, label="T", scope_kind="game", scope_id=table.game.pk
    )
    device, secret = links.join_table(token=token, label="")
    phone = Caller(token=secret)
    type(device).objects.filter(pk=device.pk).update(seat=0)

    def entry(number: int) -> int:
        body = {"number": number, "slip": schieber(60)}
        return statements(lambda: phone.post(f"games/{table.game.pk}/hands", body))

    entry(1)
    small = entry(2)
    grown(club)
    assert entry(3) == small == ENTRY + (connection.vendor == "postgresql")
