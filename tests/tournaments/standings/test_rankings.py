"""The ranking of a hall against a naive count of its sheets, in any order and with any noise."""

from collections import Counter
from random import Random

import pytest

from tests.tournaments.halls import hall
from tournaments.core.selectors import results_changed
from tournaments.results.models import PasseSheet
from tournaments.results.pure.sheet import Terms, as_json, from_scores, settle
from tournaments.standings.models import Ranking
from tournaments.standings.rankings import order_of, shown
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db

HANDS = 4
TERMS = Terms(hands=HANDS)


def put(passe, first, state, number):
    """A version of a sheet as it stands in the rows."""
    sheet = from_scores(hands=HANDS, points=(first, HANDS * 157 - first))
    PasseSheet.objects.create(
        club_id=passe.club_id,
        passe=passe, number=number, state=state, origin="desk", actor="system:test",
        sheet=as_json(sheet), counted=settle(sheet, TERMS).as_json(),
    )  # fmt: skip


def filled(points, arrival, noise):
    """Twelve people, three rounds: the points of the first side of each table that count."""
    saal = hall(entries=12, rounds=3, hands=HANDS, writing="totals")
    for _round in range(3):
        saal.call()
        saal.close()
    for key in arrival:
        passe, numbers = saal.passe(key[1], number=key[0]), iter(range(1, 9))
        for state in noise.sample(["typed", "contested", "superseded"], 2):
            put(passe, noise.randrange(628), state, next(numbers))
        put(passe, points[key], "confirmed", next(numbers))
    results_changed(saal.tournament)
    recount(saal.tournament.pk)
    return saal


def naive(saal, points):
    """Points by number, added up by hand from who sat where."""
    sums: Counter[int] = Counter()
    for (number, table), first in points.items():
        for sitting in saal.passe(table, number=number).sittings.all():
            sums[sitting.entry.number] += (first, HANDS * 157 - first)[sitting.index % 2]
    return sums


@pytest.mark.parametrize("seed", range(4))
def test_only_sheets_that_count_make_the_ranking_in_whatever_order_they_come(seed):
    lot = Random(seed)
    points = {(r, t): lot.randrange(628) for r in (1, 2, 3) for t in (1, 2, 3)}
    kept = []
    for _again in range(2):
        arrival = lot.sample(list(points), len(points))
        saal = filled(points, arrival, lot)
        rows = saal.tournament.rankings.get(after_round=Ranking.LIVE).rows
        assert {row["number"]: row["value"] for row in rows} == naive(saal, points)
        assert [row["value"] for row in rows] == sorted(naive(saal, points).values(), reverse=True)
        assert [row["number"] for row in rows] == order_of(saal.tournament)
        kept.append(rows)
    assert kept[0] == kept[1]


@pytest.mark.parametrize(
    ("stored", "text"), [("-17/3", "−5.67"), (-5, "−5"), ("2000/3", "666.67"), (None, "–")]
)
def test_a_number_is_shown_with_the_minus_of_print(stored, text):
    assert shown(stored) == text
