"""Names come from the glossary, modules have one topic, nothing is left lying about."""

import ast
import re
from gettext import GNUTranslations

from jassclub.core.languages import LANGUAGES
from tests.architecture.sources import ROOT, python_files, tree

LONGEST_MODULE = 400
"""Lines; about 300 is the aim, this is where it stops being one topic."""
CATCH_ALLS = {"utils", "util", "helpers", "helper", "misc", "common", "tools"}
REMNANTS = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")


def names_given_in(module: ast.Module) -> set[str]:
    """Names that a module gives: variables, arguments, functions, classes, attributes."""
    given: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            given.add(node.id if isinstance(node, ast.Name) else node.attr)
        elif isinstance(node, ast.arg):
            given.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            given.add(node.name)
    return given


def giving(names: set[str]) -> list[str]:
    """The modules in which something is called so."""
    return [str(path) for path in python_files() if names_given_in(tree(path)) & names]


def test_match_is_no_name_for_anything() -> None:
    """A Python keyword, a sport meeting and a bonus: the bonus is called matsch."""
    assert giving({"match", "matches", "Match"}) == []


def test_suits_are_never_clubs() -> None:
    assert giving({"CLUBS", "DIAMONDS", "HEARTS", "SPADES"}) == []


def test_no_module_is_a_catch_all() -> None:
    assert [str(path) for path in python_files() if path.stem in CATCH_ALLS] == []


def test_a_module_stays_short_and_finished() -> None:
    texts = {str(path): (ROOT / path).read_text() for path in python_files()}
    assert [name for name, text in texts.items() if text.count("\n") > LONGEST_MODULE] == []
    assert [name for name, text in texts.items() if REMNANTS.search(text)] == []


def test_no_module_names_a_language_but_that_which_lists_them() -> None:
    """A further language is a line there and a folder."""
    naming = {
        str(path)
        for path in python_files()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and node.value in LANGUAGES
    }
    assert naming == {"jassclub/core/languages.py"}


def test_every_text_inside_an_f_string_is_in_the_catalogue_by_another_place() -> None:
    """What collects texts reads no f-strings: what stands there alone stays German."""
    with (ROOT / "jassclub/locale/fr/LC_MESSAGES/django.mo").open("rb") as kept:
        known = GNUTranslations(kept)
    hidden = [
        f"{path}: {text.value}"
        for path in python_files()
        for joined in ast.walk(tree(path))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "_"
        for text in call.args
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
        if text.value not in vars(known)["_catalog"]
    ]
    assert hidden == []
