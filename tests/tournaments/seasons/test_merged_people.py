"""Tables count merged players as one person, and as two again when the merge is undone."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from jassclub.clubs.models import Player, User
from jassclub.clubs.services.merging import merge_players, undo_merge
from jassclub.core.errors import Conflict, DomainError
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from scoring.tables.games import close_game
from tests.cast import Caller
from tests.scoring.table import differenzler, house, open_table, schieber
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.openings import Sums, open_season
from tournaments.seasons.selectors import all_time_of, averages_of_player, named_rows
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings():
    """Two games; in the second Elena sits where Anna sat: she is Anna, written down twice."""
    first = open_table(house(), "differenzler-verdeckt")
    first.write(1, differenzler([20, 40, 30, 50], [25, 52, 40]))
    people = first.house.people
    people[0], people[4] = people[4], people[0]
    second = open_table(first.house, "differenzler-verdeckt")
    second.write(1, differenzler([10, 70, 40, 30], [17, 90, 40]))
    people[0], people[4] = people[4], people[0]
    for table in (first, second):
        close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    return first, second


def unite(tables):
    people, director = tables[0].house.people, tables[0].house.official("director")
    return merge_players(actor=director, player_id=people[4].pk, into_id=people[0].pk)


def part(tables, merge):
    undo_merge(actor=tables[0].house.official("director"), club_id=merge.club_id, merge_id=merge.pk)


def rows():
    return {row["name"]: row for row in named_rows(StandingsSnapshot.objects.get())}


def test_the_sweep_recomputes_the_tables_after_a_merge(evenings):
    assert rows().keys() == {"Anna", "Beat", "Chlöe", "Dario", "Elena"}
    unite(evenings)
    assert count_events() == 1
    assert rows().keys() == {"Anna", "Beat", "Chlöe", "Dario"}
    assert (rows()["Anna"]["hands"], rows()["Anna"]["total"]) == (2, 5 + 7)
    assert count_events() == 0


def test_the_averages_count_them_as_one(evenings):
    unite(evenings)
    count_events()
    elena = evenings[0].house.people[4]
    averages = SeasonAverage.objects.filter(table_size=0)
    assert averages.count() == 4
    system = evenings[0].house.official("member")
    found = averages_of_player(system, elena.pk).filter(table_size=0)
    assert [(row.player.name, row.hands) for row in found] == [("Anna", 2)]


def test_undoing_gives_the_very_same_tables_back(evenings):
    before = StandingsSnapshot.objects.get().rows
    merge = unite(evenings)
    count_events()
    part(evenings, merge)
    assert count_events() == 1
    assert StandingsSnapshot.objects.get().rows == before


def test_the_all_time_table_knows_at_once(evenings):
    merge = unite(evenings)
    anna = str(evenings[0].house.people[0].pk)
    hands = {row.player: row.hands for row in all_time_of(evenings[0].house.club.pk)}
    assert (hands[anna], len(hands)) == (2, 4)
    part(evenings, merge)
    assert len(all_time_of(evenings[0].house.club.pk)) == 5


def test_sums_that_both_brought_along_add_up(evenings):
    club, people = evenings[0].house.club, evenings[0].house.people
    sums = [Sums(player_id=people[seat].pk, hands=10, total=90, exact_hits=1) for seat in (0, 4)]
    director = evenings[0].house.official("director")
    open_season(actor=director, club_id=club.pk, label="2020", balances=sums)
    unite(evenings)
    anna = next(row for row in all_time_of(club.pk) if row.player == str(people[0].pk))
    assert (anna.hands, anna.total) == (22, 192)


def test_nothing_stored_in_the_games_changes(evenings):
    game = Game.objects.get(pk=evenings[1].game.pk)
    hashes = game.records.values_list("hash", flat=True)
    before, totals = list(hashes), state_of(game).totals
    unite(evenings)
    assert (list(hashes.all()), state_of(game).totals) == (before, totals)
    assert verify_game(game) == []
    assert game.seats.get(index=0).player.name == "Elena"


def test_the_seats_of_old_games_show_the_person_who_remains(evenings):
    unite(evenings)
    first, second = evenings
    member = Caller(user=User.objects.get(pk=first.house.official("member").ident))
    seat = member.get(f"games/{second.game.pk}").json()["seats"][0]
    anna = first.house.people[0]
    assert (seat["name"], seat["player"]) == ("Anna", str(anna.pk))
    for player in (anna, first.house.people[4]):
        found = member.get("games", player=player.pk).json()["results"]
        assert {game["id"] for game in found} == {str(first.game.pk), str(second.game.pk)}


def test_an_account_reaches_the_games_of_the_merged_row(evenings):
    first, second = evenings
    user = User.objects.create_user("anna", password="x")
    Player.objects.filter(pk=first.house.people[0].pk).update(user=user)
    caller = Caller(user=user)
    assert caller.get(f"games/{second.game.pk}").status_code == 404
    unite(evenings)
    assert caller.get(f"games/{second.game.pk}").status_code == 200
    assert len(caller.get("games").json()["results"]) == 2


def test_two_who_sat_at_one_table_are_two_people_and_the_games_are_named(evenings):
    first, _second = evenings
    director, people = first.house.official("director"), first.house.people
    with pytest.raises(Conflict) as refusal:
        merge_players(actor=director, player_id=people[1].pk, into_id=people[2].pk)
    assert refusal.value.code == "sat_together"
    named = {meeting["id"] for meeting in refusal.value.extra["meetings"]}
    assert named == {str(table.game.pk) for table in evenings}
    assert len(refusal.value.details) == 2


def test_a_meeting_of_merged_rows_counts_too(evenings):
    """Elena never met Fritz, but Anna, who she is, will have."""
    first, _second = evenings
    people = first.house.people
    people[1], people[5] = people[5], people[1]
    open_table(first.house, "schieber-1000")
    unite(evenings)
    director = first.house.official("director")
    with pytest.raises(Conflict) as refusal:
        merge_players(actor=director, player_id=people[1].pk, into_id=people[4].pk)
    assert refusal.value.code == "sat_together"


def test_a_merged_player_does_not_sit_down_any_more(evenings):
    unite(evenings)
    first = evenings[0]
    member = Caller(user=User.objects.get(pk=first.house.official("member").ident))
    people = [first.house.people[index].pk for index in (4, 1, 2, 3)]
    data = {
        "club": first.house.club.pk,
        "profile": "schieber-1000",
        "players": people,
        "played_on": "2026-01-01",
    }
    answer = member.post("games", data)
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/players/0"]


def test_a_schieber_table_counts_them_as_one():
    first = open_table(house(), "turnier-einzelschieber")
    first.write(1, schieber(100))
    people = first.house.people
    people[0], people[4] = people[4], people[0]
    second = open_table(first.house, "turnier-einzelschieber")
    people[0], people[4] = people[4], people[0]
    second.write(1, schieber(57))
    for table in (first, second):
        close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    unite((first, second))
    count_events()
    anna = rows()["Anna"]
    assert (anna["hands"], anna["points"], anna["games"], anna["wins"]) == (2, 157, 2, 1)
    assert "Elena" not in rows()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, -1])
def test_merging_two_while_they_sit_down_together_lets_one_of_both_happen(turn):
    club_house = house()
    director = club_house.official("director")
    anna, elena = club_house.people[0], club_house.people[1]

    def merge():
        merge_players(actor=director, player_id=elena.pk, into_id=anna.pk)
        return "merged"

    def sit_down():
        open_table(club_house, "schieber-1000")
        return "seated"

    def tried(work):
        try:
            return work()
        except DomainError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = set(pool.map(tried, [merge, sit_down][::turn]))
    assert answers in ({"merged", "invalid"}, {"sat_together", "seated"})
