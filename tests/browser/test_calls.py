"""A table calls the referee: seen on whatever page he has open, and who comes at the table."""

import re

import pytest
from playwright.sync_api import expect

from jassclub.clubs.models import User
from tests.browser.offline_table import Evening, an_evening
from tests.browser.test_outbox import TAKEN_OVER

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Evening:
    return an_evening()


def test_a_call_is_seen_on_another_page_and_answered_with_one_tap(open_device, evening) -> None:
    ident = evening.table.house.official("referee").user_id
    referee = open_device(User.objects.get(pk=ident))
    referee.goto("/referee/")
    expect(referee.get_by_text("Kein Fall ist offen.")).to_be_visible()
    referee.goto(f"/clubs/{evening.table.house.club.slug}/")
    phone = evening.sits_down(open_device(), "Anna")
    phone.get_by_role("button", name="Schiedsrichter rufen").click()
    expect(phone.get_by_text("Schiedsrichter gerufen, ")).to_be_visible()
    referee.reload()
    call = referee.locator("[data-rings]")
    expect(call).to_contain_text("Anna")
    expect(referee).to_have_title("🔔 Anna & Chlöe : Beat & Dario")
    call.get_by_role("button", name="Ich komme").click()
    expect(referee).to_have_url(re.compile(f"{evening.page}$"))
    expect(phone.get_by_text("kommt", exact=False)).to_be_visible()
    expect(referee.locator("[data-rings]")).to_have_count(0)


def test_who_is_no_referee_any_more_is_asked_no_more(open_device, evening) -> None:
    ident = evening.table.house.official("member").user_id
    member = open_device(User.objects.get(pk=ident))
    member.goto("/")
    member.evaluate("localStorage.setItem('rings', '1')")
    with member.expect_response("**/referee/"):
        member.reload()
    member.wait_for_function("localStorage.getItem('rings') === null")


def test_what_rang_for_somebody_else_rings_no_more_whatever_way_another_came(
    open_device, evening
) -> None:
    ident = evening.table.house.official("referee").user_id
    phone = open_device(User.objects.get(pk=ident))
    phone.goto("/")
    phone.evaluate(f"localStorage.setItem('pushed', '{ident} https://push.example.org/1')")
    phone.goto("/referee/")
    expect(phone.get_by_text("Kein Fall ist offen.")).to_be_visible()
    assert phone.evaluate("localStorage.getItem('pushed')")
    phone.evaluate("localStorage.setItem('pushed', 'somebody https://push.example.org/1')")
    phone.goto("/")
    phone.wait_for_function("localStorage.getItem('pushed') === null")


def test_a_phone_says_that_a_table_calls_while_no_page_is_open(open_device, evening) -> None:
    ident = evening.table.house.official("referee").user_id
    phone = open_device(User.objects.get(pk=ident), service_workers="allow")
    phone.context.grant_permissions(["notifications"])
    phone.goto("/referee/")
    phone.evaluate(TAKEN_OVER)
    talk = phone.context.new_cdp_session(phone)
    known: list[dict[str, str]] = []
    talk.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"])
    )
    talk.send("ServiceWorker.enable")
    phone.wait_for_timeout(100)
    origin = phone.evaluate("location.origin")
    told = {"origin": origin, "registrationId": known[0]["registrationId"], "data": ""}
    talk.send("ServiceWorker.deliverPushMessage", told)
    phone.wait_for_function(
        "navigator.serviceWorker.ready.then((worker) => worker.getNotifications())"
        ".then((all) => all.some(({ title }) => title === 'Ein Tisch ruft den Schiedsrichter'))"
    )
