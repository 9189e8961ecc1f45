"""The key of every form says exactly what is then stored."""

import itertools
import re
from collections.abc import Iterator

import pytest

from scoring.claims.models import HandEntry
from scoring.claims.selectors import state_of
from scoring.tables.pages import writing as preview_views
from tests.sampling import some_today
from tests.scoring.web_table import browser, table_of

pytestmark = pytest.mark.django_db


def stored(table, number):
    """What stands on the sheet for a hand: made points where they are written, else totals."""
    (row,) = [row for row in state_of(table.game).sheet.rows if row.number == number]
    return " : ".join(
        str(line.total if line.made is None else line.made) for line in row.score.lines
    )


def says_what_it_writes(table, forms):
    """Preview each form, write it, and compare; how many were ready."""
    anna, number, ready = browser(table, 0), 1, 0
    for form in forms:
        told = anna.post(f"hands/{number}/preview/", **form).json()
        assert not HandEntry.objects.filter(hand__game=table.game, hand__number=number).exists()
        answer = anna.post(f"hands/{number}/write/", **form, key=f"k{number}x{ready}")
        assert told["ready"] == (answer.status_code == 302), (form, told)
        if told["ready"]:
            assert told["points"] == stored(table, number), form
            number, ready = number + 1, ready + 1
    return ready


def schieber_forms() -> Iterator[dict[str, str]]:
    modes = ("EI", "SE", "O", "")
    hands: tuple[dict[str, str], ...] = (
        {"points_0": "97"},
        {"points_0": "100", "points_1": "60"},
        {},
    )
    extras: tuple[dict[str, str], ...] = (
        {},
        {"weis_0": "20+50"},
        {"weis_0": "50", "weis_1": "100"},
        {"weis_1": "20", "stoeck": "2"},
    )
    for mode, hand, matsch, extra in itertools.product(modes, hands, ("", "0", "1"), extras):
        yield {"contract": mode, **hand, "matsch": matsch, **extra, "pushed": "1" if extra else ""}


@pytest.mark.parametrize(
    ("most", "ready"), [(10, 1), pytest.param(None, 12, marks=pytest.mark.proof, id="all")]
)
@pytest.mark.parametrize("profile", ["schieber-2500", "jassderby"])
def test_the_key_of_a_schieber_tells_matsch_weis_stoeck_and_factor(profile, most, ready):
    plain, *others = schieber_forms()
    drawn = others if most is None else some_today(others, most, at=profile)
    assert says_what_it_writes(table_of(profile), [plain, *drawn]) >= ready


LINES = ("EI", "RO", "SI", "SE", "O", "U")


@pytest.mark.parametrize("most", [2, pytest.param(len(LINES), marks=pytest.mark.proof, id="all")])
def test_the_key_of_a_coiffeur_tells_the_factor_of_the_line(most):
    lines = some_today(LINES, most, at="coiffeur")
    forms = [
        {"side": str(side), "line": line, **more}
        for line, side in itertools.product(lines, (0, 1))
        for more in ({}, {"points": "300"}, {"points": str(60 + side)} if side else {"matsch": "1"})
    ]
    forms.append({"side": "0", "line": lines[0], "points": "99"})
    assert says_what_it_writes(table_of("coiffeur"), forms) == 2 * most


PLAYERS = {
    "differenzler-offen": [
        {"contract": "RO", "made_0": "30", "made_1": "40", "made_2": "50"}
        | {f"said_{seat}": "40" for seat in range(4)},
        {"contract": "RO", "made_0": "30", "made_1": "40", "made_2": "50", "said_0": "9"},
        {"contract": "", "made_0": "160"},
    ],
    "hae": [
        {f"said_{seat}": "3" for seat in range(4)} | {"made_0": "3", "made_1": "2", "made_2": "3"},
        {f"said_{seat}": "1" for seat in range(4)} | {"made_0": "4", "made_1": "6", "made_2": "9"},
    ],
    "sidi": [
        {"contract": "RO", "declared_by": "1", "bid": "90", "double": "2", "points_0": "59"},
        {"contract": "RO", "declared_by": "1", "bid": "91", "points_0": "59"},
    ],
    "handjass": [
        {"contract": "RO", "points_0": "50", "points_1": "40", "points_2": "30"},
        {"points_0": "50"},
    ],
    "schieber-passen": [
        {"partner": "1", "points_0": "1000"},
        {"partner": "2", "points_0": "900", "matsches_0": "1"},
    ],
    "freies-blatt": [
        {"points_0": "10", "points_1": "20", "points_2": "3", "points_3": "4"},
        {"points_0": "1"},
    ],
}


@pytest.mark.parametrize("profile", PLAYERS)
def test_the_key_of_every_other_sheet_tells_what_it_writes(profile):
    assert says_what_it_writes(table_of(profile), PLAYERS[profile]) > 0


def test_a_correction_is_ready_once_it_says_why():
    table = table_of("schieber-2500")
    anna = browser(table, 0)
    for number in (1, 2):
        anna.post(f"hands/{number}/write/", contract="SE", points_0="97", key=f"k{number}")
    form = {"contract": "SE", "points_0": "57", "points_1": "", "base_version": "1"}
    assert not anna.post("hands/1/preview/", **form).json()["ready"]
    told = anna.post("hands/1/preview/", **form, reason_code="miscounted").json()
    assert told["points"] == "114 : 200"
    assert (
        anna.post("hands/1/correct/", **form, reason_code="miscounted", key="c").status_code == 302
    )
    assert stored(table, 1) == "114 : 200"


def test_a_preview_of_sealed_predictions_tells_what_was_made_and_never_what_it_is_worth():
    table = table_of("differenzler-verdeckt", house_rules={"differenzler.sealed_entry": "phone"})
    players = [browser(table, seat) for seat in range(4)]
    for seat, player in enumerate(players):
        player.post("hands/1/predict/", seat=str(seat), value="40", key=f"p{seat}")
    form = {"contract": "RO", "made_0": "30", "made_1": "40", "made_2": "50"}
    told = players[0].post("hands/1/preview/", **form).json()
    assert told == {"ready": True, "said": "", "points": "30 : 40 : 50 : 37"}


def test_previews_are_counted_as_entries_are(monkeypatch):
    monkeypatch.setattr(preview_views.PreviewThrottle, "rate", "2/min", raising=False)
    anna = browser(table_of("schieber-1000"), 0)
    form = {"contract": "RO", "points_0": "97"}
    codes = [anna.post("hands/1/preview/", **form).status_code for _time in range(3)]
    assert codes == [200, 200, 429]


def test_where_each_answer_has_a_key_each_tells_what_it_would_write():
    table = table_of("cinq-cents", seats=2)
    anna, typed = browser(table, 0), {"points_0": "92", "points_1": "41"}
    each = anna.post("hands/1/preview/", **typed).json()["each"]
    assert [told["points"] for told in each] == ["92 : 41", "133 : 0"]
    page = anna.get().content.decode()
    assert re.findall(r'<button [^>]*name="declared_by" value="(\d)"', page) == ["0", "1"]
    anna.post("hands/1/write/", **typed, declared_by="1", key="k1")
    assert stored(table, 1) == each[1]["points"]
    # What is put right has one key, and asks.
    assert 'type="radio" name="declared_by" value="1" checked' in " ".join(
        anna.get("hands/1/correct/").content.decode().split()
    )
    again = {**typed, "declared_by": "0", "base_version": "1", "key": "k2"}
    anna.post("hands/1/correct/", **again)
    assert stored(table, 1) == each[0]["points"]
    table.correct(1, {"written": [5, 7]})
    anna.post("hands/1/correct/", **again | {"base_version": "3", "key": "k3"})
    assert stored(table, 1) == each[0]["points"]


@pytest.mark.parametrize(("points", "mode", "lacks"), [("97", "", True), ("970", "EI", False)])
def test_what_is_not_typed_yet_is_asked_for_and_is_no_mistake(points, mode, lacks):
    anna = browser(table_of("schieber-2500"), 0)
    told = anna.post("hands/1/preview/", points_0=points, contract=mode).json()
    assert told["said"]
    assert (told["ready"], told["lacks"]) == (False, lacks)
