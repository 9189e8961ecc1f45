"""What is due, paid and owed, in rappen, from the payments and the ranking as it stands."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.core.models import Tournament
from tournaments.entries.models import Entry, Payment
from tournaments.format.selectors import format_of
from tournaments.standings.contests import day_of
from tournaments.standings.pure import Award, prizes_for
from tournaments.standings.rankings import ranked_for_prizes

Kind = Payment.Kind
NO_FEE = (Entry.State.WAITING, Entry.State.WITHDRAWN)


@dataclass(frozen=True)
class Account:
    """What an entry owes and has paid in, and what it has won and been given."""

    number: int
    due: int
    paid: int
    won: int
    given: int

    @property
    def open(self) -> int:
        """What is still to be paid in; negative where something is to be given back."""
        return self.due - self.paid

    @property
    def owed(self) -> int:
        """Prize money that is still to be paid out."""
        return self.won - self.given


@dataclass(frozen=True)
class Balance:
    """The accounts by number of the entry, the prizes, and the till."""

    accounts: Mapping[int, Account]
    awards: tuple[Award, ...]

    @property
    def till(self) -> int:
        """What lies in the till: everything paid in without what was given out."""
        return sum(account.paid - account.given for account in self.accounts.values())


def balance(tournament: Tournament) -> Balance:
    """All accounts of a tournament. Prizes are owed once it is finished."""
    fee = format_of(tournament).fee
    moved = _moved(tournament)
    awards = _awards(tournament)
    won: dict[int, int] = defaultdict(int)
    for award in awards:
        won[int(award.player)] += award.rappen
    return Balance(
        {
            entry.number: Account(
                number=entry.number,
                due=fee if _pays(entry) else 0,
                paid=moved[entry.number, Kind.FEE] - moved[entry.number, Kind.REFUND],
                won=won[entry.number],
                given=moved[entry.number, Kind.PRIZE] - moved[entry.number, Kind.PRIZE_BACK],
            )
            for entry in tournament.entries.order_by("number")
        },
        tuple(awards),
    )


def _pays(entry: Entry) -> bool:
    """Everybody who takes part, a pair or a team once; stand-ins help out."""
    first = entry.seat_in_team in (None, 0)
    return entry.kind == Entry.Kind.PLAYER and entry.state not in NO_FEE and first


def _moved(tournament: Tournament) -> Mapping[tuple[int, str], int]:
    sums: dict[tuple[int, str], int] = defaultdict(int)
    rows = Payment.objects.filter(entry__tournament=tournament)
    for number, kind, rappen in rows.values_list("entry__number", "kind", "rappen"):
        sums[number, kind] += rappen
    return sums


def _awards(tournament: Tournament) -> Iterable[Award]:
    """The prizes; that of a pair or a team once, for the first of its line-up."""
    if tournament.state != Tournament.State.FINISHED:
        return []
    day = day_of(tournament)
    rows = ranked_for_prizes(day)
    numbers = {row.player: int(row.player) for row in rows}
    awards = prizes_for(rows, day.format.prizes, numbers=numbers, drawn=day.contest.drawn)
    if not day.format.in_teams:
        return awards
    first = dict(tournament.entries.filter(seat_in_team=0).values_list("team__number", "number"))
    return [replace(award, player=first[int(award.player)]) for award in awards]
