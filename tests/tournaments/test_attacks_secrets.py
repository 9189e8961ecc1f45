"""What a stranger, or a member without an office, must never read of a tournament."""

from typing import Any

import pytest

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import User
from tests.cast import Caller, problem
from tests.tournaments.events import Event, event
from tests.tournaments.playing import play, type_table
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services as desk
from tournaments.draw import services as draw
from tournaments.draw.pure import commitment
from tournaments.entries import entrants, services as entries
from tournaments.entries.entrants import Person
from tournaments.money import services as money

pytestmark = [pytest.mark.django_db, pytest.mark.once]

CONTACT, NOTE, WHY = "079 555 01 02", "isst kein Fleisch", "Blinddarm"
READ = (
    "", "/entries", "/teams", "/regulation", "/log", "/plan", "/plan/history", "/rounds",
    "/rounds/1", "/board", "/standings", "/penalties", "/corrections",
)  # fmt: skip


def public(**settings: Any) -> Event:
    day = event(**{"hands": 4, "rounds": 3, **settings})
    Tournament.objects.filter(pk=day.tournament.pk).update(public=True)
    desk.open_sign_up(**day.ids)
    return day


def busy_day() -> Event:
    """Contacts, wishes, money, a drop-out with its reason, a round that is called."""
    day = public(rounds=4, fee=2000)
    day.enter(9)
    guest = Person("Rosa", contact=CONTACT, note=NOTE)
    entries.add_entries(**day.ids, people=[guest], present=True)
    entrants.keep_apart(**day.ids, one=1, other=2)
    money.pay(**day.ids, number=3, kind="fee", rappen=2000)
    entries.drop_out(**day.ids, number=9, reason=WHY)
    day.call()
    return day


def as_somebody(actor: Actor | None) -> Caller:
    if actor is None:
        return Caller()
    assert actor.user_id is not None
    return Caller(user=User.objects.get(pk=actor.user_id))


def everything(day: Event, actor: Actor | None) -> str:
    """All that somebody reads of a tournament, as text."""
    caller = as_somebody(actor)
    found = [caller.get(f"tournaments/{day.tournament.pk}{path}") for path in READ]
    assert [answer.status_code for answer in found] == [200] * len(found)
    return "\n".join(answer.content.decode() for answer in found)


@pytest.fixture(params=["stranger", "member"])
def reader(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def actor_of(day: Event, reader: str) -> Actor | None:
    return day.house.official("member") if reader == "member" else None


@pytest.mark.sampled(4)
@pytest.mark.parametrize("secret", [CONTACT, NOTE, WHY, '"apart"', '"rappen"'])
def test_contacts_notes_wishes_money_and_why_somebody_left_are_for_the_desk(
    reader: str, secret: str
) -> None:
    day = busy_day()
    assert secret not in everything(day, actor_of(day, reader))


def test_the_desk_reads_them() -> None:
    day = busy_day()
    text = everything(day, day.scribe)
    assert all(secret in text for secret in (CONTACT, NOTE, WHY, '"apart"', '"rappen"'))


def test_the_chain_of_the_log_is_whole_for_everybody(reader: str) -> None:
    day = busy_day()
    rows = as_somebody(actor_of(day, reader)).get(f"tournaments/{day.tournament.pk}/log").json()
    hashes = [row["hash"] for row in rows["results"]]
    assert [row["previous"] for row in rows["results"]] == ["", *hashes[:-1]]


def numbers_in_log(day: Event, actor: Actor | None) -> list[Any]:
    """The points of the sheets in the log of the API, as somebody reads them."""
    rows = as_somebody(actor).get(f"tournaments/{day.tournament.pk}/log").json()["results"]
    return [row["facts"].get("points") for row in rows if row["kind"].startswith("sheet")]


def test_what_the_first_typist_wrote_is_read_in_the_log_by_the_direction_alone() -> None:
    day = public(rounds=1, double_entry=True)
    day.enter(4)
    day.call()
    type_table(day, 1, [320, 308])
    for actor in (None, day.house.official("member"), day.scribe):
        assert numbers_in_log(day, actor) == [None]
    assert numbers_in_log(day, day.director) == [[320, 308]]


def test_where_one_typist_is_enough_the_log_hides_no_numbers() -> None:
    day = public(rounds=1)
    day.enter(4)
    day.call()
    type_table(day, 1, [320, 308])
    assert [320, 308] in numbers_in_log(day, day.scribe)


def test_an_exported_log_keeps_what_waits_for_the_second_typist_too() -> None:
    day = public(rounds=1, double_entry=True)
    day.enter(4)
    day.call()
    type_table(day, 1, [320, 308])
    path = f"tournaments/{day.tournament.pk}/export.csv?what=log"
    told = as_somebody(day.scribe).get(path)
    assert told.status_code == 200
    assert "sheet" in told.content.decode()
    assert "320, 308" not in told.content.decode()


def test_the_seed_is_nowhere_before_the_end(reader: str, caplog: pytest.LogCaptureFixture) -> None:
    day = busy_day()
    seed = day.tournament.seed
    assert commitment(seed) in everything(day, actor_of(day, reader))
    for actor in (actor_of(day, reader), day.director):
        assert seed not in everything(day, actor)
    assert seed not in caplog.text


def test_the_order_of_a_draw_by_rank_waits_for_the_prize_giving(reader: str) -> None:
    day = public(rounds=3, pairing="by_standing", ranking={"hidden_from": 2})
    day.enter(8)
    play(day)
    play(day)
    day.call()
    plan = as_somebody(actor_of(day, reader)).get(f"tournaments/{day.tournament.pk}/plan").json()
    assert not plan["asked"].get("order")
    assert (
        as_somebody(day.director)
        .get(f"tournaments/{day.tournament.pk}/plan")
        .json()["asked"]["order"]
    )


def test_at_the_end_a_draw_without_wishes_can_be_made_again_by_anybody(reader: str) -> None:
    day = public(rounds=1)
    day.enter(8)
    play(day)
    desk.finish(**day.ids)
    found = as_somebody(actor_of(day, reader)).get(f"tournaments/{day.tournament.pk}/plan").json()
    assert found["asked"]["people"] == list(range(1, 9))
    assert found["asked"]["phase"] == "plan"


def test_a_tournament_that_goes_on_draws_with_a_seed_that_nobody_knows() -> None:
    day = public(rounds=2)
    day.enter(8)
    play(day)
    old = day.fresh().seed
    desk.finish(**day.ids, reason="Stromausfall")
    desk.reopen(**day.ids, reason="Der Strom ist zurück")
    assert day.fresh().seed != old
    told = day.tournament.log.get(kind="reopened").payload
    assert told["commitment"] == commitment(day.tournament.seed)
    assert day.tournament.log.get(kind="finished").payload["seed"] == old
    drawn, _made = draw.draw(**day.ids, reason="weiter")
    assert drawn.asked["commitment"] == commitment(day.tournament.seed)
    assert day.tournament.draws.get(number=1).asked["commitment"] == commitment(old)
    rounds.call_round(**day.ids)


def test_what_was_drawn_before_the_seed_was_shown_is_not_drawn_again_without_a_reason() -> None:
    day = public(rounds=2)
    day.enter(8)
    play(day)
    desk.finish(**day.ids, reason="Stromausfall")
    desk.reopen(**day.ids, reason="Der Strom ist zurück")
    assert not draw.draw(**day.ids)[1]


def test_what_was_called_off_keeps_its_seed() -> None:
    day = public()
    old = day.tournament.seed
    desk.cancel(**day.ids, reason="Schnee")
    desk.reopen(**day.ids, reason="Getaut")
    assert day.fresh().seed == old


def test_a_stranger_who_knows_the_key_of_a_sign_up_gets_no_secret() -> None:
    day = public()
    sent = {"people": [{"name": "Anna", "contact": CONTACT}]}
    path = f"tournaments/{day.tournament.pk}/sign-ups"
    first = Caller().post(path, sent, key="1")
    again = Caller().post(path, sent, key="1")
    other = Caller().post(path, {"people": [{"name": "Anna"}]}, key="1")
    assert first.json()["secret"].startswith("jce_")
    assert again.json()["secret"] is None
    assert CONTACT not in again.content.decode()
    assert other.status_code == 422
    assert "Anna" not in other.content.decode()


def test_a_key_that_two_strangers_chose_is_refused_to_the_second() -> None:
    path = f"tournaments/{public().tournament.pk}/sign-ups"
    first = Caller().post(path, {"people": [{"name": "Anna"}]}, key="1")
    second = Caller().post(path, {"people": [{"name": "Beat"}]}, key="1")
    assert first.status_code == 201
    problem(second, 422, "idempotency_key_reused")
