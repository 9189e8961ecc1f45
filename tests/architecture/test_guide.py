"""The guide for a tournament day names pages and buttons as they are."""

import re
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2] / "jassclub"
GUIDE = ROOT / "docs" / "a-tournament-day.md"
NAMED = re.compile("«([^»]+)»|`([A-ZÄÖÜa-zäöü]+)`")
PARTS_OF_A_LIST = {"Verein", "Kategorie", "Lizenz", "Team", "plan"}
"""Headings of a spreadsheet, a command."""


def test_what_the_guide_calls_a_page_or_a_button_is_called_so_there() -> None:
    with (ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po").open("rb") as file:
        texts = [str(message.id) for message in read_po(file)]
    said = {re.sub(r"%\(\w+\)[sd]", "1", text) for text in texts}
    text = " ".join(GUIDE.read_text(encoding="utf-8").split())
    named = {quoted or code for quoted, code in NAMED.findall(text)}
    assert len(named) > 20
    assert sorted(named - said - PARTS_OF_A_LIST) == []
