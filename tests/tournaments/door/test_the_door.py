"""The door: one line a person, stored once however often it is sent, from two doors at once."""

import re
from itertools import count
from typing import Any
from uuid import uuid4

import pytest

from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound
from tests.tournaments.events import Event, event
from tests.tournaments.office import Office
from tests.tournaments.playing import play
from tournaments.door import services as door
from tournaments.door.models import Act
from tournaments.door.services import Who, doubts_of
from tournaments.entries.models import Entry, Payment
from tournaments.money.services import balance, pay

pytestmark = pytest.mark.django_db
FEE = 2000
State = Entry.State


def day(preset: str = "einzelschieber-4x12", **settings: Any) -> Event:
    """Eight are expected and owe twenty francs."""
    made = event(preset, fee=FEE, **settings)
    made.enter(8, present=False)
    return made


def arrive(made: Event, *, key: str = "", seen: tuple[int, ...] = (), **who: Any) -> Act:
    key = key or uuid4().hex
    return door.arrive(**made.ids, key=key, who=Who(**who), seen=seen)


def fee(made: Event, *, key: str = "", means: str = "cash", **more: Any) -> Act:
    who = Who(**{name: more.pop(name) for name in ("number", "entered_by") if name in more})
    return door.take_fee(**made.ids, key=key or uuid4().hex, who=who, means=means, **more)


def here(made: Event) -> set[int]:
    rows = made.tournament.entries.filter(state=State.PRESENT)
    return set(rows.values_list("number", flat=True))


def test_who_comes_and_pays_is_here_and_has_paid() -> None:
    made = day()
    arrive(made, number=3)
    paid = fee(made, number=3, handed=5000).payment
    assert here(made) == {3}
    assert paid is not None
    assert (paid.rappen, paid.handed, paid.means) == (FEE, 5000, "cash")
    assert balance(made.fresh()).till == FEE


def test_what_is_sent_again_is_stored_once() -> None:
    made = day()
    for _again in range(3):
        arrive(made, key="a", name="Zita Zaugg")
        fee(made, key="b", entered_by="a", means="twint")
        door.number_printed(**made.ids, key="c", who=Who(entered_by="a"))
    assert here(made) == {9}
    assert Payment.objects.count() == 1
    assert made.tournament.acts.count() == 3


def test_two_doors_that_took_the_same_fee_have_both_and_it_is_told_to_give_one_back() -> None:
    made = day()
    for number_door in ("left", "right"):
        arrive(made, key=f"{number_door}1", number=4)
        fee(made, key=f"{number_door}2", number=4, rappen=FEE)
    found = balance(made.fresh())
    assert found.till == 2 * FEE
    assert found.accounts[4].open == -FEE
    with pytest.raises(Conflict):
        fee(made, number=4)


def test_somebody_entered_at_two_doors_stays_two_until_the_desk_says_that_they_are_one() -> None:
    made = day()
    arrive(made, key="l1", name="Hans Lüthi")
    arrive(made, key="r1", name="Luethi Hans")
    fee(made, key="l2", entered_by="l1", rappen=FEE)
    fee(made, key="r2", entered_by="r1", rappen=FEE, means="twint")
    assert [(act.entry.number, act.other.number) for act in doubts_of(made.tournament)] == [(10, 9)]
    kept = door.settle(**made.ids, number=10, same=True)
    assert (kept.number, here(made)) == (9, {9})
    found = balance(made.fresh())
    assert (found.accounts[9].open, found.accounts[10].paid) == (-FEE, 0)
    assert found.till == 2 * FEE
    assert not doubts_of(made.tournament)
    with pytest.raises(Conflict):
        door.settle(**made.ids, number=10, same=True)


def test_two_of_one_name_are_two_once_the_desk_has_said_so() -> None:
    made = day()
    arrive(made, name="Anna Frei")
    arrive(made, name="Anna Frei")
    assert [e.name for e in made.tournament.entries.filter(number__gt=8)] == [
        "Anna Frei",
        "Anna Frei (2)",
    ]
    door.settle(**made.ids, number=10, same=False)
    assert here(made) == {9, 10}
    assert not doubts_of(made.tournament)
    assert made.kinds()[-1] == "two_people"


def test_who_the_door_saw_beside_him_is_no_doubt() -> None:
    made = day()
    arrive(made, name="Anna Frei")
    arrive(made, name="Anna Frey", seen=(9,))
    assert here(made) == {9, 10}
    assert not doubts_of(made.tournament)


def test_a_name_that_is_expected_is_that_person() -> None:
    made = day()
    act = arrive(made, name="gast 5")
    assert (act.entry.number, here(made)) == (5, {5})


def test_a_pair_comes_together_and_pays_once() -> None:
    made = event("pairs-5x8-swiss", fee=FEE)
    act = arrive(made, key="a", name="Vreni Graf / Urs Graf")
    assert here(made) == {1, 2}
    assert Entry.objects.get(number=2).team == act.entry.team
    paid = fee(made, number=2)
    assert (paid.entry.number, paid.payment.rappen) == (1, FEE)
    with pytest.raises(Conflict):
        fee(made, number=1)


def test_what_somebody_paid_before_he_had_a_partner_counts_for_the_pair() -> None:
    office = Office("pairs-5x8-swiss", fee=FEE)
    for name in ("Zita Zaugg", "Udo Zaugg"):
        office.scribe.post("door/", who=name)
    assert "Startgeld offen 2" in office.scribe.text("money/")
    office.scribe.post("door/", who="2", means="cash")
    office.director.do("team", numbers="1,2")
    assert [account.open for account in balance(office.fresh()).accounts.values()] == [0, 0]
    state = office.scribe.get("door/state.json").json()
    assert [(one["due"], one["paid"]) for one in state["people"]] == [(FEE, FEE), (0, 0)]
    assert (
        "Hier ist nichts offen."
        in office.scribe.post("door/", kind="fee", who="1").content.decode()
    )
    back = pay(
        actor=office.director_actor, tournament_id=office.tournament.pk,
        number=2, kind=Payment.Kind.REFUND, rappen=FEE,
    )  # fmt: skip
    assert (back.entry.number, balance(office.fresh()).till) == (1, 0)


def test_a_number_typed_where_pairs_play_is_the_number_on_their_slip() -> None:
    office = Office("pairs-5x8-swiss", fee=FEE)
    for names in ("Ada Arn / Bea Bär", "Cyr Cina / Dea Dux", "Eva Egli"):
        office.scribe.post("door/", who=names)
    office.scribe.post("door/", kind="fee", who="2", means="cash")
    page = office.scribe.post("door/", kind="fee", who="4", means="cash").content.decode()
    assert "Das Paar 4 gibt es nicht." in page
    office.scribe.post("door/", kind="fee", who="5", means="cash")
    people = office.scribe.get("door/state.json").json()["people"]
    assert [one["number"] for one in people if one["paid"]] == [3, 5]


def test_who_has_no_partner_is_told_at_the_door() -> None:
    office = Office("pairs-5x8-swiss")
    office.scribe.post("door/", who="Zita Zaugg")
    assert "ohne Partner: 1 Zita Zaugg" in office.scribe.text("door/")


def test_a_slip_of_a_draw_before_is_outdated() -> None:
    office = Office("pairs-5x8-swiss", fee=FEE)
    office.director.do("add", people="A Ab / B Ab\nC Cd / D Cd", present="1")

    def seen() -> dict[str, Any]:
        state: dict[str, Any] = office.scribe.get("door/state.json").json()
        outdated = [one["number"] for one in state["people"] if one["outdated"]]
        return {name: state[name] for name in ("pairs", "round", "drawn")} | {"outdated": outdated}

    office.scribe.post("door/", kind="number", number="1")
    office.director.do("draw")
    assert seen() == {"pairs": True, "round": 1, "drawn": 1, "outdated": []}
    office.scribe.post("door/", kind="number", number="3")
    office.director.do("draw-plan", reason="Tisch fehlt")
    assert seen() == {"pairs": True, "round": 1, "drawn": 2, "outdated": [3]}
    page = office.scribe.get("door/").content.decode()
    assert f"/t/{office.tournament.slug}/</p>" not in page
    office.director.do("call")
    assert seen()["outdated"] == []


def test_who_is_not_let_in_yet_does_not_come_in_by_the_door() -> None:
    made = day()
    made.tournament.entries.filter(number=2).update(state=State.WAITING, held=True)
    with pytest.raises(Conflict):
        arrive(made, number=2)
    assert here(made) == set()


@pytest.mark.parametrize(
    ("told", "error"),
    [
        ({"number": 99}, Invalid),
        ({"number": 1, "handed": 1000}, Invalid),
        ({"number": 1, "means": "cheque"}, Invalid),
        ({"number": 1, "rappen": 0}, Invalid),
        ({"entered_by": "nobody"}, NotFound),
        ({}, Invalid),
    ],
)
def test_what_cannot_be_paid_is_refused(told: dict[str, Any], error: type[Exception]) -> None:
    made = day()
    with pytest.raises(error):
        fee(made, **told)
    assert not Payment.objects.exists()


def test_who_has_played_is_not_taken_for_somebody_else() -> None:
    made = event(hands=4, rounds=1, fee=FEE)
    made.enter(7)
    arrive(made, name="Gast 1 Meier", seen=())
    play(made)
    (doubt,) = doubts_of(made.tournament)
    with pytest.raises(Conflict):
        door.settle(**made.ids, number=doubt.entry.number, same=True)


def test_the_door_is_for_the_desk() -> None:
    made = day()
    for role in ("member", "referee"):
        actor = made.house.official(role)
        with pytest.raises(NotAllowed):
            door.arrive(actor=actor, tournament_id=made.tournament.pk, key="x", who=Who(number=1))


def test_two_doors_without_network_for_a_quarter_of_an_hour_are_merged() -> None:
    """A naive second count: everybody once, every franc that was taken, whatever the order."""
    made = event(fee=FEE)
    made.enter(200, present=False)
    keys = count(1)

    def lines(numbers: range, guests: range) -> list[tuple[str, dict[str, Any]]]:
        told: list[tuple[str, dict[str, Any]]] = []
        for number in numbers:
            told.append(("arrive", {"key": f"k{next(keys)}", "number": number}))
            told.append(("fee", {"key": f"k{next(keys)}", "number": number, "rappen": FEE}))
        for guest in guests:
            entered = f"k{next(keys)}"
            told.append(("arrive", {"key": entered, "name": f"Neu{guest} Zuzug{guest}"}))
            told.append(("fee", {"key": f"k{next(keys)}", "entered_by": entered, "rappen": FEE}))
        return told

    left, right = lines(range(1, 41), range(5)), lines(range(41, 81), range(5, 10))
    sent = [line for both in zip(left, right, strict=True) for line in both]
    for what, told in [*sent, *left, *sent[::3]]:  # answers were lost: much comes again
        (arrive if what == "arrive" else fee)(made, **told)
    assert here(made) == {*range(1, 81), *range(201, 211)}
    assert balance(made.fresh()).till == 90 * FEE
    assert {account.open for n, account in balance(made.fresh()).accounts.items() if n in here(made)
            } == {0}  # fmt: skip


def test_the_line_without_script_takes_a_number_with_the_fee() -> None:
    office = Office(fee=FEE)
    office.director.do("open")
    office.enter(3, present=False)
    answer = office.scribe.post("door/", who="2", means="twint")
    assert answer.status_code == 302
    page = office.scribe.text("door/")
    assert "2 Gast Ab ist da. 2 Gast Ab hat 20.00 bezahlt (TWINT)." in page
    assert "1 da, 2 erwartet" in page


def test_the_page_says_at_the_line_what_is_wrong() -> None:
    office = Office(fee=FEE)
    office.enter(2, present=False)
    answer = office.scribe.post("door/", who="77")
    assert answer.status_code == 422
    assert "Die Startnummer 77 gibt es nicht." in answer.content.decode()
    far = office.scribe.post("door/", who="9" * 30).content.decode()
    assert "Diese Startnummer gibt es nicht." in far
    assert office.scribe.post("door/", who="").status_code == 422
    assert office.scribe.post("door/", kind="dance", who="1").status_code == 422


def test_the_outbox_is_told_in_a_few_words() -> None:
    office = Office(fee=FEE)
    office.enter(2, present=False)
    browser = office.scribe
    me = f"user:{browser.client.session['_auth_user_id']}"

    def send(**fields: Any) -> Any:
        path = f"{browser.root}door/"
        return browser.client.post(path, fields, headers={"Outbox": me})

    told = send(key="k1", kind="arrival", number=1)
    assert (told.status_code, told.json()["to"]) == (200, f"{browser.root}door/")
    assert send(key="k2", kind="fee", number=1, means="cash", rappen="20.00").status_code == 200
    assert send(key="k2", kind="fee", number=1, means="cash", rappen="20.00").status_code == 200
    assert send(key="k3", kind="arrival", number=9).json()["words"]
    assert balance(office.fresh()).till == FEE


def test_the_state_is_answered_only_when_it_has_changed() -> None:
    office = Office(fee=FEE)
    office.enter(2, present=False)
    state = office.scribe.get("door/state.json").json()
    assert state["people"][0] | {"number": 1, "due": FEE, "paid": 0} == state["people"][0]
    assert office.scribe.get("door/state.json", v=state["version"]).status_code == 204
    office.scribe.post("door/", who="1")
    assert office.scribe.get("door/state.json", v=state["version"]).json()["version"]


def test_whoever_is_ticked_again_stays_known_by_the_arrival_that_entered_him() -> None:
    office = Office(fee=FEE)
    me = {"Outbox": f"user:{office.scribe.client.session['_auth_user_id']}"}
    for sent in ({"key": "new", "name": "Vreni Zaugg"}, {"key": "again", "number": 1}):
        path = f"{office.scribe.root}door/"
        office.scribe.client.post(path, {"kind": "arrival", **sent}, headers=me)
    (person,) = office.scribe.get("door/state.json").json()["people"]
    assert (person["number"], person["entered_by"]) == (1, "new")
    assert Act.objects.count() == 2


def test_the_places_and_the_draw_are_told() -> None:
    office = Office()
    office.enter(8)
    office.director.do("draw")
    assert "Die Auslosung passt zu denen, die da sind." in office.scribe.text("door/")
    office.scribe.post("door/", who="Vreni Zaugg")
    page = office.scribe.text("door/")
    assert "Ausgelost, aber nicht da: 0. Da, aber nicht ausgelost: 1." in page
    assert "noch 3 bis zum nächsten vollen Tisch" in page


def test_of_a_fee_that_two_doors_took_one_is_given_back_on_the_page_of_the_money() -> None:
    office = Office(fee=FEE)
    office.enter(1, present=False)
    for door_of in "lr":
        office.scribe.post("door/", key=f"{door_of}1", kind="fee", number="1", rappen="20")
    page = office.scribe.get("money/").content.decode()
    assert re.search(r"Zurückzugeben.*?<small class=\"dim\">20\.00</small>", page, re.DOTALL)
    office.scribe.do("pay", number=1, kind="refund", rappen="20")
    assert balance(office.fresh()).accounts[1].open == 0


def test_a_category_and_a_club_are_said_at_the_door_once_and_undo_nobody_elses() -> None:
    made = day()
    said = {"who": Who(number=3), **made.ids}
    for _again in range(2):
        door.describe(key="w", category="Damen", **said)
    door.describe(key="c", home_club="JC Chur", **said)
    door.describe(key="u", category="U 20", **said)
    door.describe(key="x", category="women", take_off=True, **said)
    arrive(made, key="new", name="Zita Zaugg")
    door.describe(key="z", category="Junioren", who=Who(entered_by="new"), **made.ids)
    rows = made.tournament.entries.values_list("number", "labels", "home_club")
    assert {row for row in ((n, *labels, club) for n, labels, club in rows) if len(row) > 2} == {
        (3, "U 20", "JC Chur"),
        (9, "juniors", ""),
    }
    office = Office(fee=FEE)
    office.enter(1)
    office.scribe.post("door/", key="k1", kind="details", number="1", category="women")
    office.scribe.post("door/", key="k2", kind="details", number="1", home_club="Bern")
    page = office.scribe.get("door/").content.decode()
    assert '"labels": ["women"], "home_club": "Bern"' in page
