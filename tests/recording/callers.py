"""Who asks: programs with a token, people in a browser. Every answer is told."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin, urlsplit

from tests.recording.names import UUID
from tests.recording.pages import Form, Page
from tests.recording.told import as_json, content_of, page_of, told
from tests.recording.world import World

PLACE = re.compile(rf"{UUID}|[\w-]{{43,}}")
API = "/api/v1/"


@dataclass
class Caller:
    """One of them; `name` is who, as items are called."""

    world: World
    name: str
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    _client: Any = None

    @property
    def client(self) -> Any:
        """A browser of the test kit, with its cookies."""
        if self._client is None:
            from django.test import Client

            self._client = Client(raise_request_exception=False, SERVER_NAME="localhost")
            for name, value in self.cookies.items():
                self._client.cookies[name] = value
        return self._client

    def again(self) -> Caller:
        """The same one with nothing but what he holds: for the next scenario."""
        held = {name: morsel.value for name, morsel in self.client.cookies.items()}
        return Caller(self.world, self.name, {**self.cookies, **held}, self.token)

    # ---- programs

    def get(self, path: str, *, quiet: Any = False, moves: Any = False, **asked: Any) -> Any:
        """GET of the API, or of any address that begins with a slash."""
        return self.ask("GET", path, asked=asked, quiet=quiet, moves=moves)

    def post(self, path: str, data: Any = None, *, key: str | None = None, **more: Any) -> Any:
        """POST to the API under a key of its own."""
        return self.ask("POST", path, data={} if data is None else data, key=key, **more)

    def patch(self, path: str, data: Any, *, version: int | None = None) -> Any:
        """PATCH against a version."""
        return self.ask("PATCH", path, data=data, version=version)

    def delete(self, path: str, *, version: int | None = None) -> Any:
        """DELETE against a version."""
        return self.ask("DELETE", path, version=version)

    def ask(
        self,
        method: str,
        path: str,
        *,
        data: Any = None,
        asked: Mapping[str, Any] | None = None,
        key: str | None = None,
        version: int | None = None,
        body: bytes | None = None,
        kind: str = "application/json",
        quiet: bool = False,
        moves: bool | None = None,
    ) -> Any:
        """One request; told unless it is `quiet`."""
        self.world.asks(moves=method != "GET" if moves is None else moves)
        address = path if path.startswith("/") else API + path
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if method == "POST":
            headers["Idempotency-Key"] = key or self.world.steady.step
        if version is not None:
            headers["If-Match"] = f'"v{version}"'
        if method == "GET":
            answer = self.client.get(address, asked or None, headers=headers)
        else:
            sent = json.dumps(data).encode() if body is None and data is not None else body or b""
            answer = self.client.generic(method, address, sent, content_type=kind, headers=headers)
        if not quiet:
            shown = as_json(data) if data is not None else (body or b"").decode(errors="replace")
            self._tell(method, address, dict(asked or {}), shown, answer)
        return answer

    # ---- people

    def open(self, address: str, *, quiet: Any = False, **asked: str) -> Page:
        """A page of the service."""
        return page_of(self.ask("GET", address, asked=asked, quiet=quiet))

    def send(self, address: str, fields: Mapping[str, Any], *, quiet: bool = False,
             moves: bool = True) -> Any:  # fmt: skip
        """A form with these fields and nothing else."""
        self.world.asks(moves=moves)
        typed = {
            name: [str(v) for v in value] if isinstance(value, list) else value
            if hasattr(value, "read") else str(value) for name, value in fields.items()
        }  # fmt: skip
        answer = self.client.post(address, typed)
        if not quiet:
            shown = {name: value for name, value in typed.items() if not hasattr(value, "read")}
            self._tell("FORM", address, {}, as_json(shown), answer)
        return answer

    def fill(
        self, at: str, form: Form, /, *, quiet: Any = False, moves: Any = True, **changes: Any
    ) -> Any:
        """A form of a page as it stands there, with changes; None leaves a field out."""
        fields: dict[str, Any] = {}
        for name, value in form.fields:
            fields[name] = [*fields[name], value] if name in fields else [value]
        fields.update(changes)
        sent = {name: value for name, value in fields.items() if value is not None}
        address = urljoin(at, form.action) if form.action else at
        if form.method == "get":
            return self.ask("GET", address, asked=sent, quiet=quiet)
        return self.send(address, sent, quiet=quiet, moves=moves)

    def follow(self, answer: Any) -> Page:
        """Where an answer leads to."""
        return self.open(str(answer["Location"])) if "Location" in answer else page_of(answer)

    def _tell(self, method: str, address: str, asked: Any, sent: str, answer: Any) -> None:
        question = f"{method} {address} as {self.name}\n"
        question += f"asked {as_json(asked)}" if asked else ""
        question += sent if sent.strip() not in ("", "{}") else ""
        if answer.status_code >= 500:
            self.world.errors.append(f"{self.world.scene} {self.world.title} {method} {address}")
        self.world.tell(item_name(method, address, asked), f"{question}\n{told(answer)}")


def item_name(method: str, address: str, asked: Mapping[str, Any] | None = None) -> str:
    """How an item is called: `page-games-hands-1`, `get-games-ledger`."""
    path = urlsplit(address).path
    api = path.startswith(API)
    verb = {"GET": "get" if api else "page", "FORM": "form"}.get(method, method.lower())
    words = PLACE.sub("", path.removeprefix(API) if api else path)
    query = [f"{name}={value}" for name, value in (asked or {}).items()]
    parts = [verb, *filter(None, re.split(r"[^\w.]+", words)), *query]
    return re.sub(r"[^\w.=-]+", "_", "-".join(parts))[:90] or verb


def body_of(answer: Any) -> Any:
    """The JSON of an answer."""
    return json.loads(content_of(answer))
