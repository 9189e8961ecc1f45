"""The director's day on one screen: the next step, the clock, who steps in, what is taken back."""

from typing import Any

import pytest

from tests.jassclub.office import words
from tests.markup import markup
from tests.tournaments.office import Office, errors
from tournaments.results.models import PenaltyPoints
from tournaments.rounds.models import Round, Sitting

pytestmark = pytest.mark.django_db

SUM = 8 * 157


def main_action(browser):
    """The words on the one main button or link of the next step."""
    html = markup(browser.get())
    part = html.split('data-live="next"')[1].split("</section>")[0]
    found = part.split('class="btn main"')
    return found[1].split(">")[1].split("<")[0] if len(found) > 1 else ""


def test_each_step_of_the_day_is_the_one_main_action_and_none_happens_by_itself(office):
    director = office.director
    steps = [main_action(director)]
    director.do("open")
    steps.append(main_action(director))
    office.enter(8, present=False)
    steps.append(main_action(director))
    for number in range(1, 9):
        director.do("check-in", numbers=number)
    for name, more in (("draw", {}), ("call", {}), ("start", {"number": 1})):
        steps.append(main_action(director))
        director.do(name, **more)
    assert main_action(director) == ""
    for table in (1, 2):
        director.type(table, 600, SUM - 600)
    steps.append(main_action(director))
    director.do("close", number=1)
    steps.append(main_action(director))
    assert steps == [
        "Anmeldung öffnen", "Leute eintragen", "Leute einchecken", "Auslosen",
        "Runde 1 aufrufen", "Runde 1 starten", "Runde 1 abschliessen", "Runde 2 aufrufen",
    ]  # fmt: skip
    assert office.tournament.rounds.count() == 1


def test_who_enters_people_first_may_still_open_the_sign_up(office):
    office.enter(8, present=False)
    assert '<details class="more" id="open">' in markup(office.director.get())
    office.director.do("open")
    assert 'id="open"' not in markup(office.director.get())


@pytest.mark.parametrize(
    ("settings", "last"),
    [
        ({}, ""),
        ({"fee": 2000}, "Kasse zählen"),
        ({"prizes": [{"kind": "rank", "first": 1, "text": "Korb"}]}, "Preise auszahlen"),
    ],
)
def test_after_the_last_round_the_desk_ends_the_tournament_and_shows_the_seed(settings, last):
    office = Office(rounds=1, **settings)
    office.running()
    for table in (1, 2):
        office.director.type(table, 600, SUM - 600)
    office.director.do("close", number=1)
    assert main_action(office.director) == "Turnier beenden"
    office.director.do("finish")
    assert office.fresh().state == "finished"
    assert office.tournament.seed in office.director.text("plan/")
    assert main_action(office.director) == last
    none = "Dieses Turnier hat keine Preise zu vergeben."
    assert (none in office.director.text("money/payouts/")) == ("prizes" not in settings)


@pytest.mark.parametrize(
    ("preset", "drawn"),
    [
        ("einzelschieber-4x8", "für das ganze Turnier."),
        ("pairs-knockout", "für die erste Runde."),
        ("pairs-5x8-swiss", "für die erste Runde."),
        ("pairs-groups-knockout", "für die ersten 3 Runden."),
    ],
)
def test_before_the_first_draw_it_says_for_which_rounds(preset, drawn):
    office = Office(preset)
    office.enter(8)
    assert f"Aus allen, die da sind, {drawn}" in office.director.text()
    assert ("Ausgelost wird das ganze Turnier" in office.director.text("plan/")) == (
        drawn == "für das ganze Turnier."
    )


def test_who_comes_or_goes_after_the_draw_makes_drawing_the_next_step_again(office):
    office.running()
    for table in (1, 2):
        office.director.type(table, 600, SUM - 600)
    office.director.do("close", number=1)
    office.director.do("drop-out", number=3, reason="krank")
    page = office.director.text()
    assert "Seit der Auslosung: 1 ist gegangen." in page
    assert main_action(office.director) == "Auslosen"
    refused = office.director.post("do/call/")
    assert refused.status_code == 409
    assert "lose die nächsten Runden neu aus" in words(refused)


def test_the_clock_gets_more_time_stands_and_goes_on():
    office = Office(minutes=60)
    round_ = office.running()
    before = round_.ends_at
    office.director.do("time", number=1, minutes=5)
    round_.refresh_from_db()
    assert round_.ends_at
    assert before
    assert (round_.ends_at - before).total_seconds() == pytest.approx(300, abs=2)
    office.director.do("minutes", number=1, minutes=-10)
    office.director.do("stop", number=1)
    round_.refresh_from_db()
    assert round_.seconds_left == pytest.approx(55 * 60, abs=30)
    assert "Uhr angehalten, noch 55 Minuten" in office.director.text()
    office.director.do("resume", number=1)
    round_.refresh_from_db()
    assert (round_.seconds_left, round_.ends_at is None) == (None, False)


def test_a_round_with_results_missing_is_closed_only_with_a_reason(office):
    office.running()
    office.scribe.type(1, 600, 656)
    refused = office.director.post("do/close/", number=1)
    assert refused.status_code == 409
    assert "Von Tisch 2 fehlt ein Resultat, das zählt." in words(refused)
    office.director.do("close", number=1, reason="Tisch 2 ging heim")
    assert office.round().state == Round.State.CLOSED


def test_step_ins_exchanges_and_penalties_are_named_by_number_or_name(office):
    office.enter(9)
    office.director.do("draw")
    office.director.do("call")
    bench = office.round().sitting_out.get().entry
    seated = Sitting.objects.filter(round=office.round()).first().entry
    office.director.do(
        "step-in", round=1, entry=seated.name, substitute=f"{bench.number} {bench.name}"
    )
    assert Sitting.objects.get(round=office.round(), entry=seated).substitute == bench
    office.director.do("penalty", number=seated.number, points=20, round=1, reason="geredet")
    assert f"{seated} Runde 1 · geredet" in office.director.text()
    penalty = PenaltyPoints.objects.get()
    office.director.do("cancel-penalty", penalty=penalty.pk, reason="Irrtum")
    assert "aufgehoben: Irrtum" in office.director.text()


def test_a_refused_form_comes_back_open_with_what_was_typed(office):
    office.running()
    cases: list[tuple[str, dict[str, Any], str]] = [
        ("step-in", {"round": 1, "entry": "Niemand", "substitute": "2"}, "step-in-entry"),
        ("penalty", {"number": 1, "points": 0, "reason": "x"}, "penalty-points"),
        ("penalty", {"number": 77, "points": 5, "reason": "x"}, "penalty-number"),
        ("penalty", {"number": 1, "points": 5}, "penalty-reason"),
        ("exchange-seats", {"round": 1, "one": 1, "other": 2}, "exchange-seats-reason"),
        ("drop-out", {"number": ""}, "drop-out-number"),
    ]
    for name, fields, field in cases:
        refused = office.director.post(f"do/{name}/", **fields)
        assert refused.status_code == 422
        assert list(errors(refused)) == [field]
        assert f'<details class="more" id="{name}" open>' in markup(refused)
        assert "-1" not in str(errors(refused))


def test_a_call_is_taken_back_and_a_closed_round_opened_again_with_a_reason(office):
    office.enter(8)
    office.director.do("draw")
    office.director.do("call")
    assert office.director.post("do/uncall/", number=1).status_code == 422
    office.director.do("uncall", number=1, reason="zu früh")
    office.director.do("call")
    office.director.do("start", number=1)
    for table in (1, 2):
        office.scribe.type(table, 600, 656)
    office.director.do("close", number=1)
    office.director.do("reopen-round", number=1, reason="Tisch 2 falsch")
    assert office.round().state == Round.State.RUNNING


def test_a_seat_that_somebody_left_is_named_until_somebody_plays_there(office):
    office.running(9)
    out = office.round().sitting_out.get().entry
    left = office.round().passen.get(table__number=2).sittings.get(index=1).entry
    office.director.do("drop-out", number=left.number, reason="Fieber")
    said = f"Tisch 2: {left.name} ist gegangen."
    assert said in office.director.text()
    assert f'href="?for={left.number}#step-in"' in markup(office.director.get())
    page = markup(office.director.get(**{"for": str(left.number)}))
    form = page.split('id="step-in" open')[1].split("</form>")[0]
    assert f'value="{left}"' in form
    office.director.do(
        "step-in", round=1, entry=left.number, substitute=out.number, credited="", reason="Fieber"
    )
    assert said not in office.director.text()


def test_after_a_round_of_a_knock_out_the_desk_says_that_its_results_decide_who_plays_on() -> None:
    office = Office("pairs-knockout", rounds=2, hands=4)
    names = "\n".join(f"Anna {n} Meier / Urs {n} Frei" for n in range(1, 5))
    office.director.do("add", people=names, present="1")
    office.director.do("draw")
    assert "Ausgelost: Fassung 1, 1 Runde." in office.director.text()
    office.director.do("call")
    office.director.do("start", number=1)
    for table in (1, 2):
        office.director.type(table, 400, 228)
    office.director.do("close", number=1)
    assert "Aus der letzten Runde folgt, wer im K.-o. weiterspielt." in office.director.text()
