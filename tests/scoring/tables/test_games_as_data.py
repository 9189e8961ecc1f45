"""Every game that is a file, from the first hand to the archive: over the API, on the pages."""

import pytest

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import User
from jassclub.exchange.archives.importing import import_archive
from scoring.claims.selectors import state_of, winners
from scoring.core.models import Game
from scoring.games.sheets.kind import SHEET_RULES
from scoring.tables.games import close_game
from tests.cast import Caller
from tests.jassclub.exchange import moving
from tests.markup import markup
from tests.scoring.games.sheets.evenings import EVENINGS
from tests.scoring.table import house, open_table
from tests.scoring.web_forms import sent_back
from tests.scoring.web_table import browser, table_of

pytestmark = pytest.mark.django_db
REASON = {"reason_code": "miscounted", "base_version": 1}


def layered(evening):
    return {path: {"value": it, "house": "Abmachung"} for path, it in evening.switches.items()}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_written_corrected_and_closed_over_the_api(name):
    evening, club = EVENINGS[name], house()
    anna = Caller(user=User.objects.get(pk=str(club.official("director").user_id)))
    opened = anna.post(
        "games",
        {
            "club": str(club.club.pk),
            "profile": evening.profile,
            "played_on": "2026-11-19",
            "players": [str(player.pk) for player in club.people[: evening.players]],
            "first_dealer": evening.dealer,
            "house_rules": layered(evening),
        },
    )
    assert opened.status_code == 201, opened.content
    game = opened.json()["id"]
    for number, (slip, _cells) in enumerate(evening.hands, 1):
        written = anna.post(f"games/{game}/hands", {"number": number, "slip": slip})
        assert written.status_code == 201, written.content
    assert written.json()["totals"] == evening.totals
    hand = written.json()["current"]["hand"]
    slip = {"written": [1] * len(evening.totals)}
    again = anna.post(f"hands/{hand}/entries", {"slip": slip, **REASON})
    assert again.status_code == 201, again.content
    before = [had - cell for had, cell in zip(evening.totals, evening.hands[-1][1], strict=True)]
    assert again.json()["totals"] == [total + 1 for total in before]
    refused = anna.post(f"games/{game}/hands", {"number": 99, "slip": {"nix": 1}})
    assert refused.status_code == 422
    assert "/slip/nix" in str(refused.json()["errors"])


@pytest.mark.sampled(6)
@pytest.mark.parametrize("rules", SHEET_RULES, ids=lambda rules: rules.name)
def test_a_hand_is_typed_on_the_phone_and_stands_in_the_form_again(rules):
    evening = EVENINGS[rules.name]
    table = table_of(evening.profile, seats=evening.players)
    anna = browser(table, 0)
    slip = next(it for it, _cells in evening.hands if it.get("contract") not in ("O", "U"))
    sent: dict[str, str] = {}
    for key, value in slip.items():
        name = "contract" if key == "trump" else key
        if isinstance(value, list):
            marks = {f"{name}_{at}": _typed(it) for at, it in enumerate(value)}
            sent |= {field: it for field, it in marks.items() if it}
        else:
            sent[name] = _typed(value)
    answer = anna.post("hands/1/write/", **sent, key="k")
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    stored = table.current(1).slip
    for key, value in slip.items():
        if isinstance(value, list):
            assert [it or 0 for it, told in zip(stored[key], value, strict=True) if told] == [
                told for told in value if told
            ]
        else:
            assert stored[key] == value
    page = anna.get("hands/1/correct/").content.decode()
    typed = [(n, v) for n, v in sent.items() if v.isdigit() and n.rpartition("_")[2].isdigit()]
    for name, value in typed:
        assert f'name="{name}" value="{value}"' in page
    assert "/games/" in anna.post("hands/2/write/", state="annulled", key="v")["Location"]


def _typed(value):
    return "" if value is None or value is False else "1" if value is True else str(value)


@pytest.mark.parametrize(
    ("profile", "slip", "other", "totals"),
    [
        ("schellenjass", {"all_taken": 2}, {"all_taken": "1"}, [9, 0, 9, 9]),
        ("kreuzjass", {"all_tricks": 0}, {"all_tricks": "1"}, [0, 257]),
        (
            "bieter",
            {"declared_by": 0, "bid": 600, "all_tricks": "declarer"},
            {"all_tricks": "others"},
            [0, 257, 257],
        ),
        ("pandur", {"written": [0, 2, 0, 2]}, {"written_1": "-3"}, [0, -3, 0, 2]),
    ],
)
def test_who_took_all_and_a_mere_result_are_corrected_by_one_answer(profile, slip, other, totals):
    table = table_of(profile, seats=len(totals) + (profile == "kreuzjass") * 2)
    table.write(1, slip)
    anna = browser(table, 0)
    path = "hands/1/correct/"
    where = anna.get(path)
    path = where["Location"].removeprefix(anna.game) if where.status_code == 302 else path
    assert sent_back(anna, path, **other).status_code == 302
    assert list(state_of(table.game).sheet.totals) == totals


def test_of_two_nobody_stays_at_home_in_a_game_opened_before_there_was_a_switch_for_it():
    game = table_of("handjass-zu-zweit", seats=2)
    del game.game.profile["values"]["butzer.home"]
    game.game.save()
    assert 'name="home_' not in markup(browser(game, 0).get(""))


def test_a_mere_result_is_corrected_and_never_written_on_a_page():
    table = table_of("pandur")
    anna = browser(table, 0)
    assert "Nur das Ergebnis" not in markup(anna.get("hands/1/ways/"))
    assert anna.post("hands/1/ways/written/", written_0="99999").status_code == 404
    table.write(1, {"written": [0, 2, 0, 2]})
    assert "Nur das Ergebnis" in markup(anna.get("hands/1/ways/"))


def test_who_has_won_and_left_is_not_asked_whether_he_stayed_at_home():
    table = table_of("butzer")
    table.write(1, {"written": [1, 7, 0, 0]})
    page = markup(browser(table, 0).get(""))
    assert ['name="home_' + seat in page for seat in "0123"] == [True, False, True, True]


def test_a_closed_game_travels_in_an_archive_with_all_its_hands():
    evening, club = EVENINGS["bieter"], house()
    table = open_table(club, "bieter", seats=3)
    for number, (slip, _cells) in enumerate(evening.hands, 1):
        table.write(number, slip)
    close_game(actor=SYSTEM, game_id=table.game.pk)
    archive = moving.archive_of(table.house.club)
    moving.empty()
    import_archive(actor=SYSTEM, archive=archive)
    game = Game.objects.get()
    assert winners(state_of(game)) == (0,)
    assert moving.archive_of(game.club) == archive
