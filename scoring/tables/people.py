"""Who may sit down together."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.clubs.identities import seatable
from jassclub.clubs.models import Club, Season
from jassclub.core.errors import Invalid
from jassclub.core.findings import Finding


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
        Finding(
            "unknown_player", f"/players/{index}", _("Diese Person spielt nicht in diesem Club.")
        )
        for index, ident in enumerate(players)
        if ident not in known
    ]
    details += [
        Finding("player_twice", f"/players/{index}", _("Diese Person sitzt schon am Tisch."))
        for index, ident in enumerate(players)
        if ident in players[:index]
    ]
    if len(players) not in allowed:
        text = _("Dieses Spiel geht zu %(allowed)s.") % {"allowed": ", ".join(map(str, allowed))}
        details.append(Finding("wrong_number_of_players", "/players", text))
    if not 0 <= dealer < max(len(players), 1):
        details.append(Finding("unknown_seat", "/first_dealer", _("Diesen Platz gibt es nicht.")))
    if season_id and not Season.objects.filter(pk=season_id, club=club).exists():
        details.append(Finding("unknown_season", "/season", _("Diese Saison gibt es nicht.")))
    Invalid.raise_for(details, _("So kann die Partie nicht beginnen."))
