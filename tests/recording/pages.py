"""A page as text: what can be read, filled in and followed; not how it is laid out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

SILENT = {"script", "style", "template"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
INLINE = {
    "a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "mark", "q", "s", "small", "span", "strong",
    "sub", "sup", "time", "u", "var", "label", "output", "data", "wbr",
}  # fmt: skip
FIELDS = ("type", "name", "value", "min", "max", "maxlength", "pattern", "placeholder", "accept",
          "form", "formaction", "inputmode", "autocomplete", "aria-label", "title")  # fmt: skip
FLAGS = ("checked", "selected", "required", "disabled", "readonly", "multiple", "hidden")
SPOKEN = ("aria-label", "title", "alt", "lang")
SECRET = "csrfmiddlewaretoken"
FOLDER = re.compile(r"/static/\S*/")
"""Where a static file lies is nobody's business but ours."""

Attributes = dict[str, str]


@dataclass
class Form:
    """A form as a browser would send it: its fields, filled as the page fills them."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    """All names that it could send, those of buttons and of unticked boxes too."""
    kinds: dict[str, str] = field(default_factory=dict)
    """What is typed into a field: text, number, date."""
    choices: dict[str, list[str]] = field(default_factory=dict)
    """What can be chosen: of a list, of round boxes, of buttons with a value."""

    def choose(self, name: str, at: int = 0) -> str:
        """One of the choices that is not empty."""
        found = [value for value in self.choices.get(name, ()) if value]
        return found[min(at, len(found) - 1)] if found else ""


@dataclass
class Page:
    """The lines of a page, its forms and its links."""

    lines: list[str]
    forms: list[Form]
    links: list[str]

    def form(self, *names: str, action: str = "") -> Form:
        """The first form that has all these fields and leads somewhere with these words."""
        for form in self.forms:
            if set(names) <= form.names and action in form.action:
                return form
        raise LookupError(f"no form with {names} to {action!r}")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._words: list[str] = []
        self._silent: list[str] = []
        self._select: Attributes | None = None
        self._area: Attributes | None = None
        self._typed = ""

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag in SILENT:
            self._silent.append(tag)
        elif tag not in INLINE:
            self.end_line()
        if not self._silent:
            getattr(self, f"tag_{tag}", self._other)(tag, told)

    def handle_endtag(self, tag: str) -> None:
        if self._silent:
            if tag == self._silent[-1]:
                self._silent.pop()
            return
        if tag == "textarea" and self._area is not None:
            self._keep(self._area, self._typed)
            self._say(f"[textarea {_told(self._area)} {self._typed!r}]")
            self._area = None
        elif tag == "select":
            self._select = None
        elif tag == "button":
            self._say("]")
        if tag not in INLINE:
            self.end_line()

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._area is not None:
            self._typed += data
        else:
            self._words.append(data)

    def end_line(self) -> None:
        line = " ".join("".join(self._words).split())
        self._words = []
        if line:
            self.lines.append(line)

    def _say(self, words: str) -> None:
        self._words.append(f" {words} ")

    def _other(self, tag: str, told: Attributes) -> None:
        spoken = " ".join(f"{name}={told[name]!r}" for name in SPOKEN if told.get(name))
        asked = [f"{name}={told[name]}" for name in sorted(told) if name.startswith("hx-")]
        shut = "hidden" if "hidden" in told else ""
        found = " ".join(filter(None, (spoken, *asked, shut)))
        if found:
            self._say(f"({tag} {found})")
        if tag in ("td", "th"):
            self._say("|" if tag == "td" else "‖")

    def tag_a(self, tag: str, told: Attributes) -> None:
        if "href" in told:
            self.links.append(told["href"])
            self._say(f"<{_folded(told['href'])}>")
        self._other(tag, told)

    def tag_img(self, tag: str, told: Attributes) -> None:
        self._say(f"[img {_folded(told.get('src', ''))}]")
        self._other(tag, told)

    def tag_link(self, tag: str, told: Attributes) -> None:
        """Style sheets and icons are how it looks, not what it says."""

    def tag_meta(self, tag: str, told: Attributes) -> None:
        if told.get("name") in ("robots", "description"):
            self._say(f"[meta {told['name']}: {told.get('content', '')}]")

    def tag_form(self, tag: str, told: Attributes) -> None:
        form = Form(told.get("action", ""), told.get("method", "get").lower())
        self.forms.append(form)
        self._say(f"[form {form.method} {form.action}]")
        self._other(tag, {name: told[name] for name in told if name.startswith("hx-")})
        self.end_line()

    def tag_input(self, tag: str, told: Attributes) -> None:
        if told.get("name") == SECRET:
            return
        self._say(f"[input {_told(told)}]")
        if told.get("type") in ("checkbox", "radio"):
            self._keep(told, told.get("value", "on") if "checked" in told else None)
        elif told.get("type") not in ("submit", "button", "image", "file", "reset"):
            self._keep(told, told.get("value", ""))
        else:
            self._keep(told, None)

    def tag_button(self, tag: str, told: Attributes) -> None:
        self._say(f"[button {_told(told)}:")
        self._keep(told, None)

    def tag_select(self, tag: str, told: Attributes) -> None:
        self._select = told
        self._say(f"[select {_told(told)}]")
        self._keep(told, None)

    def tag_option(self, tag: str, told: Attributes) -> None:
        self._say(f"- option {told.get('value', '')!r}{' selected' if 'selected' in told else ''}"
                  f"{' disabled' if 'disabled' in told else ''}:")  # fmt: skip
        if self._select is not None and self.forms:
            name = self._select.get("name", "")
            self.forms[-1].choices.setdefault(name, []).append(told.get("value", ""))
            self._choose(name, told)

    def tag_textarea(self, tag: str, told: Attributes) -> None:
        self._area, self._typed = told, ""

    def _choose(self, name: str, told: Attributes) -> None:
        """The first option stands until one says that it is chosen."""
        fields = self.forms[-1].fields
        there = [at for at, (known, _value) in enumerate(fields) if known == name]
        if "selected" in told and there:
            fields[there[-1]] = (name, told.get("value", ""))
        elif not there:
            fields.append((name, told.get("value", "")))

    def _keep(self, told: Attributes, value: str | None) -> None:
        if not self.forms or not told.get("name"):
            return
        form, name = self.forms[-1], told["name"]
        form.names.add(name)
        if told.get("type") in ("radio", "checkbox", "submit") or (
            value is None and "value" in told
        ):
            form.choices.setdefault(name, []).append(told.get("value", ""))
        elif told.get("type") != "hidden":
            form.kinds[name] = told.get("type", "text")
        if value is not None and "disabled" not in told:
            form.fields.append((name, value))


def read_page(html: str) -> Page:
    """A page, or a piece of one."""
    reader = _Reader()
    reader.feed(html)
    reader.end_line()
    return Page(reader.lines, reader.forms, reader.links)


def _told(told: Attributes) -> str:
    known = [f"{name}={told[name]!r}" for name in FIELDS if name in told]
    return " ".join([*known, *(name for name in FLAGS if name in told)])


def _folded(address: str) -> str:
    return FOLDER.sub("/static/…/", address)
