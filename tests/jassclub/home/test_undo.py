"""Each form of the office says in docs/decisions/handing-over.md what takes it back, and does; and
the history of the office tells what was sent."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.services import undoing
from tests.jassclub.home import undone_evenings, undone_office
from tests.jassclub.home.undone import Office, standing
from tests.jassclub.office import Browser, long_in_office

CASES = [*undone_office.CASES, *undone_evenings.CASES]
ROOT = Path(__file__).parents[3]
FORM = re.compile(r"^POST +((?:clubs|seasons|e)/\S+)(?!.* 405 )", re.MULTILINE)
ROW = re.compile(r"^\| (`.*?) \| (.+) \|$", re.MULTILINE)
UNTOLD = {
    "data/": "a file is only looked at",
    "data/<preview_id>/discard/": "nothing was stored",
    "evenings/<day>/do/draw/": "a draft counts nowhere",
    "evenings/<day>/do/exchange/": "a draft counts nowhere",
    "e/<token>/mail/": "the mail of a person, and his own matter",
    "e/mails/<word>/": "the same",
    "webhooks/<webhook_id>/test/": "a message, marked as a trial; in the log of the webhook",
    "webhooks/<webhook_id>/log/<delivery_id>/again/": "in the log of the webhook",
}
"""Forms after which the history of the office says nothing, and why."""


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


@pytest.fixture
def untold(monkeypatch, club):
    """The forms that were sent and taken, and of which the history then told nothing."""
    sent, post = set[str](), Client.post

    def deeds():
        found = undoing.deeds(SYSTEM, club, before=timezone.now(), most=200)
        return {(deed.book, deed.ident, deed.undone_by) for deed in found}

    def watched(self, path, *args, **kwargs):
        before, answer = deeds(), post(self, path, *args, **kwargs)
        found = resolve(path.partition("?")[0])
        form = re.sub(r"<\w+:(\w+)>", r"<\1>", found.route).removeprefix("clubs/<slug>/")
        if "/do/" in form:
            form = form.replace("<name>", found.kwargs["name"])
        if answer.status_code < 400 and form in told() and deeds() == before:
            sent.add(form)
        return answer

    monkeypatch.setattr(Client, "post", watched)
    return sent


@pytest.mark.django_db
@pytest.mark.usefixtures("season", "guests")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.walk.__name__)
def test_what_was_sent_is_told_and_taken_back_and_the_club_is_as_before(case, office, untold):
    steps = case.walk(office)
    next(steps)
    before = standing(office.club)
    next(steps)
    assert (standing(office.club) == before) == case.silent
    assert next(steps, "over") == "over"
    assert standing(office.club) == before
    assert untold <= set(UNTOLD)
