"""Every page: no rule of accessibility broken in light or dark, large text on the smallest phone
without scrolling sideways, nothing to tap that is smaller than a thumb, no number below zero with
a hyphen."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from django.utils import timezone
from playwright.sync_api import Page, Response

from jassclub.clubs.models import Club, Membership, User
from tests.browser.pages import (
    CLUB_PAGES,
    HALL_PAGES,
    PHONE,
    TABLE_PHONE,
    VISITOR,
    World,
    demo_world,
    routes_of,
    routes_of_pages,
)
from tests.sampling import some_today

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
BY_LIGHT = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {"target-size": {"enabled": False}},
    "resultTypes": ["violations"],
}
"""All but the size of targets, which SMALL_TARGETS wants larger and measures in a hundredth."""
BY_DARK = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
"""Between light and dark only colours differ."""
VIOLATIONS = "options => axe.run(options).then(found => found.violations)"
SMALLEST, THUMB = 320, 44
DESCRIPTION = "meta[name=description]:not([content=''])"

SMALL_TARGETS = """smallest => [...document.querySelectorAll(
    'a, button, summary, select, textarea, input:not([type=hidden]), [role=button]'
)].filter(element => {
    const box = element.getBoundingClientRect()
    const seen = element.checkVisibility({visibilityProperty: true}) && box.width
    const inText = element.tagName === 'A' && getComputedStyle(element).display === 'inline'
    const small = box.width < smallest - .5 || box.height < smallest - .5
    return seen && !inText && small && !element.matches('.skip, :disabled')
}).map(element => element.outerHTML.slice(0, 90))"""

LOOSE = """() => [...document.querySelectorAll('body *')]
    .filter(element => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
    .forEach(element => element.style.position = 'static')"""
"""What sticks to the bottom edge covers nothing then."""

SIDEWAYS = """width => {
    document.documentElement.dataset.text = 'large'
    const page = document.documentElement.scrollWidth
    if (page <= width) return []
    const out = [...document.querySelectorAll('body *')].filter(
        element => element.getBoundingClientRect().right > width + 1 && !element.closest('.scroll'))
    return [`${page} px: ` + out.slice(-3).map(element => element.outerHTML.slice(0, 90))]
}"""

HYPHENS = r"""() => {
    const main = document.querySelector('main') ?? document.body
    const found = [], walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
        const { data, parentElement } = walk.currentNode
        if (parentElement.closest('script, style, code, div[lang=en]')) continue
        found.push(...data.match(/(?<![^\s(])-\d.{0,20}/g) ?? [])
    }
    return found
}"""
"""Numbers below zero that lack the sign of print; codes of the API are in English as they are."""


@pytest.mark.parametrize("share", [12, pytest.param(1, marks=pytest.mark.proof, id="all")])
@pytest.mark.django_db(transaction=True)
def test_everybody_can_read_and_use_every_page(
    share: int, open_device: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = demo_world(timezone.localdate(), monkeypatch)
    found = []
    for who in {**CLUB_PAGES, **HALL_PAGES}:
        device = device_of(open_device, world, who)
        pages = (*CLUB_PAGES.get(who, ()), *HALL_PAGES.get(who, ()))
        for path in some_today(pages, math.ceil(len(pages) / share), at=f"{who} pages"):
            answer = device.goto(path.format_map(world))
            if who == VISITOR and not device.locator(DESCRIPTION).count():
                found.append(f"{path}: says not what it is about")
            found += [f"{path} ({who}): {fault}" for fault in _faults(device, answer)]
    assert not found, "\n".join(found)


@pytest.mark.django_db
def test_no_page_is_left_out() -> None:
    admin = User.objects.create_user("vreni", password="x")
    club = Club.objects.create(name="Frohsinn", slug="frohsinn")
    Membership.objects.create(club=club, user=admin, role="admin")
    missed = routes_of_pages(admin) - routes_of(CLUB_PAGES) - routes_of(HALL_PAGES)
    assert not missed, "Add them to tests/browser/pages.py"


def device_of(open_device: Callable[..., Page], world: World, who: str) -> Page:
    page = open_device(world.users.get(who))
    if who in (PHONE, TABLE_PHONE):
        page.goto("/login/")
        page.context.add_cookies([{"name": "phone", "value": world.secrets[who], "url": page.url}])
    return page


def _faults(page: Page, answer: Response | None) -> Iterator[str]:
    if answer is None or answer.status not in (200, 404):
        yield f"answers {answer and answer.status}"
        return
    size = page.viewport_size
    assert size is not None
    yield from (f"hyphen: {number}" for number in page.evaluate(HYPHENS))
    page.evaluate(LOOSE)
    page.evaluate(AXE_SCRIPT)
    yield from _broken(page, BY_LIGHT)
    yield from (f"small: {target}" for target in page.evaluate(SMALL_TARGETS, THUMB))
    page.emulate_media(color_scheme="dark")
    yield from (f"dark: {fault}" for fault in _broken(page, BY_DARK))
    page.set_viewport_size({"width": SMALLEST, "height": 700})
    page.emulate_media(color_scheme="light")
    yield from page.evaluate(SIDEWAYS, SMALLEST)
    page.set_viewport_size(size)


def _broken(page: Page, options: dict[str, Any]) -> Iterator[str]:
    for rule in page.evaluate(VIOLATIONS, options):
        places = ", ".join(node["html"][:110] for node in rule["nodes"][:3])
        yield f"{rule['id']} ({len(rule['nodes'])}): {places}"
