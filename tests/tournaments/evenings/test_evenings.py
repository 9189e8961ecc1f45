"""A club evening as its services carry it: who is there, the draw, the games, who goes early."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from jassclub.clubs.models import Change, Player
from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound
from scoring.claims.entries import record_hand
from scoring.core.models import Game
from scoring.games.registry import GAMES
from scoring.tables.games import close_game
from tests.scoring.table import differenzler, house
from tournaments.evenings import leaving, services
from tournaments.evenings.models import Apart, Attendance, Evening
from tournaments.evenings.personal_data import anonymise
from tournaments.evenings.selectors import draft_of, waiting
from tournaments.evenings.tonight import Tonight

pytestmark = pytest.mark.django_db

NAMES = (
    *("Gret", "Hans", "Iris", "Jost", "Kuno", "Lea", "Max", "Nora"),
    *("Otto", "Pia", "Resi", "Sepp"),
)


class Evenings:
    """A club of eighteen and one of its evenings."""

    def __init__(self) -> None:
        self.house = house()
        more = Player.objects.bulk_create(
            [Player(club=self.house.club, name=name) for name in NAMES]
        )
        self.people = [*self.house.people, *more]
        self.scribe = self.house.official("scribe")
        (self.evening,) = services.plan(
            actor=self.scribe, club_id=self.house.club.pk, days=[timezone.localdate()]
        )

    def come(self, count: int, state: str = "here") -> None:
        said = {player.pk: state for player in self.people[:count]}
        services.say(actor=self.scribe, evening_id=self.evening.pk, said=said)

    def draw(self, profile: str = "schieber-1000", three: str = "differenzler-offen") -> Evening:
        return services.draw(
            actor=self.scribe, evening_id=self.evening.pk, profile_slug=profile, three=three
        )

    def open(self) -> list[Game]:
        return services.open_tables(actor=self.scribe, evening_id=self.evening.pk)

    def fresh(self) -> Evening:
        return Evening.objects.select_related("club").get(pk=self.evening.pk)


@pytest.fixture
def club() -> Evenings:
    return Evenings()


def people_at(games):
    return sorted(seat.player.name for game in games for seat in game.seats.all())


def test_fourteen_people_sit_at_two_tables_of_four_and_two_of_three(club):
    club.come(14)
    assert [len(table) for table in club.draw().draft["tables"]] == [4, 4, 3, 3]
    games = club.open()
    assert [game.variant for game in games] == [
        *("schieber", "schieber", "differenzler", "differenzler")
    ]
    assert [game.label for game in games] == ["Tisch 1", "Tisch 2", "Tisch 3", "Tisch 4"]
    assert {game.season_id for game in games} == {club.house.season.pk}
    assert people_at(games) == sorted(player.name for player in club.people[:14])
    assert (club.fresh().draft, len(club.fresh().drawn)) == ({}, 1)


def test_whoever_comes_late_waits_and_is_drawn_with_who_is_free(club):
    club.come(8)
    club.draw()
    club.open()
    assert waiting(club.fresh()) == []
    club.come(11)
    late = {player.pk for player in club.people[8:11]}
    assert {player.pk for player in waiting(club.fresh())} == late
    drawn = club.draw("differenzler-offen", "differenzler-offen")
    assert [len(table) for table in drawn.draft["tables"]] == [3]
    (game,) = club.open()
    assert game.label == "Tisch 3"


def test_without_tables_of_three_the_rest_sits_out_and_is_the_last_to_do_so_again(club):
    club.come(9)
    first = club.draw(three="").draft["out"]
    assert len(first) == 1
    for game in club.open():
        Game.objects.filter(pk=game.pk).update(state="abandoned", closed_at=timezone.now())
    second = club.draw(three="").draft["out"]
    assert second != first


def test_two_who_do_not_want_to_are_not_drawn_together(club):
    one, other = (player.pk for player in club.people[:2])
    services.keep_apart(
        actor=club.scribe, club_id=club.house.club.pk, pair=(other, one), apart=True
    )
    club.come(8)
    for _again in range(5):
        tables = club.draw().draft["tables"]
        assert not any({str(one), str(other)} <= set(table) for table in tables)
    services.keep_apart(
        actor=club.scribe, club_id=club.house.club.pk, pair=(one, other), apart=False
    )
    assert not Apart.objects.exists()


def test_wishes_are_told_on_where_one_whom_they_named_is_forgotten(club):
    one, gone, other = sorted(player.pk for player in club.people[:3])
    told = {"actor": club.scribe, "club_id": club.house.club.pk}
    for mate in (gone, other):
        services.keep_apart(**told, pair=(one, mate), apart=True)
    anonymise(DataSubject(club.house.club.pk, frozenset({gone}), ()), Naming((), neutral="X"))
    services.keep_apart(**told, pair=(one, other), apart=False)
    assert [*Change.objects.filter(model="apart").values_list("version", flat=True)] == [2, 3]
    assert not Apart.objects.exists()


def test_a_wish_that_could_not_be_kept_is_said(club):
    one, other = club.people[:2]
    pair = (one.pk, other.pk)
    services.keep_apart(actor=club.scribe, club_id=club.house.club.pk, pair=pair, apart=True)
    club.come(4)
    club.draw()
    draft = draft_of(club.fresh())
    assert draft is not None
    assert draft.clashes == ["Anna und Beat"]


def test_partners_are_told_how_often_they_have_played_together(club):
    club.come(4)
    club.draw()
    club.open()
    Game.objects.update(state="closed", closed_at=timezone.now())
    club.come(4)
    tables = draft_of(club.draw()).tables
    times = [times for table in tables for _people, times in table.sides]
    # The empty game counts for nobody: nothing was played at it.
    assert times == [0, 0]


def test_two_change_places_also_with_who_sits_out(club):
    club.come(9)
    draft = club.draw(three="").draft
    (out,), first = draft["out"], draft["tables"][0][0]
    pair = (UUID(out), UUID(first))
    after = services.exchange(actor=club.scribe, evening_id=club.evening.pk, pair=pair).draft
    assert (after["out"], after["tables"][0][0]) == ([first], out)
    with pytest.raises(Conflict):
        services.exchange(actor=club.scribe, evening_id=club.evening.pk, pair=(uuid4(), pair[0]))


def test_a_draft_with_somebody_who_has_gone_is_not_opened(club):
    club.come(8)
    club.draw()
    gone = club.people[0]
    services.say(actor=club.scribe, evening_id=club.evening.pk, said={gone.pk: "left"})
    with pytest.raises(Conflict, match="Anna"):
        club.open()
    assert not Game.objects.exists()


def test_opened_twice_the_tables_are_there_once(club):
    club.come(4)
    club.draw()
    club.open()
    with pytest.raises(Conflict):
        club.open()
    assert Game.objects.count() == 1


def test_who_goes_early_leaves_what_was_played_and_another_plays_on(club):
    director = club.house.official("director")
    club.come(5)
    club.draw("differenzler-offen", "")
    (game,) = club.open()
    going = game.seats.get(index=1).player
    (coming,) = waiting(club.fresh())
    after = leaving.substitute(
        actor=director,
        evening_id=club.evening.pk,
        game_id=game.pk,
        leaving=going.pk,
        coming=coming.pk,
    )
    game.refresh_from_db()
    assert (game.state, after.label, after.variant) == ("abandoned", "Tisch 1", "differenzler")
    assert after.seats.get(index=1).player == coming
    assert Attendance.objects.get(player=going).state == "left"
    with pytest.raises(NotAllowed):
        leaving.substitute(
            actor=club.scribe,
            evening_id=club.evening.pk,
            game_id=after.pk,
            leaving=coming.pk,
            coming=going.pk,
        )


@pytest.mark.parametrize(
    ("profile", "three", "place"),
    [("coiffeur-drei", "", "/profile"), ("schieber-1000", "schieber-2500", "/three")],
)
def test_rules_that_cannot_be_played_so_are_refused(club, profile, three, place):
    club.come(8)
    with pytest.raises(Invalid) as refused:
        club.draw(profile, three)
    assert [found.pointer for found in refused.value.details] == [place]


def test_two_people_are_no_table(club):
    club.come(2)
    with pytest.raises(Invalid, match="zu wenige"):
        club.draw()


def test_who_sits_at_a_table_does_not_leave_by_a_tick(club):
    club.come(4)
    club.draw()
    club.open()
    with pytest.raises(Invalid) as refused:
        club.come(1, "left")
    assert [found.text for found in refused.value.details] == ["Anna sitzt noch an einem Tisch."]
    assert Attendance.objects.filter(state="here").count() == 4


def test_two_phones_that_tick_do_not_take_back_each_other(club):
    one, other = club.people[:2]
    for player in (one, other):
        services.say(actor=club.scribe, evening_id=club.evening.pk, said={player.pk: "here"})
    assert Attendance.objects.filter(state="here").count() == 2


def test_an_evening_is_planned_once_a_day_and_called_off_while_nobody_plays(club):
    today = timezone.localdate()
    days = [today + timedelta(weeks=week) for week in range(3)]
    made = services.plan(actor=club.scribe, club_id=club.house.club.pk, days=days)
    assert len(made) == 3
    assert Evening.objects.count() == 3
    services.call_off(actor=club.scribe, evening_id=club.evening.pk, cancelled=True)
    assert club.fresh().cancelled
    services.plan(actor=club.scribe, club_id=club.house.club.pk, days=[today])
    assert not club.fresh().cancelled
    # A calendar takes the third word only where its number is higher than that of the second.
    assert club.fresh().version == 3
    club.come(4)
    club.draw()
    club.open()
    with pytest.raises(Conflict):
        services.call_off(actor=club.scribe, evening_id=club.evening.pk, cancelled=True)


def test_somebody_excuses_himself_until_he_is_there(club):
    anna = club.people[0]
    services.excuse(player=anna, evening_id=club.evening.pk, coming=False)
    assert Attendance.objects.get(player=anna).state == "excused"
    services.excuse(player=anna, evening_id=club.evening.pk, coming=True)
    assert not Attendance.objects.exists()
    club.come(1)
    with pytest.raises(Conflict):
        services.excuse(player=anna, evening_id=club.evening.pk, coming=False)


def test_members_read_and_strangers_see_nothing(club):
    with pytest.raises(NotAllowed):
        services.draw(
            actor=club.house.official("member"),
            evening_id=club.evening.pk,
            profile_slug="schieber-1000",
        )
    with pytest.raises(NotFound):
        services.say(actor=house().official("admin"), evening_id=club.evening.pk, said={})


def test_the_table_of_the_evening_counts_all_tables_by_their_hands(club):
    club.come(8)
    club.draw("differenzler-offen", "")
    first, second = club.open()
    for game, made in ((first, (25, 52, 40)), (second, (20, 40, 30))):
        slip = differenzler([20, 40, 30, 50], list(made))
        record_hand(actor=club.scribe, game_id=game.pk, number=1, slip=slip)
        close_game(actor=club.scribe, game_id=game.pk)
    ((title, kind, rows),) = Tonight(club.fresh()).results
    assert (title, kind.name) == (GAMES["differenzler"].title, "differenzler")
    # (5, 12, 10, 10) at the first table, (0, 0, 0, 17) at the second.
    assert [row.total for row in rows] == [0, 0, 0, 5, 10, 10, 12, 17]
    assert {row.hands for row in rows} == {1}


def test_the_best_hand_of_the_evening_is_that_before_the_factor(club):
    club.come(8)
    club.draw("schieber-2500")
    first, second = club.open()
    for game, contract, points in ((first, "O", [100, 57]), (second, "EI", [40, 117])):
        slip = {"contract": contract, "points": points, "declared_by": 0}
        record_hand(actor=club.scribe, game_id=game.pk, number=1, slip=slip)
    best = Tonight(club.fresh()).best_hand
    assert best is not None
    assert (best.game, best.number, best.points) == (second, 1, 117)


def test_the_people_of_the_last_time_stand_first(club):
    yesterday = timezone.localdate() - timedelta(days=1)
    club.come(4)
    club.draw()
    club.open()
    Game.objects.update(played_on=yesterday)
    Evening.objects.update(day=yesterday)
    (today,) = services.plan(
        actor=club.scribe, club_id=club.house.club.pk, days=[timezone.localdate()]
    )
    people = Tonight(today).people
    assert [person.player.name for person in people[:4]] == ["Anna", "Beat", "Chlöe", "Dario"]
    assert [person.last for person in people[:5]] == [True] * 4 + [False]
