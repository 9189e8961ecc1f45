"""A plain yes or no before a ruling, where the question asks whether what it tells was right."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.languages import LANGUAGES
from jassclub.core.peculiar import part_of
from referee.rulebook.lookup.search import asks_whether_right
from referee.web.asked import CaseQuery
from referee.web.nearest import typed_words


def _any_of(name: str) -> str:
    """These patterns of every language."""
    each = (pattern for lang in LANGUAGES for pattern in part_of(lang, "plain").get(name, ()))
    return "|".join(each)


_PLAIN = re.compile(rf"({_any_of('begins')})\b")
"""How rulings begin that are plain without more."""
_MAY_THEY = re.compile(rf"(?i)\b({_any_of('may_they')})\b")


def plainly(asked: CaseQuery, said: Mapping[str, Any]) -> str:
    """Yes or no, where that is what was asked and follows from the ruling; else nothing."""
    right = said["answer"].get("allowed", said["answer"].get("regular"))
    if right is None or said["verdict"] != "determined":
        return ""
    # Where somebody may choose, this asks for the choice.
    if said["options"] and _MAY_THEY.search(typed_words(asked)):
        return ""
    if _PLAIN.match(said["text"]):
        return ""
    return (_("Ja") if right else _("Nein")) if asks_whether_right(typed_words(asked)) else ""
