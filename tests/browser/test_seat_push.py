"""A phone whose owner has a ticket rings at a call, without an open page, and shows the seat."""

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.tournaments.fair import fair
from tournaments.desk import rounds
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry, SeatPush

pytestmark = pytest.mark.django_db(transaction=True)

SUBSCRIBED = """() => {
    const endpoint = 'https://push.example.org/rosa'
    const unsubscribe = async () => localStorage.removeItem('known')
    PushManager.prototype.getSubscription = async () =>
        localStorage.getItem('known') && {endpoint, unsubscribe}
    PushManager.prototype.subscribe = async ({applicationServerKey}) => {
        localStorage.setItem('known', applicationServerKey)
        return {endpoint}
    }
    Notification.requestPermission = async () => 'granted'
}"""
"""Instead of the push service of the browser's maker, which no test reaches."""
AT_WORK = """async () => {
    const at_work = async () => {
        const all = await navigator.serviceWorker.getRegistrations()
        const own = all.find(one => one.scope === location.href + '/')
        return own?.active?.state === 'activated'
    }
    while (!await at_work()) await new Promise(done => setTimeout(done, 50))
}"""
"""A message to a service worker that is still being installed is lost."""
SHOWN = """async () => {
    const all = await navigator.serviceWorker.getRegistrations()
    const own = all.find(one => one.scope === location.href + '/')
    for (let moment = 0; moment < 200; moment++) {
        const shown = await own.getNotifications()
        if (shown.length) return shown.map(({title, body}) => [title, body])
        await new Promise(done => setTimeout(done, 50))
    }
}"""


@pytest.fixture
def ticket(rings: object) -> str:
    """The address of Rosa's, on a day with four people and a service that has a key."""
    day = fair(0)
    _entries, secret = entries.sign_up(**day.ids, people=[Person("Rosa Räber")])
    day.enter(3)
    day.tournament.entries.update(state=Entry.State.PRESENT)
    day.draw()
    rounds.call_round(**day.ids)
    return f"/t/{day.tournament.slug}/ticket/{secret}"


def registration_of(session: CDPSession, found: list[Any], scope: str) -> str:
    """Which of the browser's service workers it is, once it is at work."""
    for _moment in range(50):
        for one in found:
            if one["scopeURL"] == scope:
                return str(one["registrationId"])
        session.send("Runtime.evaluate", {"expression": "0"})
    raise AssertionError(found)


def test_a_phone_rings_with_its_seat_until_it_is_told_not_to(open_device, ticket, live_server):
    phone: Page = open_device(service_workers="allow", permissions=["notifications"])
    phone.add_init_script(f"({SUBSCRIBED})()")
    session, found = phone.context.new_cdp_session(phone), []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"])
    )
    session.send("ServiceWorker.enable")
    phone.goto(ticket)
    phone.get_by_role("button", name="Bei jedem Aufruf klingeln").tap()
    expect(phone.get_by_text("Bei jedem Aufruf klingelt dieses Telefon.").first).to_be_visible()
    assert SeatPush.objects.get().endpoint == "https://push.example.org/rosa"
    phone.evaluate(AT_WORK)
    scope = f"{live_server.url}{ticket}/"
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": live_server.url,
            "registrationId": registration_of(session, found, scope),
            "data": "",
        },
    )
    [[title, body]] = phone.evaluate(SHOWN)
    assert title == "Runde 1 ist aufgerufen"
    assert re.fullmatch(r"Rosa Räber: Tisch 1, Platz \w", body)
    phone.get_by_role("button", name="Nicht mehr klingeln").tap()
    expect(phone.get_by_role("button", name="Bei jedem Aufruf klingeln")).to_be_visible()
    assert not SeatPush.objects.exists()
