"""The commands `replay`, `weis` and `legal`: what they answer, what they refuse, how they end."""

import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

CASES = Path(__file__).parents[1] / "cases"
FILES = {"replay": "hands.jsonl", "weis": "weis.jsonl", "legal": "legal.jsonl"}
POSITION = {"id": "p", "mode": "H", "hand": ["D6", "HJ", "CA"], "trick": ["D9"]}
ANSWER = {"id": "p", "legal": ["D6", "HJ"], "why": {"CA": "must_follow"}}
SEATS = [{"hand": [suit + rank for rank in "6789TJQKA"]} for suit in "DHSC"]
WEIS = {"id": "w", "mode": "O", "starter": 0, "seats": SEATS}
HAND = {"id": "h", "contract": "D", "starter": 0, "tricks": [["D6", "D7", "D8", "D9"]]}


def call(command, lines, tmp_path, **options):
    """Answers, standard error and exit code (0, or that of the CommandError)."""
    file = tmp_path / "records.jsonl"
    file.write_bytes(b"\n".join(as_bytes(line) for line in lines))
    out, err, code = io.StringIO(), io.StringIO(), 0
    try:
        call_command(command, str(file), stdout=out, stderr=err, **options)
    except CommandError as error:
        code = error.returncode
    return [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue(), code


def as_bytes(line):
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode()


@pytest.mark.parametrize(("command", "file"), FILES.items())
def test_every_sample_is_answered_under_its_id(command, file, tmp_path):
    lines = (CASES / file).read_text().splitlines()
    answers, err, code = call(command, lines, tmp_path)
    assert [answer["id"] for answer in answers] == [json.loads(line)["id"] for line in lines]
    assert (err, code) == ("", 0)


def test_an_answer_has_the_promised_shape(tmp_path):
    hand = json.loads((CASES / "hands.jsonl").read_text().splitlines()[0])
    (told,), _, _ = call("replay", [hand], tmp_path, legal=True)
    assert list(told) == [
        "id", "ok", "tricks", "team_card_points", "team_tricks", "matsch", "findings",
    ]  # fmt: skip
    assert [list(trick) for trick in told["tricks"]] == [["winner", "points", "legal"]] * 9
    (plain,), _, _ = call("replay", [hand], tmp_path)
    assert [list(trick) for trick in plain["tricks"]] == [["winner", "points"]] * 9
    (told,), _, _ = call("weis", [WEIS], tmp_path)
    assert list(told) == ["id", "seats", "winner", "sides"]
    assert [list(s) for s in told["seats"]] == [["runs", "quartets", "stoeck", "points"]] * 4
    assert call("legal", [POSITION], tmp_path) == ([ANSWER], "", 0)


def test_a_finding_has_the_promised_shape_and_does_not_change_the_exit_code(tmp_path):
    (told,), _, code = call("replay", [HAND | {"starter": 1}], tmp_path)
    assert not told["ok"]
    for finding in told["findings"]:
        assert list(finding) == ["code", "article", "trick", "seat", "card", "message"]
    assert code == 0


def test_the_good_records_are_answered_beside_the_faulty_ones(tmp_path):
    answers, err, code = call("legal", [POSITION, "{", "", POSITION], tmp_path)
    assert answers[0] == answers[2] == ANSWER
    assert answers[1]["id"] is None
    assert answers[1]["line"] == 2
    assert "not JSON" in answers[1]["error"]
    assert err.startswith("line 2: ")
    assert code == 1


FAULTY = [
    ("legal", "[]", "wrong_type", ""),
    ("legal", "null", "wrong_type", ""),
    ("legal", "1e400", "wrong_type", ""),
    ("legal", "9" * 5000, "not_json", ""),
    ("legal", "[" * 100_000, "not_json", ""),
    ("legal", b"\xff\xfe", "not_utf8", ""),
    ("legal", b"\0", "not_json", ""),
    ("legal", "{}", "unknown_mode", "/mode"),
    ("legal", POSITION | {"mode": 5}, "unknown_mode", "/mode"),
    ("legal", POSITION | {"mode": "H\0"}, "unknown_mode", "/mode"),
    ("legal", POSITION | {"mode": ["H"]}, "unknown_mode", "/mode"),
    ("legal", POSITION | {"hand": None}, "wrong_type", "/hand"),
    ("legal", POSITION | {"hand": "D6"}, "wrong_type", "/hand"),
    ("legal", POSITION | {"hand": ["D6", "D6"]}, "repeated_card", "/hand"),
    ("legal", POSITION | {"hand": ["D6", "D1"]}, "unknown_card", "/hand/1"),
    ("legal", POSITION | {"hand": ["D6", "D2"]}, "unknown_card", "/hand/1"),
    ("legal", POSITION | {"hand": ["D6", "D6'"]}, "unknown_card", "/hand/1"),
    ("legal", POSITION | {"hand": ["D6", 7]}, "unknown_card", "/hand/1"),
    ("legal", POSITION | {"hand": ["D6", "\ud800"]}, "unknown_card", "/hand/1"),
    ("legal", POSITION | {"hand": ["D6", "RO6"]}, "mixed_decks", "/hand/1"),
    ("legal", POSITION | {"mode": "RO"}, "mixed_decks", "/hand/0"),
    ("legal", POSITION | {"hand": ["D6"] * 37}, "too_long", "/hand"),
    ("legal", POSITION | {"trick": ["D7", "D8", "D9", "DT"]}, "wrong_count", "/trick"),
    ("legal", POSITION | {"trick": ["D6"]}, "repeated_card", "/trick"),
    ("legal", POSITION | {"id": ["x"]}, "wrong_type", "/id"),
    ("legal", POSITION | {"id": True}, "wrong_type", "/id"),
    ("legal", POSITION | {"id": "a\0"}, "wrong_type", "/id"),
    ("legal", POSITION | {"id": "\udfff"}, "wrong_type", "/id"),
    ("legal", POSITION | {"id": "x" * 201}, "wrong_type", "/id"),
    ("weis", WEIS | {"starter": None}, "wrong_type", "/starter"),
    ("weis", WEIS | {"starter": True}, "wrong_type", "/starter"),
    ("weis", WEIS | {"starter": 1.0}, "wrong_type", "/starter"),
    ("weis", WEIS | {"starter": 4}, "unknown_seat", "/starter"),
    ("weis", WEIS | {"starter": -1}, "unknown_seat", "/starter"),
    ("weis", WEIS | {"seats": SEATS[:2]}, "wrong_count", "/seats"),
    ("weis", WEIS | {"seats": SEATS + SEATS[:1]}, "too_long", "/seats"),
    ("weis", WEIS | {"seats": SEATS[:3]}, "wrong_count", "/seats/0/hand"),
    ("weis", WEIS | {"seats": [*SEATS[:3], SEATS[0]]}, "repeated_card", "/seats"),
    ("weis", WEIS | {"seats": [*SEATS[:3], None]}, "wrong_type", "/seats/3"),
    ("weis", WEIS | {"seats": [*SEATS[:3], {"hand": ["C6"]}]}, "wrong_count", "/seats/3/hand"),
    ("replay", HAND | {"contract": None}, "unknown_mode", "/contract"),
    ("replay", HAND | {"tricks": None}, "wrong_type", "/tricks"),
    ("replay", HAND | {"tricks": [[]] * 37}, "too_long", "/tricks"),
    ("replay", HAND | {"tricks": ["D6"]}, "wrong_type", "/tricks/0"),
    ("replay", HAND | {"tricks": [{"lead": 0}]}, "wrong_type", "/tricks/0/cards"),
    ("replay", HAND | {"tricks": [{"lead": 9, "cards": []}]}, "unknown_seat", "/tricks/0/lead"),
    ("replay", HAND | {"tricks": [{"lead": "0", "cards": []}]}, "wrong_type", "/tricks/0/lead"),
    ("replay", HAND | {"tricks": [["D6", "D\0"]]}, "unknown_card", "/tricks/0/1"),
    ("replay", HAND | {"hands": [[]]}, "wrong_count", "/hands"),
    ("replay", HAND | {"hands": {}}, "wrong_type", "/hands"),
    ("replay", HAND | {"hands": [[], [], 3, []]}, "wrong_type", "/hands/2"),
    ("replay", HAND | {"hands": [[]] * 3, "starter": 3}, "unknown_seat", "/starter"),
    (
        "replay",
        HAND | {"hands": [[]] * 3, "tricks": [{"lead": 3, "cards": []}]},
        "unknown_seat",
        "/tricks/0/lead",
    ),
]


@pytest.mark.parametrize(("command", "line", "code", "pointer"), FAULTY)
def test_a_record_that_cannot_be_read_is_refused_with_code_and_place(
    command, line, code, pointer, tmp_path
):
    (answer,), err, ended = call(command, [line], tmp_path)
    assert (answer["code"], answer["pointer"]) == (code, pointer)
    assert err.startswith("line 1: ")
    assert ended == 1
    assert len(answer["error"]) < 200


STRANGE = [
    HAND | {"tricks": []},
    HAND | {"tricks": [[]]},
    HAND | {"tricks": [["D6", "D6", "D6", "D6"]] * 9},
    HAND | {"tricks": [["D6"] * 36] * 36},
    HAND | {"hands": [["D6"] * 9] * 4},
    HAND | {"hands": [[], [], [], []]},
    HAND | {"hands": [None, None, None, None]},
    HAND | {"contract": "MISERE_GUSCHTI_U", "tricks": [["D6", "D7", "D8", "D9"]] * 20},
    HAND | {"tricks": [{"lead": 3, "cards": ["D6"]}, {"lead": 2, "cards": []}]},
    HAND | {"tricks": [["D6", "D7", "D8"]]},
]


@pytest.mark.parametrize("record", STRANGE)
def test_what_can_be_read_but_cannot_be_right_is_answered_with_findings(record, tmp_path):
    (answer,), err, code = call("replay", [record], tmp_path, legal=True)
    assert not answer["ok"]
    assert answer["findings"]
    assert (err, code) == ("", 0)


def test_standard_input_is_read_at_a_dash(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(as_bytes(POSITION))))
    out = io.StringIO()
    call_command("legal", "-", stdout=out)
    assert json.loads(out.getvalue()) == ANSWER


def test_a_file_that_is_not_there_makes_the_call_unusable(tmp_path):
    with pytest.raises(CommandError, match="nowhere") as refusal:
        call_command("legal", str(tmp_path / "nowhere"))
    assert refusal.value.returncode == 2


def test_an_unknown_profile_makes_the_call_unusable(tmp_path):
    with pytest.raises(CommandError, match="jassregeln") as refusal:
        call_command("legal", str(tmp_path), profile="nobody")
    assert refusal.value.returncode == 2


def test_the_profile_decides(tmp_path):
    under = {"id": 1, "mode": "H", "hand": ["S6", "H6", "HA"], "trick": ["D9", "H8"]}
    (strict,), _, _ = call("legal", [under], tmp_path)
    (free,), _, _ = call("legal", [under], tmp_path, profile="differenzler-offen")
    assert strict["why"] == {"H6": "undertrump"}
    assert free["why"] == {}
    (swiss,), _, _ = call("weis", [WEIS], tmp_path)
    (other,), _, _ = call("weis", [WEIS], tmp_path, profile="what-is-jass")
    assert swiss["sides"] == [600, 0]
    assert other["sides"] == [300, 300]


def test_the_command_line_ends_with_the_promised_exit_code(tmp_path):
    """In a process of its own, as scripts call it."""
    root = Path(__file__).parents[2]
    program = [sys.executable, str(root / "manage.py"), "legal", "-"]
    done = subprocess.run(program, input=b'{"id": 1}\n', capture_output=True, cwd=root, check=False)
    assert done.returncode == 1
    assert json.loads(done.stdout)["id"] == 1
    assert b"line 1:" in done.stderr
    done = subprocess.run([*program, "--nonsense"], capture_output=True, cwd=root, check=False)
    assert done.returncode == 2
