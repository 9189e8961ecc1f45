"""The browser of the tests is a real one."""

from playwright.sync_api import expect


def test_a_page_of_the_service_opens_in_a_real_browser(open_device) -> None:
    page = open_device()
    page.goto("/")
    expect(page.get_by_role("link", name="Anmelden").first).to_be_visible()
