"""A service with one of everything: what the document is held against when all of it is read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM, person_actor
from jassclub.clubs.demo_logins import LOGINS as DEMO_LOGINS
from jassclub.clubs.models import Club, Membership, Player, Role, Season
from jassclub.clubs.services import people
from jassclub.exchange.archives import importing
from jassclub.exchange.archives.archive import game_archive
from jassclub.exchange.models import ArchiveImport
from jassclub.home.demo import club as demo
from jassclub.webhooks.models import Attempt, Delivery
from referee.models import RulingRecord
from referee.rulebook.articles import article_slugs
from referee.rules.profile import Profile, load_profile, profile_slugs
from scoring.claims.entries import record_hand
from scoring.claims.models import Dispute
from scoring.core.models import Game, Hand
from scoring.games.sheets.kind import SHEET_KINDS, WRITTEN
from scoring.photos.models import SheetPhoto
from scoring.tables.games import open_game
from tests.cast import Caller
from tests.rights.world import Rights, rights_world
from tests.tournaments.draw.test_duplicate_event import duplicate, play_boards
from tests.tournaments.events import Event, event, opened, pairs
from tests.tournaments.playing import play
from tournaments.boards.models import Board
from tournaments.boards.services import deal_boards
from tournaments.core.models import Tournament
from tournaments.draw.searching import begin
from tournaments.entries.models import Entry
from tournaments.evenings.models import Evening
from tournaments.rounds.models import Passe, Round
from tournaments.seasons.models import SeasonOpening
from tournaments.seasons.services import count_events

TODAY = date(2026, 11, 20)
LOGINS = {name.replace("anna", "annina"): who for name, who in DEMO_LOGINS.items()}
"""Without the one that the other club has."""


@dataclass(frozen=True)
class Everything:
    """Who sees all of it, a phone at a table, the places of addresses by their last name, and
    what the bodies of changes are made of."""

    admin: Caller
    phone: Caller
    places: Mapping[str, list[dict[str, Any]]]
    rights: Rights


def everything(monkeypatch: pytest.MonkeyPatch, *, whole: bool) -> Everything:
    """A demo club, the club of the rights, and each game; `whole`: of every profile shipped."""
    few = {"SEASONS": 1, "EVENINGS": 3, "HANDS": 3, "play_other_games": lambda **_asked: None}
    for name, value in {**few, "LOGINS": LOGINS}.items():
        monkeypatch.setattr(demo, name, value)
    frohsinn = demo.load(seed=1291, today=TODAY)
    rights = rights_world()
    admin = Membership.objects.get(club__slug="rosenau", role=Role.ADMIN).user
    people.add_member(actor=SYSTEM, club_id=frohsinn.pk, user_id=admin.pk, role=Role.ADMIN)
    profiles = [load_profile(slug) for slug in profile_slugs()]
    for profile in profiles if whole else {one.game: one for one in profiles}.values():
        _game(Club.objects.get(slug="rosenau"), profile)
    _tried(Delivery.objects.get(pk=rights.known["delivery"]))
    count_events()
    _imports(rights.known)
    for slug, made, played in (
        ("knockout", lambda: pairs(4, rounds=2), play),
        ("boards", lambda: duplicate(6, rounds=3), play_boards),
        ("dealt", lambda: duplicate(6, rounds=3), _deal),
        ("groups", lambda: pairs(8, "pairs-groups-knockout"), play),
        ("searched", lambda: event(rounds=6), _search),
    ):
        day = opened(made())
        day.tournament.slug = slug
        day.tournament.save(update_fields=["slug"])
        played(day)
        people.add_member(
            actor=SYSTEM, club_id=day.house.club.pk, user_id=admin.pk, role=Role.ADMIN
        )
    secret = rights.visitors["phone"].headers["Authorization"].removeprefix("Bearer ")
    return Everything(Caller(user=admin), Caller(token=secret), _places(rights.known), rights)


def _search(day: Event) -> None:
    day.enter(14)
    day.draw()
    begin(**day.ids, lots=1)


def _deal(day: Event) -> None:
    day.draw()
    deal_boards(**day.ids)


def _game(club: Club, profile: Profile) -> None:
    """A game with one hand, at the largest table that plays it."""
    guests = [
        people.add_player(actor=SYSTEM, club_id=club.pk, name=f"{profile.slug} {n}", guest=True)
        for n in range(max(profile.players))
    ]
    game = open_game(
        actor=SYSTEM,
        club_id=club.pk,
        profile_slug=profile.slug,
        player_ids=[guest.pk for guest in guests],
        played_on=TODAY,
    )
    slip = _slip(profile, seats=len(guests), deck=game.deck)
    if profile.game in OF_DATA:
        slip = {WRITTEN: [3] * (2 if profile.sides == "pairs" else len(guests))}
    record_hand(actor=SYSTEM, game_id=game.pk, number=1, slip=slip)
    record_hand(actor=SYSTEM, game_id=game.pk, number=2, slip={"state": "annulled"})


OF_DATA = {kind.name for kind in SHEET_KINDS}


def _slip(profile: Profile, *, seats: int, deck: str) -> dict[str, Any]:
    """What was written about a hand that nobody would doubt."""
    sides = 2 if profile.sides == "pairs" else seats
    suit = "RO" if deck == "german" else "H"
    left = [None] * (sides - 1)
    match profile.game:
        case "schieber" | "sidi":
            bid = {"bid": 90} if profile.game == "sidi" else {}
            return {"contract": suit, "declared_by": 0, "points": [97, *left], **bid}
        case "differenzler":
            said = [40] * seats
            return {"trump": suit, "predictions": said, "points": [*[20] * (seats - 1), None]}
        case "hae":
            return {"bids": [0] * seats, "tricks": [*[0] * (seats - 1), None]}
        case "coiffeur":
            line = profile.coiffeur.lines(deck)[0][0]
            return {"side": 0, "line": line, "points": 100}
        case "passen":
            return {"points": [1000, None], "matsches": [2, 1]}
        case _:
            return {"points": [*[7] * (sides - 1), 136]}


def _tried(delivery: Delivery) -> None:
    """A message that came through at the second try."""
    tries = [(None, Attempt.Fault.TIMEOUT, ""), (500, Attempt.Fault.STATUS, "nein"), (204, "", "")]
    for code, fault, answer in tries:
        Attempt.objects.create(
            club_id=delivery.club_id,
            delivery=delivery,
            at=timezone.now(),
            code=code,
            fault=fault,
            milliseconds=9,
            answer=answer,
        )


def _imports(known: Mapping[str, Any]) -> None:
    """Of large archives one that was refused, one that was taken, one that waits."""
    importing.take_waiting()
    actor = person_actor(ArchiveImport.objects.get().user_id)
    for archive in (game_archive(actor, known["game"]), {}):
        importing.keep(actor=actor, club_id=known["club"], content=json.dumps(archive).encode())
        if archive:
            importing.take_waiting()


def _places(known: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """What fills the places of an address, by the last of them."""
    rows = {
        "club_id": Club, "dispute_id": Dispute, "evening_id": Evening, "game_id": Game,
        "hand_id": Hand, "player_id": Player, "ruling_id": RulingRecord, "season_id": Season,
        "tournament_id": Tournament,
    }  # fmt: skip
    found: dict[str, list[dict[str, Any]]] = {
        name: [{name: pk} for pk in model._default_manager.values_list("pk", flat=True)]
        for name, model in rows.items()
    }
    return {
        **found,
        "link_id": [{"link_id": known["link"]}],
        "photo_id": [
            {"game_id": game, "photo_id": photo}
            for game, photo in SheetPhoto.objects.values_list("game", "pk")
        ],
        "webhook_id": [{"webhook_id": known["webhook"]}],
        "opening_id": [
            {"club_id": club, "opening_id": opening}
            for club, opening in SeasonOpening.objects.values_list("club", "pk")
        ],
        "entry_id": [
            {"tournament_id": tournament, "entry_id": entry}
            for tournament, entry in Entry.objects.values_list("tournament", "pk")
        ],
        "user_id": [
            {"club_id": club, "user_id": user}
            for club, user in Membership.objects.values_list("club", "user")
        ],
        "import_id": [
            {"club_id": club, "import_id": found}
            for club, found in ArchiveImport.objects.values_list("club", "pk")
        ],
        "preview_id": [{"club_id": known["club"], "preview_id": known["preview"]}],
        "slug": [{"slug": slug} for slug in article_slugs()],
        "profile": [{"slug": slug} for slug in profile_slugs()],
        "number": [
            {"tournament_id": tournament, "number": number}
            for row in (Round, Board)
            for tournament, number in row._default_manager.values_list("tournament", "number")
        ],
        "table": [
            {"tournament_id": tournament, "number": number, "table": table}
            for tournament, number, table in Passe.objects.values_list(
                "round__tournament", "round__number", "table__number"
            )
        ],
    }
