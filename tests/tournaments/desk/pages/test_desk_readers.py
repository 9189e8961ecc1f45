"""Who reads the desk of a tournament, and that all it leads to is there."""

import re

import pytest

from tests.jassclub.office import words
from tournaments.desk.pages.log import KINDS

pytestmark = pytest.mark.django_db

SUM = 8 * 157


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
    office.scribe.type(1, 1200, 56)
    office.director.do("penalty", number=1, points=5, reason="geredet")
    page = office.director.text("log/")
    assert "Runde 1, Tisch 1: 1’200 : 56 geschrieben" in page
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
            closed = link.endswith(("settings/", "cards/", "logos/"))
            assert answer.status_code in (200, 403 if closed else 200), link


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
