"""Simply writing in a browser: a few taps, without network from the first visit on."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jassclub.clubs.models import User
from jassclub.core.typography import printed
from scoring.claims.models import HandEntry
from scoring.core.models import Game
from scoring.games.endings import strokes
from scoring.slate.drawing import draw
from tests.browser.offline_table import state_of, write
from tests.cast import PASSWORD
from tests.scoring.table import house

DRAWN = """async (cases) => {
  const { strokes } = await import(document.querySelector("script[src*='strokes']").src);
  return cases.map(([total, seed]) => strokes(total, seed).map(
    ([value, path, width]) => [String(value), path, width]));
}"""
KEPT = """async () => {
  const slates = await caches.open("slates");
  while (!await slates.match("/slate/")) await new Promise((done) => { setTimeout(done, 50); });
}"""


def visited(phone: Page) -> Page:
    """A phone that has seen the front page once."""
    phone.goto("/")
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    phone.evaluate(KEPT)
    return phone


def written() -> dict[int, list[int]]:
    """The points of every hand, as the service has them."""
    entries = HandEntry.objects.select_related("hand")
    return {entry.hand.number: entry.slip["points"] for entry in entries}


def marks(svg: str) -> list[list[str]]:
    """Value, path and width of each stroke of a drawing."""
    found = []
    for part in svg.split("<path ")[1:]:
        told = dict(piece.split('="', 1) for piece in part.split('" ') if '="' in piece)
        if told.get("class") == "chalk":
            value = told.get("data-value", told.get("data-sign", ""))
            found.append([value, told["d"], told["stroke-width"].split('"')[0]])
    return found


def test_the_first_hand_takes_four_taps_and_its_digits(open_device, live_server) -> None:
    phone = open_device()
    phone.goto("/")
    phone.get_by_role("link", name="Einfach schreiben").tap()
    phone.get_by_role("button", name="Los").tap()
    form = phone.locator('form[action$="/hands/1/write/"]')
    form.locator("[name=contract][value=RO]").tap(force=True)
    for digit in "97":
        form.locator(f"[data-key='{digit}']").tap()
    form.locator("[data-write]").tap()
    expect(phone.locator(".slate .side").first).to_contain_text("Wir")
    expect(phone.locator('form[action$="/hands/2/write/"]')).to_be_visible()
    assert written() == {1: [97, 60]}
    assert phone.evaluate("JSON.parse(localStorage.evenings).length") == 1


def test_a_slate_is_found_by_number_and_name_and_has_as_many_places(
    open_device, live_server
) -> None:
    phone = open_device()
    phone.goto("/slate/")
    phone.locator("summary").filter(has_text="Andere Spiele").first.tap()
    places = phone.locator("[name^=name_]:visible")
    for typed, profile, many in (
        ("Jaggi", "schaggi-haas", 2),
        ("Butzer", "schlaeger-zu-dritt", 3),
        ("", "bieter-zu-fuenft", 5),
        ("Härpfl", "hae", 12),
    ):
        phone.locator("#find_name").fill(typed)
        phone.locator("label", has=phone.locator(f"[value='{profile}']")).tap()
        expect(places).to_have_count(many)
    phone.locator("label", has=phone.locator("[data-size='5']")).tap()
    phone.get_by_role("button", name="Los").tap()
    phone.wait_for_url("**/games/**")
    assert Game.objects.get().seats.count() == 5


def test_an_evening_begins_without_network(open_device, live_server) -> None:
    phone = visited(open_device(service_workers="allow"))
    phone.context.set_offline(True)
    phone.goto("/")
    expect(phone).to_have_url(f"{live_server.url}/slate/")
    for place, name in enumerate(("Rosa <b>", "Bruno", "Marlies & Co", "D'Angelo")):
        phone.locator(f"[name=name_{place}]").fill(name)
    phone.get_by_role("button", name="Los").click()
    expect(phone.locator(".slate .side").first).to_contain_text("Rosa & Marlies")
    write(phone, 97, number=1)
    write(phone, 60, number=2)
    expect(phone.locator(".slate strong").first).to_have_text("157")
    expect(phone.locator(".slate strong").last).to_have_text("157")
    expect(phone.locator(".slate .side").first.locator(".chalk")).to_have_count(2)
    expect(phone.locator(".slate .rest").first).to_have_text("7")
    expect(phone.locator("[data-running]")).to_be_hidden()
    expect(phone.get_by_text("Partie verwerfen")).to_be_hidden()
    phone.reload()
    expect(phone.locator(".slate strong").first).to_have_text("157")
    expect(state_of(phone)).to_have_text("↑ 3 warten auf Netz")
    drawn = marks(phone.locator(".slate .side").first.inner_html())
    phone.goto("/slate/")
    expect(phone.locator("[data-slates]")).to_contain_text("Rosa & Marlies157")
    phone.locator("[data-slates] a").click()
    assert not Game.objects.exists()

    phone.context.set_offline(False)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    expect(phone.locator("#course .one")).to_have_count(2)
    assert written() == {1: [97, 60], 2: [60, 97]}
    game = Game.objects.get()
    assert phone.url.endswith(f"/games/{game.pk}/")
    assert drawn == marks(str(draw(strokes(157), seed=f"{game.pk}/0")))
    names = [seat.player.name for seat in game.seats.all()]
    assert names == ["Rosa <b>", "Bruno", "Marlies & Co", "D'Angelo"]
    write(phone, 100, number=3)
    expect(phone.locator("#course .one")).to_have_count(3)


@pytest.mark.proof
def test_two_slates_without_names_are_two_and_each_has_its_hands(open_device, live_server) -> None:
    phone = visited(open_device(service_workers="allow"))
    phone.context.set_offline(True)
    for points in (90, 100):
        phone.goto("/slate/")
        phone.get_by_role("button", name="Los").click()
        expect(phone.locator(".slate .side").last).to_contain_text("Ihr")
        write(phone, points, number=1)
        expect(phone.locator(".slate strong").first).to_have_text(str(points))
    phone.context.set_offline(False)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    phone.goto("/")
    expect(phone.locator("[data-slates] li")).to_have_count(2)
    made = {str(entry.slip["points"]) for entry in HandEntry.objects.all()}
    assert made == {"[90, 67]", "[100, 57]"}
    assert Game.objects.values("club").distinct().count() == 1


def test_a_coiffeur_without_network_shows_in_its_cells_what_waits(open_device, live_server) -> None:
    phone = visited(open_device(service_workers="allow"))
    phone.context.set_offline(True)
    phone.goto("/slate/")
    phone.locator("[name=profile][value=coiffeur]").check(force=True)
    phone.get_by_role("button", name="Los").click()
    cells = phone.locator("a.write [aria-hidden]")
    phone.locator("a.write").first.click()
    phone.locator(".pen [name=points]").fill("100")
    phone.locator("[data-write]").click()
    expect(cells.first).to_have_text("↑ 100")
    phone.locator("a.write").nth(2).click()
    phone.locator("[name=matsch]").check(force=True)
    phone.locator("[data-write]").click()
    expect(cells.nth(2)).to_have_text("↑ Matsch")
    expect(phone.locator("[data-sum]")).to_have_text(["614", "0"])
    expect(phone.locator("[data-running]")).to_be_hidden()
    phone.reload()
    expect(cells.nth(2)).to_have_text("↑ Matsch")
    phone.locator("a.write").first.click()
    expect(phone.locator(".pen [name=points]")).to_have_value("100")
    expect(phone.locator("[name=side][value='0']")).to_be_checked()
    phone.locator(".pen [name=points]").fill("90")
    phone.locator("[data-write]").click()
    expect(cells.first).to_have_text("↑ 90")
    expect(phone.locator("[data-sum]")).to_have_text(["604", "0"])
    expect(cells.nth(1)).to_have_text("+")

    phone.context.set_offline(False)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    assert [str(points) for _number, points in sorted(written().items())] == ["90", "157"]


def test_a_differenzler_adds_up_without_network_and_a_habit_skips_no_field(
    open_device: Any, live_server: Any
) -> None:
    phone = visited(open_device(service_workers="allow"))
    phone.context.set_offline(True)
    phone.goto("/slate/")
    phone.locator("[name=profile][value=differenzler-verdeckt]").check(force=True)
    phone.get_by_role("button", name="Los").click()
    expect(phone.locator(".predict")).to_be_hidden()
    for numbers in ("4044", "3535", "5260", "2018"):
        for key in (*numbers[:2], "next", *numbers[2:]):
            phone.locator(f".pad [data-key='{key}']").click()
    phone.locator("[data-write]").click()
    expect(phone.locator("[data-sum]")).to_have_text(["4", "0", "8", "2"])
    phone.context.set_offline(False)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    expect(phone.locator("[data-sum]")).to_have_text(["4", "0", "8", "2"])


TOTALS = (*range(0, 620, 7), *range(1200, 9000, 397), 19, 20, 999, -1, -20, -657)


def test_the_phone_draws_the_strokes_as_the_service_does(
    open_device: Any, live_server: Any
) -> None:
    phone = open_device()
    phone.goto("/slate/blank/schieber-1000/")
    cases = [[total, f"partie/{total % 3}"] for total in TOTALS]
    here = phone.evaluate(DRAWN, cases)
    there = [marks(str(draw(strokes(total), seed=seed))) for total, seed in cases]
    assert here == there


PRINTED = """async numbers => {
  const { printed } = await import(document.querySelector("#outbox").src);
  return numbers.map(printed);
}"""
PUT_BY = """async page => {
  const path = "/games/00000000-0000-4000-8000-000000000000/", slates = await caches.open("slates");
  await slates.put(path, new Response(page, { headers: { "Content-Type": "text/html" } }));
}"""


def test_the_phone_prints_numbers_as_the_service_does(open_device: Any, live_server: Any) -> None:
    phone = open_device()
    phone.goto("/slate/")
    numbers = [*TOTALS, 10_048, -1_234_567, 1234.56, "1542 : -1000", "1’284", "–", "A-3"]
    assert phone.evaluate(PRINTED, numbers) == [*map(printed, numbers)]


@pytest.mark.parametrize("title", ["D’Andrea 1’284 : Ihr −1’020", "D’Andrea 1284 : Ihr -1020"])
def test_a_kept_slate_is_listed_with_its_totals(
    open_device: Any, live_server: Any, title: str
) -> None:
    phone = open_device()
    phone.goto("/slate/")
    phone.evaluate(PUT_BY, f"<title>{title}</title><p data-loose=''>")
    phone.reload()
    expect(phone.locator("[data-slates] .headline")).to_have_text(["D’Andrea1’284", "Ihr−1’020"])


OFFER = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  dispatchEvent(Object.assign(offer, { prompt() { window.prompted = true; } }));
}"""
EVENINGS = "days => { localStorage.evenings = JSON.stringify(days); }"


@pytest.mark.parametrize(
    ("days", "key", "prompted"),
    [
        ([], "", None),
        (["Mon"], "", None),
        (["Mon", "Tue"], "Nein", None),
        (["Mon", "Tue"], "Einrichten", True),
    ],
)
def test_the_app_is_offered_once_after_the_second_evening(
    open_device: Any, live_server: Any, days: list[str], key: str, prompted: bool | None
) -> None:
    phone = open_device()
    phone.goto("/slate/")
    phone.evaluate(EVENINGS, days)
    phone.evaluate(OFFER)
    line = phone.locator("[data-install]")
    assert line.is_visible() == bool(key)
    if key:
        line.get_by_role("button", name=key).click()
        assert phone.evaluate("window.prompted ?? null") == prompted
        phone.reload()
        phone.evaluate(OFFER)
        assert not line.is_visible()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1024, 768)])
def test_a_game_goes_on_with_one_tap_when_it_is_over_and_comes_into_the_club_by_touch(
    open_device: Any, live_server: Any, size: tuple[int, int]
) -> None:
    own = house()
    phone = open_device()
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.goto("/slate/")
    phone.get_by_role("button", name="Los").tap()
    for number in range(1, 8):
        form = phone.locator(f'form[action$="/hands/{number}/write/"]')
        form.locator("label:has([name=contract][value=RO])").tap()
        for digit in "150":
            form.locator(f"[data-key='{digit}']").tap()
        form.locator("[data-write]").tap()
        form.wait_for(state="detached")
    asked = phone.locator(".finish")
    assert "1’000!" in asked.inner_text(), "also where only its key has room"
    asked.get_by_role("button", name="Abschliessen").tap()
    expect(phone.get_by_role("heading", name="Wir gewinnen")).to_be_visible()
    over = phone.url
    phone.get_by_role("button", name="Noch eine Partie").tap()
    expect(phone.locator('form[action$="/hands/1/write/"]')).to_be_visible()
    assert phone.url != over

    scribe = User.objects.get(pk=own.official("scribe").ident)
    scribe.set_password(PASSWORD)
    scribe.save()
    phone.goto("/login/")
    phone.locator("[name=username]").fill(scribe.username)
    phone.locator("[name=password]").fill(PASSWORD)
    phone.get_by_role("button", name="Anmelden").tap()
    phone.wait_for_url(lambda url: "login" not in url)
    phone.goto(over)
    phone.get_by_role("link", name="In den Club übernehmen").tap()
    for place, player in enumerate(own.people[:4]):
        phone.locator("select").nth(place).select_option(str(player.pk))
    phone.get_by_role("button", name="Übernehmen").tap()
    expect(phone.get_by_role("heading", name="Anna & Chlöe gewinnen")).to_be_visible()
    taken = Game.objects.get(club=own.club)
    assert [hand.entries.count() for hand in taken.hands.all()] == [1] * 7
