"""Parts in a case, and which cards or points an effect means, as people say them."""

from referee.rulebook.names import NAMES


def which_words(which: str, lang: str) -> str:
    """Which cards, tricks or points an effect means, where it names none; KeyError if unknown."""
    return str(NAMES["which"][which][lang])


def role_words(role: str, lang: str) -> str:
    """Whom an effect or a right is about, where no seat and no side is known; KeyError if
    unknown."""
    return str(NAMES["roles"][role][lang])


ROLES = frozenset(NAMES["roles"])
"""Parts in a case that have words."""
