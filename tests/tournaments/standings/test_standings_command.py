"""The command `standings`."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import ManagementUtility, call_command
from django.core.management.base import CommandError

ROOT = Path(__file__).parents[3]
LISTS = [
    {"player": "Chlöe", "results": [1169, 1000, 893, 892]},
    {"player": "Anna", "results": [892, 1169, 1001, 892]},
    {"player": "Beat", "results": [900, 900, 900.5]},
]


def run(tmp_path, text, *options):
    """Printed rows and, if the call failed, its error."""
    path = tmp_path / "list.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    out = io.StringIO()
    try:
        call_command("standings", str(path), *options, stdout=out)
    except CommandError as error:
        return (json.loads(out.getvalue()) if out.getvalue() else None), error
    return json.loads(out.getvalue()), None


def test_a_list_in_is_a_ranking_out(tmp_path):
    rows, error = run(tmp_path, json.dumps(LISTS), "--tie", "best,second,shared")
    assert error is None
    assert rows == [
        {"rank": 1, "player": "Anna", "value": 3954, "decided_by": "second"},
        {"rank": 2, "player": "Chlöe", "value": 3954, "decided_by": "second"},
        {"rank": 3, "player": "Beat", "value": 2700.5, "decided_by": "sum"},
    ]


@pytest.mark.parametrize(
    ("options", "order"),
    [
        ((), [(1, "Anna"), (1, "Chlöe"), (3, "Beat")]),
        (("--lower-wins",), [(1, "Beat"), (2, "Anna"), (2, "Chlöe")]),
        (("--count", "best:1"), [(1, "Anna"), (1, "Chlöe"), (3, "Beat")]),
        (("--count", "drop:3", "--lower-wins"), [(1, "Anna"), (1, "Chlöe"), (3, "Beat")]),
        (("--count=average", "--tie=best"), [(1, "Anna"), (1, "Chlöe"), (3, "Beat")]),
        (("--count=best:2", "--tie=shared"), [(1, "Anna"), (2, "Chlöe"), (3, "Beat")]),
    ],
)
def test_the_options_are_the_rules(tmp_path, options, order):
    rows, _ = run(tmp_path, json.dumps(LISTS), *options)
    assert [(row["rank"], row["player"]) for row in rows] == order


def rule(tmp_path, **fields):
    path = tmp_path / "rule.json"
    path.write_text(json.dumps(fields))
    return f"--rule={path}"


@pytest.mark.parametrize(
    ("fields", "order"),
    [
        ({"count": "drop:1", "ties": ["best", "shared"]}, [(1, "Anna"), (1, "Chlöe"), (3, "Beat")]),
        ({"rank_points": {}}, [(1, "Anna"), (2, "Chlöe"), (3, "Beat")]),
        ({"missing": "joker", "joker": {"points": 2000}}, [(1, "Beat"), (2, "Anna"), (3, "Chlöe")]),
        ({"missing": "unranked"}, [(1, "Anna"), (2, "Chlöe"), (None, "Beat")]),
        ({"ties": ["last", "matsches"]}, [(1, "Anna"), (1, "Chlöe"), (3, "Beat")]),
    ],
)
def test_a_tournament_rule_ranks_the_list_round_by_round(tmp_path, fields, order):
    rows, error = run(tmp_path, json.dumps(LISTS), rule(tmp_path, **fields))
    assert error is None
    assert [(row["rank"], row["player"]) for row in rows] == order


def test_a_preset_has_a_name(tmp_path):
    rows, _ = run(tmp_path, json.dumps(LISTS), "--rule=einzelschieber-4x12-best-3")
    assert [tuple(row.values()) for row in rows] == [
        (1, "Anna", 3062, "second"),
        (2, "Chlöe", 3062, "second"),
        (3, "Beat", 2700.5, "drop:1"),
    ]


def test_nearest_to_the_number_drawn(tmp_path):
    lists = '[{"player": "A", "results": [700, 500]}, {"player": "B", "results": [650, 560]}]'
    rows, _ = run(tmp_path, lists, "--rule=nearest-2x8", "--drawn=1206")
    assert [(row["rank"], row["player"], row["value"]) for row in rows] == [
        (1, "B", 4),
        (2, "A", 6),
    ]


@pytest.mark.parametrize(
    "options",
    [
        ("--rule=no/such/file.json",),
        ("--rule=nearest-2x8", "--count=sum"),
        ("--rule=nearest-2x8", "--lower-wins"),
        ("--drawn=5",),
    ],
)
def test_a_rule_that_cannot_be_is_an_unusable_call(tmp_path, options):
    rows, error = run(tmp_path, "[]", *options)
    assert (rows, error.returncode) == (None, 2)


@pytest.mark.parametrize("text", ["", "[]", '{"day": 1}', '{"per": "hand"}', "[" * 100_000])
def test_a_rule_that_cannot_be_read_is_an_unusable_call(tmp_path, text):
    path = tmp_path / "rule.json"
    path.write_text(text)
    rows, error = run(tmp_path, "[]", f"--rule={path}")
    assert (rows, error.returncode) == (None, 2)


def test_a_faulty_record_is_named_with_its_line_and_the_good_ones_are_ranked(tmp_path):
    text = '[{"player": "A", "results": [1]},\n {"player": "B", "results": [1e400]}]'
    rows, error = run(tmp_path, text)
    assert [row["player"] for row in rows] == ["A"]
    assert error.returncode == 1
    assert "line 2, /1/results/0" in str(error)


def test_who_has_no_results_is_listed_without_a_rank(tmp_path):
    rows, error = run(tmp_path, '[{"player": "A", "results": []}]')
    assert error is None
    assert rows == [{"rank": None, "player": "A", "value": None, "decided_by": "no_results"}]


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"\xff\xfe[]", b'[{"player": "A"', b"[" * 100_000, b"null"]
)
def test_what_is_no_list_is_an_unusable_call(tmp_path, content):
    rows, error = run(tmp_path, content)
    assert (rows, error.returncode) == (None, 2)


def test_a_file_that_is_not_there_is_an_unusable_call():
    with pytest.raises(CommandError) as error:
        call_command("standings", "no/such/file.json")
    assert error.value.returncode == 2


def test_a_byte_order_mark_is_read_over(tmp_path):
    assert run(tmp_path, b"\xef\xbb\xbf[]") == ([], None)


@pytest.mark.parametrize(
    ("arguments", "text", "code"),
    [
        (["-"], "[]", 0),
        (["-"], "[17]", 1),
        (["-"], "17", 2),
        ([], "[]", 2),
        (["-", "--count", "best:0"], "[]", 2),
        (["-", "--tie", "luck"], "[]", 2),
    ],
)
def test_the_exit_code_says_how_it_went(arguments, text, code, monkeypatch, capsysbinary):
    """As in a shell, without the second in which a process starts."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    left: object = 0
    try:
        ManagementUtility(["manage.py", "standings", *arguments]).execute()
    except SystemExit as end:
        left = end.code
    out, told = capsysbinary.readouterr()
    assert left == code, told.decode()
    assert b"Traceback" not in told
    assert out.strip() == (b"" if code == 2 else b"[]")


def test_a_shell_reads_the_exit_code_and_no_traceback():
    command = [sys.executable, str(ROOT / "manage.py"), "standings", "-"]
    done = subprocess.run(command, input=b"[17]", capture_output=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout.strip()) == (1, b"[]")
    assert b"Traceback" not in done.stderr
