"""What protects the service beside its roles: production settings, pages without script in them,
cookies, and nothing secret among the files."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.cast import PASSWORD, Person

ROOT = Path(__file__).parents[2]
PRODUCTION = {
    "JASSCLUB_PRODUCTION": "1",
    "SECRET_KEY": "kein-Geheimnis-" + "aB3" * 20,
    "ALLOWED_HOSTS": "jass.example.ch",
    "DATABASE_URL": "postgres://u:p@localhost/jass",
    "REDIS_URL": "redis://localhost:6379/0",
    "BEHIND_PROXY": "1",
}
COOKIES = """
import jassclub.settings as s
from django.conf import settings as d
print(d.SESSION_COOKIE_SECURE, d.CSRF_COOKIE_SECURE, d.LANGUAGE_COOKIE_SECURE,
      d.SESSION_COOKIE_HTTPONLY, d.SESSION_COOKIE_SAMESITE, d.CSRF_COOKIE_SAMESITE)
"""
HTML = sorted(
    path
    for room in ("jassclub", "referee", "scoring", "tournaments")
    for path in (ROOT / room).rglob("templates/**/*.html")
)
INLINE = (
    re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")[^>]*>", re.I),
    re.compile(r"<style\b", re.I),
    re.compile(r"<[^>]*\sstyle=[\"']", re.I),
    re.compile(r"<[^>]*\son[a-z]+=[\"']", re.I),
    re.compile(r"[\"']\s*javascript:", re.I),
    re.compile(r"\|\s*safe\b|autoescape off|mark_safe"),
)
PRIVATE_KEY = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----")
TOKEN = re.compile(r"\b(?:jc[dt]_[\w-]{24,}|whsec_[\w+/=]{24,}|AKIA[A-Z0-9]{16}|gh[pousr]_\w{30,})")
ASSIGNED = re.compile(
    r"""(?i)\b(?:secret_key|api_key|access_token|password)\s*[=:]\s*["']([A-Za-z0-9+/_=-]{32,})["']"""
)
TOO_LARGE = 2_000_000


def in_production(*command: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "JASSCLUB_DOTENV": "", **PRODUCTION, **more}
    return subprocess.run(
        [sys.executable, *command],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_deployment_check_finds_nothing_in_production(tmp_path: Path) -> None:
    """Silenced are the two about other names of the same domain, which is its owner's affair."""
    words = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = in_production(*words, JASSCLUB_VAR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "no issues (2 silenced)" in done.stdout


def test_cookies_of_production_travel_encrypted_and_only_to_us(tmp_path: Path) -> None:
    code = f"import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'jassclub.settings'{COOKIES}"
    done = in_production("-c", code, JASSCLUB_VAR=str(tmp_path))
    assert done.stdout.split() == ["True", "True", "True", "True", "Lax", "Lax"], done.stderr


NAMES = """
import jassclub.settings as s
print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.PHONE_COOKIE_NAME)
"""


def test_what_opens_something_is_kept_under_a_name_of_this_host_alone(tmp_path: Path) -> None:
    done = in_production("-c", NAMES, JASSCLUB_VAR=str(tmp_path))
    assert done.stdout.split() == ["__Host-sessionid", "__Host-csrftoken", "__Host-phone"]
    plain = in_production("-c", NAMES, JASSCLUB_VAR=str(tmp_path), JASSCLUB_PRODUCTION="0")
    assert plain.stdout.split() == ["sessionid", "csrftoken", "phone"]


@pytest.mark.django_db
def test_a_browser_takes_the_cookies_of_this_host_alone(settings: Any, anna: Person) -> None:
    """Such a name needs https, the path of everything, and no domain; it goes in the same way."""
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-s", "__Host-c"
    browser = Client()
    browser.get("/login/", secure=True)
    wish = {"username": "anna", "password": PASSWORD}
    came = browser.post("/login/", wish, secure=True)
    for name in ("__Host-s", "__Host-c"):
        cookie = came.cookies[name]
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
    gone = browser.post("/logout/", secure=True).cookies["__Host-s"]
    assert (gone.value, gone["secure"], gone["path"]) == ("", True, "/")


def test_scripts_find_the_token_under_either_name() -> None:
    script = (ROOT / "jassclub/web/static/jassclub/outbox.js").read_text()
    assert script.index("__Host-csrftoken=") < script.index(")csrftoken=")


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/help/", "/login/", "/gibt-es-nicht/", "/api/v1/clubs"])
def test_no_answer_opens_camera_microphone_or_place(address: str) -> None:
    told = Client().get(address)["Permissions-Policy"].split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()"} <= set(told)
    assert {one for one in told if not one.endswith("=()")} == {
        "clipboard-write=(self)",
        "screen-wake-lock=(self)",
    }


@pytest.mark.django_db
def test_a_hall_over_plain_http_says_so_on_every_page(settings: object) -> None:
    ordinary = Client().get("/help/").content.decode()
    settings.HALL_MODE = True  # type: ignore[attr-defined]
    in_the_hall = Client().get("/help/").content.decode()
    assert 'class="hall' in in_the_hall
    assert 'class="hall' not in ordinary


def test_passwords_are_kept_as_argon2() -> None:
    code = "import jassclub.settings as s; print(s.PASSWORD_HASHERS[0])"
    done = in_production("-c", code)
    assert done.stdout.strip().endswith("Argon2PasswordHasher"), done.stderr


def test_no_page_carries_script_or_style_in_itself() -> None:
    inside = {
        str(path.relative_to(ROOT)): found.group()
        for path in HTML
        for rule in INLINE
        for found in rule.finditer(path.read_text())
    }
    assert len(HTML) > 100
    assert inside == {}


@pytest.mark.django_db
def test_browsers_are_told_to_run_nothing_but_our_files() -> None:
    answer = Client().get("/help/")
    rules = dict(
        part.strip().partition(" ")[::2] for part in answer["Content-Security-Policy"].split(";")
    )
    assert rules["default-src"] == "'self'"
    assert "script-src" not in rules
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert (rules["object-src"], rules["frame-ancestors"]) == ("'none'", "'none'")
    assert (answer["X-Frame-Options"], answer["X-Content-Type-Options"]) == ("DENY", "nosniff")


def test_no_secret_lies_among_the_files() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False
    ).stdout.decode()
    files = [ROOT / name for name in listed.split("\0") if name]
    if not files:
        pytest.skip("not a checkout")
    found = [
        str(path.relative_to(ROOT))
        for path in files
        if path.is_file() and path.stat().st_size < TOO_LARGE and _secret_in(path)
    ]
    assert found == []
    names = {path.name for path in files}
    assert names & {".env", "secret_key", "id_rsa", "jassclub.sqlite3"} == set()


def _secret_in(path: Path) -> bool:
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        return False
    return any(rule.search(text) for rule in (PRIVATE_KEY, TOKEN, ASSIGNED))


def test_the_key_of_an_embedded_house_is_its_own() -> None:
    assert settings.SECRET_KEY not in (ROOT / "jassclub" / "settings.py").read_text()
