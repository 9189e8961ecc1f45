"""An evening whose people come and go while games run, and what is taken back in time."""

from uuid import UUID

import pytest

from jassclub.clubs.actors import SYSTEM, Actor
from jassclub.clubs.models import Player
from jassclub.clubs.services import links
from jassclub.clubs.services.forgetting import leave
from jassclub.core.errors import Conflict, Invalid, NotAllowed
from scoring.claims.entries import record_hand
from scoring.claims.models import HandEntry
from scoring.core.models import Game, Hand
from scoring.slate.board import SCOPE
from scoring.tables.anew import running_at
from scoring.tables.games import abandon_game, close_game, reopen_game, sign_off
from tests.scoring.table import phones, schieber
from tests.tournaments.evenings.test_evenings import Evenings
from tournaments.evenings import leaving, services
from tournaments.evenings.models import Attendance
from tournaments.evenings.selectors import draft_of, waiting
from tournaments.evenings.tonight import Tonight

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Evenings:
    return Evenings()


def write(club: Evenings, game: Game) -> None:
    record_hand(actor=club.scribe, game_id=game.pk, number=1, slip=schieber(60))


def names(club: Evenings) -> list[str]:
    return [player.name for player in waiting(club.fresh())]


def mix(club: Evenings, *games: Game, by=None) -> list[list[str]]:
    drawn = services.draw(
        actor=by or club.house.official("director"),
        evening_id=club.evening.pk,
        profile_slug="schieber-1000",
        three="differenzler-offen",
        mixed=[game.pk for game in games],
    )
    tables: list[list[str]] = drawn.draft["tables"]
    return tables


def go(club: Evenings, game: Game, seat: int, coming: UUID | None) -> Game | None:
    return leaving.substitute(
        actor=club.house.official("director"),
        evening_id=club.evening.pk,
        game_id=game.pk,
        leaving=game.seats.get(index=seat).player_id,
        coming=coming,
    )


def test_tables_that_were_opened_are_a_draft_again_while_nothing_is_written(club):
    club.come(8)
    drawn = club.draw().draft["tables"]
    club.open()
    assert Tonight(club.fresh()).opened_last
    services.take_back(actor=club.scribe, evening_id=club.evening.pk)
    evening = club.fresh()
    assert (evening.draft["tables"], evening.drawn) == (drawn, [])
    assert (len(waiting(evening)), list(Tonight(evening).states)) == (8, [])
    # Opened again they have the same numbers.
    assert [game.label for game in club.open()] == ["Tisch 1", "Tisch 2"]


def test_all_tables_end_at_once_but_one_where_something_is_undecided(club):
    club.come(12)
    club.draw()
    played, contested, empty = club.open()
    write(club, played)
    write(club, contested)
    Hand.objects.get(game=contested).entries.update(state=HandEntry.State.CONTESTED)
    ended, left = services.close_tables(actor=club.scribe, evening_id=club.evening.pk)
    assert ended == 2
    assert [(game.pk, "Spiel 1" in why) for game, why in left] == [(contested.pk, True)]
    assert {game.label: game.state for game in Game.objects.all()} == {
        played.label: "closed",
        contested.label: "open",
        empty.label: "abandoned",
    }
    assert services.close_tables(actor=club.scribe, evening_id=club.evening.pk)[0] == 0


def test_what_was_played_is_not_taken_back(club):
    club.come(8)
    club.draw()
    first, _second = club.open()
    write(club, first)
    assert not Tonight(club.fresh()).opened_last
    with pytest.raises(Conflict):
        services.take_back(actor=club.scribe, evening_id=club.evening.pk)
    assert Game.objects.filter(state="open").count() == 2


def test_an_evening_without_games_has_nothing_to_take_back(club):
    with pytest.raises(Conflict):
        services.take_back(actor=club.scribe, evening_id=club.evening.pk)


def test_a_late_one_makes_a_table_of_three_one_of_four(club):
    club.come(7)
    club.draw()
    _four, three = club.open()
    club.come(8)
    with pytest.raises(Invalid, match="neu gemischt"):
        club.draw()
    assert [len(table) for table in mix(club, three)] == [4]
    told = draft_of(club.fresh())
    assert told is not None
    # Until it is opened the three play on.
    assert ([table.number for table in told.tables], three.state) == ([2], "open")
    (game,) = club.open()
    three.refresh_from_db()
    assert (three.state, game.label, game.variant) == ("abandoned", "Tisch 2", "schieber")


def test_two_tables_that_are_mixed_keep_what_was_played(club):
    club.come(8)
    club.draw()
    first, second = club.open()
    write(club, first)
    director = club.house.official("director")
    assert len(mix(club, first, second, by=director)) == 2
    with pytest.raises(NotAllowed):
        club.open()
    services.open_tables(actor=director, evening_id=club.evening.pk)
    over = Tonight(club.fresh()).over
    # The one in which nothing stood is as if it had not been.
    assert [(table.game.pk, table.hands) for table in over] == [(first.pk, 1)]


def test_who_only_writes_does_not_end_games(club):
    club.come(4)
    club.draw()
    (game,) = club.open()
    with pytest.raises(NotAllowed):
        mix(club, game, by=club.scribe)


def test_where_nobody_plays_on_the_others_wait(club):
    club.come(4)
    club.draw()
    (game,) = club.open()
    write(club, game)
    going = game.seats.get(index=1).player
    assert go(club, game, 1, None) is None
    assert Attendance.objects.get(player=going).state == "left"
    assert sorted([*names(club), going.name]) == ["Anna", "Beat", "Chlöe", "Dario"]
    game.refresh_from_db()
    assert game.state == "abandoned"


def test_the_link_of_a_table_leads_on_and_the_phone_of_who_left_has_no_seat(club):
    club.come(5)
    club.draw(three="")
    (game,) = club.open()
    _link, token = links.create_link(
        actor=SYSTEM, club_id=game.club_id, label="T", scope_kind=SCOPE, scope_id=game.pk
    )
    stays, goes = (links.join_table(token=token, seat=seat)[0] for seat in (0, 1))
    (coming,) = waiting(club.fresh())
    after = go(club, game, 1, coming.pk)
    assert running_at(game.pk) == after
    for device in (stays, goes):
        device.refresh_from_db()
    assert (stays.seat, goes.seat) == (0, None)


def test_where_the_score_stays_the_same_game_goes_on_for_who_takes_the_seat(club):
    club.come(5)
    club.draw(three="")
    (game,) = club.open()
    write(club, game)
    (coming,) = waiting(club.fresh())
    going = game.seats.get(index=1).player
    leaving.take_over_seat(
        actor=club.house.official("director"),
        evening_id=club.evening.pk,
        game_id=game.pk,
        leaving=going.pk,
        coming=coming.pk,
    )
    (table,) = Tonight(club.fresh()).running
    assert (table.game.pk, table.hands) == (game.pk, 1)
    assert [side.total for side in table.sides] == [60, 97]
    assert game.seats.get(index=1).player == coming
    assert game.changes.get().reason == f"{going.name} ist gegangen."
    assert (names(club), Attendance.objects.get(player=going).state) == ([], "left")


@pytest.fixture
def lone(club) -> Actor:
    """The only one of the club who directs; he plays along at the only table."""
    found: Actor = club.house.official("admin")
    Player.objects.filter(pk=club.house.people[0].pk).update(user=found.ident)
    return found


def test_a_lone_president_ends_his_own_table_and_opens_it_again(club, lone):
    club.come(4)
    club.draw()
    (game,) = club.open()
    write(club, game)
    leaving.substitute(
        actor=lone,
        evening_id=club.evening.pk,
        game_id=game.pk,
        leaving=club.house.people[1].pk,
        coming=None,
    )
    game.refresh_from_db()
    assert game.state == "abandoned"
    reopen_game(actor=lone, game_id=game.pk, reason="Er bleibt doch.")


@pytest.mark.parametrize("why", ["closed", "signed", "another"])
def test_where_another_directs_or_somebody_has_signed_he_decides_nothing_there(club, lone, why):
    club.come(4)
    club.draw()
    (game,) = club.open()
    write(club, game)
    if why == "closed":
        close_game(actor=club.scribe, game_id=game.pk)
    elif why == "signed":
        sign_off(actor=phones(club.house, game, 4)[1], game_id=game.pk)
    else:
        club.house.official("director")
    act = reopen_game if why == "closed" else abandon_game
    with pytest.raises(NotAllowed, match="own_table"):
        act(actor=lone, game_id=game.pk, reason="So.")


def test_a_director_who_is_about_to_leave_is_nobody_to_wait_for(club, lone):
    club.come(4)
    club.draw()
    (game,) = club.open()
    leave(actor=club.house.official("director"), club_id=club.house.club.pk)
    abandon_game(actor=lone, game_id=game.pk, reason="So.")
