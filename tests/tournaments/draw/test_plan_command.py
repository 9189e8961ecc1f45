"""The command `plan`."""

import io
import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from rest_framework.utils.encoders import JSONEncoder

from tests.tournaments.draw.pure.naive_count import naive_count
from tests.tournaments.events import event
from tournaments.desk import rounds
from tournaments.draw import planning
from tournaments.draw.api import DrawOut
from tournaments.draw.pure import Round, commitment, make_plan
from tournaments.entries import entrants
from tournaments.management.commands import plan


def run(*options):
    out = io.StringIO()
    call_command("plan", *options, stdout=out)
    return out.getvalue()


def answer(players, rounds, *options):
    return json.loads(run(f"--players={players}", f"--rounds={rounds}", "--json", *options))


def test_a_plan_comes_with_its_certificate():
    plan = answer(18, 4, "--seed=7")
    planned = [
        Round(tuple(map(tuple, tables)), tuple(out))
        for tables, out in zip(plan["rounds"], plan["sitting_out"], strict=True)
    ]
    names = ("partner_repeats", "opponent_repeats", "meeting_repeats", "table_repeats")
    assert tuple(plan["certificate"][name] for name in names) == naive_count(planned)
    assert set(names) <= set(plan["certificate"]["lower_bounds"])
    assert all(sorted(r.people) == list(range(18)) for r in planned)


def test_the_same_seed_gives_the_same_plan_and_no_seed_a_new_one():
    assert answer(18, 3, "--seed=a") == answer(18, 3, "--seed=a")
    one, other = answer(16, 3), answer(16, 3)
    assert one["seed"] != other["seed"]
    assert one["rounds"] != other["rounds"]
    assert answer(16, 3, f"--seed={one['seed']}") == one
    assert commitment(one["seed"]) != commitment(other["seed"])


def test_of_many_lots_the_best_is_kept_and_its_seed_makes_it_again(monkeypatch):
    plain, kept = (
        answer(14, 4, "--alone", "--seed=c"),
        answer(14, 4, "--alone", "--seed=c", "--better=3"),
    )
    assert kept["certificate"]["meeting_repeats"] < plain["certificate"]["meeting_repeats"]
    assert answer(14, 4, "--alone", f"--seed={kept['seed']}") == kept
    made = iter([make_plan(14, 4, seed="c", alone=True)])
    monkeypatch.setattr(plan, "make_plan", lambda *_what, **_how: next(made, None) or stopped())
    assert answer(14, 4, "--alone", "--seed=c", "--better=3") == plain


def stopped():
    raise KeyboardInterrupt


def test_people_read_sides_tables_and_who_sits_out():
    text = run("--players=9", "--rounds=2", "--seed=3")
    assert text.count("sitting out:") == 2
    assert "meeting_repeats: " in text
    assert " + " not in text
    assert text.count("+") == 2 * 2 * 2


@pytest.mark.parametrize(
    "options",
    [
        ("--players=3", "--rounds=2"),
        ("--players=-8", "--rounds=2"),
        ("--players=8", "--rounds=0"),
        ("--players=8", "--rounds=101"),
        ("--players=100000000", "--rounds=8"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_words(options):
    with pytest.raises(CommandError, match=r"players|round") as error:
        run(*options)
    assert error.value.returncode == 2


def test_start_numbers_decide_the_lot_and_stay_what_they_are():
    plan = json.loads(run("--numbers=3-9,12", "--rounds=2", "--seed=a", "--json"))
    assert {p for t in plan["rounds"][0] for p in t} == {3, 4, 5, 6, 7, 8, 9, 12}
    a, b, c, d = plan["rounds"][0][0]
    text = run("--numbers=3-9,12", "--rounds=2", "--seed=a")
    assert f"1: {a}+{c} : {b}+{d}" in text


def test_alone_there_are_tables_of_three_and_no_partners():
    text = run("--players=7", "--rounds=1", "--seed=a", "--alone")
    assert "+" not in text
    assert sorted(line.count(" : ") for line in text.splitlines() if ": " in line)[-2:] == [2, 3]


@pytest.mark.parametrize("options", [("--numbers=1-x",), ("--numbers=0-8",), ("--numbers=8-",)])
def test_start_numbers_that_are_none_are_an_unusable_call(options):
    with pytest.raises(CommandError):
        run(*options, "--rounds=2")


@pytest.mark.parametrize("options", [(), ("--players=eight", "--rounds=2")])
def test_nonsense_is_an_unusable_call(options):
    with pytest.raises(CommandError):
        run(*options)


def told_by_the_api(draw, *, for_desk=True):
    """As the list of draws answers it after the end."""
    seen = {"for_desk": for_desk, "rounds_called": len(draw.rounds), "hidden": None}
    return json.loads(json.dumps(DrawOut.of(draw, **seen), cls=JSONEncoder))


def drawn_after_two_rounds():
    """Two wishes, two rounds played, then somebody new: the third draw of the day."""
    day = event(rounds=5)
    day.enter(16)
    entrants.keep_apart(**day.ids, one=3, other=4)
    entrants.fix_place(**day.ids, entry=5, table=2, seat=0)
    day.draw()
    for number in (1, 2):
        rounds.call_round(**day.ids)
        rounds.start_round(**day.ids, number=number)
        rounds.close_round(**day.ids, number=number, reason="ohne Resultate")
    day.enter(1)
    return day, day.draw()


@pytest.mark.django_db
def test_a_draw_with_wishes_after_played_rounds_is_made_again_and_compared(tmp_path, monkeypatch):
    hasty = vars(planning)["make_plan"]  # with few moves, as the draw was
    monkeypatch.setattr(plan, "make_plan", hasty)
    day, draw = drawn_after_two_rounds()
    assert (draw.played, len(draw.rounds)) == (2, 5)
    file, told = tmp_path / "draw.json", told_by_the_api(draw)
    options = (f"--draw={file}", f"--seed={day.tournament.seed}")
    file.write_text(json.dumps(told))
    assert run(*options) == f"draw {draw.number} is what its lot gives: 5 rounds, the same\n"
    for change, said in (
        ({"rounds": swapped(told["rounds"], 3)}, "differs from its lot in round 4"),
        ({"asked": {**told["asked"], "wishes": {}}}, "differs from its lot in round 3"),
        ({"asked": {**told["asked"], "commitment": "x"}}, "the seed is not the one"),
        ({"asked": {**told["asked"], "exchanged": [4, 1, 2]}}, "the direction exchanged"),
        ({"asked": {**told["asked"], "phase": "final"}}, "follows a ranking"),
        ({"rounds": told["rounds"][:3]}, "not public yet"),
        ({"rounds": 3}, "no draw as the API answers it"),
    ):
        file.write_text(json.dumps({**told, **change}))
        with pytest.raises(CommandError, match=said):
            run(*options)
    file.write_text(json.dumps(told_by_the_api(draw, for_desk=False)))
    with pytest.raises(CommandError, match="wishes, which only the desk may read"):
        run(*options)


def swapped(planned, place):
    """Two people of a round have changed their seats."""
    first, second, *others = planned[place]["tables"]
    tables = [[second[0], *first[1:]], [first[0], *second[1:]], *others]
    return [*planned[:place], {**planned[place], "tables": tables}, *planned[place + 1 :]]
