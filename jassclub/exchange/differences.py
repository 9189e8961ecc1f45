"""What two documents say differently, place by place."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import Finding, step

LONGEST = 60
"""Characters of a value that are repeated in a sentence."""


def differences(here: Any, sent: Any, pointer: str) -> Iterator[Finding]:
    """A detail for each place at which what is stored and what was sent differ."""
    if isinstance(here, dict) and isinstance(sent, dict):
        for name in sorted(here.keys() | sent.keys()):
            yield from differences(here.get(name), sent.get(name), step(pointer, name))
    elif isinstance(here, list) and isinstance(sent, list):
        yield from _of_lists(here, sent, pointer)
    elif here != sent:
        text = _("Hier steht %(here)s, gesendet wurde %(sent)s.")
        values = {"here": _short(here), "sent": _short(sent)}
        yield Finding("differs", pointer, text % values)


def _of_lists(here: list[Any], sent: list[Any], pointer: str) -> Iterator[Finding]:
    for place, (one, other) in enumerate(zip(here, sent, strict=False)):
        yield from differences(one, other, step(pointer, place))
    if len(here) != len(sent):
        text = _("Hier stehen %(here)d Einträge, gesendet wurden %(sent)d.")
        yield Finding("differs", pointer, text % {"here": len(here), "sent": len(sent)})


def _short(value: Any) -> str:
    if value is None:
        return _("nichts")
    told = str(value)
    return f"«{told[:LONGEST]}…»" if len(told) > LONGEST else f"«{told}»"
