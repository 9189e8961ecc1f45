"""A plain yes or no before a ruling, where the question asks whether what it tells was right."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from referee.rulebook.lookup.search import asks_whether_right
from referee.web.asked import CaseQuery
from referee.web.nearest import typed_words

_PLAIN = re.compile(
    r"(Ja|Nein|Erlaubt|Nicht (erlaubt|in Ordnung)|In Ordnung|Richtig|Zu spät|Keine?|"
    r"Oui|Non|Permis|Interdit|D.accord|Juste|En ordre|Trop tard|Aucune?|Pas|"
    r"Sì|No|Permesso|Non è? ?permesso|Vietato|In ordine|Giusto|Troppo tardi|Nessuna?|"
    r"Yes|Allowed|Not allowed|Forbidden|Fine|Not in order|In order|Right|Too late)\b"
)
"""How rulings begin that are plain without more."""
_MAY_THEY = re.compile(
    r"(?i)\b((dürfen|dörfe|dörfed|können|chöi|chönd) (sie|si|die|di|wir|mir|mer)|"
    r"(peuvent|ont)-(ils|elles)|possono|(may|can|are) (they|we))\b"
)


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
