"""The commands answer every line or name it, whatever stands in their files: exit 0, 1 or 2."""

import io
import json
import re
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from referee.rules.profile import profile_slugs
from referee.rulings.reading import table_of, table_slugs
from tests.contract.mutations import bytes_changed, json_changed, line_changed
from tests.jassclub.hostile import VALUES

CASES = Path(__file__).parents[1] / "cases"
LINES = {"replay": "hands.jsonl", "weis": "weis.jsonl", "legal": "legal.jsonl"}
TIMES = [pytest.param(60, id="some"), pytest.param(4_000, marks=pytest.mark.proof, id="many")]


def call(*words: str) -> tuple[str, str, int]:
    """What a command says on either stream, and how it ends; anything else is a traceback."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*words, stdout=out, stderr=err)
    except CommandError as refused:
        told = str(refused) or pytest.fail(f"nothing said: {words}")
        return out.getvalue(), f"{err.getvalue()}{told}", refused.returncode
    return out.getvalue(), err.getvalue(), 0


def judge_lines(command: str, lines: list[bytes], path: Path, *options: str) -> None:
    """Every line has an answer, and each that could not be read is named by its number."""
    path.write_bytes(b"\n".join(lines))
    out, err, code = call(command, str(path), *options)
    answers = [json.loads(line) for line in out.splitlines()]
    wrong = [answer["line"] for answer in answers if set(answer) >= {"error", "line", "pointer"}]
    named = [int(found) for found in re.findall(r"^line (\d+): ", err, re.MULTILINE)]
    assert len(answers) == len([line for line in lines if line.strip()])
    assert named == wrong
    assert code == (1 if wrong else 0)


@pytest.mark.once
@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("command", LINES)
def test_changed_records_are_answered_or_named(command, times, tmp_path):
    chance = Random(command)
    records = [json.loads(line) for line in (CASES / LINES[command]).read_text().splitlines()]
    lines = [line_changed(chance.choice(records), chance) for _ in range(times)]
    judge_lines(command, lines, tmp_path / "f", "--profile", chance.choice(profile_slugs()))


@pytest.mark.once
@pytest.mark.parametrize("times", TIMES)
def test_changed_cases_are_ruled_or_named(times, tmp_path):
    chance = Random("rule")
    tables = [table_of(slug) for slug in table_slugs()]
    asked = [
        {"article": table.article, "facts": example["facts"]}
        for table in tables
        for example in table.examples
    ]
    lines = [line_changed(chance.choice(asked), chance) for _ in range(times)]
    judge_lines("rule", lines, tmp_path / "f", "--lang", chance.choice(["de", "fr", "it", "en"]))


@pytest.mark.once
@pytest.mark.parametrize("times", TIMES)
def test_changed_result_lists_are_ranked_or_refused(times, tmp_path):
    chance, path = Random("standings"), tmp_path / "list.json"
    people = [
        {"player": f"Gast {n}", "results": [chance.randrange(2000) for _ in range(4)]}
        for n in range(6)
    ]
    for _ in range(times):
        content = json.dumps(json_changed(people, chance)).encode()
        path.write_bytes(bytes_changed(content, chance) if chance.random() < 0.3 else content)
        options = chance.choice([(), ("--count", "drop:1"), ("--rule", "einzelschieber-4x12")])
        out, _err, code = call("standings", str(path), *options)
        assert code in (0, 1, 2)
        assert code == 2 or isinstance(json.loads(out), list)


@pytest.mark.once
@pytest.mark.parametrize("times", TIMES)
def test_no_words_make_plan_or_lookup_crash(times):
    chance = Random("words")
    told = [value if isinstance(value, str) else json.dumps(value) for value in VALUES]
    words = [word for word in told if len(word) < 200 and not word.startswith("-")]
    for _ in range(times // 4):
        who = chance.choice([("--players", chance.choice(words)), ("--numbers", "1-9,3")])
        if chance.random() < 0.5:
            who = ("--players", str(chance.randrange(-1, 14)))
        rounds = chance.choice(["0", "1", "2", "-1", "x", "9"])
        assert call("plan", *who, f"--rounds={rounds}", "--seed=a")[2] in (0, 1, 2)
        assert call("lookup", chance.choice(words))[2] in (0, 1, 2)
