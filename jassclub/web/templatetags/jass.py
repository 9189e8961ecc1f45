"""What templates need at a card table: drawings of suits, and the mode in words."""

from collections.abc import Iterable
from datetime import date
from typing import Any
from zlib import crc32

from django import template
from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from jassclub.core import speaking, typography
from jassclub.core.peculiar import part_of
from jassclub.web import qr, suits

register = template.Library()
register.filter("out_of_reach", qr.out_of_reach)
register.filter("printed", typography.printed)
register.simple_tag(speaking.sign, name="colon")


@register.filter
def pluck(rows: Iterable[Any], name: str) -> list[Any]:
    """The same attribute of each row: `{{ players|pluck:"name"|join:", " }}`."""
    return [getattr(row, name) for row in rows]


@register.simple_tag
def icon(name: str, extra: str = "") -> SafeString:
    """A drawing of the sprite, hidden from readers that listen: the word stands beside it."""
    return format_html(
        '<svg class="icon {}" aria-hidden="true"><use href="{}#{}"></use></svg>',
        extra,
        static("jassclub/suits.svg"),
        name,
    )


@register.filter
def spoken(day: date, year: str = "") -> str:
    """A day with its weekday as people say it; `spoken:"Y"` has the year too."""
    language = speaking.spoken()
    peculiar = part_of(language, "days")
    told = date_format(day, f"{peculiar.get('spoken', 'l j F')} {year}".strip())
    return told.lower() if peculiar.get("lower") else told


COLOURS = 10
"""As many as the style sheet has for people."""


@register.simple_tag
def who(name: str, ident: object) -> SafeString:
    """The initials of a person on a colour that stays the same on all pages."""
    words = [word for word in name.split() if word[0].isalnum()] or ["?"]
    first, last = words[0][0], words[-1][0] if len(words) > 1 else ""
    return format_html(
        '<span class="badge badge-{}" aria-hidden="true">{}</span>',
        crc32(str(ident).encode()) % COLOURS,
        f"{first}{last}".upper(),
    )


@register.simple_tag
def mode_icon(mode: str, deck: str = "german") -> SafeString:
    """The drawing of a trump or direction; its letters where there is no drawing."""
    name = suits.drawing(mode, deck)
    if name is None:
        return format_html("<b>{}</b>", suits.in_deck(mode, deck).replace("_", " "))
    return icon(name)


@register.simple_tag
def mode_name(mode: str, deck: str = "german") -> str:
    """The mode in the words of the table's deck."""
    return suits.mode_name(mode, deck)
