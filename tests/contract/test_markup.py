"""Every page is HTML without an error in every language, to the checker of the W3C."""

import json
import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from jassclub.core.languages import LANGUAGES
from tests.browser.pages import CLUB_PAGES, HALL_PAGES, PHONE, TABLE_PHONE, World, demo_world

NOT_READ_YET = ".*blocking. attribute must have a .rel. attribute whose value is .stylesheet..*"
"""`<link rel="expect" blocking="render">` is of the HTML standard; the checker does not know it."""
TOOLS = Path(__file__).parent / "tools"

pytestmark = [
    pytest.mark.proof,
    pytest.mark.django_db,
    pytest.mark.skipif(not (shutil.which("npm") and shutil.which("java")), reason="npm and Java"),
]


def client_of(world: World, who: str, language: str) -> Client:
    """The browser of somebody."""
    client = Client(headers={"Accept-Language": language})
    if user := world.users.get(who):
        client.force_login(user)
    if who in (PHONE, TABLE_PHONE):
        client.cookies["phone"] = world.secrets[who]
    return client


def test_the_checker_of_the_w3c_finds_no_error_on_any_page(tmp_path, monkeypatch, capsys):
    for name in ("package.json", "package-lock.json"):
        shutil.copy(TOOLS / name, tmp_path)
    install = ("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
    subprocess.run(install, cwd=tmp_path, check=True, capture_output=True, timeout=600)
    jar = tmp_path / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
    world = demo_world(timezone.localdate(), monkeypatch)
    pages: dict[str, str] = {}
    for who, language in product({**CLUB_PAGES, **HALL_PAGES}, LANGUAGES):
        client = client_of(world, who, language)
        for path in (*CLUB_PAGES.get(who, ()), *HALL_PAGES.get(who, ())):
            answer = client.get(path.format_map(world), follow=True)
            assert answer["Content-Language"] == language
            file = tmp_path / f"{len(pages)}.html"
            file.write_bytes(answer.content)
            pages[file.name] = f"{path} ({who}, {language})"
    files = [str(tmp_path / name) for name in pages]
    command = ("java", "-Xss2m", "-jar", str(jar), "--format", "json", "--errors-only",
               "--filterpattern", NOT_READ_YET, *files)  # fmt: skip
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    found = [
        f"{pages[one['url'].rpartition('/')[2]]}:{one['lastLine']} {one['message']} "
        f"{one['extract']!r}"
        for one in json.loads(said.stderr)["messages"]
    ]
    with capsys.disabled():
        print(f"\nNu HTML checker: {len(found)} errors, {len(pages)} pages")  # noqa: T201
    assert found == [], "\n".join(found)
