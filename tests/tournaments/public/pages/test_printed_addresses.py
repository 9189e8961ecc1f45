"""German addresses of before lead on: they stand on paper, in codes and in calendars."""

import pytest
from django.test import Client

LED = {
    "/turniere/": "/tournaments/",
    "/t/herbst/anmelden/": "/t/herbst/sign-up/",
    "/t/herbst/da/AbC-123": "/t/herbst/ticket/AbC-123",
    "/t/herbst/regelwerk/": "/t/herbst/regulation/",
    "/t/herbst/resultate/": "/t/herbst/results/",
    "/t/herbst/tafel/?zeigt=uhr&blatt=2": "/t/herbst/board/?zeigt=uhr&blatt=2",
    "/t/herbst/kalender.ics": "/t/herbst/calendar.ics",
}


@pytest.mark.parametrize("printed", LED)
def test_what_was_printed_leads_to_its_page_for_good(client: Client, printed: str) -> None:
    answer = client.get(printed)
    assert (answer.status_code, answer["Location"]) == (301, LED[printed])
