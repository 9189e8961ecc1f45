"""How long a shown ranking is open to objections, and who may still open it then."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from jassclub.core.errors import Conflict
from tests.tournaments.events import Event, event
from tournaments.desk import rounds, services as desk
from tournaments.results import services as results
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db

RIGHT = {"lines": [{"points": 1000}, {"points": 884}]}
BETTER = {"lines": [{"points": 984}, {"points": 900}]}


def closed(**settings: Any) -> Event:
    """Four people, one round of twelve hands, played, written and closed."""
    day = event(rounds=1, **settings)
    day.enter(4)
    round_ = day.call()
    results.type_sheet(actor=day.scribe, passe_id=round_.passen.get().pk, data=RIGHT)
    rounds.close_round(**day.ids, number=1)
    return day


def correct(day: Event, **more: bool) -> PasseSheet:
    passe = day.tournament.rounds.get().passen.get()
    return results.correct(
        actor=day.director, passe_id=passe.pk, data=BETTER, reason="Zettel vertauscht", **more
    )


def back(minutes: int) -> None:
    """As if the round had been closed so long ago."""
    Round.objects.update(closed_at=timezone.now() - timedelta(minutes=minutes))


def test_an_objection_in_time_is_taken() -> None:
    day = closed(correction_minutes=30)
    back(29)
    assert correct(day).counted["points"] == [984, 900]


def test_after_the_time_only_the_word_of_the_director_opens_a_result() -> None:
    day = closed(correction_minutes=30)
    back(31)
    with pytest.raises(Conflict) as refused:
        correct(day)
    assert refused.value.code == "too_late"
    assert correct(day, out_of_time=True).after_closing


def test_without_a_time_objections_are_taken_until_the_end_of_the_tournament() -> None:
    day = closed(correction_minutes=None)
    back(600)
    assert correct(day).counted["points"] == [984, 900]
    desk.finish(**day.ids)
    passe = day.tournament.rounds.get().passen.get()
    with pytest.raises(Conflict) as refused:
        results.correct(actor=day.director, passe_id=passe.pk, data=RIGHT, reason="Doch nicht")
    assert refused.value.code == "too_late"
