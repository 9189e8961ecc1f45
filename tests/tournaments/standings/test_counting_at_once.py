"""Two workers count the same ranking at the same moment."""

from functools import partial

import pytest

from tests.at_once import at_once
from tests.tournaments.halls import Hall, hall
from tournaments.core.models import Tournament
from tournaments.results import services as results
from tournaments.standings.models import Ranking
from tournaments.standings.services import recount, recount_waiting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.core.selectors.wake", lambda *_args, **_more: None)


def typed(saal: Hall, table: int, first: int) -> None:
    """The desk types a table."""
    data = {"lines": [{"points": first}, {"points": 628 - first}]}
    desk = saal.official("scribe")
    results.type_sheet(actor=desk, passe_id=saal.passe(table).pk, data=data)


def live(saal: Hall) -> Ranking:
    """The one live ranking, up to date."""
    found = Ranking.objects.get(tournament=saal.tournament, after_round=Ranking.LIVE)
    assert found.results_version == Tournament.objects.get(pk=saal.tournament.pk).results_version
    return found


def test_one_counts_and_the_others_find_nothing_to_do() -> None:
    saal = hall(writing="totals")
    saal.call()
    for version, first in ((1, 400), (2, 300)):
        typed(saal, version, first)
        answers = at_once([partial(recount, saal.tournament.pk)] * 3)
        assert sorted(answers) == [False, False, True]
        assert live(saal).version == version
    points = {row["points"] for row in live(saal).rows}
    assert points == {400, 228, 300, 328}


def test_two_sweeps_count_each_tournament_once() -> None:
    halls = [hall(writing="totals") for _tournament in range(3)]
    for saal in halls:
        saal.call()
        typed(saal, 1, 400)
    assert sum(at_once([recount_waiting, recount_waiting])) == len(halls)
    for saal in halls:
        assert {row["points"] for row in live(saal).rows if row["units"]} == {400, 228}
