"""A change of results wakes one who counts, once, when it stands; and without a broker the sweep
finds what waits."""

from typing import Any

import pytest
from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from jassclub.core import workers
from tests.tournaments.halls import Hall, hall
from tournaments.results import penalties, services as results
from tournaments.standings import services as standings
from tournaments.standings.models import FailedCount, Ranking
from tournaments.tasks import rank

pytestmark = pytest.mark.django_db(transaction=True)

RANK = "tournaments.tasks.rank"


class Broker:
    """Remembers what was sent; `away` lets it fail as a real one does."""

    def __init__(self) -> None:
        self.away, self.tries, self.sent = False, 0, list[str]()

    def send_task(self, name: str, **_options: Any) -> None:
        """Take a message."""
        self.tries += 1
        if self.away:
            raise OperationalError("Connection refused")
        self.sent.append(name)


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    """The broker of this test."""
    fake = Broker()
    monkeypatch.setattr(current_app, "send_task", fake.send_task)
    monkeypatch.setattr(workers, "_silent_until", 0.0)
    return fake


def called(**settings: Any) -> Hall:
    """Two tables in their first round."""
    found = hall(writing="totals", **settings)
    found.call()
    return found


def typed(saal: Hall, table: int = 1) -> None:
    """The desk types 400 to 228."""
    data = {"lines": [{"points": 400}, {"points": 228}]}
    desk = saal.official("scribe")
    results.type_sheet(actor=desk, passe_id=saal.passe(table).pk, data=data)


def live(saal: Hall) -> Ranking | None:
    """The live ranking as it is stored."""
    return saal.tournament.rankings.filter(after_round=Ranking.LIVE).first()


def test_many_changes_of_one_transaction_are_one_message_after_it(broker: Broker) -> None:
    saal = called()
    with transaction.atomic():
        typed(saal)
        typed(saal, 2)
        results.strike(actor=saal.official(), passe_id=saal.passe().pk, reason="weg")
        ids: dict[str, Any] = {"actor": saal.official(), "tournament_id": saal.tournament.pk}
        penalties.give_penalty(**ids, number=1, points=5, reason="Lärm")
        assert broker.sent == []
    assert broker.sent == [RANK]


def test_each_change_that_stands_is_told_and_none_that_does_not(broker: Broker) -> None:
    saal = called()
    typed(saal)
    typed(saal, 2)
    assert broker.sent == [RANK, RANK]
    with transaction.atomic():
        results.strike(actor=saal.official(), passe_id=saal.passe().pk, reason="weg")
        transaction.set_rollback(True)
    assert broker.sent == [RANK, RANK]


def test_what_counts_nothing_yet_wakes_nobody(broker: Broker) -> None:
    saal = called(double_entry=True)
    typed(saal)
    assert broker.sent == []
    typed(saal)
    assert broker.sent == [RANK]


def test_without_a_broker_the_result_stands_and_the_sweep_ranks_it(broker: Broker) -> None:
    saal, broker.away = called(), True
    typed(saal)
    assert (broker.tries, broker.sent) == (1, [])
    assert [sheet.state for sheet in saal.sheets()] == ["confirmed"]
    assert live(saal) is None
    assert rank() == 1
    found = live(saal)
    assert found is not None
    assert {row["points"] for row in found.rows if row["units"]} == {400, 228}
    assert rank() == 0


def test_one_that_cannot_be_ranked_holds_up_no_other(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = called(), called()
    typed(one)
    typed(other)
    honest = standings.recount

    def fails(tournament_id: Any) -> bool:
        if tournament_id == one.tournament.pk:
            raise RuntimeError("no")
        return honest(tournament_id)

    monkeypatch.setattr(standings, "recount", fails)
    assert rank() == 1
    assert (live(one), live(other) is None) == (None, False)
    monkeypatch.undo()
    FailedCount.objects.update(again_at=timezone.now())
    assert rank() == 1
    assert live(one) is not None
