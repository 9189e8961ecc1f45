"""The form of a hand on every phone: all of it on the first screen, and what is touched is hit."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from jassclub.clubs.actors import person_actor
from jassclub.clubs.models import Membership, User
from jassclub.clubs.services.links import COOKIE
from scoring.claims.agreement import contest_hand, take_back_hand
from scoring.claims.entries import record_hand
from tests.browser.entry_tables import (
    GAMES,
    LANDSCAPE,
    LAST,
    PARTS,
    PORTRAIT,
    Size,
    mountain,
    out_of_place,
    sealed,
    secret_of,
    table_with,
    twelve,
)
from tests.browser.touching import Finger
from tests.scoring.table import House, TableOf, house, open_table

pytestmark = pytest.mark.django_db(transaction=True)

Devices = Callable[..., Page]


@pytest.fixture
def club() -> House:
    return house()


def desk_of(club: House, open_device: Devices) -> Page:
    """The phone of somebody who writes for every table of the club."""
    user = User.objects.create_user("scribe", password="x")
    Membership.objects.create(club=club.club, user=user, role="scribe")
    return open_device(user, is_mobile=True)


def phone_at(table: TableOf, seat: int, open_device: Devices) -> Page:
    """The phone that lies at a seat, on the page of its table."""
    page = open_device(is_mobile=True)
    page.goto("/login/")
    home = page.evaluate("location.origin")
    page.context.add_cookies([{"name": COOKIE, "value": secret_of(table, seat), "url": home}])
    page.goto(f"/games/{table.game.pk}/")
    return page


def pages_of(table: TableOf, *, played: int) -> Iterator[tuple[str, str]]:
    """The table page, and the correction of its last hand and of an earlier one."""
    game = f"/games/{table.game.pk}/"
    yield "table", game
    for number in sorted({1, played} - {0}):
        yield f"correction of {number}", f"{game}hands/{number}/correct/"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_pen_trumps_and_the_key_that_writes_stand_on_the_first_screen(
    game: str, club: House, open_device: Devices
) -> None:
    page = desk_of(club, open_device)
    wrong = []
    for played in (0, LAST.get(game, 12) - 1):
        table = table_with(club, game, played=played)
        for name, path in pages_of(table, played=played):
            page.goto(path)
            wrong += [f"{name}, {played} played, {one}" for one in out_of_place(page)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", ["schieber", "differenzler"])
def test_in_large_text_it_does_on_the_phones_of_most(
    game: str, club: House, open_device: Devices
) -> None:
    page = desk_of(club, open_device)
    page.goto(f"/games/{table_with(club, game, played=2).game.pk}/")
    page.evaluate("() => { document.documentElement.dataset.text = 'large' }")
    wrong = out_of_place(page, sizes=[(360, 740), (390, 844), (412, 915)])
    assert not wrong, "\n".join(wrong)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("game", "name"),
    [("schieber", "points_0"), ("coiffeur", "points"), ("differenzler", "made_0")],
)
def test_what_is_refused_leaves_the_keys_in_sight_and_is_said_until_somebody_writes_on(
    game: str, name: str, club: House, open_device: Devices
) -> None:
    page = desk_of(club, open_device)
    page.goto(f"/games/{table_with(club, game, played=2).game.pk}/")
    page.evaluate("document.querySelector('a.write')?.click()")
    for typed in ("", "999"):
        page.locator(f".pen [name={name}]").fill(typed)
        page.locator("[data-write]").tap()
        expect(page.locator("#errors")).to_be_visible()
        parts = ["pen .sum-up", "pen .points", "pen .choice", "pen .keys", "pen .go"]
        wrong = out_of_place(page, parts)
        assert not wrong, "\n".join(wrong)
    page.locator(".pad [data-key='1']").tap()
    expect(page.locator(".pen :is(#errors, .error, [aria-invalid])")).to_have_count(0)


def test_the_cell_of_a_coiffeur_that_is_chosen_stays_as_wide_as_it_was(
    club: House, open_device: Devices
) -> None:
    page = desk_of(club, open_device)
    page.goto(f"/games/{table_with(club, 'coiffeur', played=0).game.pk}/")
    cell = page.locator("a.write").first
    before = cell.bounding_box()
    cell.tap()
    expect(page.locator("td.now")).to_have_count(1)
    after = cell.bounding_box()
    assert before
    assert after
    assert before["width"] == pytest.approx(after["width"], abs=2)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("game", ["schieber", "coiffeur", "differenzler", "hae"])
def test_what_was_taken_back_is_put_right_on_the_first_screen(
    game: str, number: int, club: House, open_device: Devices
) -> None:
    page = desk_of(club, open_device)
    page.goto(taken_back(club, game, number))
    wrong = out_of_place(page)
    assert page.locator(".again").count() == 1
    assert not wrong, "\n".join(wrong)


def taken_back(club: House, game: str, number: int = 3) -> str:
    """The page of a table whose last hand its scribe has just taken from the slate."""
    table = table_with(club, game, played=number - 1)
    scribe = person_actor(User.objects.get(username="scribe").pk)
    slip = GAMES[game][2](number)
    record_hand(actor=scribe, game_id=table.game.pk, number=number, slip=slip)
    take_back_hand(actor=scribe, hand_id=table.hand(number).pk, version=1)
    return f"/games/{table.game.pk}/"


def test_two_equal_weise_are_asked_about_on_the_first_screen(
    club: House, open_device: Devices
) -> None:
    page = desk_of(club, open_device)
    page.goto(f"/games/{table_with(club, 'schieber', played=2).game.pk}/")
    page.locator("[data-face=weis]").click()
    for side in (0, 1):
        page.locator(f"[data-weis='{side}'] [data-add='50']").click()
    wrong = out_of_place(page)
    for width, height in [PORTRAIT[0], LANDSCAPE[0]]:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#weis_top_0").select_option("9")
        assert page.evaluate("scrollY") == 0
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", ["schieber", "coiffeur", "differenzler"])
def test_beside_a_contested_hand_the_next_one_is_written_on_the_first_screen(
    game: str, club: House, open_device: Devices
) -> None:
    table = table_with(club, game, played=2)
    hand = table.hand(2).pk
    contest_hand(actor=table.phones[1], hand_id=hand, version=1, reason_code="miscounted")
    page = phone_at(table, 0, open_device)
    expect(page.locator(".board .last.wrong")).to_be_visible()
    wrong = out_of_place(page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("played", [1, 11])
def test_the_question_about_a_sealed_hand_stands_above_a_whole_pen(
    played: int, club: House, open_device: Devices
) -> None:
    page = phone_at(sealed(club, played=played), 1, open_device)
    wrong = out_of_place(page)
    assert page.locator(".answer .sealed, .predict form").count() == 2
    assert not wrong, "\n".join(wrong)


def test_thanks_and_the_berg_are_written_on_the_first_screen(
    club: House, open_device: Devices
) -> None:
    page, table = desk_of(club, open_device), mountain(club, played=2)
    wrong = []
    for way in ("thanks", "berg"):
        page.goto(f"/games/{table.game.pk}/hands/3/ways/{way}/?side=0")
        parts = ["pen .claimed", "pen .at-berg", *PARTS]
        wrong += [f"{way}, {one}" for one in out_of_place(page, parts)]
        assert page.locator(".pen #tricks").count() == 1
    assert not wrong, "\n".join(wrong)


def test_twelve_players_type_on_and_on_while_the_key_that_writes_stays(
    club: House, open_device: Devices
) -> None:
    page = phone_at(twelve(club, played=2), 1, open_device)
    wrong = out_of_place(page)
    assert page.locator(".answer, .predict form").count() == 2
    assert not wrong, "\n".join(wrong)
    for width, height in [PORTRAIT[0], LANDSCAPE[0]]:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        for _field in range(23):
            page.locator(".pad [data-key='0']").click()
        expect(page.locator("#made_11")).to_have_class(re.compile("chosen"))
        assert page.evaluate(SEEN), f"{width}x{height}: the field of the last one is out of sight"
        assert page.evaluate("scrollY") == 0


SEEN = """() => {
    const [box, field] = ['.many', '.chosen'].map(
        one => document.querySelector(one).getBoundingClientRect())
    return field.top >= box.top - .5 && field.bottom <= box.bottom + .5
}"""
CUT = """() => [...document.querySelectorAll('.last > span, .answer .big')].filter(one =>
    one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    .map(one => one.textContent)"""


def test_the_last_hand_is_read_whole_beside_its_keys(club: House, open_device: Devices) -> None:
    table, wrong = table_with(club, "schieber", played=2), []
    for seat, where in enumerate((".board .last > span", ".answer .big")):
        page = phone_at(table, seat, open_device)
        expect(page.locator(where)).to_contain_text("62 : 95")
        for width, height in [*PORTRAIT, *LANDSCAPE]:
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{width}x{height}: {text} is cut" for text in page.evaluate(CUT)]
        wrong += out_of_place(page)
    assert not wrong, "\n".join(wrong)


def test_points_typed_beside_a_matsch_are_a_wrong_sum_and_no_derived_number(
    club: House, open_device: Devices
) -> None:
    page = desk_of(club, open_device)
    page.goto(f"/games/{table_with(club, 'schieber', played=0).game.pk}/")
    page.locator("[data-face=matsch]").click()
    page.locator("#matsch label").nth(1).click()
    page.locator(".pad [data-key='1']").click()
    expect(page.locator("#points_1")).to_have_value("157")
    expect(page.locator("[data-live]")).to_contain_text("1 zu viel: zusammen gibt es 157.")


FORMS = ["schieber", "correction", "coiffeur", "differenzler", "hae", "handjass"]
FORMS += ["thanks", "berg", "question", "twelve"]
WAYS = {
    "correction": "hands/2/correct/",
    "thanks": "hands/3/ways/thanks/?side=0",
    "berg": "hands/3/ways/berg/?side=0",
}
"""Forms of a Schieber that are pages of their own."""
FEW: list[Size] = [(320, 568), (390, 664)]
FIRST = (0.35, 0.6, 1.0)
"""Where the control stands on its page that is touched before any other; all of a page are
touched from its beginning, so the first of all is among them."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("form", FORMS)
def test_the_first_touch_hits_what_lies_under_the_finger(
    form: str, club: House, open_device: Devices
) -> None:
    touched_everywhere(form, dict(zip(FEW, [FIRST[:1], FIRST[1:]], strict=True)), club, open_device)


@pytest.mark.proof
@pytest.mark.parametrize("form", [*FORMS, "again", "passen", "free"])
def test_the_first_touch_hits_at_every_size(form: str, club: House, open_device: Devices) -> None:
    touched_everywhere(form, dict.fromkeys([*PORTRAIT, *LANDSCAPE], FIRST), club, open_device)


def touched_everywhere(
    form: str, sizes: dict[Size, tuple[float, ...]], club: House, open_device: Devices
) -> None:
    """Every control is touched once; some of them as the very first thing after the page came."""
    page, path = shown(form, club, open_device)
    wrong = []
    for (width, height), shares in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        faults = [*_first_touches(page, path, shares), *_all_touches(page, path)]
        wrong += [f"{width}x{height}: {fault}" for fault in faults]
    assert not wrong, "\n".join(wrong)


def shown(form: str, club: House, open_device: Devices) -> tuple[Page, str]:
    """Whose page shows a form, and where."""
    if form == "question":
        table = sealed(club, played=1)
        return phone_at(table, 1, open_device), f"/games/{table.game.pk}/"
    page = desk_of(club, open_device)
    if form == "again":
        return page, taken_back(club, "schieber")
    if form == "twelve":
        table = twelve(club, played=2)
    elif form in WAYS:
        table = mountain(club, played=2)
    else:
        table = table_with(club, form, played=2)
    return page, f"/games/{table.game.pk}/{WAYS.get(form, '')}"


def _first_touches(page: Page, path: str, shares: tuple[float, ...]) -> Iterator[str]:
    for share in shares:
        page.goto(path)
        finger = Finger.on(page)
        controls = finger.controls()
        fault = finger.touch(controls[round(share * (len(controls) - 1))])
        if fault:
            yield f"first: {fault}"


def _all_touches(page: Page, path: str) -> Iterator[str]:
    """In the order of the page; what a key brings up is touched before the next one."""
    page.goto(path)
    finger, done = Finger.on(page), set()
    while waiting := [one for one in finger.controls() if one not in done]:
        done.add(waiting[0])
        if fault := finger.touch(waiting[0]):
            yield fault


def test_a_digit_counts_when_the_finger_is_lifted_however_long_it_lay_there(
    club: House, open_device: Devices
) -> None:
    page = desk_of(club, open_device)
    page.goto(f"/games/{table_with(club, 'free', played=0).game.pk}/")
    line, typed = Finger.on(page).line, page.locator("#points_0")
    key = page.locator(".pad [data-key='7']").bounding_box()
    assert key
    x, y = key["x"] + key["width"] / 2, key["y"] + key["height"] / 2
    for dx, dy, hold, value in [(0, 0, 900, "7"), (8, 6, 20, "77"), (0, -90, 20, "77")]:
        for sign, points in (
            ("touchStart", [{"x": x, "y": y}]),
            ("touchMove", [{"x": x + dx, "y": y + dy}]),
            ("touchEnd", []),
        ):
            line.send("Input.dispatchTouchEvent", {"type": sign, "touchPoints": points})
            page.wait_for_timeout(hold if sign != "touchEnd" else 20)
        expect(typed).to_have_value(value)
    expect(page.locator("#points_1")).to_have_value("")


def test_the_key_that_goes_on_is_heard_again_as_soon_as_a_digit_was_typed(
    club: House, open_device: Devices
) -> None:
    page = desk_of(club, open_device)
    page.goto(f"/games/{table_with(club, 'limited', played=0).game.pk}/")
    page.evaluate("""() => {
        for (const key of ["8", "0", "9", "next", "1", "next", "0"])
            document.querySelector(`.pad [data-key="${key}"]`).click()
    }""")
    typed = [page.locator(f"#points_{seat}").input_value() for seat in range(4)]
    assert typed == ["80", "9", "1", "0"]


def test_all_tricks_in_a_misere_are_the_points_of_the_others(
    club: House, open_device: Devices
) -> None:
    page = desk_of(club, open_device)
    page.goto(f"/games/{open_table(club, 'sidi-alle').game.pk}/")
    points = page.locator(".pen [name^=points_]")
    for name, value, filled in (
        ("matsch", "0", ["157", "0"]),
        ("misere", "yes", ["0", "157"]),
        ("matsch", "", ["", ""]),
        ("matsch", "1", ["157", "0"]),
    ):
        page.locator(f".pen [name={name}][value='{value}']").check(force=True)
        assert points.evaluate_all("all => all.map(({ value }) => value)") == filled
