"""Parts in a case, and which cards or points an effect means, as people say them."""

import tomllib

from referee.rulebook.rawtables import NAMES_TEXT

_NAMES = tomllib.loads(NAMES_TEXT)


def which_words(which: str, lang: str) -> str:
    """Which cards, tricks or points an effect means, where it names none; KeyError if unknown."""
    return str(_NAMES["which"][which][lang])


def role_words(role: str, lang: str) -> str:
    """Whom an effect or a right is about, where no seat and no side is known; KeyError if
    unknown."""
    return str(_NAMES["roles"][role][lang])


ROLES = frozenset(_NAMES["roles"])
"""Parts in a case that have words."""
