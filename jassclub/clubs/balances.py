"""What everybody has in the kitty and what the club owns, exact to the Rappen.

Each booking is read as the person sees it who stands behind the row today. Money only moves with
payments, so the cash box holds their sum; what does not belong to the players is the club's.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet, Sum

from jassclub.clubs import rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import KittyBooking, KittyEntry, Player, Role
from jassclub.clubs.rights import has_role, who_is_who


@dataclass(frozen=True)
class Balance:
    """One person in Rappen: positive is to his credit, negative is what he owes."""

    player: Player
    by_kind: Mapping[str, int]

    @property
    def amount(self) -> int:
        """All kinds together."""
        return sum(self.by_kind.values())


@dataclass(frozen=True)
class KittyState:
    """A kitty in Rappen: `cash` is what lies in the box, whoever it belongs to."""

    balances: list[Balance] = field(default_factory=list)
    cash: int = 0

    @property
    def players(self) -> int:
        """What the players have together; negative when they owe more than they have."""
        return sum(balance.amount for balance in self.balances)

    @property
    def club(self) -> int:
        """What the club owns when everybody has settled."""
        return self.cash - self.players


def kitty_state(club_id: UUID) -> KittyState:
    """The whole kitty of a club, people by name."""
    who = who_is_who(club_id)
    sums: dict[UUID, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    cash = 0
    entries = KittyEntry.objects.filter(club=club_id).order_by()
    for player, kind, amount in entries.values_list("player_id", "booking__kind").annotate(
        sum=Sum("amount")
    ):
        cash += amount if kind == KittyBooking.Kind.PAYMENT else 0
        if player is not None:
            sums[who(player)][kind] += amount
    players = Player.objects.filter(pk__in=sums).order_by("name", "pk")
    return KittyState([Balance(player, sums[player.pk]) for player in players], cash)


def sees_all(actor: Actor, club_id: UUID) -> bool:
    """Directors and admins see the whole kitty."""
    return has_role(actor, club_id, Role.DIRECTOR)


def bookings_of(actor: Actor, club_id: UUID) -> QuerySet[KittyBooking]:
    """The bookings of a club that the actor sees, with the entries that he sees of them: all for
    directors and for the maker of the booking, else the own ones."""
    entries = KittyEntry.objects.select_related("player__merged_into")
    if not sees_all(actor, club_id):
        entries = entries.filter(rights.kitty_own(actor) | Q(booking__actor=str(actor)))
    rows = rights.kitty(actor).filter(club=club_id)
    return rows.prefetch_related(Prefetch("entries", entries))


def own_balances(actor: Actor, club_id: UUID) -> list[Balance]:
    """What the acting person has."""
    me = rights.player_for(actor, club_id)
    return [] if me is None else [row for row in kitty_state(club_id).balances if row.player == me]
