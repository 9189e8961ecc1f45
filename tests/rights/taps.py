"""The forms of a page, as a browser would send them when nothing but their button is tapped."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """Where it goes, what stands in it, its buttons, and whether a fold hides it at first."""

    action: str
    folded: bool
    filled: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def taps(self) -> Iterator[dict[str, list[str]]]:
        """What is sent by each of its buttons."""
        for name, value in self.buttons:
            yield {**self.filled, **({name: [value]} if name else {})}


class Forms(HTMLParser):
    """Reads the forms that are posted; fields as the page fills them, none is typed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._folds, self._select = 0, ""
        self._form: Form | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._folds += tag == "details"
        if tag == "form":
            self._form = Form(given.get("action", ""), self._folds > 0)
            if given.get("method") == "post":
                self.found.append(self._form)
        elif self._form is not None:
            self._field(self._form, tag, given)

    def handle_endtag(self, tag: str) -> None:
        self._folds -= tag == "details"
        if tag == "form":
            self._form = None

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "button" and given.get("type", "submit") == "submit":
            form.buttons.append((name, value))
        elif tag == "select":
            self._select = name
        elif tag == "option" and ("selected" in given or self._select not in form.filled):
            form.filled[self._select] = [value]
        elif tag in ("input", "textarea") and name:
            ticked = given.get("type") not in ("checkbox", "radio") or "checked" in given
            if ticked and given.get("type") != "file":
                form.filled.setdefault(name, []).append(value)
