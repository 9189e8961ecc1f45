"""The page of a hand: every version readable, corrections that touch nothing else."""

import re

import pytest

from jassclub.clubs.models import Device
from jassclub.core.typography import printed
from scoring.claims.agreement import contest_hand
from scoring.claims.models import HandEntry
from scoring.claims.selectors import state_of
from scoring.tables.games import sign_off
from tests.markup import markup
from tests.scoring.table import differenzler, schieber
from tests.scoring.web_table import browser, hidden, table_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = table_of("schieber-1000")
    for number in range(1, 13):
        table.write(number, schieber(80 + number))
    return table


@pytest.fixture
def anna(table):
    return browser(table, 0)


def correction(browser, number, **changes):
    """Send the form of a correction as it stands, with changes."""
    html = markup(browser.get(f"hands/{number}/correct/"))
    fields = dict(re.findall(r'<input[^>]*name="(\w+)" value="([^"]*)" type="text"', html))
    for tag in re.findall(r"<input[^>]*checked[^>]*>", html):
        fields |= dict(re.findall(r'name="(\w+)" value="([^"]*)"', tag))
    kept = {"key": hidden(html, "key"), "base_version": hidden(html, "base_version")}
    return browser.post(f"hands/{number}/correct/", **{**fields, **kept, **changes})


def test_the_form_of_a_correction_shows_what_stands(table, anna):
    html = markup(anna.get("hands/3/correct/"))
    assert re.search(r'name="points_0" value="83"', html)
    assert re.search(r'name="points_1" value="74"', html)
    assert re.search(r'value="RO"[^>]* checked', html)


def test_correcting_hand_3_of_12_leaves_all_others_and_every_total_is_right(table, anna):
    others = HandEntry.objects.exclude(hand__number=3)
    before = list(others.values())
    response = correction(anna, 3, points_0="100", points_1="57", reason_code="miscounted")
    assert response["Location"] == f"{anna.game}#hand-3", "the line that changed is marked"
    assert 'id="hand-3"' in markup(anna.get())
    assert list(others.values()) == before
    expected = [sum(80 + n for n in range(1, 13)) + 17, 12 * 157 - sum(range(81, 93)) - 17]
    assert list(state_of(table.game).totals) == expected
    slate = anna.text()
    assert all(printed(total) in slate for total in expected)


def test_correcting_points_leaves_who_declared_as_it_was_written(table, anna):
    """No field of the page shows it; leaving the choice to the partner does change it."""
    table.write(13, schieber(90, by=2))
    correction(anna, 13, points_0="100", points_1="57")
    assert table.current(13).slip["declared_by"] == 2
    correction(anna, 13, pushed="1")
    assert table.current(13).slip["declared_by"] == 3


def test_a_late_correction_asks_for_a_reason_at_the_reason(table, anna):
    response = correction(anna, 3, points_0="100", points_1="57")
    page = markup(response)
    assert response.status_code == 422
    assert 'id="reason_code-error"' in page
    assert 'value="100"' in page
    assert table.states(3) == ["confirmed"]


def test_the_last_hand_is_corrected_without_a_reason(table, anna):
    assert "Grund angeben (freiwillig)" in anna.text("hands/12/correct/")
    assert correction(anna, 12, points_0="100", points_1="57").status_code == 302
    assert table.current(12).slip["points"] == [100, 57]


def test_four_reasons_to_tap_and_one_with_words(anna):
    page = anna.text("hands/3/correct/")
    reasons = ("verzählt", "falscher Trumpf", "Seiten vertauscht", "Weis oder Stöck")
    assert all(reason in page for reason in reasons)
    response = correction(anna, 3, points_0="100", points_1="57", reason_code="other")
    assert 'id="reason_text-error"' in markup(response)


def test_the_history_says_who_when_and_why(table, anna):
    correction(
        anna, 3, points_0="100", points_1="57", reason_code="other", reason_text="Sechs vergessen"
    )
    page = anna.text("hands/3/")
    assert page.index("100 : 57") < page.index("83 : 74")
    assert "Grund: etwas anderes – Sechs vergessen" in page
    assert page.count("geschrieben von Anna") == 2
    assert "ersetzt" in page


def test_a_correction_against_an_older_version_is_kept_beside_the_current_one(table, anna):
    html = markup(anna.get("hands/12/correct/"))
    table.correct(12, schieber(120))
    stale = {"key": hidden(html, "key"), "base_version": hidden(html, "base_version")}
    response = anna.post("hands/12/correct/", contract="RO", points_0="99", points_1="", **stale)
    assert response.status_code == 302
    assert table.states(12) == ["superseded", "provisional", "rival"]
    page = words(anna.client.get(response["Location"]))
    assert "Beide Fassungen sind aufbewahrt" in page
    assert "120 : 37" in page
    assert "99 : 58" in page


def test_a_doubt_with_its_reason_stands_beside_the_hand(table, anna):
    beat = browser(table, 1)
    beat.post(
        "hands/5/versions/1/contest/", reason_code="other", reason_text="Es war 1 mehr", key="c"
    )
    assert table.states(5) == ["contested"]
    assert "bestritten von Beat : etwas anderes – Es war 1 mehr" in anna.text("hands/5/").replace(
        "Beat:", "Beat :"
    )
    assert "bestritten" in anna.text()


def test_a_doubt_without_a_reason_is_refused_in_words(table):
    beat = browser(table, 1)
    response = beat.post("hands/5/versions/1/contest/", key="c")
    assert response.status_code == 422
    assert "Ein Zweifel braucht einen Grund. Bitte antippen, warum." in words(response)
    assert "miscounted" not in words(response)
    assert table.states(5) == ["confirmed"]


def test_a_referee_of_another_table_decides_and_says_why(table, anna):
    table.write(12, schieber(110), seat=1)
    emil = browser(table, None, role="referee")
    assert "Diese Fassung gilt" not in anna.text("hands/12/")
    assert emil.text("hands/12/").count("Diese Fassung gilt") == 2
    refused = emil.post("hands/12/versions/2/resolve/", reason_text="", key="r")
    assert refused.status_code == 422
    emil.post("hands/12/versions/2/resolve/", reason_text="Nachgezählt", key="r2")
    assert table.states(12) == ["superseded", "confirmed"]
    assert "Nachgezählt" in anna.text("hands/12/")


@pytest.mark.parametrize(
    "path", ["hands/99/", "hands/0/", "hands/99/correct/", "hands/1/versions/9/x/"]
)
def test_what_does_not_exist_is_not_found(anna, path):
    assert anna.get(path).status_code == 404


def test_an_unknown_version_is_not_found(anna):
    assert anna.post("hands/1/versions/9/confirm/", key="x").status_code == 404


def test_a_differenzler_hand_is_corrected_with_all_its_fields():
    table = table_of("differenzler-verdeckt")
    table.write(1, differenzler([40, 55, 30, 20], [40, 50, 37]))
    anna = browser(table, 0)
    response = correction(anna, 1, made_0="41", made_1="49")
    assert response.status_code == 302
    slip = table.current(1).slip
    assert slip["points"] == [41, 49, 37, 30]
    assert slip["predictions"] == [40, 55, 30, 20]


class TestAClosedGameOffersWhatItTakes:
    @pytest.fixture
    def closed(self, table):
        for seat in (0, 1):
            sign_off(actor=table.phones[seat], game_id=table.game.pk)
        return table

    def test_an_office_elsewhere_corrects_and_the_players_are_not_asked_to(self, closed, anna):
        office = browser(closed, None, role="scribe")
        for page in ("", "hands/12/"):
            assert "/correct/" not in markup(anna.get(page))
            assert "/correct/" in markup(office.get(page))
        assert "Korrigieren kann sie das Büro des Clubs." in anna.text("hands/12/")
        assert "Spiel bestreiten" not in anna.text("hands/12/")
        for page in ("hands/12/correct/", "hands/12/ways/", "hands/12/ways/ended/"):
            assert anna.get(page).status_code in (404, 409)
        assert (
            correction(
                office, 12, points_0="100", points_1="57", reason_code="miscounted"
            ).status_code
            == 302
        )

    def test_without_one_the_players_correct_and_all_sides_agree(self, closed):
        anna, beat = browser(closed, 0, role="admin"), browser(closed, 1)
        assert "sobald alle Seiten zustimmen" in anna.text("hands/12/")
        answer = correction(anna, 12, points_0="100", points_1="57", reason_code="miscounted")
        assert answer.status_code == 302
        assert "gilt, sobald alle Seiten zustimmen" in anna.text("hands/12/")
        page = markup(beat.get("hands/12/"))
        assert "hands/12/versions/2/confirm/" in page
        assert "hands/12/versions/2/confirm/" not in markup(anna.get("hands/12/"))
        beat.post("hands/12/versions/2/confirm/", key="yes")
        assert closed.current(12).slip["points"] == [100, 57]

    def test_who_proposed_a_correction_may_take_it_back(self, closed):
        anna, beat = browser(closed, 0, role="admin"), browser(closed, 1)
        correction(anna, 12, points_0="100", points_1="57", reason_code="miscounted")
        assert "Gespielt wird weiter" not in anna.text("hands/12/")
        undo = "hands/12/versions/2/take-back/"
        assert undo in markup(anna.get("hands/12/"))
        assert undo not in markup(beat.get("hands/12/"))
        anna.post(undo, key="undo")
        assert "zurückgenommen" in anna.text("hands/12/")
        assert undo not in markup(anna.get("hands/12/"))
        assert closed.states(12) == ["confirmed", "rejected"]

    def test_a_correction_to_what_counts_already_is_told_so(self, closed):
        anna = browser(closed, 0, role="admin")
        correction(anna, 12, points_0="100", points_1="57", reason_code="miscounted")
        correction(anna, 12, reason_code="miscounted")
        assert "Spiel 12 stand schon so da." in anna.text("hands/12/")

    def test_where_phones_of_other_sides_sit_the_correction_is_not_handed_over(self, closed):
        anna = browser(closed, 0, role="admin")
        correction(anna, 12, points_0="100", points_1="57", reason_code="miscounted")
        assert "Telefon übergeben" not in markup(anna.get("hands/12/"))
        anna.post("hands/12/versions/2/confirm/", key="yes", seat="1")
        assert closed.current(12).slip["points"] != [100, 57]

    def test_at_the_one_phone_the_correction_is_handed_over(self, closed):
        one = browser(closed, 0)
        Device.objects.update(seat=None)
        HandEntry.objects.update(actor=f"user:{one.client.session['_auth_user_id']}")
        correction(one, 12, points_0="100", points_1="57", reason_code="miscounted")
        page = markup(one.get("hands/12/"))
        assert "<summary>stimmt</summary>" in page, "beside another version long words break"
        assert "Telefon übergeben: wer bestätigt Spiel 12?" in page
        one.post("hands/12/versions/2/confirm/", key="yes", seat="1")
        assert closed.current(12).confirmations.get().how == "handover"


def test_the_course_leads_to_what_was_written_and_a_contested_hand_to_both():
    table = table_of("schieber-1000")
    anna, beat = browser(table, 0), browser(table, 1)
    for number in (1, 2, 3):
        table.write(number, schieber(90 + number))
    page = anna.get().content.decode()
    assert f'class="one" href="{anna.game}hands/2/correct/"' in page
    assert f'href="{anna.game}hands/2/"' in page, "its state leads to its versions"
    contest_hand(
        actor=table.phones[1], hand_id=table.hand(1).pk, version=1, reason_code="miscounted"
    )
    page = beat.get().content.decode()
    assert f'class="one" href="{anna.game}hands/1/"' in page
    assert "Spiel 1 ist bestritten. Was gilt?" in words(beat.get()), "told at the top"


def test_a_wall_shows_totals_alone_and_asks_as_cheaply_as_the_table():
    table = table_of("schieber-1000")
    anna = browser(table, 0)
    table.write(1, schieber(97))
    wall = anna.get("", wall="1")
    assert "Anna &amp; Chlöe 97 Beat &amp; Dario 60" in words(wall)
    assert '<form action="/games' not in wall.content.decode()
    again = anna.client.get(anna.game, {"wall": "1"}, headers={"If-None-Match": wall["ETag"]})
    assert again.status_code == 304


def test_of_two_versions_each_side_may_say_that_the_other_one_counts():
    table = table_of("schieber-1000")
    anna, beat = browser(table, 0), browser(table, 1)
    for seat, points in ((0, 97), (1, 79)):
        reader = (anna, beat)[seat]
        reader.post("hands/1/write/", points_0=points, contract="RO", key=f"k{seat}")
    assert "Diese gilt (Anna)" in anna.text("hands/1/")
    assert "Diese gilt (Beat)" in beat.text("hands/1/")
    page = beat.get("hands/1/").content.decode()
    assert page.count("Diese gilt") == 1, "nobody agrees with himself"


def test_a_replaced_version_is_written_anew_with_one_tap_until_the_later_one_is_agreed_to():
    table = table_of("schieber-1000")
    anna, beat = browser(table, 0), browser(table, 1)
    table.write(1, schieber(97))
    correction(beat, 1, points_0="79", points_1="", reason_code="miscounted")
    page = markup(anna.get("hands/1/"))
    assert page.count("Diese gilt") == 1, "what stands there is confirmed, not written again"
    sent = {"key": "s", "base_version": "2"}
    assert anna.post("hands/1/versions/1/restore/", **sent)["Location"] == f"{anna.game}#hand-1"
    anna.post("hands/1/versions/1/restore/", **sent)
    assert table.states(1) == ["superseded", "superseded", "provisional"]
    slips = list(table.hand(1).entries.values_list("slip", flat=True))
    assert slips[2] == slips[0]
    assert "etwas anderes – Fassung 1 gilt" in beat.text("hands/1/")
    beat.post("hands/1/versions/3/confirm/", key="c")
    assert "Diese gilt" not in beat.text("hands/1/")


def test_a_replaced_version_that_came_too_late_waits_beside_what_was_written_since():
    table = table_of("schieber-1000")
    anna, beat = browser(table, 0), browser(table, 1)
    table.write(1, schieber(97))
    correction(beat, 1, points_0="79", points_1="", reason_code="miscounted")
    correction(beat, 1, points_0="80", points_1="", reason_code="miscounted")
    there = anna.post("hands/1/versions/1/restore/", key="s", base_version="2")["Location"]
    assert there == f"{anna.game}hands/1/"
    assert table.states(1) == ["superseded", "superseded", "provisional", "rival"]
    assert "Diese gilt" in beat.text("hands/1/")


def test_who_is_asked_whether_a_hand_is_right_reads_the_doubt_before_the_versions():
    table = table_of("schieber-1000")
    anna, beat = browser(table, 0), browser(table, 1)
    anna.post("hands/1/write/", points_0="97", contract="RO", key="k")
    asked = re.search(r'href="([^"]*)">\s*Stimmt nicht', markup(beat.get()))
    assert asked
    page = markup(beat.client.get(asked[1]))
    assert page.index("<summary>Das stimmt nicht") < page.index('class="versions"')
    assert "<details open" in page.replace(' class="more no-print"', "")


def test_what_the_rules_remark_calls_those_at_the_table_by_name():
    table = table_of("schieber-1000")
    table.write(1, schieber(100, by=0))
    assert "Ansagen müsste Beat." in browser(table, 0).text("hands/1/")
