"""What every test may use: a fresh cache, quick passwords, and a way to wait for a worker."""

import math
import os
import re
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings

from tests.browser.chromium import CHROMIUM
from tests.migrated import postgres_pattern, sqlite_copy
from tests.sampling import some_today
from tests.servers import HOME_VARIABLE, SQLITE

TESTS = Path(__file__).parent
PAGES = (
    "browser/*.py",
    "web/*.py",
    "pages/*.py",
    "papers/pdf/*.py",
    "test_web_*.py",
    "test_pages*.py",
    "test_office_*.py",
)
"""Where pages and papers are tried: what they show comes from services that run twice anyway."""
PURE = (
    "referee/rulings",
    "scoring/games",
    "tournaments/draw/pure",
    "tournaments/format/pure",
    "tournaments/results/pure",
    "tournaments/standings/pure",
)
"""Folders of which no test touches the database: the second run does not even read them."""
ONCE = re.compile(r"^pytestmark = (?:\[[^]]*)?pytest\.mark\.once\b", re.MULTILINE)
"""What stands in a file of which no test is tried a second time."""
OWN_SQL = ("architecture", "jassclub/api", "jassclub/core", "jassclub/exchange/test_backup.py")
"""What is written for one database or the other: the second run tries all of it every day."""
OTHERS_A_DAY = 3
"""Of what the framework writes for both, the second run tries every third test, others each day."""
LONG = ("browser", "contract", "faults", "journeys", "rights", "tournaments/days")
"""Folders whose tests take long: they begin, so that none of them is waited for at the end."""
NO_CHROMIUM = "No Chromium on this machine"
DATABASE_FIXTURES = {"db", "transactional_db", "worker", "live_server", "django_db_setup"}

hypothesis.settings.register_profile("suite", derandomize=True, deadline=None, max_examples=25)
hypothesis.settings.register_profile("proof", deadline=None, max_examples=500)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-database",
        action="store_true",
        help="only tests that the database may decide: no pages, none marked once (the second run)",
    )


def pytest_configure(config: pytest.Config) -> None:
    proof = config.getoption("markexpr") == "proof"
    hypothesis.settings.load_profile("proof" if proof else "suite")
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    only = config.getoption("--only-database")
    left = only and any(kind(collection_path) for kind in (_shows, _pure, _once))
    return True if left else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wrong = [item.nodeid for item in items if _pure(item.path) and _touches_database(item)]
    if wrong:
        raise pytest.UsageError(f"In a folder of PURE, but with a database: {wrong}")
    for item in items:
        if not CHROMIUM and _lies_in(item.path, ("browser",)):
            item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))
    if config.getoption("--only-database"):
        kept = [item for item in items if _depends_on_database(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept
        _draw_for_second_run(items, everything=config.option.markexpr == "proof")
    items.sort(key=lambda item: not _lies_in(item.path, LONG))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", ())
    missed = sum(NO_CHROMIUM in str(report.longrepr) for report in skipped)
    if missed:
        terminalreporter.write_line(f"{NO_CHROMIUM}: {missed} browser tests skipped.")


def _depends_on_database(item: pytest.Item) -> bool:
    return _touches_database(item) and item.get_closest_marker("once") is None


def _draw_for_second_run(items: list[pytest.Item], *, everything: bool) -> None:
    """What is not drawn is a proof; the long run tries it, and no proof twice."""
    items[:] = [item for item in items if item.get_closest_marker("proof") is None]
    by_file: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if everything or not (_commits(item) or _lies_in(item.path, OWN_SQL)):
            by_file[item.path].append(item)
    for path, tests in by_file.items():
        many = 0 if everything else math.ceil(len(tests) / OTHERS_A_DAY)
        for test in set(tests) - set(some_today(tests, many, at=path.relative_to(TESTS))):
            test.add_marker(pytest.mark.proof)


def _shows(path: Path) -> bool:
    return any(path.match(pattern) for pattern in PAGES)


def _pure(path: Path) -> bool:
    return _lies_in(path, PURE)


def _once(path: Path) -> bool:
    return path.suffix == ".py" and ONCE.search(path.read_text("utf-8")) is not None


@cache
def _lies_in(path: Path, places: tuple[str, ...]) -> bool:
    return any(path.is_relative_to(TESTS / place) for place in places)


def _commits(item: pytest.Item) -> bool:
    """Locks, and what comes after a commit, are the database's own."""
    marker = item.get_closest_marker("django_db")
    transaction = marker is not None and marker.kwargs.get("transaction", False)
    return transaction or bool(
        {"transactional_db", "worker"} & set(getattr(item, "fixturenames", ()))
    )


def _touches_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(fixtures & DATABASE_FIXTURES)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On SQLite the copy is there before Django looks; it goes with the folder of the run."""
    return SQLITE


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    servers: None, django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: Any
) -> None:
    """Servers first; then a copy of a migrated database, on SQLite in a file, which a second
    process can open."""
    database = settings.DATABASES["default"]
    if SQLITE:
        file = settings.VAR / "test.sqlite3"
        sqlite_copy(file)
        copied = {"NAME": str(file)}
    else:
        with django_db_blocker.unblock():
            copied = {"TEMPLATE": postgres_pattern(Path(os.environ[HOME_VARIABLE]))}
    database["TEST"] = {**database.get("TEST", {}), **copied}


@pytest.fixture(autouse=True)
def _as_at_the_start(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test inherits the language of another, nor what throttles have counted in the cache."""
    yield
    from django.utils import translation

    translation.deactivate()
    if _touches_database(request.node):
        from django.core.cache import cache

        cache.clear()


@pytest.fixture(autouse=True, scope="session")
def _listening(django_test_environment: None) -> Iterator[None]:
    from jassclub.api import problems
    from jassclub.clubs import events
    from tests import promises

    events.register(promises.hear)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(problems, "_members", promises.members)
        yield


@pytest.fixture(autouse=True)
def _promises_are_kept(_listening: None) -> Iterator[None]:
    """Refusals and webhooks are as the document says."""
    from tests.promises import broken

    broken.clear()
    yield
    assert broken == [], "a line in jassclub/api/problems.toml or refusals.toml, then make schema"


@pytest.fixture(autouse=True)
def _only_wanted_work(request: pytest.FixtureRequest) -> None:
    """A worker wakes up only in tests that ask for one: elsewhere it would meet the clean-up."""
    from jassclub.core import workers
    from scoring.core import score_events as outbox

    asked = {"worker", "worker_process"} & set(request.fixturenames)
    workers._silent_until = 0.0 if asked else math.inf
    outbox._gathered_until = 0.0


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planner takes the second that it takes in a hall."""
    from tournaments.draw import planning
    from tournaments.draw.pure import make_plan

    monkeypatch.setattr(planning, "make_plan", make_plan)


@pytest.fixture(autouse=True, scope="session")
def _plans_in_haste(django_test_environment: None) -> Iterator[None]:
    """Elsewhere a plan that is drawn need not be the best: it is made with a hundredth of moves."""
    from tournaments.draw import planning
    from tournaments.draw.pure import make_plan

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "make_plan", partial(make_plan, moves=5_000))
        yield


@pytest.fixture
def eventually() -> Callable[[Callable[[], object]], None]:
    """`eventually(lambda: ...)` waits up to 15 s until the worker has made it true."""

    def wait(condition: Callable[[], object]) -> None:
        deadline = time.monotonic() + 15
        while not condition():
            assert time.monotonic() < deadline, "waited 15 s for the worker in vain"
            time.sleep(0.2)

    return wait


@pytest.fixture(scope="session")
def push_key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key for push messages, as the operator makes it."""
    made = tmp_path_factory.mktemp("push") / "push.pem"
    words = ("openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", str(made))
    subprocess.run(words, check=True, capture_output=True)
    return made


@pytest.fixture
def rings(settings: Any, push_key: Path) -> Path:
    """The service has that key."""
    settings.PUSH_KEY, settings.PUSH_CONTACT = str(push_key), "mailto:betrieb@example.org"
    return push_key
