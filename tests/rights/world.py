"""A club with one of everything, and everybody who could knock: the world of the table of rights.

It grows from the world that hostile input is sent at. The members who knock sit at no table;
the phone sits at the first seat of the game, the card at the first table of the tournament.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from io import BytesIO
from typing import Any
from uuid import UUID

from django.test import Client
from django.utils import timezone
from PIL import Image

from jassclub.clubs.actors import ANONYMOUS, Actor
from jassclub.clubs.models import Club, Player, Role, User
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.services import accounts, kitty, links, merging, people
from jassclub.clubs.services.links import COOKIE
from jassclub.exchange.archives import importing
from jassclub.exchange.spreadsheets import preview_spreadsheet
from referee.services import CaseInput
from scoring.claims.anchors import anchor
from scoring.claims.entries import record_hand
from scoring.claims.models import Dispute
from scoring.claims.penalties import add_penalty
from scoring.core.models import Hand
from scoring.disputes.calls import call_referee
from scoring.disputes.selectors import choices_in
from scoring.disputes.services import book_ruling, open_dispute
from scoring.photos.services import keep_photo
from scoring.tables.games import close_game, open_game
from tests.cast import Person, person
from tests.jassclub.hostile_world import made_world
from tests.pictures.one_of_each import PAST
from tournaments.core.models import Tournament
from tournaments.desk import services as desk
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person as Entered
from tournaments.evenings import services as evenings
from tournaments.evenings.selectors import link_of
from tournaments.papers.logos import keep_logo
from tournaments.rounds import hall
from tournaments.rounds.models import Passe
from tournaments.seasons import openings

ROLES = (
    "stranger", "phone", "card", "member", "scribe", "referee", "director", "admin", "foreign",
    "site",
)  # fmt: skip
"""Nobody; a phone at the game; a phone at a table of the tournament; five roles of the club; the
admin of another club; an account that Django would call a superuser, without a club."""

PUBLIC = "offen"
"""The tournament that strangers may read and sign up for; the other one is the club's own."""


@dataclass(frozen=True)
class Visitor:
    """Somebody who knocks: cookies for pages and sessions, headers for programs."""

    cookies: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def client(self) -> Client:
        """A fresh client, so that no request leaves anything to the next one."""
        client = Client(raise_request_exception=False)
        for name, value in self.cookies.items():
            client.cookies[name] = value
        return client


@dataclass(frozen=True)
class Rights:
    """What exists by the names that addresses use, and who knocks."""

    known: Mapping[str, Any]
    visitors: Mapping[str, Visitor]


def rights_world() -> Rights:
    """The world, in the transaction of whoever asks."""
    world = made_world()
    emma, club, known = world.emma, world.club, dict(world.known)
    known |= _club(emma, club, known) | _game(emma, club, known) | _public(emma, club)
    officials: dict[str, User] = {
        str(role): person(f"Amt {role}", club=club, role=role).user
        for role in (Role.MEMBER, Role.SCRIBE, Role.REFEREE, Role.DIRECTOR)
    }
    site = User.objects.create_superuser("betreiber", password="x")
    accounts_of: dict[str, User] = {
        **officials,
        "admin": emma.user,
        "foreign": world.fritz.user,
        "site": site,
    }
    visitors: dict[str, Visitor] = {
        "stranger": Visitor(),
        "phone": _phone(emma.actor, club, "game", known["game"], known),
        "card": _card(emma.actor, known),
        **{role: _account(user) for role, user in accounts_of.items()},
    }
    anchor(club.pk)
    return Rights(known, visitors)


def _account(user: User) -> Visitor:
    client = Client()
    client.force_login(user)
    return Visitor({name: morsel.value for name, morsel in client.cookies.items()})


def _phone(actor: Actor, club: Club, kind: str, scope_id: Any, known: dict[str, Any]) -> Visitor:
    link, token = links.create_link(
        actor=actor, club_id=club.pk, label="Tisch", scope_kind=kind, scope_id=scope_id
    )
    device, secret = links.join_table(token=token, seat=0)
    known |= {"link": link.pk, "table_token": token, "device": device.pk}
    return _by_secret(secret)


def _card(actor: Actor, known: Mapping[str, Any]) -> Visitor:
    made = hall.make_cards(actor=actor, tournament_id=known["tournament"], numbers=[1])
    return _by_secret(links.join_table(token=made[0].token, seat=0)[1])


def _by_secret(secret: str) -> Visitor:
    return Visitor({COOKIE: secret}, {"Authorization": f"Bearer {secret}"})


def _club(emma: Person, club: Club, known: Mapping[str, Any]) -> dict[str, Any]:
    ids: dict[str, Any] = {"actor": emma.actor, "club_id": club.pk}
    invitation, invited = accounts.invite(**ids, role="scribe")
    double = people.add_player(**ids, name="G. Ost")
    merge = merging.merge_players(
        actor=emma.actor, player_id=double.pk, into_id=known["players"][1], reason="derselbe"
    )
    booking = kitty.book(
        **ids, kind="fine", day=date(2026, 3, 4), lines=[kitty.Line(known["players"][0], -200)]
    )
    sums = openings.Sums(player_id=known["players"][0], hands=9, total=90, exact_hits=1, evenings=1)
    opening = openings.open_season(**ids, label="2015/16", balances=[sums])
    preview = preview_spreadsheet(**ids, content=PAST.encode(), filename="abende-2021.csv")
    (evening,) = evenings.plan(**ids, days=[date(2026, 3, 4)])
    guest = Player.objects.get(pk=known["players"][0])
    SecondFactor.objects.create(user_id=known["user"], confirmed_at=timezone.now())
    return {
        "invitation": invitation.pk,
        "invitation_token": invited,
        "evening": evening.pk,
        "evening_day": "2026-03-04",
        "evening_token": link_of(guest).split("/")[2],
        "merge": merge.pk,
        "booking": booking.pk,
        "year": 2026,
        "opening": opening.pk,
        "preview": preview.pk,
        "import": importing.keep(**ids, content=b"{}").pk,
        "expires_at": timezone.now() + timedelta(days=1),
        "api_token": accounts.new_api_token(user=emma.user, label="Skript")[0].pk,
    }


def _game(emma: Person, club: Club, known: Mapping[str, Any]) -> dict[str, Any]:
    dispute = _asked(emma, Hand.objects.get(pk=known["hand"]))
    penalty = add_penalty(
        actor=emma.actor, game_id=known["game"], seat=0, points=5, reason="Karte gezeigt"
    )
    closed = _played(emma, club, known)
    close_game(actor=emma.actor, game_id=closed)
    booked = _asked(emma, Hand.objects.get(game_id=_played(emma, club, known)))
    choice = choices_in(booked, booked.ruling)[0]
    book_ruling(actor=emma.actor, dispute_id=booked.pk, choice=choice)
    passe = Passe.objects.get(pk=known["passe"])
    call = call_referee(actor=emma.actor, game_id=known["game"], dispute_id=dispute.pk)
    photo = keep_photo(actor=emma.actor, game_id=known["game"], file=_picture())
    return {
        "call": call.pk,
        "photo": photo.pk,
        "dispute": dispute.pk,
        "booked": booked.pk,
        "booked_game": booked.hand.game_id,
        "closed": closed,
        "article": "fragen",
        "facts": {"act": "answer", "offender": 1},
        "value": 40,
        "choice": choice,
        "ruling": dispute.ruling_id,
        "game_penalty": penalty.pk,
        "version": Hand.objects.get(pk=known["hand"]).entries.get().version,
        "table_id": passe.table_id,
        "sheet_id": passe.sheets.get().pk,
    }


def _asked(emma: Person, hand: Hand) -> Dispute:
    question = CaseInput(article="fragen", facts={"act": "answer", "offender": 1}, told="")
    return open_dispute(actor=emma.actor, hand_id=hand.pk, question=question)


def _played(emma: Person, club: Club, known: Mapping[str, Any]) -> UUID:
    """Another game of the same four, with one hand."""
    game = open_game(
        actor=emma.actor,
        club_id=club.pk,
        profile_slug="jassregeln",
        player_ids=known["players"],
        played_on=date(2026, 3, 5),
    )
    record_hand(actor=emma.actor, game_id=game.pk, number=1, slip=known["slip"])
    return game.pk


def _picture() -> bytes:
    paper = BytesIO()
    Image.new("RGB", (8, 8)).save(paper, "JPEG")
    return paper.getvalue()


def _public(emma: Person, club: Club) -> dict[str, Any]:
    made = desk.create_tournament(
        actor=emma.actor,
        club_id=club.pk,
        preset="differenzler-4x4",
        description={
            "name": "Offener Abend",
            "slug": PUBLIC,
            "played_on": timezone.localdate() + timedelta(weeks=3),
            "public": True,
        },
    )
    desk.open_sign_up(actor=emma.actor, tournament_id=made.pk)
    named = [Entered("Rosa Räber")]
    _entries, ticket = entries.sign_up(actor=ANONYMOUS, tournament_id=made.pk, people=named)
    logo = keep_logo(actor=emma.actor, tournament_id=made.pk, file=_picture())
    return {"public": Tournament.objects.get(pk=made.pk).pk, "ticket": ticket, "logo": logo.pk}
