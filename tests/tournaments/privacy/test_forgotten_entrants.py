"""Somebody who played is forgotten: in rankings, season tables and averages only his name changes,
also when everything is counted anew."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Player, User
from jassclub.clubs.services.forgetting import anonymise_player
from jassclub.clubs.services.people import add_player
from scoring.claims.entries import record_hand
from scoring.claims.penalties import add_penalty
from scoring.tables.games import close_game
from tests.cast import Caller
from tests.scoring.table import House, differenzler, house, open_table, schieber
from tests.tournaments.events import Event
from tests.tournaments.playing import play
from tournaments.desk import rounds, services as setup
from tournaments.entries import entrants, services as people
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry
from tournaments.results import hands, penalties
from tournaments.seasons.models import SeasonAverage, SeasonTally, StandingsSnapshot
from tournaments.seasons.services import count_events, recompute
from tournaments.standings.models import Ranking
from tournaments.standings.services import recount, revise

pytestmark = [pytest.mark.django_db, pytest.mark.once]

NAME, NEUTRAL = "Hansruedi Ammann", "Person 1"
GUESTS = ("Nina", "Otto", "Paula", "Reto")
HIS = 2
"""His start number."""
MOMENTARY = ("computed_at", "pending", "version")
"""When and how often something was counted, and whether it is to be."""
SLIPS = (
    ([20, 40, 30, 50], [25, 52, 40]),
    ([10, 70, 40, 30], [10, 90, 40]),
    ([0, 60, 45, 55], [3, 57, 44]),
)


@dataclass(frozen=True)
class Year:
    """A season with evenings and with tournaments that are over; who is forgotten is `him`."""

    house: House
    days: list[Event]
    him: Player

    def entries(self) -> Any:
        """His entries, linked to him or not."""
        return Entry.objects.filter(tournament__season=self.house.season, number=HIS)

    def told(self) -> dict[str, Any]:
        """What is kept and shown of all this, by address; equals stand in no order."""
        desk = Caller(user=User.objects.get(pk=self.house.official("director").ident))
        season, club = f"seasons/{self.house.season.pk}", f"clubs/{self.house.club.pk}"
        addresses = [
            *(f"{season}/{what}" for what in ("standings", "averages", "events", "ratings")),
            *(f"{club}/{what}" for what in ("averages", "side-averages")),
            *(f"players/{self.him.pk}/{what}" for what in ("averages", "calibration")),
        ]
        found = {address: _answer(desk, address) for address in addresses}
        for game in found[f"{season}/events"]["games"]:
            game["rows"].sort(key=_nameless)
        for day in self.days:
            found |= _told_of(day, desk)
        return found

    def count_anew(self) -> None:
        """Forget all that was counted, and count it from what was written."""
        cache.clear()
        for model in (StandingsSnapshot, SeasonAverage, SeasonTally):
            model.objects.all().delete()
        Ranking.objects.filter(after_round=Ranking.LIVE).delete()
        recompute(self.house.season.pk)
        for day in self.days:
            recount(day.tournament.pk)
            revise(day.fresh(), since=1, actor=SYSTEM, reason="noch einmal gezählt")


def _nameless(row: dict[str, Any]) -> str:
    return json.dumps({**row, "name": ""})


def _told_of(day: Event, desk: Caller) -> dict[str, Any]:
    """The rankings of a tournament as they are stored, and as the hall and the desk read them."""
    one = f"tournaments/{day.tournament.pk}"
    stored = Ranking.objects.filter(tournament=day.tournament).order_by("after_round", "revision")
    columns = ("after_round", "revision", "reason", "rows", "teams", "hall_rows", "hall_teams",
               "findings", "hall_findings")  # fmt: skip
    board = _answer(Caller(), f"{one}/board")
    board["seating"].sort(key=lambda row: row[1])
    after = [round_.number for round_ in day.tournament.rounds.order_by("number")]
    return {
        f"{one} stored": list(stored.values(*columns)),
        f"{one}/board": board,
        f"{one}/standings": _answer(desk, f"{one}/standings"),
        **{f"{one} {n}": _answer(Caller(), f"{one}/standings", after=n) for n in after},
    }


def _answer(reader: Caller, address: str, **params: Any) -> Any:
    answer = reader.get(address, **params)
    assert answer.status_code == 200, (address, answer.content)
    return _lasting(answer.json())


def _lasting(value: Any) -> Any:
    """An answer without what says when and how often it was counted."""
    if isinstance(value, dict):
        return {name: _lasting(one) for name, one in value.items() if name not in MOMENTARY}
    return [_lasting(one) for one in value] if isinstance(value, list) else value


def renamed(told: dict[str, Any]) -> dict[str, Any]:
    """The same with the neutral name."""
    found: dict[str, Any] = json.loads(json.dumps(told).replace(NAME, NEUTRAL))
    return found


@pytest.fixture
def year() -> Year:
    """Two evenings, a day of drawn partners, one of teams, one with recorded Differenzler."""
    own = house()
    him = own.people[1] = add_player(actor=SYSTEM, club_id=own.club.pk, name=NAME)
    _evenings(own)
    return Year(own, [_schieber_day(own), _teams_day(own), _recorded_day(own)], him)


def _evenings(own: House) -> None:
    alone, sides = open_table(own, "differenzler-verdeckt"), open_table(own, "schieber-1000")
    for number, (said, made) in enumerate(SLIPS, start=1):
        alone.write(number, differenzler(said, made))
        sides.write(number, schieber(90 + number))
    judge = own.official("referee")
    add_penalty(actor=judge, game_id=alone.game.pk, seat=1, points=5, reason="Bock", number=1)
    for table in (alone, sides):
        close_game(actor=own.official("scribe"), game_id=table.game.pk)
    count_events()


def _day(own: House, number: int, preset: str, **settings: Any) -> Event:
    """A public tournament of the season, in which he is number 2 of eight."""
    made = setup.create_tournament(
        actor=own.official("director"),
        club_id=own.club.pk,
        preset=preset,
        settings={"hands": 4, **settings},
        description={
            "name": f"Tag {number}", "slug": f"tag-{number}", "season_id": own.season.pk,
            "played_on": own.season.starts + timedelta(days=number), "public": True,
        },
    )  # fmt: skip
    day = Event(own, made)
    names = [*(player.name for player in own.people[:4]), *GUESTS]
    people.add_entries(**day.ids, people=[Person(name) for name in names], present=True)
    return day


def _schieber_day(own: House) -> Event:
    """Two rounds, and penalty points of his."""
    day = _day(own, 1, "einzelschieber-4x12", rounds=2)
    play(day)
    penalties.give_penalty(**day.ids, number=HIS, points=20, reason="Geredet")
    play(day)
    setup.finish(**day.ids)
    return day


def _teams_day(own: House) -> Event:
    day = _day(own, 2, "teams-4x8", rounds=2, team_size=4, standing_from=None)
    entrants.make_team(**day.ids, name="", numbers=[1, HIS, 3, 4])
    entrants.make_team(**day.ids, name="", numbers=[5, 6, 7, 8])
    play(day)
    play(day)
    setup.finish(**day.ids)
    return day


def _recorded_day(own: House) -> Event:
    """One round, of which both tables have recorded every hand."""
    day = _day(own, 3, "differenzler-4x4", rounds=1)
    round_ = day.call()
    rounds.start_round(**day.ids, number=1)
    for place, passe in enumerate(round_.passen.all()):
        game = hands.open_passe(actor=day.scribe, passe_id=passe.pk)
        for number in range(1, 5):
            said = [10 * (number + seat) + place for seat in range(4)]
            slip = differenzler(said, [25 + place, 52, 40])
            record_hand(actor=day.scribe, game_id=game.pk, number=number, slip=slip)
        close_game(actor=day.scribe, game_id=game.pk)
    count_events()
    rounds.close_round(**day.ids, number=1)
    setup.finish(**day.ids)
    return day


def forget(year: Year) -> None:
    anonymise_player(actor=SYSTEM, player_id=year.him.pk, reason="gewünscht")


def test_only_his_name_changes_in_every_ranking_table_and_average(year):
    year.count_anew()
    before = year.told()
    forget(year)
    assert NAME in json.dumps(before)
    assert year.told() == renamed(before)
    year.count_anew()
    assert year.told() == renamed(before)


def test_entries_that_were_never_linked_to_him_are_counted_as_before(year):
    year.entries().exclude(tournament=year.days[-1].tournament).update(player=None)
    before = year.told()
    forget(year)
    assert year.told() == renamed(before)
    year.count_anew()
    assert year.told() == renamed(before)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("other", ["Hansruedi", "Ammann", "Ammanns", "hansruedi ammann"])
def test_whoever_is_called_nearly_like_him_is_not_added_to_him(year, other):
    year.entries().filter(tournament=year.days[0].tournament).update(player=None)
    year.entries().filter(tournament=year.days[1].tournament).update(player=None, name=other)
    before = _sums(year)
    forget(year)
    assert _sums(year) == before


def _sums(year: Year) -> list[str]:
    """The rows of the tournaments of the season, without names."""
    games = year.told()[f"seasons/{year.house.season.pk}/events"]["games"]
    return [_nameless(row) for game in games for row in game["rows"]]
