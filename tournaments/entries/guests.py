"""Everybody whose hands are recorded has a player: his own, or a guest made for the tournament."""

from collections.abc import Collection

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Player
from jassclub.clubs.services.people import added, tidy
from tournaments.entries.models import Entry
from tournaments.entries.names import numbered


def player_for_entry(entry: Entry, *, actor: Actor) -> Player:
    """Who sits at the table under the name of an entry; the tournament's row must be locked.

    A guest of that name from an earlier event is taken for the same person. A member is not:
    whoever signs him up names the player, and two people may be called alike.
    """
    if entry.player is not None and entry.player.person.active:
        return entry.player.person
    entry.player = _earlier_guest(entry) or _new_guest(entry, actor=actor)
    entry.save(update_fields=["player"])
    return entry.player


def _earlier_guest(entry: Entry) -> Player | None:
    club = entry.tournament.club_id
    guests = Player.objects.filter(club=club, guest=True, active=True, user=None)
    free = guests.exclude(entries__tournament=entry.tournament_id)
    wanted = tidy(entry.name).casefold()
    return next((guest for guest in free if guest.name.casefold() == wanted), None)


def _new_guest(entry: Entry, *, actor: Actor) -> Player:
    # Two tournaments of a club may look for a free name at once: they queue at the club's row.
    club = Club.objects.select_for_update(no_key=True).get(pk=entry.tournament.club_id)
    taken = {name.casefold() for name in _names(club)}
    return added(Player(club=club, name=numbered(tidy(entry.name), taken), guest=True), actor=actor)


def _names(club: Club) -> Collection[str]:
    return Player.objects.filter(club=club, active=True).values_list("name", flat=True)
