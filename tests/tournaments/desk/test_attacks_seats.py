"""Seats in a round as they must not go wrong: exchanged, stepped in for, turned round."""

from typing import Any

import pytest

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player
from jassclub.core.errors import Conflict, DomainError, Invalid
from tests.tournaments.events import Event, event
from tests.tournaments.playing import type_table
from tournaments.desk import rounds, seating
from tournaments.entries import services as entries
from tournaments.rounds.models import Round, Sitting

pytestmark = pytest.mark.django_db


def running(count: int = 9, **settings: Any) -> tuple[Event, Round, int]:
    """A called round and the number of one who sits out."""
    day = event(**{"hands": 4, "rounds": 3, **settings})
    day.enter(count)
    round_ = day.call()
    out = round_.sitting_out.values_list("entry__number", flat=True).first()
    return day, round_, out or 0


def seats(round_: Round) -> list[tuple[int, int, int | None]]:
    """Table, number, substitute."""
    rows = round_.sittings.order_by("passe__table__number", "index")
    return list(rows.values_list("passe__table__number", "entry__number", "substitute__number"))


def seated(round_: Round) -> list[int]:
    return [number for _table, number, _sub in seats(round_)]


def test_nobody_changes_places_with_himself() -> None:
    day, round_, out = running()
    before = seats(round_)
    for number in (before[0][1], out):
        with pytest.raises(Invalid):
            seating.exchange_seats(**day.ids, number=1, one=number, other=number, reason="x")
    assert seats(round_) == before


def test_a_substitute_has_one_seat_only() -> None:
    day, round_, out = running()
    one, other = seated(round_)[0], seated(round_)[5]
    seating.step_in(**day.ids, number=1, entry=one, substitute=out)
    with pytest.raises(DomainError) as refused:
        seating.exchange_seats(**day.ids, number=1, one=other, other=out, reason="x")
    assert refused.value.code == "not_free"
    assert refused.value.details[0].pointer == "/other"
    with pytest.raises(DomainError) as refused:
        seating.exchange_seats(**day.ids, number=1, one=out, other=other, reason="x")
    assert refused.value.details[0].pointer == "/one"


def test_who_was_stepped_in_for_keeps_his_substitute_when_two_change_places() -> None:
    day, round_, out = running()
    one, other = seated(round_)[0], seated(round_)[5]
    seating.step_in(**day.ids, number=1, entry=one, substitute=out)
    seating.exchange_seats(**day.ids, number=1, one=one, other=other, reason="vertauscht")
    assert round_.sittings.get(entry__number=one).substitute.number == out
    assert seated(round_)[0] == other


def test_the_substitute_may_take_the_place_for_himself() -> None:
    day, round_, out = running()
    one = seated(round_)[0]
    seating.step_in(**day.ids, number=1, entry=one, substitute=out)
    seating.exchange_seats(**day.ids, number=1, one=one, other=out, reason="falsch notiert")
    assert round_.sittings.get(entry__number=out).substitute is None
    assert list(round_.sitting_out.values_list("entry__number", flat=True)) == [one]


def test_a_chain_of_substitutes_ends_with_who_sits_there() -> None:
    day, round_, _out = running(10)
    first, second = sorted(round_.sitting_out.values_list("entry__number", flat=True))
    one = seated(round_)[0]
    for helper in (first, second):
        seating.step_in(**day.ids, number=1, entry=one, substitute=helper)
        entries.drop_out(**day.ids, number=helper)
    assert round_.sittings.get(entry__number=one).substitute.number == second
    with pytest.raises(Conflict) as refused:
        seating.step_in(**day.ids, number=1, entry=one, substitute=first)
    assert refused.value.code == "not_free"
    sitting = seating.step_in(**day.ids, number=1, entry=one, substitute=None)
    assert sitting.credited == Sitting.Credited.ENTRY


def test_nobody_steps_in_for_himself_or_for_somebody_without_a_seat() -> None:
    day, round_, out = running()
    one = seated(round_)[0]
    with pytest.raises(Conflict):
        seating.step_in(**day.ids, number=1, entry=one, substitute=one)
    with pytest.raises(Invalid):
        seating.step_in(**day.ids, number=1, entry=out, substitute=one)


def closed() -> tuple[Event, Round, int]:
    day, round_, out = running()
    for table in (1, 2):
        type_table(day, table, [300, 328])
    rounds.close_round(**day.ids, number=1)
    return day, round_, out


def test_who_sat_where_in_a_closed_round_is_corrected_with_a_reason() -> None:
    day, round_, out = closed()
    with pytest.raises(Invalid) as refused:
        seating.step_in(**day.ids, number=1, entry=seated(round_)[0], substitute=out)
    assert refused.value.details[0].code == "words_needed"
    seating.step_in(
        **day.ids,
        number=1,
        entry=seated(round_)[0],
        substitute=out,
        reason="kam zu spät",
        credited="substitute",
    )
    kept = day.tournament.rankings.filter(after_round=1).order_by("revision")
    assert [ranking.reason for ranking in kept][-1] == "kam zu spät"


def own_table(day: Event, round_: Round) -> tuple[Actor, int]:
    """A director who plays, and his number."""
    director = day.house.official("director")
    player = Player.objects.create(
        club=day.house.club, name="Spielleiterin", user_id=director.user_id
    )
    sitting = round_.sittings.order_by("pk").first()
    assert sitting is not None
    sitting.entry.player = player
    sitting.entry.save()
    return director, sitting.entry.number


def test_nobody_corrects_at_his_own_table_who_sat_there() -> None:
    day, round_, out = closed()
    director, own = own_table(day, round_)
    ids: dict[str, Any] = {
        "actor": director,
        "tournament_id": day.tournament.pk,
        "number": 1,
        "reason": "x",
    }
    mates = [n for table, n, _s in seats(round_) if table == seats(round_)[0][0]]
    with pytest.raises(DomainError) as refused:
        seating.exchange_seats(**ids, one=own, other=out)
    assert refused.value.code == "own_table"
    with pytest.raises(DomainError):
        seating.turn_table(**ids, table=1, order=mates[::-1])
    with pytest.raises(DomainError):
        seating.step_in(**ids, entry=mates[1], substitute=out)


def test_a_table_of_three_is_turned_by_its_three() -> None:
    day = event("differenzler-4x4", rounds=1)
    day.enter(7)
    round_ = day.call()
    three = next(p for p in round_.passen.all() if p.sittings.count() == 3)
    order = [s.entry.number for s in three.sittings.order_by("index")]
    table = three.table.number
    for wrong in ([*order, order[0]], order[:2], [order[0]] * 3):
        with pytest.raises(Invalid):
            seating.turn_table(**day.ids, number=1, table=table, order=wrong, reason="x")
    seating.turn_table(**day.ids, number=1, table=table, order=order[::-1], reason="verkehrt")
    assert [s.entry.number for s in three.sittings.order_by("index")] == order[::-1]


def test_who_sits_out_and_drops_out_leaves_the_round_as_it_was_called() -> None:
    day, round_, out = running()
    entries.drop_out(**day.ids, number=out)
    assert list(round_.sitting_out.values_list("entry__number", flat=True)) == [out]
    assert len(day.draw().rounds[1]["tables"]) == 2


def test_close_and_open_again_and_again_changes_no_result() -> None:
    day, round_, _out = closed()
    for _turn in range(3):
        rounds.reopen_round(**day.ids, number=1, reason="Nachtrag")
        rounds.close_round(**day.ids, number=1)
    assert day.tournament.rankings.filter(after_round=1).count() == 1
    with pytest.raises(Conflict):
        rounds.uncall_round(**day.ids, number=1, reason="x")
    assert round_.passen.filter(sheets__state="confirmed").count() == 2
