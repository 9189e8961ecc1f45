"""Whether a table is behind what it is made from, and since when."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.timezone import localdate

from tournaments.core.models import Tournament
from tournaments.standings.models import FailedCount, Ranking


@dataclass(frozen=True)
class Freshness:
    """`pending`: something newer is still to be counted; `failed`: it could not be counted.

    `as_of` is when what is shown was counted, None where nothing was yet.
    """

    as_of: datetime | None
    pending: bool
    failed: bool

    @property
    def as_of_today(self) -> bool:
        """Whether the time alone says when."""
        return self.as_of is not None and localdate(self.as_of) == localdate()


def ranking_freshness(tournament: Tournament, live: Ranking | None) -> Freshness:
    """Of the live ranking; a table whose sheet could not be made from its hands counts, too."""
    unmade = Q(tournament=tournament) | Q(game__passe__round__tournament=tournament)
    return Freshness(
        as_of=live.computed_at if live else None,
        pending=(live.results_version if live else 0) < tournament.results_version,
        failed=FailedCount.objects.filter(unmade).exists(),
    )
