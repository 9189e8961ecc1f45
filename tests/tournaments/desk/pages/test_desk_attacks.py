"""Whatever is sent to the desk, it answers in words and never breaks."""

import random

import pytest

from tests.tournaments.office import Office
from tournaments.desk.pages.table import COMMANDS
from tournaments.format.form import NAMES

pytestmark = pytest.mark.django_db

JUNK = (
    "", " ", "0", "1", "2", "-1", "99999", "1" * 40, "१२", "²", "1.5", "Nina", "\x00", "a\nb",
    "<b>", "%s", "null", "[]", '{"a": [', "ü" * 600, "2026-13-45", "1/0", "3/2", "drop", "x=y",
)  # fmt: skip
PATHS = ("settings/", "results/", "rounds/1/tables/1/settle/", "rounds/9/tables/9/settle/")
ACTS = ("accept", "write", "strike", "confirm", "turn", "", "other")


def fields(chance, names):
    return {name: chance.choice(JUNK) for name in names if chance.random() < 0.7}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(3))
def test_random_commands_are_answered(seed):
    chance = random.Random(seed)
    office = Office(double_entry=bool(seed % 2), fee=1000, minutes=30)
    office.running()
    for name in chance.sample(sorted(COMMANDS), len(COMMANDS)):
        asks = [ask.name for ask in COMMANDS[name].asks]
        answer = office.director.post(f"do/{name}/", **fields(chance, asks))
        assert answer.status_code < 500
    assert office.director.get().status_code == 200


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("path", PATHS)
def test_random_forms_are_answered(seed, path):
    chance = random.Random(f"{seed}{path}")
    office = Office("differenzler-4x8" if seed == 1 else "einzelschieber-4x8")
    office.running()
    lines = [f"{kind}_{at}" for kind in ("points", "matsches", "exact", "made") for at in range(4)]
    plain = ["table", "hands", "scribe", "reason", "why", "version", "name", "slug", "played_on"]
    for _ in range(6):
        act = {"act": chance.choice(ACTS)}
        sent = fields(chance, [*lines, *plain, *NAMES[:60], "season", "capacity", "sign_up_until"])
        answer = office.director.post(path, **{**sent, **act})
        assert answer.status_code < 500
    assert office.director.get("settings/").status_code in (200, 404)


def test_odd_addresses_are_answered_and_what_is_not_there_is_not_there():
    office = Office()
    office.running()
    for query in ("?table=x", "?table=99", "?q=%00", "people/?q=%F0%9F%83%8F"):
        assert office.director.get(query).status_code == 200, query
    for path in (f"rounds/{'9' * 20}/tables/1/", "people/99999999999999/", "rounds/1/tables/77/"):
        assert office.director.get(path).status_code == 404, path
    assert office.director.post("do/explode/").status_code == 404
