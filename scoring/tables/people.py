"""Who may sit down together."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.clubs.identities import seatable
from jassclub.clubs.models import Club, Season
from jassclub.core.errors import Detail, Invalid


def check_people(
    club: Club,
    players: Sequence[UUID],
    season_id: UUID | None,
    *,
    allowed: Sequence[int],
    dealer: int,
) -> None:
    """Refuse players, numbers of players, dealers and seasons that cannot be, all at once."""
    known = seatable(club.pk, players)
    details = [
        Detail(
            f"/players/{index}", "unknown_player", _("Diese Person spielt nicht in diesem Club.")
        )
        for index, ident in enumerate(players)
        if ident not in known
    ]
    details += [
        Detail(f"/players/{index}", "player_twice", _("Diese Person sitzt schon am Tisch."))
        for index, ident in enumerate(players)
        if ident in players[:index]
    ]
    if len(players) not in allowed:
        text = _("Dieses Spiel geht zu %(allowed)s.") % {"allowed": ", ".join(map(str, allowed))}
        details.append(Detail("/players", "wrong_number_of_players", text))
    if not 0 <= dealer < max(len(players), 1):
        details.append(Detail("/first_dealer", "unknown_seat", _("Diesen Platz gibt es nicht.")))
    if season_id and not Season.objects.filter(pk=season_id, club=club).exists():
        details.append(Detail("/season", "unknown_season", _("Diese Saison gibt es nicht.")))
    if details:
        raise Invalid.of(details, _("So kann die Partie nicht beginnen."))
