"""Three events over their real pages, from the empty list to the ranking.

62 pairs by the Swiss system, 41 pairs with a knock-out of the best eight, 402 people with two
desks, one of them without network for a while. What every ranking says is counted a second time,
naively, from what was typed.

    pytest -m proof tests/journeys/test_three_events.py
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from jassclub.core.typography import printed
from tests.tournaments.office import Browser, Office
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Passe
from tournaments.standings.models import Ranking
from tournaments.standings.services import recount

pytestmark = [pytest.mark.django_db, pytest.mark.proof]
Typed = dict[tuple[int, int], tuple[int, int]]
"""By round and table what was written on the sheet, side by side."""


def office(preset: str, people: str, **settings: Any) -> Office:
    found = Office(preset, **settings)
    found.tournament.public = True
    found.tournament.save(update_fields=["public"])
    found.director.do("add", people=people, present="1")
    return found


def pairs(count: int) -> str:
    return "\n".join(f"Anna {n:02} Meier / Urs {n:02} Frei" for n in range(1, count + 1))


def points(number: int, table: int, hands: int) -> tuple[int, int]:
    """Anything that differs from table to table; both sides make the control sum."""
    made = (97 * table + 131 * number + 17 * table * number) % (157 * hands + 1)
    return made, 157 * hands - made


def play(
    found: Office, typed: Typed, number: int, type_all: Callable[[dict[int, tuple[int, int]]], None]
) -> None:
    """A round from the draw to its end."""
    if "Auslosen" in found.director.text() and number not in _planned(found):
        found.director.do("draw")
    found.director.do("call")
    found.director.do("start", number=number)
    hands = found.round().hands
    tables = found.round().passen.values_list("table__number", flat=True)
    sheets = {table: points(number, table, hands) for table in tables}
    typed.update({(number, table): sheet for table, sheet in sheets.items()})
    type_all(sheets)
    found.director.do("close", number=number, reason="")


def _planned(found: Office) -> Iterable[int]:
    draw = found.tournament.draws.order_by("-number").first()
    return range(1, len(draw.rounds) + 1) if draw else ()


def at_one_desk(desk: Browser) -> Callable[[dict[int, tuple[int, int]]], None]:
    def type_all(sheets: dict[int, tuple[int, int]]) -> None:
        for table, sheet in sheets.items():
            assert desk.type(table, *sheet).status_code == 302

    return type_all


def naive(found: Office, typed: Typed, *, until: int = 99) -> dict[int, dict[int, int]]:
    """By entry and round what was written for its side."""
    got: dict[int, dict[int, int]] = defaultdict(dict)
    rows = Passe.objects.filter(round__tournament=found.tournament)
    for passe in rows.select_related("round", "table"):
        if passe.round.number <= until:
            for sitting in passe.sittings.select_related("entry"):
                made = typed[passe.round.number, passe.table.number][sitting.index % 2]
                got[sitting.entry.number][passe.round.number] = made
    return got


def ranking(found: Office) -> Ranking:
    recount(found.tournament.pk)
    return found.tournament.rankings.get(after_round=Ranking.LIVE)


def in_order(rows: list[dict[str, Any]]) -> bool:
    values = [Fraction(row["value"]) for row in rows if row["rank"] is not None]
    return values == sorted(values, reverse=True)


def on_the_page(found: Office) -> str:
    return " ".join(Client().get(f"/t/{found.tournament.slug}/").content.decode().split())


def test_sixty_two_pairs_by_the_swiss_system() -> None:
    found, typed = office("pairs-5x8-swiss", pairs(62)), Typed()
    for number in range(1, 6):
        play(found, typed, number, at_one_desk(found.scribe))
    counted = naive(found, typed)
    assert len(counted) == 124
    rows = ranking(found).teams
    assert len(rows) == 62
    for row in rows:
        first = counted[2 * row["number"] - 1]
        assert first == counted[2 * row["number"]], "partners have the same"
        assert Fraction(row["value"]) == sum(first.values())
    assert in_order(rows)
    meetings = [
        frozenset((s.entry.number + 1) // 2 for s in passe.sittings.select_related("entry"))
        for passe in Passe.objects.filter(round__tournament=found.tournament)
    ]
    assert len(set(meetings)) == len(meetings) == 31 * 5, "nobody met twice"
    assert sum(sum(own.values()) for own in counted.values()) == 2 * 5 * 31 * 8 * 157
    found.director.do("finish")
    assert printed(rows[0]["value"]) in on_the_page(found)


def test_forty_one_pairs_with_byes_and_a_knock_out_of_the_best_eight() -> None:
    final = {"places": 8, "rounds": 3, "knockout": True}
    found = office("pairs-5x8-swiss", pairs(41), rounds=7, final=final)
    typed = Typed()
    for number in range(1, 5):
        play(found, typed, number, at_one_desk(found.scribe))
    counted = naive(found, typed)
    out = {entry: [n for n in range(1, 5) if n not in counted[entry]] for entry in range(1, 83)}
    assert all(len(missed) <= 1 for missed in out.values()), "nobody sits out twice"
    sums = {
        pair: sum(own.values()) + sum(Fraction(sum(own.values()), len(own)) for _ in out[2 * pair])
        for pair in range(1, 42)
        for own in [counted[2 * pair]]
    }
    rows = ranking(found).teams
    assert {row["number"]: Fraction(row["value"]) for row in rows} == sums
    assert in_order(rows)
    best = [row["number"] for row in rows if row["rank"] <= 8]
    assert len(best) == 8
    left = set(best)
    for number in range(5, 8):
        play(found, typed, number, at_one_desk(found.scribe))
        through = set()
        for passe in found.round().passen.select_related("table"):
            four = [s.entry.number for s in passe.sittings.select_related("entry")]
            one, other = (four[0] + 1) // 2, (four[1] + 1) // 2
            first, second = typed[number, passe.table.number]
            if {one, other} <= left:
                through.add(one if first > second else other)
        left = through
    places = {row["number"]: row["rank"] for row in ranking(found).teams}
    assert [pair for pair, rank in places.items() if rank == 1] == list(left)
    assert {pair for pair, rank in places.items() if rank <= 8} == set(best)
    bracket = Client().get(f"/t/{found.tournament.slug}/bracket/").content.decode()
    assert bracket.count("Anna") >= 8


def test_four_hundred_and_two_people_two_desks_and_one_of_them_without_network() -> None:
    people = "\n".join(f"Gast {n:03}" for n in range(1, 403))
    found, typed = office("einzelschieber-4x8", people), Typed()
    one, other = found.scribe, found.browser("scribe")

    def both(sheets: dict[int, tuple[int, int]]) -> None:
        for table, sheet in sheets.items():
            assert (one if table % 2 else other).type(table, *sheet).status_code == 302

    def one_is_cut_off(sheets: dict[int, tuple[int, int]]) -> None:
        kept = [(uuid4().hex, table) for table in sheets if table % 2 == 0]
        for table, sheet in sheets.items():
            if table % 2:
                assert one.type(table, *sheet).status_code == 302
        assert one.type(2, *sheets[2]).status_code == 302, "somebody helps out at the other desk"
        for _again in range(2):  # The network comes back, and goes again before it is heard.
            for key, table in kept:
                assert other.type(table, *sheets[table], key=key).status_code == 302

    for number in range(1, 5):
        play(found, typed, number, one_is_cut_off if number == 2 else both)
    sheets = PasseSheet.objects.filter(passe__round__tournament=found.tournament)
    assert sheets.count() == sheets.filter(state=PasseSheet.State.CONFIRMED).count() == 400
    counted = naive(found, typed)
    rows = {row["number"]: row for row in ranking(found).rows}
    assert len(rows) == 402
    for number, own in counted.items():
        whole = Fraction(sum(own.values()))
        mean = sum(whole / len(own) for _missed in range(4 - len(own)))
        assert Fraction(rows[number]["value"]) == whole + mean, number
    assert in_order(ranking(found).rows)
    partners = defaultdict(list)
    for passe in Passe.objects.filter(round__tournament=found.tournament):
        four = [s.entry.number for s in passe.sittings.select_related("entry")]
        for seat, number in enumerate(four):
            partners[number].append(four[(seat + 2) % 4])
    assert all(len(set(his)) == len(his) for his in partners.values()), "no partner twice"
    found.director.do("finish")
    assert on_the_page(found).count("Gast") >= 402
