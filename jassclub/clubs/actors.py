"""Who acts: a person with an account, a phone at a table, or the service itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from jassclub.core.rows import uuid_in


@dataclass(frozen=True)
class Actor:
    """Stored with everything that is written as the plain string `str(actor)`.

    `scope` is what a phone may touch (`("game", "<uuid>")` or `("table", "<uuid>")`), `seat` the
    seat that it has taken (0-based, None before it took one).
    """

    kind: str
    """`user`, `device` or `system`."""
    ident: str
    user_id: UUID | None = None
    device_id: UUID | None = None
    scope: tuple[str, str] | None = None
    seat: int | None = None

    def __str__(self) -> str:
        return f"{self.kind}:{self.ident}"

    @property
    def is_device(self) -> bool:
        """True for a phone that came by a table link."""
        return self.kind == "device"


def idents(actors: Iterable[str], kind: str) -> list[UUID]:
    """The ids of all of one kind among stored actors."""
    found = [uuid_in(actor.removeprefix(f"{kind}:")) for actor in actors]
    return [ident for ident in found if ident is not None]


SYSTEM = Actor(kind="system", ident="jassclub")
"""The service itself: silence, clocks, imports of the demo."""
