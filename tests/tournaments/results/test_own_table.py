"""Nobody decides about the table at which he sits, however he came to sit there."""

from collections.abc import Callable
from typing import Any

import pytest

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player
from jassclub.clubs.services.merging import merge_players
from jassclub.core.errors import NotAllowed
from tests.tournaments.halls import Hall, hall
from tournaments.entries.entrants import make_team
from tournaments.entries.models import Entry
from tournaments.results import penalties, services as results
from tournaments.rounds.models import Passe

pytestmark = pytest.mark.django_db

SHEET = {"lines": [{"points": 400}, {"points": 228}]}
OTHER = {"lines": [{"points": 410}, {"points": 218}]}


@pytest.fixture
def saal() -> Hall:
    """Two tables in the first round; results are typed."""
    found = hall(writing="totals")
    found.call()
    return found


def player_of(saal: Hall, actor: Actor | None, name: str = "Spielleiterin") -> Player:
    """A player of the club, perhaps with the account of somebody."""
    user = actor.user_id if actor else None
    return Player.objects.create(club=saal.house.club, name=name, user_id=user)


def is_player(entry: Entry, player: Player) -> None:
    """The entry is that person's."""
    entry.player = player
    entry.save(update_fields=["player"])


def sits(saal: Hall, actor: Actor) -> None:
    """At table 1 under the own player."""
    is_player(saal.passe().sittings.get(index=2).entry, player_of(saal, actor))


def merged(saal: Hall, actor: Actor) -> None:
    """At table 1 under a row that was merged into the own player."""
    row, own = player_of(saal, None, "Spielleiterin M."), player_of(saal, actor)
    is_player(saal.passe().sittings.get(index=1).entry, row)
    merge_players(actor=saal.official(), player_id=row.pk, into_id=own.pk)


def steps_in(saal: Hall, actor: Actor) -> None:
    """At table 1 for somebody else."""
    helper = Entry.objects.create(
        club_id=saal.tournament.club_id,
        tournament=saal.tournament, number=9, name="Hilfe", created_by="system:test",
        state=Entry.State.PRESENT, player=player_of(saal, actor),
    )  # fmt: skip
    sitting = saal.passe().sittings.get(index=3)
    sitting.substitute = helper
    sitting.save(update_fields=["substitute"])


def is_stepped_in_for(saal: Hall, actor: Actor) -> None:
    """Was to sit at table 1, where somebody else does."""
    steps_in(saal, saal.official())
    is_player(saal.passe().sittings.get(index=3).entry, player_of(saal, actor, "Abwesende"))


WAYS = [sits, merged, steps_in, is_stepped_in_for]


def typed(saal: Hall, table: int) -> None:
    """The desk types a table."""
    desk = saal.official("scribe")
    results.type_sheet(actor=desk, passe_id=saal.passe(table).pk, data=SHEET)


def decided(actor: Actor, passe: Passe) -> Any:
    return results.decide(actor=actor, passe_id=passe.pk, data=OTHER, reason="so war es")


def struck(actor: Actor, passe: Passe) -> Any:
    return results.strike(actor=actor, passe_id=passe.pk, reason="so war es nicht")


def corrected(actor: Actor, passe: Passe) -> Any:
    return results.correct(actor=actor, passe_id=passe.pk, data=OTHER, reason="Zahlendreher")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("deed", [decided, struck, corrected])
def test_nobody_decides_strikes_or_corrects_at_the_own_table(
    saal: Hall, way: Callable[[Hall, Actor], None], deed: Callable[[Actor, Passe], Any]
) -> None:
    for table in (1, 2):
        typed(saal, table)
    if deed is corrected:
        saal.close()
    director = saal.official()
    way(saal, director)
    with pytest.raises(NotAllowed) as refused:
        deed(director, saal.passe(1))
    assert refused.value.code == "own_table"
    assert [sheet.state for sheet in saal.sheets()] == ["confirmed"]
    deed(director, saal.passe(2))
    deed(saal.official(), saal.passe(1))


def test_a_scribe_who_plays_strikes_nothing_at_the_own_table(saal: Hall) -> None:
    scribe = saal.official("scribe")
    sits(saal, scribe)
    results.type_sheet(actor=scribe, passe_id=saal.passe().pk, data=SHEET)
    with pytest.raises(NotAllowed):
        struck(scribe, saal.passe())


def fined(saal: Hall, actor: Actor, number: int) -> Any:
    return penalties.give_penalty(
        actor=actor, tournament_id=saal.tournament.pk, number=number, points=50, reason="Lärm"
    )


def test_a_merged_row_is_its_person_when_there_are_penalties(saal: Hall) -> None:
    director = saal.official()
    merged(saal, director)
    own = saal.passe().sittings.get(index=1).entry.number
    with pytest.raises(NotAllowed) as refused:
        fined(saal, director, own)
    assert refused.value.code == "own_penalty"
    given = fined(saal, saal.official(), own)
    with pytest.raises(NotAllowed):
        penalties.cancel_penalty(
            actor=director,
            tournament_id=saal.tournament.pk,
            penalty_id=given.pk,
            reason="war nichts",
        )
    given.refresh_from_db()
    assert given.cancelled_at is None


def test_the_penalty_of_a_partner_is_the_own() -> None:
    saal = hall(preset="pairs-7x8-round-robin", writing="totals")
    director = saal.official()
    ids: dict[str, Any] = {"actor": saal.official(), "tournament_id": saal.tournament.pk}
    make_team(**ids, name="Paar 1", numbers=[1, 2])
    is_player(saal.entry(1), player_of(saal, director))
    with pytest.raises(NotAllowed) as refused:
        fined(saal, director, 2)
    assert refused.value.code == "own_penalty"
    fined(saal, director, 3)
