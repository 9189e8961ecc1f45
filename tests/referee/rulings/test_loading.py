"""What the loader of the law refuses, and that it names all of it."""

from pathlib import Path

import pytest

from referee.rulings.reading import TableError, read_table

GOOD = Path(__file__).with_name("sample_table.toml").read_text("utf-8")


def _problems(text: str) -> str:
    with pytest.raises(TableError) as caught:
        read_table("fragen", text)
    return "\n".join(caught.value.problems)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('cites = ["fragen#s8"]', "cites = []", "cites no article"),
        ('cites = ["fragen#s8"]', 'cites = ["fragen#s99"]', "fragen#s99, which does not exist"),
        ('cites = ["fragen#s8"]', 'cites = ["erfunden#s1"]', "erfunden#s1, which does not exist"),
        ('act = "question"', 'act = "whisper"', "act cannot be whisper"),
        ('act = "question"', "offender = 1", "offender is no axis"),
        ('type = "warning"', 'type = "shame"', "effect shame is not known"),
        ('"annul_hand", "play_on"', '"annul_hand", "cry"', "choice cry is not known"),
        ('until = "until_end_of_hand"', 'until = "until_supper"', "moment until_supper"),
        ('by = "$opponents"', 'by = "$strangers"', "strangers has no words among the roles"),
        ('act = ["answer", "remark"]', 'act = "answer"', "no row for act = remark"),
        (
            'during_hand = true, act = "question"',
            'act = ["question", "answer"]',
            "rows unanswered and answered both decide",
        ),
        ('ask.en = "What was said?"', "", "fact act: is not asked in en"),
        ('kind = "yesno"', 'kind = "perhaps"', "kind perhaps is not known"),
        ('article = "fragen"', 'article = "vorspielen"', "article is vorspielen, not fragen"),
    ],
)
def test_a_table_with_a_mistake_is_refused_in_words(old: str, new: str, said: str) -> None:
    assert old in GOOD
    assert said in _problems(GOOD.replace(old, new, 1))


def test_a_verdict_sentence_is_needed_in_every_language() -> None:
    lines = [line for line in GOOD.splitlines() if not line.startswith("says.fr")]
    text = "\n".join(lines)
    assert _problems(text).count("says nothing in fr") == 3


def test_all_mistakes_are_named_at_once() -> None:
    text = GOOD.replace('type = "warning"', 'type = "shame"').replace("fragen#s8", "fragen#s99")
    assert len(_problems(text).splitlines()) > 1


EXCEPTION = """
[[rows]]
id = "question-between-hands"
when = { act = "question", during_hand = false }
says = { de = "a", fr = "b", it = "c", en = "d" }
effects = [{ type = "redeal" }]
cites = ["fragen#s1"]
"""


def test_a_declared_exception_is_cut_out_of_the_rule() -> None:
    declared = 'overrides = { rows = ["between-hands"], cites = ["fragen#s1"] }'
    table = read_table("fragen", GOOD + EXCEPTION + declared)
    case = table.box({"act": ("question",), "during_hand": (False,)})
    assert [row.id for row in table.possible(case)] == ["question-between-hands"]


def test_an_exception_that_is_not_declared_is_refused_with_the_case() -> None:
    said = "rows between-hands and question-between-hands both decide act = question"
    assert said in _problems(GOOD + EXCEPTION)


def test_an_exception_needs_an_article_too() -> None:
    bare = 'overrides = { rows = ["between-hands"], cites = [] }'
    assert "row question-between-hands: cites no article" in _problems(GOOD + EXCEPTION + bare)
