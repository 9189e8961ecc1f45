"""The sheet that is made of the hands recorded at a table, and the worker that makes it."""

import pytest
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from scoring.claims.agreement import contest_hand
from scoring.claims.penalties import add_penalty
from scoring.core.models import ScoreEvent
from scoring.tables.games import abandon_game, close_game, open_game, reopen_game, sign_off
from tests.scoring.table import differenzler, schieber
from tests.tournaments.halls import hall
from tests.tournaments.recorded import (
    FOUR,
    opened,
    overruled,
    played,
    plays,
    reopened,
    signed,
    states,
)
from tournaments.core.selectors import verify
from tournaments.results import sheets
from tournaments.results.models import PasseSheet
from tournaments.results.sheets import collect
from tournaments.seasons.services import count_events
from tournaments.standings.models import FailedCount, Ranking
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db


def test_when_both_sides_have_signed_the_sheet_counts(saal):
    at = signed(played(saal))
    sheet = collect(game_id=at.game.pk)
    assert (sheet.state, sheet.origin, sheet.number) == ("confirmed", "hands", 1)
    assert sheet.counted == {"state": "counts", "points": [404, 224], "given": [0, 0], "off": 0}
    assert [line["matsches"] for line in sheet.sheet["lines"]] == [1, 0]
    assert (sheet.sheet["hands"], sheet.warnings, sheet.after_closing) == (4, [], False)
    saal.tournament.refresh_from_db()
    assert saal.tournament.results_version == 1
    assert saal.tournament.log.last().payload["points"] == [404, 224]
    assert list(verify(saal.tournament)) == []


def test_the_desk_may_close_a_table_that_went_home(saal):
    at = played(saal)
    close_game(actor=saal.official("scribe"), game_id=at.game.pk)
    assert collect(game_id=at.game.pk).state == "confirmed"


def test_a_game_that_still_runs_and_one_of_the_club_give_no_sheet(saal):
    at = played(saal)
    assert collect(game_id=at.game.pk) is None
    sign_off(actor=at.phones[0], game_id=at.game.pk)
    assert collect(game_id=at.game.pk) is None
    other = open_game(
        actor=SYSTEM, club_id=saal.tournament.club_id, profile_slug="schieber-1000",
        player_ids=[player.pk for player in saal.house.people[:4]],
        played_on=saal.tournament.played_on,
    )  # fmt: skip
    close_game(actor=SYSTEM, game_id=other.pk)
    assert collect(game_id=other.pk) is None
    assert not PasseSheet.objects.exists()


def test_collecting_again_changes_nothing(saal):
    at = signed(played(saal))
    first = collect(game_id=at.game.pk)
    assert collect(game_id=at.game.pk) is None
    assert saal.sheets() == [first]
    saal.tournament.refresh_from_db()
    assert saal.tournament.results_version == 1


def test_penalties_of_the_game_are_no_part_of_the_sheet(saal):
    at = played(saal)
    add_penalty(
        actor=saal.official("referee"), game_id=at.game.pk, seat=0, points=30, reason="Schwatzen"
    )
    assert collect(game_id=signed(at).game.pk).counted["points"] == [404, 224]


def test_everybody_alone_has_a_column_with_what_he_made_and_his_exact_hits():
    found = hall(4, preset="differenzler-4x4", hands=2)
    found.draw.rounds = [{"tables": [[1, 2, 3, 4]], "sitting_out": []}] * 2
    found.call()
    at = found.recorded(opened(found))
    for number in (1, 2):
        at.write(number, differenzler([20, 40, 30, 50], [25, 52, 30]))
        at.confirm(number, seat=1)
    for seat in range(4):
        sign_off(actor=at.phones[seat], game_id=at.game.pk)
    sheet = collect(game_id=at.game.pk)
    assert sheet.counted["points"] == [10, 24, 0, 0]
    assert [line["exact"] for line in sheet.sheet["lines"]] == [0, 0, 2, 2]
    assert [line["made"] for line in sheet.sheet["lines"]] == [50, 104, 60, 100]
    assert sheet.state == "confirmed"


@pytest.mark.parametrize(
    ("points", "code", "count"),
    [(FOUR[:3], "hands_missing", 3), ((*FOUR, 80), "hands_too_many", 5)],
)
def test_another_number_of_hands_waits_for_the_director(saal, points, code, count):
    at = signed(played(saal, points=points))
    sheet = collect(game_id=at.game.pk)
    assert (sheet.state, sheet.counted["state"]) == ("contested", "held")
    (warning,) = sheet.warnings
    assert (warning["code"], warning["params"]) == (code, {"hands": count, "expected": 4})
    assert sheet.reason == f"{count} von 4 Spielen"
    saal.tournament.refresh_from_db()
    assert saal.tournament.results_version == 0


def test_what_the_director_decided_about_it_is_not_asked_again(saal):
    at = signed(played(saal, points=FOUR[:3]))
    sheet = collect(game_id=at.game.pk)
    PasseSheet.objects.filter(pk=sheet.pk).update(state="confirmed")
    assert collect(game_id=at.game.pk) is None
    assert states(saal) == ["confirmed"]


def test_the_missing_hand_played_after_all_makes_a_sheet_that_counts(saal):
    at = signed(played(saal, points=FOUR[:3]))
    collect(game_id=at.game.pk)
    reopen_game(actor=saal.official(), game_id=at.game.pk, reason="ein Spiel fehlt")
    at.write(4, schieber(157))
    assert collect(game_id=at.game.pk) is None
    assert collect(game_id=signed(at).game.pk).counted["points"] == [404, 224]
    assert states(saal) == ["superseded", "confirmed"]


def test_a_correction_in_the_open_round_takes_the_place_of_the_sheet(saal):
    at = signed(played(saal))
    collect(game_id=at.game.pk)
    reopened(saal, at, 1, 90)
    assert collect(game_id=at.game.pk).counted["points"] == [394, 234]
    assert states(saal) == ["superseded", "confirmed"]
    reopened(saal, at, 1, 100)
    assert collect(game_id=at.game.pk).counted["points"] == [404, 224], "and back again"
    assert states(saal) == ["superseded", "superseded", "confirmed"]


def test_a_correction_after_the_round_waits_and_the_result_stands(saal):
    at = signed(played(saal))
    collect(game_id=at.game.pk)
    saal.close()
    overruled(saal, at, 1, 90)
    late = collect(game_id=at.game.pk)
    assert (late.state, late.after_closing) == ("contested", True)
    assert late.reason
    assert states(saal) == ["confirmed", "contested"]
    saal.tournament.refresh_from_db()
    assert saal.tournament.results_version == 1
    overruled(saal, at, 1, 100)
    assert collect(game_id=at.game.pk) is None
    assert states(saal) == ["confirmed", "superseded"], "nothing is left to decide"


def test_hands_do_not_push_a_typed_result_with_other_points_aside(saal):
    at = signed(played(saal))
    PasseSheet.objects.create(
        club_id=saal.passe().club_id,
        passe=saal.passe(), number=1, state="confirmed", origin="correction", sheet={},
        counted={"points": [400, 228]}, actor="user:1",
    )  # fmt: skip
    assert collect(game_id=at.game.pk).state == "contested"
    assert states(saal) == ["confirmed", "contested"]


def test_hands_that_say_the_same_as_a_typed_result_complete_it(saal):
    at = signed(played(saal))
    PasseSheet.objects.create(
        club_id=saal.passe().club_id,
        passe=saal.passe(), number=1, state="confirmed", origin="desk", sheet={},
        counted={"points": [404, 224]}, actor="user:1",
    )  # fmt: skip
    assert collect(game_id=at.game.pk).state == "confirmed"
    assert states(saal) == ["superseded", "confirmed"]


def test_only_confirmed_hands_count_in_a_game_that_was_broken_off(saal):
    at = played(saal)
    contest_hand(actor=at.phones[1], hand_id=at.hand(4).pk, version=1, reason_code="miscounted")
    abandon_game(actor=saal.official(), game_id=at.game.pk, reason="Feueralarm")
    sheet = collect(game_id=at.game.pk)
    assert (sheet.state, sheet.sheet["hands"]) == ("contested", 3)


def test_recorded_hands_and_those_who_stepped_in_are_ranked(saal):
    sitting = saal.passe().sittings.get(index=0)
    helper = saal.entry(next(n for n in range(1, 9) if not plays(saal, n)))
    sitting.substitute, sitting.credited = helper, "entry"
    sitting.save()
    collect(game_id=signed(played(saal)).game.pk)
    recount(saal.tournament.pk)
    rows = Ranking.objects.get(tournament=saal.tournament).rows
    points = {row["number"]: row["points"] for row in rows}
    numbers = [sitting.entry.number for sitting in saal.passe().sittings.all()]
    assert [points[number] for number in numbers] == [404, 224, 404, 224]


# ---- the worker


def test_the_worker_collects_what_scoring_announced(saal):
    at = signed(played(saal))
    assert count_events() == 0, "no season was touched"
    assert states(saal) == ["confirmed"]
    assert not ScoreEvent.objects.filter(counted_at=None).exists()
    count_events()
    assert saal.sheets()[0].counted["points"] == [404, 224]
    assert at.game.season is None


def test_a_table_that_fails_holds_up_no_other(saal, monkeypatch):
    one, two = (signed(played(saal, table)) for table in (1, 2))

    def fails(*, game_id):
        if game_id == one.game.pk:
            raise RuntimeError("no")
        return collect(game_id=game_id)

    monkeypatch.setattr("tournaments.seasons.services.collect", fails)
    count_events()
    assert (states(saal, 1), states(saal, 2)) == ([], ["confirmed"])
    waiting = ScoreEvent.objects.filter(counted_at=None).values_list("game", flat=True)
    assert set(waiting) == {one.game.pk}
    monkeypatch.undo()
    count_events()
    assert states(saal, 1) == [], "what failed rests for a minute"
    FailedCount.objects.update(again_at=timezone.now())
    count_events()
    assert states(saal, 1) == ["confirmed"]
    assert two.game.pk != one.game.pk


def test_a_sheet_and_the_mark_of_its_event_stand_and_fall_together(saal, monkeypatch):
    signed(played(saal))

    def fails(sheet, kind, *, actor, reason):
        raise RuntimeError("no")

    monkeypatch.setattr(sheets, "log_version", fails)
    count_events()
    assert not PasseSheet.objects.exists()
    assert ScoreEvent.objects.filter(counted_at=None).exists()
