"""Struck and typed again, typed by two and by three, at the desk and at the table."""

import pytest

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, NotAllowed
from tests.tournaments.halls import Hall, hall
from tournaments.core.models import Tournament
from tournaments.core.selectors import verify
from tournaments.results import services as results
from tournaments.standings.models import Ranking
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db


def called(*, double: bool = False) -> Hall:
    """A hall with its first round called."""
    found = hall(writing="totals", double_entry=double)
    found.call()
    return found


def write(saal: Hall, first: int, by: Actor, *, table: int = 1) -> results.Typed:
    """Somebody writes the sheet of a table."""
    data = {"lines": [{"points": first}, {"points": 628 - first}]}
    return results.type_sheet(actor=by, passe_id=saal.passe(table).pk, data=data)


def counted(saal: Hall) -> set[int]:
    """The points in the live ranking."""
    recount(saal.tournament.pk)
    rows = saal.tournament.rankings.get(after_round=Ranking.LIVE).rows
    return {row["points"] for row in rows if row["units"]}


def states(saal: Hall) -> list[str]:
    """Of all versions at table 1, oldest first; the log holds."""
    assert not list(verify(Tournament.objects.get(pk=saal.tournament.pk)))
    return [sheet.state for sheet in saal.sheets()]


# ---- struck


def test_what_was_struck_counts_no_more_and_what_is_typed_next_does() -> None:
    saal = called()
    desk = saal.official("scribe")
    write(saal, 400, desk)
    assert counted(saal) == {400, 228}
    struck = results.strike(actor=desk, passe_id=saal.passe().pk, reason="falscher Tisch")
    assert counted(saal) == set()
    assert write(saal, 300, desk).outcome == "confirmed"
    assert counted(saal) == {300, 328}
    assert states(saal) == ["superseded", "confirmed"]
    assert saal.sheets()[0].sheet == struck.sheet, "it stays readable"


def test_the_same_numbers_as_those_struck_are_a_version_of_their_own() -> None:
    saal = called()
    desk = saal.official("scribe")
    write(saal, 400, desk)
    results.strike(actor=desk, passe_id=saal.passe().pk, reason="doch nicht")
    assert write(saal, 400, desk).outcome == "confirmed"
    assert states(saal) == ["superseded", "confirmed"]


def test_where_two_must_agree_they_agree_anew_after_a_strike() -> None:
    saal = called(double=True)
    one, other = saal.official("scribe"), saal.official("scribe")
    write(saal, 400, one)
    write(saal, 400, other)
    results.strike(actor=one, passe_id=saal.passe().pk, reason="Zahlendreher")
    assert write(saal, 410, one).outcome == "typed"
    assert counted(saal) == set()
    assert write(saal, 410, other).outcome == "confirmed"
    assert counted(saal) == {410, 218}


def test_nothing_is_struck_where_nothing_counts_or_by_a_phone_or_in_a_closed_round() -> None:
    saal = called(double=True)
    desk, ident = saal.official("scribe"), saal.passe().pk
    write(saal, 400, desk)
    with pytest.raises(Conflict) as refused:
        results.strike(actor=desk, passe_id=ident, reason="weg")
    assert refused.value.code == "nothing_counts"
    write(saal, 400, saal.official("scribe"))
    with pytest.raises(NotAllowed):
        results.strike(actor=saal.phone(seat=0).actor, passe_id=ident, reason="weg")
    saal.close()
    with pytest.raises(Conflict) as late:
        results.strike(actor=desk, passe_id=ident, reason="weg")
    assert late.value.code == "round_closed"
    assert counted(saal) == {400, 228}


# ---- at the desk, where two must agree


def test_a_third_typist_who_agrees_with_one_of_two_settles_nothing() -> None:
    saal = called(double=True)
    for first in (400, 410):
        write(saal, first, saal.official("scribe"))
    third = write(saal, 410, saal.official("scribe"))
    assert third.outcome == "contested"
    assert states(saal) == ["contested", "contested"]
    assert counted(saal) == set()


def test_a_third_typist_with_numbers_of_his_own_is_kept_for_the_director() -> None:
    saal = called(double=True)
    for first in (400, 410, 420):
        write(saal, first, saal.official("scribe"))
    assert states(saal) == ["contested"] * 3
    chosen = saal.sheets()[1]
    results.decide(
        actor=saal.official(), passe_id=chosen.passe_id, sheet_id=chosen.pk, reason="Papier"
    )
    assert states(saal) == ["superseded"] * 3 + ["confirmed"]
    assert counted(saal) == {410, 218}


def test_one_who_types_twice_corrects_himself_and_proves_nothing() -> None:
    saal = called(double=True)
    one, other = saal.official("scribe"), saal.official("scribe")
    assert write(saal, 400, one).outcome == "typed"
    assert write(saal, 410, one).outcome == "typed"
    assert states(saal) == ["superseded", "typed"]
    assert counted(saal) == set()
    assert write(saal, 410, other).outcome == "confirmed"
    assert counted(saal) == {410, 218}


def test_the_numbers_one_took_back_himself_do_not_count_when_another_types_them() -> None:
    saal = called(double=True)
    one, other = saal.official("scribe"), saal.official("scribe")
    write(saal, 400, one)
    write(saal, 410, one)
    assert write(saal, 400, other).outcome == "contested"
    assert counted(saal) == set()


# ---- a phone and the desk


def test_the_desk_that_types_what_a_phone_wrote_makes_it_count_though_two_must_agree() -> None:
    saal = called(double=True)
    assert write(saal, 400, saal.phone(seat=0).actor).outcome == "typed"
    assert write(saal, 400, saal.official("scribe")).outcome == "confirmed"
    assert states(saal) == ["superseded", "confirmed"]
    assert counted(saal) == {400, 228}


@pytest.mark.parametrize("double", [True, False])
def test_a_phone_and_the_desk_that_differ_wait_for_the_director(double: bool) -> None:
    saal = called(double=double)
    write(saal, 400, saal.phone(seat=0).actor)
    answer = write(saal, 410, saal.official("scribe"))
    assert answer.outcome == "contested"
    assert answer.rival is not None
    assert answer.rival.origin == "phone"
    assert states(saal) == ["contested", "contested"]
    assert counted(saal) == set()


def test_a_phone_that_comes_after_the_desk_agrees_or_is_told_what_counts() -> None:
    saal = called()
    write(saal, 400, saal.official("scribe"))
    assert write(saal, 400, saal.phone(seat=1).actor).outcome == "merged"
    with pytest.raises(Conflict) as refused:
        write(saal, 410, saal.phone(seat=1).actor)
    assert refused.value.code == "passe_written"
    assert states(saal) == ["confirmed"]
