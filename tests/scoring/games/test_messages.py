"""Every finding has a sentence, and every sentence has a finding."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import referee.rules
import scoring.games
from jassclub.core.errors import Finding
from referee.rules.profile import load_profile
from scoring.games.registry import GAMES, TEMPLATES, text
from tests.scoring.games.cast import table_of

SOURCES = [
    *Path(scoring.games.__file__).parent.rglob("*.py"),
    *Path(referee.rules.__file__).parent.glob("profile*.py"),
]
CALLS = {"error", "warn", "refuse", "add", "_clash", "Finding"}
ASKED = ("missing", "off", "refused", "remarked", "none_of")
"""Where a game says by which code it is refused that nothing is told, or no such thing."""
CODES = "CODES"
"""A table by which what others find is called on a slip."""


def codes_in(tree: ast.AST) -> set[str]:
    """Codes given to a finding as a constant, and those that kinds of values return."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = [*node.args[:1], *(key.value for key in node.keywords if key.arg == "code")]
            if name in CALLS and given:
                found |= {str(item.value) for item in given if isinstance(item, ast.Constant)}
        if isinstance(node, ast.Tuple) and len(node.elts) >= 2:
            code, params = node.elts[-2:]
            if isinstance(code, ast.Constant) and isinstance(params, ast.Dict):
                found.add(str(code.value))
        named = getattr(node, "arg", "")
        if isinstance(node, ast.AnnAssign | ast.Assign):
            named = getattr(getattr(node, "target", None) or node.targets[0], "id", "")
        value = getattr(node, "value", None)
        if named in ASKED and isinstance(value, ast.Constant):
            found.add(str(value.value))
        if isinstance(node, ast.arguments):
            usual = zip(node.kwonlyargs, node.kw_defaults, strict=True)
            said = [value for arg, value in usual if arg.arg in ASKED]
            found |= {str(value.value) for value in said if isinstance(value, ast.Constant)}
        if named == CODES and isinstance(value, ast.Dict):
            found |= {str(item.value) for item in value.values if isinstance(item, ast.Constant)}
    return found - {""}


def codes_asked(path: Path) -> set[str]:
    """Codes that the file of a game names for what it asks."""
    told = tomllib.loads(path.read_text("utf-8"))
    asked = [*told.get("ask", []), *told.get("allowed", []), told.get("speaking", {})]
    return {item[key] for item in asked for key in ASKED if key in item}


def test_every_code_in_the_source_has_a_sentence_and_no_sentence_is_left_over():
    used = set().union(*(codes_in(ast.parse(path.read_text("utf-8"))) for path in SOURCES))
    games = Path(scoring.games.__file__).parent.rglob("*.toml")
    assert used.union(*map(codes_asked, games)) == set(TEMPLATES)


def sample_findings() -> list[Finding]:
    book, diff = table_of("jassregeln"), table_of("differenzler-offen", players=3, dealer=None)
    slips = [
        {"x": 1, "contract": "O", "points": [100, 56], "weis": [30, 50], "stoeck": 0, "matsch": 0},
        {"contract": "RO", "points": [257, 0], "pushed": 3, "declared_by": 1, "last_trick": 9},
        {"points": [1, None], "weis": [{"seat": 0, "kind": "run", "suit": "RO", "length": 9}]},
        {"predictions": [1, None, 200], "points": [90, 90, None], "stoeck": {"sign": 0}},
    ]
    games = [(GAMES[table.profile.game].game, table) for table in (book, diff)]
    found = [item for game, table in games for slip in slips for item in game.check(slip, table)]
    layer = {"weis": 1, "nix": 1, "differenzler": {"dealer_incentive": 3}, "target": -1}
    return found + book.profile.layer_findings(layer, "club")


@pytest.mark.parametrize("finding", sample_findings(), ids=lambda finding: finding.code)
def test_a_sentence_takes_the_parameters_of_its_finding(finding):
    sentence = text(finding)
    assert "%(" not in sentence
    assert sentence.endswith((".", "?"))


SCHIEBER, RUN = (
    {"contract": "RO"},
    {"seat": 0, "kind": "run", "suit": "RO", "length": 9, "top": "A"},
)
SAID = [
    ({"points": [157, 0], "matsch": 0, "weis": [0, 50]}, "Seite 2 ohne Stich"),
    ({"points": [157, 0]}, "War es ein Matsch von Seite 1,"),
    ({"points": [150, 7], "matsch": 0}, "Seite 2: Mit Punkten"),
    ({"points": [100, 56]}, "Zusammen sind es 156 statt 157 Punkte."),
    ({"points": [156, 1]}, "156 Punkte lassen sich"),
    ({"points": [257, 0]}, "Hier zählen nur die Kartenpunkte bis 157."),
    ({"points": [100, 57], "declared_by": 3, "pushed": True}, "Ansagen müsste Platz 3."),
    ({"points": [154, 3], "last_trick": 1}, "Wer den letzten Stich macht, hat mindestens 5"),
    (
        {"points": [100, 57], "weis": [RUN, RUN | {"suit": "SI", "length": 3}]},
        "Die Weise von Platz 1",
    ),
    ({"points": [100, 57], "weis": [RUN | {"points": 20}]}, "Dieser Weis zählt 300 Punkte."),
    ({"points": [158, None]}, "Möglich ist 0 bis 157."),
]


@pytest.mark.parametrize(("slip", "start"), SAID)
def test_the_first_finding_says_who_and_how_many(slip, start):
    table = table_of("jassregeln")
    first = GAMES[table.profile.game].game.check(SCHIEBER | slip, table)[0]
    assert text(first).startswith(start)


def test_seats_and_sides_are_shown_from_one():
    finding = Finding(code="declarer_unexpected", params={"seat": 0})
    assert text(finding) == "Ansagen müsste Platz 1."


def test_who_is_known_is_called_by_name():
    said = Finding(code="prediction_too_early", params={"seat": 1})
    assert text(said, called={"seat": {1: "Beat"}}) == "Zuerst sagt Beat an."
    slip = Finding(code="matsch_with_points", params={"side": 0})
    assert text(slip, called={"side": {0: "Anna & Chlöe"}}).startswith("Anna & Chlöe: Mit Punkten")


def test_the_template_is_translated_before_it_is_filled():
    catalogue = {TEMPLATES["unknown_field"]: "Field %(field)s is unknown."}
    finding = Finding(code="unknown_field", params={"field": "x"})
    assert text(finding, translate=catalogue.__getitem__) == "Field x is unknown."


def test_sentences_are_swiss_and_hold_no_stray_percent_sign():
    for template in TEMPLATES.values():
        assert "ß" not in template
        assert re.sub(r"%\([a-z]+\)s", "", template).count("%") == 0


def test_a_profile_finds_its_game_and_a_foreign_one_does_not():
    assert GAMES[load_profile("differenzler-offen").game].name == "differenzler"
    strange = load_profile("jassregeln").with_layer({"game": "tichu"}, "club")
    with pytest.raises(KeyError):
        GAMES[strange.game]
