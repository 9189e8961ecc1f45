"""`manage.py rule`: one ruling a line; faulty cases are named, the good ones answered."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

GOOD = {"article": "fragen", "facts": {"act": "question"}}


def _ruled(tmp_path, text: str, *options: str) -> list[dict]:
    path = tmp_path / "cases.jsonl"
    path.write_text(text, encoding="utf-8")
    out = StringIO()
    call_command("rule", str(path), *options, stdout=out, stderr=StringIO())
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_line_is_one_case(tmp_path):
    lines = f"{json.dumps(GOOD)}\n\n{json.dumps({'article': 'fragen'})}\n"
    assert [item["verdict"] for item in _ruled(tmp_path, lines)] == ["determined", "need_facts"]


def test_a_carriage_return_alone_ends_no_line(tmp_path):
    lines = f"{json.dumps(GOOD)}\r\n{json.dumps(GOOD)[:-1]}\r}}\n"
    assert [item["verdict"] for item in _ruled(tmp_path, lines)] == ["determined"] * 2


def test_a_file_may_be_one_case_over_several_lines(tmp_path):
    (ruling,) = _ruled(tmp_path, json.dumps(GOOD, indent=2))
    assert ruling["verdict"] == "determined"


def test_the_ruling_speaks_the_language_asked_for(tmp_path):
    texts = {
        lang: _ruled(tmp_path, json.dumps(GOOD), "--lang", lang)[0]["text"]
        for lang in ("de", "fr", "it", "en")
    }
    assert len(set(texts.values())) == 4


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ('{"article": "erfunden"}', "article_not_found"),
        ('{"article": "fragen", "facts": {"act": "whisper", "mood": 1}}', "invalid"),
        ('{"facts": {}}', "article_missing"),
        ('{"article": "fragen", "facts": []}', "facts_not_an_object"),
        ("[1]", "not_an_object"),
        ("{", "not_json"),
    ],
)
def test_a_faulty_case_is_named_and_the_good_ones_are_answered(tmp_path, case, code):
    path = tmp_path / "cases.jsonl"
    path.write_text(f"{case}\n{json.dumps(GOOD)}\n", encoding="utf-8")
    out = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command("rule", str(path), stdout=out, stderr=StringIO())
    faulty, good = (json.loads(line) for line in out.getvalue().splitlines())
    assert refused.value.returncode == 1
    assert (faulty["code"], faulty["line"]) == (code, 1)
    assert good["verdict"] == "determined"


def test_a_question_in_words_is_sent_on_to_lookup():
    with pytest.raises(CommandError, match=r'lookup "Wer gibt zuerst\?"') as refused:
        call_command("rule", "Wer gibt zuerst?")
    assert refused.value.returncode == 2


def test_an_unknown_profile_or_language_is_an_unusable_call(tmp_path):
    for options in (["--profile", "skat"], ["--lang", "rm"]):
        with pytest.raises(CommandError) as refused:
            _ruled(tmp_path, json.dumps(GOOD), *options)
        assert refused.value.returncode == 2
