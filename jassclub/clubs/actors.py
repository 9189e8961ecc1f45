"""Who acts: a person with an account, a phone at a table, or the service itself.

What a table link opens, and whose it is. The rooms above tell, so that no key points upward. A
scope is a kind (`game`, `table`) and an id, as an `Actor` carries it. A room that owns a kind
registers what it knows about it in its `AppConfig.ready`; a link to something that belongs to
another club, or to nothing, is refused.
"""

from collections.abc import Callable, Collection, Iterable
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


Scope = tuple[str, str]


def _alone(game: UUID) -> Collection[UUID]:
    return (game,)


def _itself(game: UUID) -> UUID | None:
    return game


@dataclass(frozen=True, kw_only=True)
class ScopeKind:
    """Scopes of one kind, as the room that owns them knows them; everything is asked by id."""

    owner: Callable[[UUID], UUID | None]
    """The club of a game or table; None if there is no such thing."""
    page: Callable[[UUID], str]
    """The address of the page where such a phone begins."""
    games: Callable[[UUID], Collection[UUID]] = _alone
    """The games that a phone with such a scope may read and write at this moment; a game is one."""
    around: Callable[[UUID], UUID | None] = _itself
    """The scope of this kind whose phones may do so in a game; None if there is none."""
    people: Callable[[UUID], Collection[UUID]] | None = None
    """The ids of the players who sat there, where that can be said."""


_kinds: dict[str, ScopeKind] = {}


def register_scopes(name: str, kind: ScopeKind) -> None:
    """Say what is known of the scopes called `name`."""
    _kinds[name] = kind


def belongs_to(club_id: UUID, *, kind: str, scope_id: UUID) -> bool:
    """True if the game or table exists and is this club's."""
    return kind in _kinds and _kinds[kind].owner(scope_id) == club_id


def people_of(kind: str, scope_id: UUID) -> Collection[UUID] | None:
    """The players of a game; None where nobody can say."""
    people = _kinds[kind].people if kind in _kinds else None
    return None if people is None else people(scope_id)


def games_in(scope: Scope | None) -> Collection[UUID]:
    """The games that a phone with this scope may read and write at this moment."""
    if scope is None or scope[0] not in _kinds:
        return ()
    return _kinds[scope[0]].games(UUID(scope[1]))


def leading_to(game_id: UUID) -> list[Scope]:
    """The scopes whose phones may act in a game at this moment."""
    found = [(name, kind.around(game_id)) for name, kind in _kinds.items()]
    return [(name, str(ident)) for name, ident in found if ident is not None]


def page_of(scope: Scope) -> str:
    """Where a phone with this scope begins; the front door for a kind that nobody owns."""
    return _kinds[scope[0]].page(UUID(scope[1])) if scope[0] in _kinds else "/"
