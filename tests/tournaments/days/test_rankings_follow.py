"""Everything that a ranking is made of makes it be counted anew, results or not."""

import pytest

from tests.tournaments.events import Event, event
from tests.tournaments.playing import live, play
from tournaments.desk import rounds
from tournaments.entries import services as entries
from tournaments.standings.models import Ranking

pytestmark = pytest.mark.django_db


def points(day: Event) -> dict[int, object]:
    """The live ranking: who has what."""
    return {row["number"]: row["points"] for row in live(day).rows if row["units"]}


def test_who_turns_out_to_be_a_stand_in_leaves_the_kept_rankings_with_a_revision() -> None:
    day = event(hands=4)
    day.enter(8)
    play(day)
    play(day)
    best = live(day).rows[0]
    entry = day.tournament.entries.get(number=best["number"])
    values = {"kind": "stand_in"}
    entries.change_entry(
        actor=day.director,
        tournament_id=day.tournament.pk,
        entry_id=entry.pk,
        version=entry.version,
        values=values,
    )
    for after in (1, 2):
        kept = Ranking.objects.filter(after_round=after).order_by("revision")
        assert [len([r for r in one.rows if r["rank"]]) for one in kept] == [8, 7]
        assert kept.last().reason
    assert live(day).rows[0]["number"] != best["number"]


def test_a_card_drawn_parts_those_who_are_level_in_every_ranking_from_then_on() -> None:
    day = event(hands=4, ranking={"ties": ["card", "shared"]})
    day.enter(8)
    play(day, lambda _seated: [314, 314])
    entry = day.tournament.entries.get(number=6)
    entries.change_entry(
        actor=day.director,
        tournament_id=day.tournament.pk,
        entry_id=entry.pk,
        version=entry.version,
        values={"card": 9},
    )
    first = live(day).rows[0]
    assert (first["number"], first["decided_by"]) == (6, "card")
    assert Ranking.objects.filter(after_round=1).latest("revision").rows[0]["number"] == 6


def test_the_joker_of_a_round_comes_with_its_call_and_goes_when_it_is_called_back() -> None:
    day = event(hands=4, odd="joker", ranking={"joker": {"points": 300, "hands": 4}})
    day.enter(9)
    waits = day.call().sitting_out.get().entry.number
    assert points(day) == {waits: 300}
    rounds.uncall_round(**day.ids, number=1, reason="falsch ausgelost")
    assert points(day) == {}


def test_a_round_that_is_opened_again_is_missed_by_nobody() -> None:
    day = event(hands=4, ranking={"missing": "zero"})
    day.enter(8)
    rounds.close_round(**day.ids, number=day.call().number, reason="Feueralarm")
    filled = [row for row in live(day).rows if row["missing_rounds"]]
    assert len(filled) == 8
    rounds.reopen_round(**day.ids, number=1, reason="es geht weiter")
    assert not [row for row in live(day).rows if row["missing_rounds"]]
