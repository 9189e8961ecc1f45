"""Rappen as people write them: 12.50, 12,5, Fr. 1'200.–"""

import re

_FRANCS = re.compile(r"([+-]?)(\d{1,7})(?:[.,](?:(\d{1,2})|-{1,2}))?")
_LEFT_OUT = re.compile(r"(?i)chf|fr\.?|[\s'’]")


def rappen(text: str) -> int | None:
    """The amount; None for what is none, three decimals among it."""
    plain = _LEFT_OUT.sub("", text).translate({ord(sign): "-" for sign in "−–—"})
    found = _FRANCS.fullmatch(plain)
    if found is None:
        return None
    sign, francs, cents = found.groups()
    amount = int(francs) * 100 + int((cents or "").ljust(2, "0"))
    return -amount if sign == "-" else amount


def written(amount: int) -> str:
    """−1’234.50, whatever the language around it."""
    francs, cents = divmod(abs(amount), 100)
    sign = "−" if amount < 0 else ""
    return f"{sign}{francs:,}.{cents:02}".replace(",", "’")
