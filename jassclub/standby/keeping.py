"""The second machine: fetches copies, keeps some, goes on with the newest that is whole."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from time import time
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from jassclub.core import second_machine
from jassclub.core.second_machine import TakenOver
from jassclub.standby import copies
from jassclub.standby.copies import DATABASE, Copy, Manifest, Unfit
from jassclub.standby.sealing import Broken, opened, pass_of
from jassclub.standby.views import PASS, PORT

PATIENCE = 20
"""Seconds that an answer may take; a large copy over a slow network is read in pieces."""
KEPT = 5
"""Copies that stay beside each other: the newest may be of a machine that was dying."""
LOST = (OSError, HTTPException)
"""What a network says that is away; HTTPError is one of them."""


class Refused(Exception):
    """The first machine answers, and will not give a copy, or not one that can be used."""


@dataclass
class Keeper:
    """What is kept of one first machine, in a folder of its own."""

    source: str
    token: str
    folder: Path
    port: int
    known: frozenset[str] = frozenset()
    """Migrations that this version knows; empty: whatever comes is taken."""
    news: int = -1
    newest: Manifest | None = None
    size: int = 0
    hosts: list[str] = field(default_factory=list)

    def moved(self) -> bool:
        """Whether a director has drawn, called or closed since the last copy."""
        return int(json.loads(self._ask("/standby/news"))["news"]) != self.news

    def fetch(self) -> Manifest:
        """One more copy; Refused where it cannot be used, and those from before stay."""
        # Asked before: what comes in between is in the copy, and copied once more.
        news = int(json.loads(self._ask("/standby/news"))["news"])
        parcel = self._ask("/standby/copy")
        try:
            copy = copies.unpacked(opened(parcel, self.token))
            self._keep(copy)
        except Broken as problem:
            raise Refused(
                "the copy was sealed with another token, or changed on its way"
            ) from problem
        except Unfit as problem:
            raise Refused(str(problem)) from problem
        self.news, self.newest, self.size = news, copy.manifest, len(parcel)
        return copy.manifest

    def _keep(self, copy: Copy) -> None:
        later = sorted(set(copy.manifest.migrations) - self.known) if self.known else []
        if later:
            raise Refused(f"the first machine has a later version here: {later[-1]} is not known")
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = self.folder / f"{copy.manifest.moment:.0f}.{DATABASE}"
        part = place.with_suffix(".part")
        _write(part, copy.files.pop(DATABASE))
        copies.check(part)
        for name, content in copy.files.items():
            _write(self.folder / name, content)
        _write(place.with_suffix(".json"), json.dumps(copy.manifest.environment).encode())
        part.replace(place)
        for old in self._copies()[KEPT:]:
            old.unlink()
            old.with_suffix(".json").unlink(missing_ok=True)

    def _copies(self) -> list[Path]:
        """The newest first."""
        return sorted(self.folder.glob(f"*.{DATABASE}"), reverse=True)

    def _ask(self, path: str) -> bytes:
        headers = {PASS: pass_of(self.token), PORT: str(self.port)}
        # The address is what the operator has typed: http or https, which the command has checked.
        request = Request(self.source + path, headers=headers)  # noqa: S310
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                content: bytes = answer.read()
        except HTTPError as problem:
            if problem.code == 404:
                raise Refused(
                    "it knows nothing of this token: is it typed as it stands there?"
                ) from problem
            if problem.code == 503:
                raise Refused(
                    f"it has nothing to copy: {problem.read(300).decode(errors='replace')}"
                ) from problem
            raise
        return content

    def take_over(self) -> TakenOver:
        """The newest whole copy becomes the database; Unfit where there is none."""
        for copy in self._copies():
            with suppress(Unfit):
                copies.check(copy)
                moment = float(copy.name.split(".")[0])
                for beside in ("-wal", "-shm"):
                    (self.folder / f"{DATABASE}{beside}").unlink(missing_ok=True)
                os.link(copy, self.folder / "next")
                (self.folder / "next").replace(self.folder / DATABASE)
                noted = TakenOver(copied_at=moment, at=time(), source=self.source)
                second_machine.note(noted, self.folder)
                return noted
        raise Unfit("no copy has been fetched that could be taken over")

    def environment(self) -> dict[str, str]:
        """Under which the service goes on: the keys of the first machine, and the names by which
        phones ask for it."""
        told: dict[str, str] = {}
        for copy in self._copies()[:1]:
            told = json.loads(copy.with_suffix(".json").read_text())
        if (self.folder / copies.PUSH).exists():
            told["PUSH_KEY"] = str(self.folder / copies.PUSH)
        return {
            **told,
            "JASSCLUB_VAR": str(self.folder),
            "DATABASE_URL": f"sqlite:///{self.folder / DATABASE}",
            "SECRET_KEY": (self.folder / copies.KEY).read_text(),
        }

    @property
    def host(self) -> str:
        """By what name or address phones ask for the first machine."""
        return urlsplit(self.source).hostname or ""


def gone_on(address: str) -> bool:
    """Whether the second machine at this address has taken over."""
    request = Request(f"http://{address}/healthz")
    try:
        with urlopen(request, timeout=3) as answer:  # noqa: S310
            return second_machine.HEADER in answer.headers
    except LOST:
        return False


def _write(place: Path, content: bytes) -> None:
    """For its owner's eyes only."""
    place.unlink(missing_ok=True)
    with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
