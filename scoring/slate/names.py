"""Who wrote, agreed or doubted, by name: stored is only `user:<uuid>` or `device:<uuid>`."""

from collections.abc import Iterable
from functools import cached_property
from typing import Protocol

from django.utils.translation import gettext as _

from jassclub.clubs.actors import idents
from jassclub.clubs.models import Device, User
from jassclub.core.reader import number_in
from referee.wording import seat_or_side
from scoring.core.models import Game


class Deed(Protocol):
    """Something that an actor did, possibly for a seat."""

    actor: str

    @property
    def seat(self) -> int | None: ...


class Names:
    """Names of the people at one table, and of those who act from outside it."""

    def __init__(self, game: Game, actors: Iterable[str]) -> None:
        self._seats = sorted(game.seats.all(), key=lambda seat: seat.index)
        self._actors = set(actors)
        self.by_seat = _short_names({seat.index: seat.person.name for seat in self._seats})

    @cached_property
    def by_actor(self) -> dict[str, str]:
        """Names by the stored word, looked up when first asked for: lists of games never do."""
        users = User.objects.filter(pk__in=idents(self._actors, "user"))
        phones = Device.objects.filter(pk__in=idents(self._actors, "device")).exclude(label="")
        return {
            **{f"user:{user.pk}": user.get_full_name() or user.get_username() for user in users},
            **{f"device:{phone.pk}": phone.label for phone in phones},
            **{
                f"user:{seat.person.user_id}": seat.person.name
                for seat in self._seats
                if seat.person.user_id
            },
        }

    def of_seat(self, seat: int | None) -> str:
        """The player of a seat; empty where there is none."""
        return "" if seat is None else self.by_seat.get(seat, "")

    def of(self, deed: Deed) -> str:
        """By the seat that was spoken for, else by the account, else what it was."""
        return self.of_seat(deed.seat) or self.of_actor(deed.actor)

    def of_actor(self, actor: str) -> str:
        """The name behind the stored word; a phone or the service where nobody is behind it."""
        if actor in self.by_actor:
            return self.by_actor[actor]
        return _("Telefon") if actor.startswith("device:") else _("Jassclub")

    def at(self, place: object) -> str:
        """Whoever a ruling speaks of: a seat, a side ("0+2") or a part in the case."""
        if isinstance(place, int):
            return self.of_seat(place) or seat_or_side(place)
        seats = [seat for seat in map(number_in, str(place).split("+")) if seat is not None]
        sit_here = bool(seats) and all(seat in self.by_seat for seat in seats)
        return self.side(seats) if sit_here else seat_or_side(place)

    def side(self, seats: Iterable[int]) -> str:
        """The names of a side: Anna & Beat."""
        return " & ".join(self.of_seat(seat) for seat in seats)


def _short_names(full: dict[int, str]) -> dict[int, str]:
    """First names, as at the table; the whole name where two are called alike."""
    first = {seat: name.split()[0] if name.split() else name for seat, name in full.items()}
    taken = list(first.values())
    return {seat: short if taken.count(short) == 1 else full[seat] for seat, short in first.items()}
