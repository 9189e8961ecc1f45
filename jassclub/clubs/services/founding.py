"""Opening a club: its address, its first season, and the list of its players."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from jassclub.clubs import rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Deck, Language, Player, Role, Season, User
from jassclub.clubs.services.accounts import create_user
from jassclub.clubs.services.clubs import create_club
from jassclub.clubs.services.people import add_player, added, changed, tidy
from jassclub.core.errors import Conflict, DomainError, Finding, Invalid

LONGEST_CLUB, LONGEST_PLAYER, LONGEST_SLUG = 120, 80, 60
MOST_NAMES = 400
SEASON_BEGINS = 9
"""Month: a club's year runs from September to August."""
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue"})


@transaction.atomic
def found_club(
    *, actor: Actor, name: str, language: str = Language.DE, deck: str = Deck.GERMAN
) -> Club:
    """A new club with the season that runs, so that its first game counts already."""
    faults = _faults_of_club(name)
    if faults:
        raise Invalid.of(faults, faults[0].text)
    club = create_club(actor=actor, name=name, slug=free_slug(name), deck=deck, language=language)
    added(season_of_year(club, timezone.localdate()), actor=actor)
    return club


@transaction.atomic
def new_founder(
    *, name: str, username: str, password: str, repeated: str, language: str = Language.DE
) -> User:
    """The account of somebody who is about to found the club `name`; everything that is wrong
    with either, and a password typed differently the second time, is said at once."""
    faults = _faults_of_club(name)
    try:
        user = create_user(username=username, password=password, language=language, club_name=name)
    except DomainError as refusal:
        faults += refusal.details
    else:
        if repeated != password:
            faults.append(
                Finding("not_the_same", "/repeated", _("Das zweite Mal steht etwas anderes da."))
            )
        if not faults:
            return user
    raise Invalid.of(faults, faults[0].text if len(faults) == 1 else _("So geht es noch nicht."))


@transaction.atomic
def add_players(*, actor: Actor, club_id: UUID, names: Sequence[str]) -> list[Player]:
    """Everybody on a list who is not in the club yet; needs the role scribe.

    Two of the same name on one list are refused, with all other faults of the list.
    """
    rights.get_club(actor, club_id, Role.SCRIBE)
    wanted = [tidy(name) for name in names]
    Invalid.raise_for(_faults_of_names(wanted), _("So geht die Liste noch nicht."))
    players = Player.objects.filter(club_id=club_id, active=True)
    known = {name.casefold() for name in players.values_list("name", flat=True)}
    missing = [name for name in wanted if name.casefold() not in known]
    return [add_player(actor=actor, club_id=club_id, name=name) for name in missing]


@transaction.atomic
def play_as(*, actor: Actor, club_id: UUID, name: str) -> Player:
    """The acting person plays under this name: somebody the club knows, or somebody new.

    Needs admin, as it says who a person in the books is. Conflict for the name of somebody who
    has an account already, or if the person plays under another name.
    """
    rights.get_club(actor, club_id, Role.ADMIN)
    mine = rights.player_for(actor, club_id)
    wanted = tidy(name)
    if len(wanted) > LONGEST_PLAYER:
        raise Invalid.at(
            "/name", "too_long", _("Höchstens %(most)s Zeichen.") % {"most": LONGEST_PLAYER}
        )
    if mine is not None:
        if mine.name.casefold() == wanted.casefold():
            return mine
        raise Conflict("already_a_player", _("Du bist in diesem Club schon jemand anderes."))
    # Race: two accounts take the same name at once; the second finds it taken.
    rows = Player.objects.select_for_update(of=("self",)).filter(club_id=club_id, active=True)
    found = next((row for row in rows if row.name.casefold() == wanted.casefold()), None)
    if found is None:
        return add_player(actor=actor, club_id=club_id, name=wanted, user_id=actor.user_id)
    if found.user_id is not None:
        raise Conflict("player_has_account", _("Dieser Spieler hat schon ein Konto."))
    return changed(found, {"user_id": actor.user_id}, actor=actor)


def free_slug(name: str) -> str:
    """An address that no club has: the name in plain letters, with a number where it is taken."""
    plain = slugify(name.translate(UMLAUTS))[: LONGEST_SLUG - 5].strip("-") or "jassclub"
    alike = Club.objects.filter(slug__startswith=plain).values_list("slug", flat=True)
    taken, number = set(alike), 1
    while (slug := plain if number == 1 else f"{plain}-{number}") in taken:
        number += 1
    return slug


def season_of_year(club: Club, today: date) -> Season:
    """The season in which a day lies, as clubs count their years; not stored yet."""
    first = today.year if today.month >= SEASON_BEGINS else today.year - 1
    return Season(
        club=club,
        name=f"{first}/{(first + 1) % 100:02d}",
        starts=date(first, SEASON_BEGINS, 1),
        ends=date(first + 1, SEASON_BEGINS - 1, 31),
    )


def _faults_of_club(name: str) -> list[Finding]:
    if not name:
        return [Finding("required", "/name", _("Wie heisst der Club?"))]
    if len(name) > LONGEST_CLUB:
        return [
            Finding("too_long", "/name", _("Höchstens %(most)s Zeichen.") % {"most": LONGEST_CLUB})
        ]
    return []


def _faults_of_names(names: Sequence[str]) -> list[Finding]:
    if len(names) > MOST_NAMES:
        text = _("Höchstens %(most)s Namen auf einmal.") % {"most": MOST_NAMES}
        return [Finding("too_many", "/names", text)]
    often = Counter(name.casefold() for name in names)
    twice = {name.casefold(): name for name in reversed(names) if often[name.casefold()] > 1}
    texts = [
        _("%(name)s steht mehrmals da: ergänze, wer wer ist, oder streiche den Namen einmal.")
        % {"name": name}
        for name in twice.values()
    ]
    texts += [
        _("%(name)s… ist zu lang für einen Namen.") % {"name": name[:20]}
        for name in names
        if len(name) > LONGEST_PLAYER
    ]
    return [Finding("bad_name", "/names", text) for text in texts]
