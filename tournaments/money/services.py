"""The till: entry fees, refunds and prizes, all in rappen, only ever added.

Nothing is booked twice: what would give back more than was paid, or take a fee that was paid
already, is refused.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Invalid
from jassclub.web.francs import written
from tournaments.core.models import Tournament
from tournaments.core.selectors import at_desk, log
from tournaments.entries.models import OUTSIDE, Entry, Payment
from tournaments.entries.selectors import entry_in, people_of
from tournaments.format.selectors import format_of
from tournaments.standings.categories import groups_for_prizes, members_for_prizes
from tournaments.standings.contests import day_of
from tournaments.standings.pure import Award, prizes_for
from tournaments.standings.rankings import ranked_for_prizes


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
    def over(self) -> int:
        """What was paid beyond what is due, and is to be given back."""
        return max(0, -self.open)

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
    moved = rappen_moved(tournament)
    awards = _awards(tournament)
    won: dict[int, int] = defaultdict(int)
    for award in awards:
        won[int(award.player)] += award.rappen
    return Balance(
        {
            entry.number: Account(
                number=entry.number,
                due=fee if pays(entry) else 0,
                paid=moved[entry.number, Kind.FEE] - moved[entry.number, Kind.REFUND],
                won=won[entry.number],
                given=moved[entry.number, Kind.PRIZE] - moved[entry.number, Kind.PRIZE_BACK],
            )
            for entry in tournament.entries.order_by("number")
        },
        tuple(awards),
    )


def pays(entry: Entry) -> bool:
    """Everybody who takes part, a pair or a team once; stand-ins help out."""
    first = entry.seat_in_team in (None, 0)
    return entry.kind == Entry.Kind.PLAYER and entry.state not in OUTSIDE and first


def rappen_moved(tournament: Tournament) -> Mapping[tuple[int, str], int]:
    """By number of who pays and kind of the payment."""
    sums: dict[tuple[int, str], int] = defaultdict(int)
    rows = Payment.objects.filter(entry__tournament=tournament)
    payers = payers_in(tournament)
    for number, kind, rappen in rows.values_list("entry__number", "kind", "rappen"):
        sums[payers.get(number, number), kind] += rappen
    return sums


def payers_in(tournament: Tournament) -> Mapping[int, int]:
    """Of everybody in a pair or team the first of it, for whom all count that any of them paid,
    also before they were one."""
    rows = tournament.entries.exclude(team=None)
    firsts = dict(rows.filter(seat_in_team=0).values_list("team", "number"))
    return {number: firsts[team] for number, team in rows.values_list("number", "team")}


def _awards(tournament: Tournament) -> Iterable[Award]:
    """The prizes; that of a pair or a team once, for the first of its line-up."""
    if tournament.state != Tournament.State.FINISHED:
        return []
    day = day_of(tournament)
    rows = ranked_for_prizes(day)
    awards = prizes_for(
        rows,
        day.format.prizes,
        numbers={row.player: int(row.player) for row in rows},
        drawn=day.contest.drawn,
        members=members_for_prizes(tournament, day),
        groups=groups_for_prizes(tournament, day),
    )
    if not day.format.in_teams:
        return awards
    first = dict(tournament.entries.filter(seat_in_team=0).values_list("team__number", "number"))
    return [replace(award, player=first[int(award.player)]) for award in awards]


Kind = Payment.Kind
MOST = 1_000_000_00
"""Rappen that one payment can be."""


@transaction.atomic
def pay(
    *,
    actor: Actor,
    tournament_id: UUID,
    number: int,
    kind: str,
    rappen: int,
    note: str = "",
    means: str = Payment.Means.CASH,
) -> Payment:
    """Money changes hands: a fee comes in, a refund or a prize goes out, a prize comes back; of a
    pair or team in the name of the first, for whom all counts.

    Conflict for a fee beyond what is due, a prize beyond what was won, or more back than was
    paid before.
    """
    tournament = at_desk(actor, tournament_id)
    entry = people_of(entry_in(tournament, number, pointer="/number"))[0]
    if not 1 <= rappen <= MOST:
        raise Invalid.at("/rappen", "out_of_range", _("Ein Betrag ist grösser als null."))
    if kind not in Kind.values:
        raise Invalid.at("/kind", "unknown_kind", _("Diese Art Zahlung gibt es nicht."))
    if means not in Payment.Means.values:
        raise Invalid.at("/means", "unknown_means", _("Bar oder mit TWINT."))
    account = balance(tournament).accounts[entry.number]
    left = {
        Kind.FEE.value: account.open,
        Kind.REFUND.value: account.paid,
        Kind.PRIZE.value: account.owed,
        Kind.PRIZE_BACK.value: account.given,
    }[kind]
    if rappen > left:
        raise Conflict(
            "too_much",
            _("So viel ist nicht offen, höchstens noch %(francs)s Franken.")
            % {"francs": written(max(0, left))},
        )
    return booked(tournament, entry, kind, rappen, actor=actor, means=means, note=note.strip())


def booked(
    tournament: Tournament,
    entry: Entry,
    kind: str,
    rappen: int,
    *,
    actor: Actor,
    means: str = Payment.Means.CASH,
    note: str = "",
    handed: int | None = None,
) -> Payment:
    """A payment that nobody has a fault to find with; the tournament must be locked."""
    payment = Payment.objects.create(
        club_id=entry.club_id,
        entry=entry,
        kind=kind,
        means=means,
        rappen=rappen,
        handed=handed,
        note=note,
        actor=str(actor),
    )
    facts = {"entry": entry.number, "kind": kind, "rappen": rappen, "means": means}
    log(tournament, "payment", actor=actor, facts=facts)
    return payment


def payer_of(tournament: Tournament, entry: Entry) -> tuple[Entry, Account]:
    """Who pays for an entry, the first of its pair or team, and what he owes of the fee."""
    people = people_of(entry) if format_of(tournament).in_teams else [entry]
    payer = people[0]
    paid = sum(sum(paid_by_means(one).values()) for one in people)
    due = format_of(tournament).fee if pays(payer) else 0
    return payer, Account(payer.number, due, paid, won=0, given=0)


def paid_by_means(entry: Entry) -> dict[str, int]:
    """What an entry has paid of the fee and not got back, by means; only what is not nothing."""
    sums: dict[str, int] = defaultdict(int)
    for kind, means, rappen in entry.payments.values_list("kind", "means", "rappen"):
        sums[means] += {Kind.FEE.value: rappen, Kind.REFUND.value: -rappen}.get(kind, 0)
    return {means: rappen for means, rappen in sums.items() if rappen > 0}
