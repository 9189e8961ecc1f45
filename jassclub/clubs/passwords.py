"""What a password must be: long or of two words, and not what a guesser tries first.

Named in `AUTH_PASSWORD_VALIDATORS`, so that pages, API and the commands of Django ask the same.
"""

import re
from typing import Any

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from jassclub.clubs.models import Club

LONG, LEAST, FEW_SIGNS = 12, 8, 5
WORD = re.compile(r"[^\W\d_]{3,}")
OFTEN = frozenset(
    (
        "passwort", "password", "geheim", "hallo", "willkommen", "schatz", "sommer", "winter",
        "schweiz", "suisse", "svizzera",
        "switzerland", "motdepasse", "bonjour", "azerty", "qwertz", "ciao", "segreto",
        "benvenuto", "letmein", "welcome", "jass", "jassen",
        "jassclub", "jassklub", "jassfreunde", "schieber", "differenzler", "coiffeur",
        "trumpf", "bauer", "club", "klub", "verein", "admin",
    )
)  # fmt: skip
"""Words that are tried first in this country and at this table, besides Django's list."""
ROWS = ("qwertzuiop", "qwertyuiop", "azertyuiop", "asdfghjkl", "qsdfghjklm", "yxcvbnm", "zxcvbnm")
STRETCH = 4
"""So many keys side by side, in either direction, are one finger drawn over them."""
DRAWN = re.compile(
    "|".join(
        line[at : at + long]
        for long in range(len(ROWS[0]), STRETCH - 1, -1)
        for row in ROWS
        for line in (row, row[::-1])
        for at in range(len(line) - long + 1)
    )
)


class LongOrTwoWords:
    """Twelve signs, or two words; never fewer than eight."""

    def validate(self, password: str, user: Any = None) -> None:
        """ValidationError for a short one."""
        two = len(_words(password)) > 1 and len(password) >= LEAST
        if len(password) < LONG and not two:
            raise ValidationError(self.get_help_text(), code="password_too_short")

    def get_help_text(self) -> str:
        """As forms say it."""
        return _("Dieses Passwort ist zu kurz: mindestens 12 Zeichen oder zwei Wörter.")


class NotObvious:
    """No common password with figures behind it, no name of a club, not the same sign all over,
    no row of keys.

    `user.club_name` is the club that a new account is about to found.
    """

    def __init__(self) -> None:
        self.common = CommonPasswordValidator().passwords

    def validate(self, password: str, user: Any = None) -> None:
        """ValidationError for what a guesser tries first."""
        words = _words(password)
        plain = "".join(re.findall(r"[^\W\d_]+", password)).casefold()
        few = len(password) >= LEAST and len(set(password)) < FEW_SIGNS
        drawn = plain != (rest := DRAWN.sub("", plain)) and len(rest) < FEW_SIGNS
        if few or drawn or plain in self.common or (words and words <= OFTEN):
            raise ValidationError(
                _("Dieses Passwort ist allzu üblich."), code="password_too_common"
            )
        if words and any(words <= name | OFTEN for name in _clubs(user)):
            raise ValidationError(
                _("Der Name eines Clubs ist kein Passwort."), code="password_club_name"
            )

    def get_help_text(self) -> str:
        """As forms say it."""
        return _("Kein übliches Passwort und kein Name eines Clubs.")


def _words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


def _clubs(user: Any) -> list[set[str]]:
    """The words of the names of all clubs, whoever asks: they are the first that are tried."""
    known = Club.objects.filter(loose_since=None).values_list("name", "slug")
    names = [getattr(user, "club_name", ""), *(name for both in known for name in both)]
    return [words for name in names if (words := _words(name))]
