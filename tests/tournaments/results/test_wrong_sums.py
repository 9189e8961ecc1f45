"""A sheet whose sum is wrong, as each regulation deals with it, up to the ranking."""

from typing import Any

import pytest

from jassclub.core.errors import Invalid
from tests.tournaments.halls import Hall, hall
from tournaments.results import services as results
from tournaments.results.models import PasseSheet
from tournaments.standings.models import Ranking
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db

SHORT = {"lines": [{"points": 400}, {"points": 208}]}
"""608 of 628."""


def under(control: str, **settings: Any) -> Hall:
    """A hall with its first round called, ruled so."""
    found = hall(writing="totals", control=control, **settings)
    found.call()
    return found


def typed(saal: Hall, **more: Any) -> results.Typed:
    """The desk types the short sheet of table 1."""
    return results.type_sheet(
        actor=saal.official("scribe"), passe_id=saal.passe().pk, data={**SHORT, **more}
    )


def ranked(saal: Hall) -> list[Any]:
    """Points at table 1 in playing order, as the live ranking has them."""
    recount(saal.tournament.pk)
    rows = saal.tournament.rankings.get(after_round=Ranking.LIVE).rows
    points = {row["number"]: row["points"] for row in rows if row["units"]}
    return [points.get(s.entry.number) for s in saal.passe().sittings.order_by("index")]


def test_what_is_missing_is_split_between_the_sides() -> None:
    saal = under("split")
    assert typed(saal).outcome == "confirmed"
    assert ranked(saal) == [410, 218, 410, 218]


@pytest.mark.parametrize(("scribe", "points"), [(0, [400, 228]), (1, [420, 208]), (2, [400, 228])])
def test_the_side_of_the_scribe_gains_nothing_by_what_is_missing(
    scribe: int, points: list[int]
) -> None:
    saal = under("scribe")
    sheet = typed(saal, scribe=scribe).sheet
    assert sheet.counted["points"] == points
    assert sheet.warnings[0]["code"] == "sum_wrong"
    assert ranked(saal) == points * 2


def test_without_a_scribe_named_nobody_can_be_charged() -> None:
    saal = under("scribe")
    with pytest.raises(Invalid) as refused:
        typed(saal)
    assert [detail.pointer for detail in refused.value.details] == ["/scribe"]
    assert not saal.sheets()
    right = {"lines": [{"points": 400}, {"points": 228}]}
    desk = saal.official("scribe")
    answer = results.type_sheet(actor=desk, passe_id=saal.passe().pk, data=right)
    assert answer.outcome == "confirmed", "a sum that is right needs no scribe"


def test_where_the_director_decides_the_sheet_is_held_and_counts_nothing() -> None:
    saal = under("director")
    answer = typed(saal)
    assert (answer.outcome, answer.rival) == ("contested", None)
    assert answer.sheet.counted["state"] == "held"
    assert ranked(saal) == [None] * 4
    assert typed(saal).outcome == "contested", "the same once more makes it no truer"
    assert len(saal.sheets()) == 1


def test_the_director_lets_the_held_sheet_count_with_its_wrong_sum() -> None:
    saal = under("director")
    held = typed(saal).sheet
    counts = results.decide(
        actor=saal.official(), passe_id=saal.passe().pk, sheet_id=held.pk, reason="so gespielt"
    )
    assert [one.state for one in saal.sheets()] == ["superseded", "confirmed"]
    assert (counts.origin, counts.reason) == (PasseSheet.Origin.CORRECTION, "so gespielt")
    assert counts.warnings == held.warnings != []
    assert ranked(saal) == [400, 208, 400, 208]


def test_the_director_writes_other_numbers_over_the_held_sheet() -> None:
    saal = under("director")
    typed(saal)
    ids: dict[str, Any] = {"actor": saal.official(), "passe_id": saal.passe().pk}
    results.decide(**ids, data={"lines": [{"points": 420}, {"points": 208}]}, reason="nachgezählt")
    assert ranked(saal) == [420, 208, 420, 208]


@pytest.mark.parametrize("control", ["reject", "split", "scribe", "director"])
def test_what_the_director_writes_stands_under_every_regulation(control: str) -> None:
    saal = under(control)
    ids: dict[str, Any] = {"actor": saal.official(), "passe_id": saal.passe().pk}
    sheet = results.decide(**ids, data=SHORT, reason="ein Spiel abgebrochen")
    assert sheet.counted["points"] == [400, 208]
    assert [warning["code"] for warning in sheet.warnings] == ["sum_wrong"]
    assert ranked(saal) == [400, 208, 400, 208]
    live = saal.tournament.rankings.get(after_round=Ranking.LIVE)
    assert [finding["pointer"] for finding in live.findings] == ["/rounds/1/tables/1"]


def test_a_version_with_a_wrong_sum_counts_as_it_was_shared_out_when_it_is_chosen() -> None:
    saal = under("split", double_entry=True)
    first = typed(saal)
    rival = results.type_sheet(
        actor=saal.official("scribe"),
        passe_id=saal.passe().pk,
        data={"lines": [{"points": 400}, {"points": 228}]},
    )
    assert (first.outcome, rival.outcome) == ("typed", "contested")
    ids: dict[str, Any] = {"actor": saal.official(), "passe_id": saal.passe().pk}
    results.decide(**ids, sheet_id=first.sheet.pk, reason="Papier angesehen")
    assert ranked(saal) == [410, 218, 410, 218]
