"""Earlier seasons in the history of an office, and how they are taken back."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Change, Role
from jassclub.clubs.services.people import record_counted, snapshot
from jassclub.clubs.services.undoing import Way
from tournaments.seasons.models import NUMBERS, OpeningBalance, SeasonOpening
from tournaments.seasons.openings import Sums, correct_balance, open_season

TRACKED = ("label", "variant", "season_id", "sums")


def _set_back(actor: Actor, opening: SeasonOpening, values: dict[str, Any]) -> None:
    before, now = values["sums"], opening.sums
    for player in sorted(before.keys() | now.keys()):
        if before.get(player) != now.get(player):
            versions = OpeningBalance.objects.filter(opening=opening, player_id=player)
            correct_balance(
                actor=actor,
                opening_id=opening.pk,
                version=versions.count(),
                sums=_sums(player, before.get(player, [0, 0, None, None])),
                reason=_("Zurückgenommen"),
            )


def _take_out(actor: Actor, opening: SeasonOpening) -> None:
    diff = {name: [value, None] for name, value in snapshot(opening).items()}
    record_counted(opening, opening.club_id, actor=actor, diff=diff)
    opening.balances.all().delete()
    opening.delete()


def _put_back(actor: Actor, gone: SeasonOpening) -> None:
    typed = Change.objects.filter(model="seasonopening", object_id=gone.pk).earliest("version")
    open_season(
        actor=actor,
        club_id=gone.club_id,
        label=gone.label,
        season_id=gone.season_id,
        note=typed.reason,
        variant=gone.variant,
        balances=[_sums(player, numbers) for player, numbers in gone.sums.items()],
    )


def _sums(player: str, numbers: list[int | None]) -> Sums:
    read: dict[str, Any] = dict(zip(NUMBERS, numbers, strict=True))
    return Sums(player_id=UUID(player), **read)


WAY = Way(
    model=SeasonOpening,
    role=Role.DIRECTOR,
    change=_set_back,
    take_out=_take_out,
    put_back=_put_back,
)
