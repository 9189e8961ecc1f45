"""Forms of pages as a browser would send them back."""

import re
from typing import Any

from tests.markup import markup
from tests.scoring.web_table import Browser


def fields_of(html: str) -> dict[str, str]:
    """The fields of a page with what stands in them: hidden, typed, chosen and ticked."""
    found: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        kind = re.search(r'type="(\w+)"', tag)
        name, value = (re.search(rf'{key}="([^"]*)"', tag) for key in ("name", "value"))
        chosen = kind and (kind[1] in ("hidden", "text") or " checked" in tag)
        if chosen and name and value and name[1] != "csrfmiddlewaretoken":
            found[name[1]] = value[1]
    return found


def sent_back(browser: Browser, path: str, **changes: str) -> Any:
    """Send the form of a page as it stands, with changes; `side` is that of the button tapped."""
    page = browser.get(path, **({"side": changes["side"]} if "side" in changes else {}))
    assert page.status_code == 200, page
    return browser.post(path, **{**fields_of(markup(page)), **changes})
