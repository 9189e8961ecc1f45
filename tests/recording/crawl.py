"""Everything that can be reached at the end: pages by their links, answers by the document.

A page that is there a hundred times is read a few times: once for each kind of address.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import product
from typing import Any
from urllib.parse import urljoin, urlsplit

from tests.recording.callers import API, Caller, body_of
from tests.recording.names import UUID
from tests.recording.pages import Form, Page
from tests.recording.told import as_json, page_of

EACH = 2
"""So many pages of one kind of address."""
KIND = re.compile(rf"{UUID}|(?<=/)\d+(?=/|$)|(?<=rules/)[^/]+(?=/)|[\w-]{{43,}}")
LEFT_ALONE = ("/logout/", "/looks/", "/language/")
PROBE = {
    "text": "Probe",
    "number": "1",
    "date": "2026-11-19",
    "password": "Probe",
    "time": "19:30",
    "search": "Trumpf",
    "email": "probe@example.org",
    "tel": "0790000000",
}


@dataclass
class Crawl:
    """The pages that one caller reaches, and what their forms answer."""

    caller: Caller
    within: tuple[str, ...]
    most: int = 400
    knock: bool = True
    _seen: set[str] = field(default_factory=set)
    _kinds: Counter[str] = field(default_factory=Counter)
    _forms: set[str] = field(default_factory=set)

    def from_(self, *starts: str) -> None:
        """Read all that is linked from here."""
        waiting = deque(starts)
        while waiting and len(self._seen) < self.most:
            address = waiting.popleft()
            if not self._new(address):
                continue
            answer = self.caller.get(address, moves=False)
            if not answer.get("Content-Type", "").startswith("text/html"):
                continue
            page = page_of(answer)
            waiting.extend(self._onward(address, page))
            if self.knock:
                for form in page.forms:
                    self._try(address, form)

    def _onward(self, at: str, page: Page) -> Iterable[str]:
        for link in page.links:
            there = urlsplit(urljoin(at, link))
            if there.netloc in ("", "localhost") and there.scheme in ("", "http"):
                address = there.path + (f"?{there.query}" if there.query else "")
                if there.path.startswith(self.within):
                    yield address

    def _new(self, address: str) -> bool:
        there = urlsplit(address)
        kind = f"{KIND.sub('*', there.path)}{'?' if there.query else ''}"
        if address in self._seen or self._kinds[kind] >= EACH:
            return False
        self._seen.add(address)
        self._kinds[kind] += 1
        return True

    def _try(self, at: str, form: Form) -> None:
        """Send a form as a hasty hand would; whatever came of it is taken back."""
        from django.db import transaction

        address = urljoin(at, form.action) if form.action else at
        kind = KIND.sub("*", urlsplit(address).path)
        if form.method != "post" or kind in self._forms or address.startswith(LEFT_ALONE):
            return
        self._forms.add(kind)
        cookies = {name: morsel.value for name, morsel in self.caller.client.cookies.items()}
        sent = list(self.caller.world.sent)
        for filled in ({}, _probes(form)):
            with transaction.atomic():
                self.caller.fill(at, form, moves=False, **filled)
                transaction.set_rollback(True)
            self.caller.client.cookies.clear()
            for name, value in cookies.items():
                self.caller.client.cookies[name] = value
            self.caller.world.sent[:] = sent
            if not _probes(form):
                return


def _probes(form: Form) -> dict[str, str]:
    """Something in every field that is empty."""
    held = dict(form.fields)
    return {name: PROBE.get(kind, "Probe") for name, kind in form.kinds.items()
            if not held.get(name) and kind in PROBE}  # fmt: skip


@dataclass
class Document:
    """The addresses that the service says can be read."""

    paths: Mapping[str, Any]

    @classmethod
    def of(cls, caller: Caller) -> Document:
        answer = caller.get("/api/v1/schema/", quiet=True, format="json")
        return cls(body_of(answer)["paths"])

    def read(self, caller: Caller, places: Mapping[str, Iterable[Any]], *, all_: bool = False,
             under: str = "") -> None:  # fmt: skip
        """Every address whose places are known; those without any only if `all_`."""
        for path, methods in sorted(self.paths.items()):
            named = re.findall(r"{(\w+)}", path)
            if "get" not in methods or not set(named) <= set(places) or not (named or all_):
                continue
            if not path.startswith(API + under):
                continue
            for found in product(*(places[name] for name in named)):
                asked = _asked(methods["get"])
                caller.get(path.format(**dict(zip(named, found, strict=True))), moves=False,
                           **asked)  # fmt: skip


WORDS = {"q": "Trumpf", "to": "differenzler-offen", "table_size": "4", "minimum_hands": "2"}


def _asked(operation: Mapping[str, Any]) -> dict[str, str]:
    """What an address insists on being asked."""
    return {one["name"]: WORDS[one["name"]] for one in operation.get("parameters", ())
            if one.get("required") and one["in"] == "query"}  # fmt: skip


SPOKEN = {"description", "summary", "operationId", "tags", "title", "examples"}


def shape_of(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Addresses and keys of the document, without descriptions; a component is called by what is
    in it, not by its name."""
    shapes = _Shapes(schema)
    paths = {
        path: {method: shapes.bare(operation) for method, operation in methods.items()
               if isinstance(operation, dict)}
        for path, methods in schema["paths"].items()
    }  # fmt: skip
    return {"paths": paths, "shapes": shapes.known}


@dataclass
class _Shapes:
    schema: Mapping[str, Any]
    known: dict[str, Any] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def bare(self, value: Any, *, members: bool = False) -> Any:
        """`members`: the keys are those of an object that is sent, not words of the document."""
        if isinstance(value, list):
            return [self.bare(one) for one in value]
        if not isinstance(value, dict):
            return value
        if isinstance(value.get("$ref"), str):
            return self._called(value["$ref"])
        kept = {key: one for key, one in value.items() if members or key not in SPOKEN}
        return {key: self.bare(one, members=key == "properties") for key, one in kept.items()}

    def _called(self, name: str) -> str:
        if name not in self._names:
            self._names[name] = "itself"
            found: Any = self.schema
            for step in name.removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/").replace("~0", "~")]
            shape = self.bare(found)
            mark = sha256(as_json(shape).encode()).hexdigest()[:12]
            self.known[mark], self._names[name] = shape, mark
        return f"shape {self._names[name]}"
