"""Taking a spreadsheet of past evenings in: all of it or nothing, once."""

import io
from datetime import date

import pytest

from jassclub.clubs.models import Player
from jassclub.exchange.models import SpreadsheetPreview
from scoring.claims.models import Confirmation, HandEntry
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from tests.cast import pointers, problem
from tests.jassclub.exchange import moving as exchange
from tests.jassclub.exchange.spreadsheets.rows import doubts, lines, text
from tournaments.seasons.models import SeasonAverage
from tournaments.seasons.services import count_events

pytestmark = [pytest.mark.django_db, pytest.mark.once]


class TestAcceptance:
    """All or nothing, once, and only what is right."""

    def test_games_are_written_as_paper_confirmed_and_closed(self, preview, accept, season):
        rows = [*lines(hand=1), *lines(hand=2), *lines(day="11.3.2026", table="2")]
        found = accept(preview(text(*rows))).json()
        first, second = Game.objects.order_by("played_on")
        assert set(found["games"]) == {str(first.pk), str(second.pk)}
        assert (first.state, first.label, first.season_id) == ("closed", "1", season.pk)
        assert (second.played_on, second.label) == (date(2026, 3, 11), "2")
        entries = HandEntry.objects.all()
        assert set(entries.values_list("source", "state")) == {("paper", "confirmed")}
        assert set(Confirmation.objects.values_list("how", flat=True)) == {"paper"}
        assert [state_of(game).totals for game in (first, second)] == [(6,) * 4, (3,) * 4]
        assert [verify_game(game) for game in (first, second)] == [[], []]
        count_events()
        assert SeasonAverage.objects.filter(table_size=0).count() == 4

    def test_a_second_time_does_nothing(self, preview, accept):
        found = preview(text())
        games = accept(found).json()["games"]
        rows = exchange.everything()
        assert accept(found).json()["games"] == games
        assert exchange.everything() == rows

    def test_the_names_go_with_the_acceptance(self, preview, accept):
        found = preview(text())
        accept(found)
        assert SpreadsheetPreview.objects.get().lines == []

    def test_the_same_evening_in_another_spreadsheet_is_told(self, preview, accept):
        accept(preview(text()))
        again = preview(text(*lines(), *lines(hand=2)))
        assert doubts(again) == [(2, "date", "already_there")]
        assert again["found"][0]["hands"] == 0

    def test_errors_keep_everything_out(self, preview, accept):
        found = preview(text(*lines(hand=1), *lines(hand=2, Nord="Gast Nord;40;48")))
        refused = problem(accept(found), 422, "invalid")
        assert pointers(refused) == {"/lines/6/points"}
        assert not Game.objects.exists()

    def test_hands_with_an_error_are_left_out_only_when_somebody_says_so(self, preview, accept):
        found = preview(text(*lines(hand=1), *lines(hand=2, Nord="Gast Nord;40;48")))
        taken = accept(found, leave_out_faulty=True).json()
        assert (len(taken["games"]), taken["left_out"]) == (1, 1)
        assert list(Game.objects.get().hands.values_list("number", flat=True)) == [1]

    def test_nothing_but_errors_is_not_taken(self, preview, accept):
        found = preview(text(*lines(day="30.2.2026")))
        problem(accept(found, leave_out_faulty=True), 422, "invalid")

    def test_unknown_people_are_told_apart_by_the_organiser(self, preview, accept, guests):
        found = preview(text(*lines(West="Wester;42;39", Nord="Neuling;50;47")))
        meant = {"Wester": str(guests[3].pk), "Neuling": None}
        assert accept(found, people=meant).status_code == 201
        seated = list(Game.objects.get().seats.values_list("player__name", flat=True))
        assert seated == ["Neuling", "Gast Ost", "Gast Süd", "Gast West"]

    def test_a_refusal_adds_nobody(self, preview, accept):
        found = preview(text(*lines(Nord="Neuling;50;48")))
        problem(accept(found, people={"Neuling": None}), 422, "invalid")
        assert not Player.objects.filter(name="Neuling").exists()

    def test_people_who_are_not_in_it_are_not_added(self, preview, accept):
        found = preview(text())
        assert pointers(problem(accept(found, people={"X": None}), 422, "invalid")) == {"/people"}

    def test_nobody_takes_the_sheet_of_his_own_table(self, preview, anna, club):
        found = preview(text(*lines(Nord="Anna;50;47")))
        refused = anna.api.post(f"clubs/{club.pk}/spreadsheets/{found['id']}/acceptance", {})
        assert {error["code"] for error in problem(refused, 422, "invalid")["errors"]} == {
            "own_table"
        }

    def test_a_preview_can_be_thrown_away_until_it_is_taken(self, preview, accept, emma, club):
        found = preview(text())
        path = f"clubs/{club.pk}/spreadsheets/{found['id']}"
        assert emma.api.get(path).json()["id"] == found["id"]
        assert emma.api.delete(path).status_code == 204
        problem(emma.api.get(path), 404, "not_found")
        taken = preview(text(*lines(hand=3)))
        accept(taken)
        problem(emma.api.delete(f"clubs/{club.pk}/spreadsheets/{taken['id']}"), 409, "accepted")


def test_a_form_may_bring_the_file(emma, club, guests):
    file = io.BytesIO(text().encode())
    file.name = "abende.csv"
    answer = emma.api.client.post(
        f"/api/v1/clubs/{club.pk}/spreadsheets",
        {"file": file, "profile": "differenzler-offen"},
        headers={"Idempotency-Key": "form"},
    )
    assert (answer.status_code, answer.json()["filename"]) == (201, "abende.csv")
    empty = emma.api.client.post(
        f"/api/v1/clubs/{club.pk}/spreadsheets", {"file": "x"}, headers={"Idempotency-Key": "none"}
    )
    assert pointers(problem(empty, 422, "invalid")) == {"/file"}


def test_members_and_strangers_send_none(club, beat, dario, guests):
    for person, status, code in ((beat, 403, "role_missing"), (dario, 404, "not_found")):
        answer = person.api.client.post(
            f"/api/v1/clubs/{club.pk}/spreadsheets",
            text().encode(),
            content_type="text/csv",
            headers={"Idempotency-Key": "x"},
        )
        problem(answer, status, code)
