"""A table calls the referee: seen on whatever page he has open, and who comes at the table."""

import re

import pytest
from playwright.sync_api import expect

from jassclub.clubs.models import User
from referee.services import CaseInput
from scoring.disputes.services import open_dispute_at
from tests.browser.offline_table import Evening, an_evening
from tests.browser.test_outbox import TAKEN_OVER

pytestmark = pytest.mark.django_db(transaction=True)


SMALL = ((390, 664), (320, 568))


@pytest.fixture
def evening() -> Evening:
    return an_evening()


def a_case(evening: Evening) -> str:
    """The address of a case that was put at the table."""
    case = open_dispute_at(
        actor=evening.table.phones[0],
        game_id=evening.table.game.pk,
        number=1,
        question=CaseInput(article="fragen", facts={"act": "answer", "offender": 1}),
    )
    return f"{evening.page}disputes/{case.pk}/"


def test_a_call_from_a_case_is_taken_with_one_tap_and_left_to_another(open_device, evening) -> None:
    first, second = (
        open_device(User.objects.get(pk=evening.table.house.official("referee").user_id))
        for _referee in range(2)
    )
    second.goto("/referee/")
    expect(second.get_by_text("Kein Fall ist offen.")).to_be_visible()
    # He has never opened the referee's page: the way to it on the page of his club is enough.
    first.goto(f"/clubs/{evening.table.house.club.slug}/")
    phone = evening.sits_down(open_device(), "Anna")
    case = a_case(evening)
    phone.goto(case)
    bell = phone.get_by_role("button", name="Schiedsrichter rufen")
    for width, height in SMALL:
        phone.set_viewport_size({"width": width, "height": height})
        box = bell.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    bell.tap()
    expect(phone.get_by_text("Schiedsrichter gerufen, ")).to_be_visible()
    first.reload()
    call = first.locator("[data-rings]")
    expect(call).to_contain_text("Anna")
    expect(first).to_have_title("🔔 Anna & Chlöe : Beat & Dario")
    call.get_by_role("button", name="Ich komme").tap()
    expect(first).to_have_url(re.compile(f"{case}$"))
    expect(phone.get_by_text("kommt", exact=False)).to_be_visible()
    expect(first.locator("[data-rings]")).to_have_count(0)
    second.reload()
    expect(second.locator("[data-calls]")).to_contain_text("kommt")
    first.get_by_role("button", name="Doch nicht").tap()
    expect(first).to_have_url(re.compile("/referee/$"))
    expect(first.locator("[data-rings]")).to_have_count(0)
    second.get_by_role("button", name="Ich komme").tap()
    second.get_by_role("button", name="Erledigt").tap()
    expect(second).to_have_url(re.compile("/referee/$"))
    expect(second.get_by_role("heading", name="Heute offen")).to_be_visible()


def test_who_is_no_referee_any_more_is_asked_no_more(open_device, evening) -> None:
    ident = evening.table.house.official("member").user_id
    member = open_device(User.objects.get(pk=ident))
    member.goto("/")
    member.evaluate("localStorage.setItem('rings', '1')")
    with member.expect_response("**/referee/"):
        member.reload()
    member.wait_for_function("() => localStorage.getItem('rings') === null")


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
    phone.wait_for_function("() => localStorage.getItem('pushed') === null")


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
