"""Each form of the office says in docs/decisions/handing-over.md what takes it back, and does."""

import re
from pathlib import Path

import pytest

from tests.jassclub.home import undone_evenings, undone_office
from tests.jassclub.home.undone import Office, standing
from tests.jassclub.office import Browser, long_in_office

CASES = [*undone_office.CASES, *undone_evenings.CASES]
ROOT = Path(__file__).parents[3]
FORM = re.compile(r"^POST +((?:clubs|seasons|e)/\S+)(?!.* 405 )", re.MULTILINE)
ROW = re.compile(r"^\| (`.*?) \| (.+) \|$", re.MULTILINE)


def told() -> list[str]:
    """The forms of the table."""
    rows = ROW.findall((ROOT / "jassclub/docs/decisions/handing-over.md").read_text())
    return [form for head, _way in rows for form in re.findall("`(.+?)`", head)]


def test_each_form_of_the_office_says_what_takes_it_back():
    addresses = FORM.findall((ROOT / "tests/rights/table.txt").read_text())
    forms = {
        re.sub(r"<\w+:(\w+)>", r"<\1>", address).removeprefix("clubs/<slug>/")
        for address in addresses
        if "/tournaments/" not in address
    }
    assert sorted(told()) == sorted(forms)
    assert {address for case in CASES for address in case.addresses} == forms


@pytest.fixture
def office(club, settings, *, anna, beat, chloe, emma):
    settings.MAIL_FROM = "Jassclub <jass@example.ch>"
    long_in_office()
    cast = {"anna": anna, "beat": beat, "chlöe": chloe, "emma": emma}
    return Office(club, Browser(emma, club.slug), cast)


@pytest.mark.django_db
@pytest.mark.usefixtures("season", "guests")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.walk.__name__)
def test_what_was_sent_is_taken_back_and_the_club_is_as_before(case, office):
    steps = case.walk(office)
    next(steps)
    before = standing(office.club)
    next(steps)
    assert (standing(office.club) == before) == case.silent
    assert next(steps, "over") == "over"
    assert standing(office.club) == before
