"""`/t/...` without the last slash: the address of a tournament, or the code of a table."""

import pytest
from django.test import Client

from tests.tournaments.events import event
from tournaments.desk import services as desk

pytestmark = pytest.mark.django_db


def test_the_address_of_a_tournament_works_without_its_last_slash():
    day = event()
    desk.change_tournament(**day.ids, version=1, values={"public": True})
    desk.open_sign_up(**day.ids)
    answer = Client().get("/t/herbst")
    assert (answer.status_code, answer["Location"]) == (302, "/t/herbst/")


def test_a_draft_is_no_more_to_be_found_than_a_code_nobody_gave_out():
    event()
    draft, unknown = Client().get("/t/herbst"), Client().get("/t/nie-gehoert")
    assert draft.status_code == unknown.status_code == 404
