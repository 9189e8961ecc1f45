"""HTML_CodeSniffer, the judge of pa11y, finds no page that breaks WCAG 2.1 AA."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from tests.architecture.sources import ROOT
from tests.browser.pages import CLUB_PAGES, HALL_PAGES, demo_world
from tests.browser.test_every_page import device_of

TOOLS = ROOT / "tests" / "contract" / "tools"
ERRORS = """() => new Promise((done, failed) => HTMLCS.process('WCAG2AA', document, () => done(
    HTMLCS.getMessages().filter(said => said.type === HTMLCS.ERROR).map(
        said => `${said.code} ${said.msg} ${said.element.outerHTML?.slice(0, 120)}`)), failed))"""


@pytest.fixture
def script(tmp_path: Path) -> str:
    """The sniffer, as `package-lock.json` pins it."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(TOOLS / name, tmp_path)
    install = ("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
    subprocess.run(install, cwd=tmp_path, check=True, capture_output=True, timeout=600)
    return (tmp_path / "node_modules" / "html_codesniffer" / "build" / "HTMLCS.js").read_text()


@pytest.mark.proof
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
@pytest.mark.django_db(transaction=True)
def test_the_judge_of_pa11y_finds_no_error_on_any_page(
    script: str,
    open_device: Callable[..., Page],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    world = demo_world(timezone.localdate(), monkeypatch)
    seen, found = 0, []
    for who in {**CLUB_PAGES, **HALL_PAGES}:
        device = device_of(open_device, world, who)
        for path in (*CLUB_PAGES.get(who, ()), *HALL_PAGES.get(who, ())):
            device.goto(path.format_map(world))
            seen += 1
            found += [f"{path} ({who}): {error}" for error in _errors(device, script)]
    with capsys.disabled():
        print(f"\nHTML_CodeSniffer (WCAG2AA): {len(found)} errors, {seen} pages")  # noqa: T201
    assert found == [], "\n".join(found)


def _errors(page: Page, script: str) -> Iterator[str]:
    page.evaluate(script)
    yield from page.evaluate(ERRORS)
