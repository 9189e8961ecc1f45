"""One of each kind in the demo club, beside what `load_demo` loads: tables of the rarer games, a
ruling, the kitty, links and a ticket, of which pictures and the tests of every page want one each.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.utils import timezone

from jassclub.clubs.actors import ANONYMOUS, Actor, person_actor
from jassclub.clubs.models import Club, Device, KittyBooking, Membership, Player, Role
from jassclub.clubs.services import accounts, kitty, links, merging, people
from jassclub.exchange.spreadsheets import preview_spreadsheet
from jassclub.home.demo import club as demo
from jassclub.webhooks.services import add_webhook
from referee.services import CaseInput
from scoring.claims.entries import record_hand
from scoring.claims.models import Dispute
from scoring.core.models import Game
from scoring.disputes.services import open_dispute
from scoring.games.evenings import EVENINGS
from scoring.tables.games import open_game
from tournaments.core.models import Tournament
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry
from tournaments.rounds import hall
from tournaments.seasons import openings

HANDS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "schieber-1000": (
        {"contract": "RO", "declared_by": 0, "points": [97, None], "weis": [20, 0]},
        {"contract": "U", "declared_by": 1, "points": [62, None]},
        {"contract": "SI", "declared_by": 2, "points": [None, 71], "stoeck": 0},
    ),
    "hae": (
        {"bids": [3, 3, 2, 1], "tricks": [3, 2, 3, 2]},
        {"bids": [2, 4, 1, 3], "tricks": [2, 3, 1, 3]},
        {"bids": [1, 2, 3, 1], "tricks": [2, 2, 3, 1]},
    ),
    "coiffeur": (
        {"side": 0, "line": "SI", "contract": None, "points": 100},
        {"side": 1, "line": "RO", "contract": None, "points": 122},
        {"side": 0, "line": "O", "contract": None, "points": 88},
        {"side": 1, "line": "U", "contract": None, "points": 131},
    ),
    "freies-blatt": ({"points": [40, 65, 20, 32]}, {"points": [51, 12, 60, 34]}),
    "schieber-passen": ({"points": [1000, 884], "partner": 1, "hands": 12, "matsches": [0, 1]},),
    "handjass": ({"points": [50, 40, 37, 30]},),
    "differenzler-verdeckt": (
        {"trump": "SE", "predictions": [50, 33, 20, 42], "points": [47, 30, 41, None]},
    ),
    "molotow-striche": EVENINGS["molotow-striche"].hands,
}
"""One table tonight by each of these rules, and what is written there."""
PAST = """Datum;Tisch;Spiel;Spieler;Ansage;Punkte
4.3.2021;1;1;Anna Aregger;50;47
4.3.2021;1;1;Beat Brunner;33;30
4.3.2021;1;1;Reto Neu;44;41
4.3.2021;1;1;Chlöe Conti;42;39
"""
YEARS = """Saison 2018
Rang;Name;1. Abend;2. Abend;3. Abend;Total
1;Anna Aregger;97;101;88;286
2;Beat Brunner;120;entsch.;101;222
3;Reto Neu;99*;130;140;270
"""


@dataclass(frozen=True, kw_only=True)
class Evening:
    """What was made; the tokens are readable here only."""

    games: Mapping[str, Game]
    dispute: Dispute
    booking: KittyBooking
    opening_id: UUID
    preview_id: UUID
    years_id: UUID
    webhook_id: UUID
    invitation: str
    table_code: str
    phone: str
    card: str
    ticket: str

    def pages(self) -> dict[str, str]:
        """What there is to see, by name."""
        game = self.games["schieber-1000"]
        club = game.club
        played = {one.label: one for one in Game.objects.filter(club=club).exclude(label="")}
        tables = {"tafel": played["Tisch 1"], "differenzler": played["Tisch 2"], **self.games}
        anna = Player.objects.get(club=club, user__username="anna")
        season = club.seasons.latest("starts")
        return {
            **{name: f"/games/{one.pk}/" for name, one in tables.items()},
            "urteil": f"/games/{game.pk}/disputes/{self.dispute.pk}/",
            "spielerin": f"/players/{anna.pk}/",
            "saison": f"/seasons/{season.pk}/",
            "woher": f"/seasons/{season.pk}/players/{anna.pk}/why/differenzler/",
            "tisch": f"/t/{self.card}",
            "karte": f"/t/differenzler-abend/ticket/{self.ticket}",
            "einladung": f"/i/{self.invitation}",
            "tabelle": f"/clubs/{club.slug}/data/{self.preview_id}/",
            "saisontabelle": f"/clubs/{club.slug}/data/{self.years_id}/",
        }


def load(*, club: Club, today: date) -> Evening:
    """One of each kind, in the demo club. Tournaments are those that the demo has loaded."""
    admin = person_actor(Membership.objects.get(club=club, role=Role.ADMIN).user_id)
    players = list(Player.objects.filter(club=club).order_by("name"))
    games = {slug: _game(club, admin, players, slug, today) for slug in HANDS}
    _device, secret, code = _phone(club, admin, games["schieber-1000"])
    cup = Tournament.objects.get(club=club, slug="frohsinn-cup")
    _invitation, token = accounts.invite(actor=admin, club_id=club.pk, role="scribe")
    return Evening(
        games=games,
        dispute=_asked(admin, games["schieber-1000"]),
        booking=_kitty(club, admin, players, today),
        opening_id=_earlier(club, admin, players),
        preview_id=preview_spreadsheet(
            actor=admin, club_id=club.pk, content=PAST.encode(), filename="abende-2021.csv"
        ).pk,
        years_id=preview_spreadsheet(
            actor=admin, club_id=club.pk, content=YEARS.encode(), filename="saison-2018.csv"
        ).pk,
        webhook_id=_webhook(club, admin),
        invitation=token,
        table_code=code,
        phone=secret,
        card=hall.make_cards(actor=admin, tournament_id=cup.pk, numbers=[1])[0].token,
        ticket=_ticket(club),
    )


def _game(club: Club, actor: Actor, players: Sequence[Player], slug: str, today: date) -> Game:
    game = open_game(
        actor=actor,
        club_id=club.pk,
        profile_slug=slug,
        player_ids=[player.pk for player in players[:4]],
        played_on=today,
    )
    for number, slip in enumerate(HANDS[slug], start=1):
        record_hand(actor=actor, game_id=game.pk, number=number, slip=slip)
    return game


def _phone(club: Club, actor: Actor, game: Game) -> tuple[Device, str, str]:
    """A phone at the second seat of a game, its secret, and the code that others come by."""
    _link, code = links.create_link(
        actor=actor, club_id=club.pk, label="Tisch 3", scope_kind="game", scope_id=game.pk
    )
    device, secret = links.join_table(token=code, seat=1)
    return device, secret, code


def _asked(actor: Actor, game: Game) -> Dispute:
    question = CaseInput(article="fragen", facts={"act": "answer", "offender": 1}, told="")
    return open_dispute(actor=actor, hand_id=game.hands.get(number=3).pk, question=question)


def _kitty(club: Club, actor: Actor, players: Sequence[Player], today: date) -> KittyBooking:
    stakes = [kitty.Line(player.pk, -500) for player in players[:6]]
    common: dict[str, Any] = {"actor": actor, "club_id": club.pk, "day": today}
    kitty.book(**common, kind="stake", lines=stakes, note="Einsatz Donnerstag")
    paid = [kitty.Line(player.pk, 500) for player in players[:3]]
    return kitty.book(**common, kind="payment", lines=paid)


def _earlier(club: Club, actor: Actor, players: Sequence[Player]) -> UUID:
    double = people.add_player(actor=actor, club_id=club.pk, name="A. Aregger")
    sums = [
        openings.Sums(
            player_id=player.pk, hands=96, total=960 + 40 * at, exact_hits=9 - at, evenings=8
        )
        for at, player in enumerate(players[:4])
    ]
    opening = openings.open_season(actor=actor, club_id=club.pk, label="2015/16", balances=sums)
    anna = next(player for player in players if player.name.startswith("Anna"))
    merging.merge_players(
        actor=actor, player_id=double.pk, into_id=anna.pk, reason="auf alten Blättern gekürzt"
    )
    return opening.pk


def _webhook(club: Club, actor: Actor) -> UUID:
    hook, _secret = add_webhook(
        actor=actor,
        club_id=club.pk,
        label="Website",
        url="https://example.org/jassclub",
        events=["game.closed"],
    )
    return hook.pk


def _ticket(club: Club) -> str:
    coming = Tournament.objects.get(club=club, slug="differenzler-abend")
    named = [Person("Rosa Räber", kind=Entry.Kind.PLAYER)]
    return entries.sign_up(actor=ANONYMOUS, tournament_id=coming.pk, people=named)[1]


def main() -> None:
    """The club with them, into a database that has been migrated; prints its pages as JSON."""
    today = timezone.localdate()
    print(json.dumps(load(club=demo.load(seed=1291, today=today), today=today).pages()))
