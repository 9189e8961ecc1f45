"""Results typed at the desk and by phones: what counts, what waits, how it is ranked."""

import pytest

from jassclub.core.errors import Conflict, Invalid, NotAllowed
from tests.tournaments.halls import hall
from tournaments.core.models import Tournament
from tournaments.core.selectors import verify
from tournaments.entries.models import Payment
from tournaments.money import services as money
from tournaments.money.services import balance
from tournaments.results import penalties, services as results
from tournaments.results.selectors import sheets_of
from tournaments.standings.models import Ranking
from tournaments.standings.services import freeze, recount

pytestmark = pytest.mark.django_db


@pytest.fixture
def saal():
    found = hall(writing="totals")
    found.call()
    return found


def sheet(first, hands=4):
    return {"lines": [{"points": first}, {"points": hands * 157 - first}]}


def typed(saal, first, table=1, actor=None, **more):
    actor = actor or saal.official("scribe")
    ident = saal.passe(table).pk
    return results.type_sheet(actor=actor, passe_id=ident, data=sheet(first), **more)


def points(saal):
    """By number, as the live ranking has it."""
    recount(saal.tournament.pk)
    rows = saal.tournament.rankings.get(after_round=Ranking.LIVE).rows
    return {row["number"]: row["points"] for row in rows if row["units"]}


def closed(saal):
    """Both tables written, the round closed and its ranking kept."""
    typed(saal, 400)
    typed(saal, 300, table=2)
    saal.close()
    tournament = Tournament.objects.get(pk=saal.tournament.pk)
    return freeze(tournament, number=1, actor=saal.official())


def test_a_sheet_from_the_desk_counts_at_once_for_both_partners(saal):
    assert typed(saal, 400).outcome == "confirmed"
    seats = [s.entry.number for s in saal.passe().sittings.all()]
    found = points(saal)
    assert [found[number] for number in seats] == [400, 228, 400, 228]


@pytest.mark.parametrize(("control", "counts"), [("reject", None), ("split", [410, 218])])
def test_a_wrong_sum_is_dealt_with_as_the_regulation_says(control, counts):
    saal = hall(writing="totals", control=control)
    saal.call()
    data = {"lines": [{"points": 400}, {"points": 208}]}
    ident, desk = saal.passe().pk, saal.official("scribe")
    if counts is None:
        with pytest.raises(Invalid) as refused:
            results.type_sheet(actor=desk, passe_id=ident, data=data)
        assert "608 statt 628" in refused.value.details[0].text
        assert not saal.sheets()
    else:
        written = results.type_sheet(actor=desk, passe_id=ident, data=data).sheet
        assert written.counted["points"] == counts
        assert written.warnings[0]["code"] == "sum_wrong"


def test_a_phone_waits_for_the_other_side(saal):
    waits = typed(saal, 400, actor=saal.phone(seat=0).actor)
    assert (waits.outcome, points(saal)) == ("typed", {})
    with pytest.raises(NotAllowed):
        results.confirm_sheet(actor=saal.phone(seat=2).actor, sheet_id=waits.sheet.pk)
    other = saal.phone(seat=1).actor
    for _repeated in range(3):
        results.confirm_sheet(actor=other, sheet_id=waits.sheet.pk)
    assert len(points(saal)) == 4
    assert [found.state for found in saal.sheets()] == ["confirmed"]


def test_two_at_the_desk_must_agree_where_the_regulation_says_so():
    saal = hall(writing="totals", double_entry=True)
    saal.call()
    first = saal.official("scribe")
    assert typed(saal, 400, actor=first).outcome == "typed"
    assert typed(saal, 400, actor=first).outcome == "merged"
    assert points(saal) == {}
    assert typed(saal, 400, actor=saal.official("director")).outcome == "confirmed"
    assert [found.state for found in saal.sheets()] == ["superseded", "confirmed"]


def test_numbers_that_differ_wait_for_the_director(saal):
    typed(saal, 400, actor=saal.phone(seat=0).actor)
    rival = typed(saal, 410)
    assert rival.outcome == "contested"
    assert [d.pointer for d in rival.differences] == ["/lines/0/points", "/lines/1/points"]
    assert points(saal) == {}
    results.decide(
        actor=saal.official(), passe_id=saal.passe().pk, sheet_id=rival.sheet.pk, reason="Papier"
    )
    assert sorted(set(points(saal).values())) == [218, 410]
    assert not list(verify(Tournament.objects.get(pk=saal.tournament.pk)))


def test_a_late_correction_adds_a_revision_and_keeps_what_was_shown(saal):
    kept = closed(saal)
    with pytest.raises(Conflict):
        typed(saal, 410)
    ident, director = saal.passe().pk, saal.official()
    for _repeated in range(3):
        results.correct(actor=director, passe_id=ident, data=sheet(500), reason="Zahlendreher")
    revisions = saal.tournament.rankings.filter(after_round=1).order_by("revision")
    assert [(found.revision, found.reason) for found in revisions] == [(1, ""), (2, "Zahlendreher")]
    assert revisions[0].rows == kept.rows
    assert revisions[1].rows[0]["points"] == 500
    assert [found.state for found in saal.sheets()] == ["superseded", "confirmed"]


def test_the_order_in_which_sheets_arrive_does_not_matter():
    found = []
    for order in ((1, 2), (2, 1)):
        saal = hall(writing="totals")
        saal.call()
        for table in order:
            typed(saal, 300 + table, table=table)
        recount(saal.tournament.pk)
        found.append(saal.tournament.rankings.get(after_round=Ranking.LIVE).rows)
    assert found[0] == found[1]


def test_counting_again_does_nothing_when_nothing_changed(saal):
    typed(saal, 400)
    assert recount(saal.tournament.pk)
    assert not recount(saal.tournament.pk)
    assert saal.tournament.rankings.get(after_round=Ranking.LIVE).version == 1


def test_hidden_standings_show_the_hall_no_rank():
    saal = hall(writing="totals", ranking={"hidden_from": 1})
    saal.call()
    typed(saal, 400)
    recount(saal.tournament.pk)
    live = saal.tournament.rankings.get(after_round=Ranking.LIVE)
    assert {row["rank"] for row in live.hall_rows} == {None}
    assert live.rows[0]["rank"] == 1


def test_penalties_cost_points_until_they_are_cancelled(saal):
    typed(saal, 400)
    ids = {"actor": saal.official(), "tournament_id": saal.tournament.pk}
    number = saal.passe().sittings.get(index=0).entry.number
    given = penalties.give_penalty(**ids, number=number, points=50, reason="Handy", round_number=1)
    assert _value(saal, number) == 350
    penalties.cancel_penalty(
        actor=saal.official(),
        tournament_id=saal.tournament.pk,
        penalty_id=given.pk,
        reason="Irrtum",
    )
    assert _value(saal, number) == 400


def _value(saal, number):
    recount(saal.tournament.pk)
    rows = saal.tournament.rankings.get(after_round=Ranking.LIVE).rows
    return next(row["value"] for row in rows if row["number"] == number)


def paid(saal, kind, rappen):
    ident = saal.tournament.pk
    money.pay(
        actor=saal.official("scribe"), tournament_id=ident, number=1, kind=kind, rappen=rappen
    )


def test_a_fee_is_taken_once_and_no_more_is_given_back():
    saal = hall(fee=2000)
    paid(saal, Payment.Kind.FEE, 2000)
    with pytest.raises(Conflict):
        paid(saal, Payment.Kind.FEE, 2000)
    paid(saal, Payment.Kind.REFUND, 500)
    with pytest.raises(Conflict):
        paid(saal, Payment.Kind.REFUND, 1501)
    found = balance(saal.tournament)
    assert (found.accounts[1].open, found.till) == (500, 1500)


def test_the_second_typist_does_not_see_what_the_first_wrote():
    saal = hall(writing="totals", double_entry=True)
    saal.call()
    typed(saal, 400)
    assert [found["sheet"] for found in sheets_of(saal.passe())] == [None]
    assert sheets_of(saal.passe(), direction=True)[0]["counted"]["points"] == [400, 228]
    typed(saal, 400, actor=saal.official("director"))
    assert all(found["sheet"] for found in sheets_of(saal.passe()))


def test_a_phone_that_changes_sides_does_not_confirm_itself(saal):
    phone = saal.phone(seat=0)
    typed(saal, 400, actor=phone.actor)
    phone.device.seat = 1
    phone.device.save()
    assert typed(saal, 400, actor=phone.actor).outcome == "merged"
    with pytest.raises(NotAllowed):
        results.confirm_sheet(actor=phone.actor, sheet_id=saal.sheets()[0].pk)
    assert points(saal) == {}
