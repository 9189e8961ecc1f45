"""A knock-out by its commands: drawn stage by stage, ranked by the bracket, frozen once called."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from jassclub.clubs.models import User
from jassclub.core.errors import Conflict
from tests.jassclub.office import words
from tests.recording.pdf import read_out
from tests.signed_in import signed_in
from tests.tournaments.events import Event, event, opened, pairs
from tests.tournaments.playing import correct, live, play, ranks, seated, the_round
from tournaments.desk import services as desk
from tournaments.draw import services as drawing
from tournaments.entries import services as entries
from tournaments.papers.bracket import bracket_paper
from tournaments.papers.contents import latest_ranking, ranking_paper
from tournaments.standings.rankings import order_of

pytestmark = pytest.mark.django_db


def meetings(day: Event) -> list[tuple[int, int]]:
    """The pairs at the tables of the last round, by the numbers of the pairs."""
    found = [seated(passe) for passe in the_round(day).passen.order_by("table__number")]
    return [((four[0] + 1) // 2, (four[1] + 1) // 2) for four in found]


def test_the_better_seeded_go_through_to_the_final_and_the_bracket_ranks() -> None:
    day = pairs(6, rounds=3)
    play(day)
    assert meetings(day) == [(4, 5), (3, 6)]
    waiting = the_round(day).sitting_out.values_list("entry__number", flat=True)
    assert sorted(waiting) == [1, 2, 3, 4]
    play(day)
    assert set(meetings(day)) == {(1, 4), (2, 3)}
    play(day)
    assert meetings(day) == [(1, 2), (4, 3)], "the final is played at the first table"
    assert ranks(live(day).teams) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6)]
    assert {row["rank"] for row in live(day).rows if row["number"] in {9, 10, 11, 12}} == {5}
    assert order_of(day.tournament)[:4] == [1, 2, 3, 4]
    with pytest.raises(Conflict) as refused:
        drawing.draw(**day.ids)
    assert refused.value.code == "nothing_to_draw"
    desk.finish(**day.ids)


def test_who_loses_his_first_match_plays_on_in_the_consolation() -> None:
    day = pairs(8, rounds=3, knockout={"seeds": "list", "consolation": True})
    play(day)
    play(day)
    assert set(meetings(day)) == {(1, 4), (2, 3), (5, 8), (6, 7)}
    play(day)
    assert set(map(frozenset, meetings(day))) == {
        frozenset({1, 2}), frozenset({3, 4}), frozenset({5, 6})
    }  # fmt: skip


@pytest.mark.parametrize(("count", "rounds", "most"), [(8, 3, 8), (9, 4, 4), (16, 4, 8)])
def test_few_return_to_a_table_where_they_sat(count: int, rounds: int, most: int) -> None:
    """As drawn in the order of the bracket it was 12, 14 and 16."""
    day = pairs(count, rounds=rounds, knockout={"seeds": "list", "consolation": True})
    for _round in range(rounds):
        play(day)
    last = day.tournament.draws.latest("number")
    assert last.certificate["table_repeats"] <= most


def test_too_few_rounds_are_refused_before_the_first_stage() -> None:
    day = pairs(5, rounds=2)
    with pytest.raises(Conflict) as refused:
        day.draw()
    assert refused.value.code == "knockout_needs_rounds"


def test_a_draw_is_the_same_until_something_changes_and_the_lot_decides_the_bracket() -> None:
    day = pairs(8, rounds=3, knockout={"seeds": "drawn"})
    first, made = drawing.draw(**day.ids)
    again, made_again = drawing.draw(**day.ids)
    assert (made, made_again) == (True, False)
    assert first.pk == again.pk
    other, _made = drawing.draw(**day.ids, reason="Ein Paar stand doppelt.")
    assert other.asked["knockout"]["order"] != first.asked["knockout"]["order"]


def even(_seated: Any) -> list[int]:
    return [314, 314]


def test_a_tie_is_decided_by_the_stated_rule() -> None:
    day = pairs(4, rounds=2)
    play(day, even)
    day.call()
    assert set(meetings(day)) == {(1, 2), (4, 3)}, "the better seeded are through"


def give_card(day: Event, number: int) -> None:
    entry = day.tournament.entries.get(number=number)
    entries.change_entry(
        **day.ids, entry_id=entry.pk, version=entry.version, values={"card": number}
    )


def test_equals_wait_for_their_cards() -> None:
    day = pairs(4, rounds=2, knockout={"seeds": "list", "ties": "card"})
    play(day, even)
    with pytest.raises(Conflict) as refused:
        day.draw()
    assert refused.value.code == "match_undecided"
    for number in range(1, 9):
        give_card(day, number)
    play(day)
    assert set(meetings(day)[0]) == {3, 4}


def test_a_correction_leaves_the_round_that_was_called_as_it_is() -> None:
    day = pairs(4, rounds=2)
    play(day)
    day.call()
    before = meetings(day)
    correct(day, 1, [300, 328], number=1)
    assert meetings(day) == before
    teams = {row["number"]: row["rank"] for row in live(day).teams}
    assert teams[4] == 3


def test_a_pair_that_goes_home_has_lost_its_next_match() -> None:
    day = pairs(4, rounds=2)
    play(day)
    entries.drop_out(**day.ids, number=1, reason="Krank.")
    play(day)
    assert meetings(day) == [(4, 3)], "nobody is left to meet pair 2 in the final"
    found = {row["number"]: row["rank"] for row in live(day).teams}
    assert found == {2: 1, 1: 2, 3: 3, 4: 4}


def test_preliminary_rounds_then_a_knock_out_of_the_best() -> None:
    day = pairs(
        8, "pairs-5x8-swiss", rounds=5, odd="sit_out",
        final={"places": 4, "rounds": 2, "knockout": True},
    )  # fmt: skip
    for _round in range(3):
        play(day)
    best = list(dict.fromkeys((number + 1) // 2 for number in order_of(day.tournament)))[:4]
    play(day)
    assert set(meetings(day)) == {(best[0], best[3]), (best[1], best[2])}
    play(day)
    found = ranks(live(day).teams)
    # The others keep the places of the preliminary rounds, where equals share one.
    assert [rank for rank, _number in found[:5]] == [1, 2, 3, 4, 5]
    assert {number for rank, number in found if rank and rank <= 4} == set(best)


def test_everybody_reads_the_bracket_on_its_page_the_board_and_over_the_api() -> None:
    day = opened(pairs(6, rounds=3))
    page = f"/t/{day.tournament.slug}/bracket/"
    play(day)
    assert "Paar 1" in Client().get(page).content.decode()
    board = Client().get(f"/t/{day.tournament.slug}/board/").content.decode()
    assert "Viertelfinal" in board
    day.call()
    correct(day, 1, [300, 328], number=1)
    shown = Client().get(page).content.decode()
    assert "Nach der Korrektur hätte Paar 5 gewonnen" in " ".join(shown.split())
    told = Client().get(f"/api/v1/tournaments/{day.tournament.pk}/bracket").json()
    quarter = told["stages"][0]["parts"][0]
    assert quarter["heading"] == "Viertelfinal"
    assert [
        [(side["number"], side["outcome"]) for side in duel["sides"]] for duel in quarter["duels"]
    ] == [[(1, "")], [(4, "won"), (5, "lost")], [(2, "")], [(3, "won"), (6, "lost")]]


def test_the_direction_is_told_before_it_corrects_that_a_called_round_stays() -> None:
    day = pairs(4, rounds=2)
    play(day)
    day.call()
    user = day.house.club.memberships.get(user__pk=str(day.director.user_id)).user
    client = Client()
    client.force_login(user)
    page = f"/clubs/{day.house.club.slug}/tournaments/{day.tournament.slug}/rounds/1/tables/1/"
    shown = " ".join(client.get(page).content.decode().split())
    assert "Im K.-o. ist Paar 1 weiter" in shown


def test_who_won_a_hidden_final_is_told_nowhere() -> None:
    day = opened(pairs(4, rounds=2, ranking={"hidden_from": 2}))
    play(day)
    play(day)
    first, final = Client().get(f"/api/v1/tournaments/{day.tournament.pk}/bracket").json()["stages"]
    won = [[side["goes_on"] for side in duel["sides"]] for duel in first["parts"][0]["duels"]]
    assert sorted(map(sorted, won)) == [[False, True]] * 2
    duels = [duel for part in final["parts"] for duel in part["duels"]]
    assert duels
    assert not any(side["goes_on"] for duel in duels for side in duel["sides"])


@pytest.mark.parametrize("count", [6, 8])
def test_the_bracket_is_printed_for_the_wall(count: int) -> None:
    day = opened(pairs(count, rounds=3, knockout={"seeds": "list", "consolation": True}))
    paper = f"/api/v1/tournaments/{day.tournament.pk}/papers/bracket.pdf"
    play(day)
    told = " ".join(text for _path, text in read_out(bracket_paper(day.tournament)))
    for number in (1, 2):
        assert told.count(f"Paar {number}") == 1 + (count == 8), "in the half-final: no duel before"
    for _round in range(2):
        play(day)
    assert Client().get(paper).content.startswith(b"%PDF")


def test_long_results_are_in_groups_on_the_bracket_for_the_wall() -> None:
    day = pairs(2, rounds=1, hands=8)
    play(day, lambda _seated: [1200, 56])
    told = [text for _path, text in read_out(bracket_paper(day.tournament))]
    assert "1’200" in " ".join(told)


def test_each_result_stands_on_the_list_under_its_own_round() -> None:
    day = pairs(3, rounds=2)
    play(day)
    play(day)
    kept = latest_ranking(day.tournament)
    assert kept is not None
    told = read_out(ranking_paper(day.tournament, kept, whole=True))
    assert [text for path, text in told if path.endswith("/TH")][2:5] == ["Total", "1", "2"]
    cells = [text for path, text in told if path.endswith("/TD")]
    (first,) = [row for row in live(day).teams if row["rank"] == 1]
    assert cells[3:5] == ["", str(first["value"])]


def test_an_event_without_a_knock_out_has_no_bracket() -> None:
    day = opened(event())
    day.enter(8)
    day.call()
    assert Client().get(f"/t/{day.tournament.slug}/bracket/").status_code == 404
    answer = Client().get(f"/api/v1/tournaments/{day.tournament.pk}/bracket")
    assert answer.json()["code"] == "no_knockout"


def test_rounds_stand_in_their_order_where_the_winner_had_none_in_the_first() -> None:
    day = opened(pairs(3, rounds=2))
    play(day)
    play(day)
    assert ranks(live(day).teams)[0] == (1, 1)
    page = words(Client().get(f"/t/{day.tournament.slug}/"))
    assert "Rang Name R 1 R 2" in page


def with_one_more(day: Event) -> Event:
    """Somebody without a partner."""
    day.enter(1)
    return day


@pytest.mark.parametrize(
    ("day", "told"),
    [
        (lambda: pairs(7, rounds=3), "In der ersten Runde ohne Spiel weiter: 1"),
        (lambda: pairs(6, rounds=3), "In der ersten Runde ohne Spiel weiter: 2"),
        (lambda: pairs(8, rounds=3), ""),
        (lambda: pairs(7, "pairs-7x8-round-robin"), "2 setzen pro Runde aus, reihum"),
        (lambda: with_one_more(pairs(7, "pairs-7x8-round-robin")), "2 setzen pro Runde aus"),
    ],
)
def test_before_the_draw_the_desk_tells_whom_it_leaves_without_a_table(
    day: Callable[[], Event], told: str
) -> None:
    made = day()
    desk_of = signed_in(User.objects.get(pk=str(made.director.user_id)))
    page = words(desk_of.get(f"/clubs/{made.house.club.slug}/tournaments/{made.tournament.slug}/"))
    assert told in page
    assert ("pro Runde aus" in page, "ohne Spiel" in page) == ("setzen" in told, "ohne" in told)
