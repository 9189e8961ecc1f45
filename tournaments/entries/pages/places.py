"""Whether one can still sign up, and how many places are left."""

from collections import Counter
from dataclasses import dataclass

from django.utils import timezone

from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.entries.services import HERE

State = Tournament.State


@dataclass(frozen=True)
class Places:
    """`left` is None where the number is not limited; `late`: the last day has gone by."""

    tournament: Tournament
    taken: int
    waiting: int
    late: bool

    @property
    def open(self) -> bool:
        """Whether one can sign up, be it for the waiting list."""
        return self.tournament.state == State.OPEN and not self.late

    @property
    def left(self) -> int | None:
        """Places that nobody has; none while somebody waits."""
        if self.tournament.capacity is None:
            return None
        return 0 if self.waiting else max(0, self.tournament.capacity - self.taken)


def places_of(tournament: Tournament) -> Places:
    """The places as they are now; one query."""
    players = tournament.entries.filter(kind=Entry.Kind.PLAYER, held=False)
    states = Counter(players.values_list("state", flat=True))
    until = tournament.sign_up_until
    return Places(
        tournament,
        taken=sum(states[state] for state in HERE),
        waiting=states[Entry.State.WAITING],
        late=until is not None and until < timezone.now(),
    )
