"""The director's day on one screen: the next step, the clock, typing, what is contested."""

import re
from typing import Any

import pytest

from tests.jassclub.office import words
from tests.tournaments.web.desk_office import Office, errors
from tournaments.models import PasseSheet, PenaltyPoints, Round, Sitting
from tournaments.web.desk_log import KINDS

pytestmark = pytest.mark.django_db

SUM = 8 * 157


@pytest.fixture
def office():
    return Office()


def main_action(browser):
    """The words on the one main button or link of the next step."""
    html = browser.get().content.decode()
    part = html.split('data-live="next"')[1].split("</section>")[0]
    found = part.split('class="btn main"')
    return found[1].split(">")[1].split("<")[0] if len(found) > 1 else ""


def counted(office, table=1):
    passe = office.round().passen.get(table__number=table)
    return passe.sheets.filter(state=PasseSheet.State.CONFIRMED).first()


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


def test_after_the_last_round_the_desk_ends_the_tournament_and_shows_the_seed():
    office = Office(rounds=1)
    office.running()
    for table in (1, 2):
        office.director.type(table, 600, SUM - 600)
    office.director.do("close", number=1)
    assert main_action(office.director) == "Turnier beenden"
    office.director.do("finish")
    assert office.fresh().state == "finished"
    assert office.tournament.seed in office.director.text("plan/")
    assert main_action(office.director) == "Preise auszahlen"


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
    called = office.running()
    before = called.ends_at
    office.director.do("time", number=1, minutes=5)
    called.refresh_from_db()
    assert called.ends_at
    assert before
    assert (called.ends_at - before).total_seconds() == pytest.approx(300, abs=2)
    office.director.do("minutes", number=1, minutes=-10)
    office.director.do("stop", number=1)
    called.refresh_from_db()
    assert called.seconds_left == pytest.approx(55 * 60, abs=30)
    assert "Uhr angehalten, noch 55 Minuten" in office.director.text()
    office.director.do("resume", number=1)
    called.refresh_from_db()
    assert (called.seconds_left, called.ends_at is None) == (None, False)


def test_one_total_is_enough_for_one_typist_and_the_next_outstanding_table_is_asked_for():
    office = Office(control="director")
    office.running()
    assert "Zusammen müssen es 1256 sein." in office.scribe.text()
    answer = office.scribe.type(1, 600, "")
    assert answer["Location"].endswith("?table=2#entry")
    assert counted(office).counted["points"] == [600, 656]
    page = office.scribe.text(table="2")
    assert "Tisch 1 zählt: 600 : 656." in page
    assert "1 Tisch fehlt noch" in page


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((612, 653), "Zusammen sind es 1265 statt 1256 Punkte."),
        ((612, 635), "Zusammen sind es 1247 statt 1256 Punkte. Vielleicht 621 statt 612?"),
        ((1257, 0), "Zusammen sind es"),
        (("137x", 5), "ganze Zahl"),
        (("", ""), "Es fehlen Punkte."),
    ],
)
def test_a_wrong_sheet_is_named_in_words_with_the_likeliest_slip(office, points, said):
    office.running()
    refused = office.scribe.type(1, *points)
    assert refused.status_code == 422
    assert any(said in text for text in errors(refused).values()), errors(refused)
    assert counted(office) is None


def test_a_table_that_does_not_play_is_refused_at_its_field(office):
    office.running()
    refused = office.scribe.type(7, 600, 656)
    assert refused.status_code == 422
    assert errors(refused) == {"table": "An diesem Tisch wird in dieser Runde nicht gespielt."}


def test_sending_a_sheet_twice_stores_it_once(office):
    office.running()
    for _ in range(2):
        office.scribe.type(1, 600, 656, key="einmal")
    assert office.round().passen.get(table__number=1).sheets.count() == 1


def test_the_second_typist_sees_no_numbers_and_the_same_numbers_count():
    office = Office(double_entry=True)
    office.running()
    office.scribe.type(1, 601, 655)
    page = office.typist.text()
    assert "einmal erfasst" in page
    pages = [office.typist.text(at) for at in ("rounds/1/tables/1/", "log/")]
    for text in (page, *pages, office.director.text()):
        assert not re.search(r"\b601\b", text)
    assert "Runde 1, Tisch 1: verdeckt geschrieben" in office.typist.text("log/")
    assert counted(office) is None
    office.typist.type(1, 601, 655)
    assert counted(office).counted["points"] == [601, 655]


def test_one_typist_with_two_names_for_a_number_still_needs_both_totals():
    office = Office(double_entry=True)
    office.running()
    assert office.scribe.type(1, 601, "").status_code == 422


def test_different_numbers_stand_side_by_side_and_the_direction_decides():
    office = Office(double_entry=True)
    office.running()
    office.scribe.type(1, 612, 644)
    office.typist.type(1, 621, 635)
    page = office.director.text()
    assert "Tisch 1 ist umstritten" in page
    assert "612 : 644 gilt" in page
    assert "621 : 635 gilt" in page
    assert "621 : 635 gilt" not in office.scribe.text()
    versions = office.round().passen.get(table__number=1).sheets
    right = versions.get(number=2)
    settle = "rounds/1/tables/1/settle/"
    chosen: dict[str, Any] = {"act": "accept", "version": right.pk}
    assert office.scribe.post(settle, **chosen, why="nachgezählt").status_code == 403
    assert errors(office.director.post(settle, **chosen)) == {
        "why": "Bitte in Worten sagen, warum."
    }
    office.director.post(settle, **chosen, why="nachgezählt")
    assert counted(office).counted["points"] == [621, 635]


def test_a_result_corrected_after_closing_needs_a_reason_and_keeps_the_old_version(office):
    office.running()
    for table in (1, 2):
        office.scribe.type(table, 600, 656)
    office.director.do("close", number=1)
    settle = "rounds/1/tables/1/settle/"
    write = {"act": "write", "points_0": 660, "points_1": 596}
    assert office.director.post(settle, **write).status_code == 422
    assert counted(office).counted["points"] == [600, 656]
    assert office.director.post(settle, **write, why="Seiten vertauscht").status_code == 302
    page = office.director.text("rounds/1/tables/1/")
    assert "660 : 596" in page
    assert "600 : 656" in page
    assert "nach dem Abschluss" in page
    office.director.post(
        settle, act="accept", version=_first_version(office), why="war doch richtig"
    )
    assert counted(office).counted["points"] == [600, 656]


def _first_version(office):
    return office.round().passen.get(table__number=1).sheets.get(number=1).pk


def test_a_result_is_struck_and_typed_again(office):
    office.running()
    office.scribe.type(1, 600, 656)
    settle = "rounds/1/tables/1/settle/"
    assert office.scribe.post(settle, act="strike", why="falscher Tisch").status_code == 302
    assert counted(office) is None
    office.scribe.type(1, 610, 646)
    assert counted(office).counted["points"] == [610, 646]


def test_a_table_is_seated_as_it_really_sat(office):
    called = office.running()
    sitting = Sitting.objects.filter(round=called, passe__table__number=1).order_by("index")
    order = [s.entry.number for s in sitting]
    seats = {f"seat_{at}": number for at, number in enumerate(reversed(order))}
    settle = "rounds/1/tables/1/settle/"
    assert office.scribe.post(settle, act="turn", why="so", **seats).status_code == 403
    wrong = office.director.post(settle, act="turn", why="so", **{**seats, "seat_0": 99})
    assert list(errors(wrong)) == ["seat_0"]
    assert office.director.post(settle, act="turn", why="so", **seats).status_code == 302
    assert [s.entry.number for s in sitting.all()] == list(reversed(order))


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


@pytest.mark.parametrize(
    ("name", "fields", "field"),
    [
        ("step-in", {"round": 1, "entry": "Niemand", "substitute": "2"}, "step-in-entry"),
        ("penalty", {"number": 1, "points": 0, "reason": "x"}, "penalty-points"),
        ("penalty", {"number": 77, "points": 5, "reason": "x"}, "penalty-number"),
        ("penalty", {"number": 1, "points": 5}, "penalty-reason"),
        ("exchange-seats", {"round": 1, "one": 1, "other": 2}, "exchange-seats-reason"),
        ("drop-out", {"number": ""}, "drop-out-number"),
    ],
)
def test_a_refused_form_comes_back_open_with_what_was_typed(office, name, fields, field):
    office.running()
    refused = office.director.post(f"do/{name}/", **fields)
    assert refused.status_code == 422
    assert list(errors(refused)) == [field]
    assert f'<details class="more" id="{name}" open>' in refused.content.decode()


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


@pytest.mark.parametrize(
    ("who", "status"),
    [("director", 200), ("scribe", 200), ("member", 200)],
)
def test_a_member_reads_along_without_forms(office, who, status):
    office.running()
    office.scribe.type(1, 600, 656)
    browser = getattr(office, who)
    page = browser.get()
    assert page.status_code == status
    assert ("Blatt erfassen" in words(page)) is (who != "member")
    assert ("600 : 656" in words(page)) is (who != "member")
    assert ("Strafpunkte geben" in words(page)) is (who == "director")


@pytest.mark.parametrize(("role", "status"), [("member", 403), ("", 404)])
def test_others_neither_read_nor_command(office, role, status):
    office.running()
    other = office.browser(role)
    for path in ("people/", "people/1/", "plan/", "money/", "log/", "rounds/1/tables/1/"):
        assert other.get(path).status_code == status, path
    for path in ("do/close/", "do/check-in/", "do/pay/", "results/", "rounds/1/tables/1/settle/"):
        assert other.post(path, number=1, numbers=1, act="strike").status_code == status, path
    if not role:
        assert other.get().status_code == 404


def test_who_is_not_logged_in_is_asked_to(office):
    browser = office.browser()
    browser.client.logout()
    for path in ("", "people/", "settings/"):
        answer = browser.get(path)
        assert (answer.status_code, "/login/" in answer["Location"]) == (302, True)


def test_the_pages_work_without_a_script_and_hold_none(office):
    office.running()
    for path in ("", "people/", "plan/", "money/", "log/", "settings/", "rounds/1/tables/1/"):
        html = office.director.get(path).content.decode()
        assert "onclick" not in html
        assert "<style" not in html
        assert 'style="' not in html
        assert re.findall(r"<script(?![^>]* src=)", html) == []
        assert re.findall(r"<script[^>]*>(?!</script>)", html) == []


def test_everything_in_the_log_has_words(office):
    office.running()
    office.scribe.type(1, 600, 656)
    office.director.do("penalty", number=1, points=5, reason="geredet")
    page = office.director.text("log/")
    assert "Runde 1, Tisch 1: 600 : 656 geschrieben" in page
    assert "Strafe für 1 Gast Aa: 5 Punkte" in page
    assert "die Kette ist unversehrt" in page
    kinds = set(office.tournament.log.values_list("kind", flat=True))
    assert kinds <= set(KINDS)


def test_every_address_on_the_desk_is_there(office):
    office.running()
    for table in (1, 2):
        office.scribe.type(table, 600, 656)
    office.director.do("close", number=1)
    html = office.director.get().content.decode()
    links = set(re.findall(r'href="(/[^"#]+)"', html)) - {"/static/"}
    assert sum("/papers/" in link for link in links) >= 5
    for link in sorted(links):
        if not link.startswith("/static/"):
            answer = office.scribe.client.get(link.replace("&amp;", "&"))
            closed = link.endswith(("settings/", "cards/"))
            assert answer.status_code in (200, 403 if closed else 200), link


def test_a_seat_that_somebody_left_is_named_until_somebody_plays_there(office):
    office.running(9)
    out = office.round().sitting_out.get().entry
    left = office.round().passen.get(table__number=2).sittings.get(index=1).entry
    office.director.do("drop-out", number=left.number, reason="Fieber")
    said = f"Tisch 2: {left.name} ist gegangen."
    assert said in office.director.text()
    assert f'href="?for={left.number}#step-in"' in office.director.get().content.decode()
    page = office.director.get(**{"for": str(left.number)}).content.decode()
    form = page.split('id="step-in" open')[1].split("</form>")[0]
    assert f'value="{left}"' in form
    office.director.do(
        "step-in", round=1, entry=left.number, substitute=out.number, credited="", reason="Fieber"
    )
    assert said not in office.director.text()


def test_the_round_chips_lead_to_the_tables_of_each_round_that_was_called(office):
    office.running()
    office.director.type(1, 611, SUM - 611)
    office.director.type(2, 600, SUM - 600)
    office.director.do("close", number=1)
    office.director.do("call")
    page = office.scribe.get().content.decode()
    chips = re.findall(r'href="(\?round=(\d+)#tables)"', page)
    assert [number for _address, number in chips] == ["1", "2"]
    earlier = office.scribe.get("", round="1").content.decode()
    assert "611 : 645" in earlier
    assert f"{office.scribe.root}rounds/1/tables/1/" in earlier
    told = office.member.get("", round="1").content.decode()
    assert "Tische der Runde 1" in told
    assert "611 : 645" not in told
    assert "Tische der Runde 2" in office.scribe.text("", round="99")


def _typed_in_order(page):
    """The fields of the sheet as Enter and Tab go through them."""
    form = page.split('id="entry"')[1].split("<details")[0]
    names = re.findall(r'<input id="\w+" name="(\w+)"', form)
    assert "tabindex" not in form
    return names


def test_a_sheet_is_typed_points_points_and_then_matsche():
    office = Office(matsch_bonus=100)
    office.running()
    assert _typed_in_order(office.scribe.get().content.decode()) == [
        "table", "points_0", "points_1", "matsches_0", "matsches_1",
    ]  # fmt: skip


def test_in_a_differenzler_the_differences_come_before_what_stands_beside_them():
    office = Office("differenzler-4x8")
    office.running()
    names = _typed_in_order(office.scribe.get().content.decode())
    assert names[:5] == ["table", "points_0", "points_1", "points_2", "points_3"]
    assert names[5:7] == ["exact_0", "made_0"]


@pytest.mark.parametrize(("control", "counts"), [("reject", False), ("director", True)])
def test_where_a_wrong_sum_goes_back_both_halves_are_typed(control, counts):
    office = Office(control=control)
    office.running()
    response = office.scribe.type(1, 611, "")
    assert (counted(office) is not None) is counts
    assert ("points_1" in errors(response)) is not counts
    page = office.scribe.get("", table="2").content.decode()
    assert ('data-alone="1"' in page) is counts


def test_a_correction_by_the_direction_is_typed_in_full_where_a_wrong_sum_goes_back():
    office = Office(control="reject")
    office.running()
    office.scribe.type(1, 611, SUM - 611)
    settle = {"act": "write", "points_0": "600", "points_1": "", "why": "verschrieben"}
    response = office.director.post("rounds/1/tables/1/settle/", **settle)
    assert response.status_code >= 400
    assert counted(office).counted["points"] == [611, SUM - 611]
