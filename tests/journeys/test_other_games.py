"""The other games of the sources over HTTP: HAE Jass, Coiffeur, a free sheet, more players."""

import pytest

pytestmark = pytest.mark.django_db(transaction=True)


def write(phone, game, number, **slip):
    return phone.post(f"games/{game['id']}/hands", {"number": number, "slip": slip})


def say(phone, game, seat, value, number=1):
    body = {"number": number, "seat": seat, "value": value}
    return phone.post(f"games/{game['id']}/predictions", body)


def sheet(phone, game):
    return phone.get(f"games/{game['id']}").json()["sheet"]


def test_an_hae_round_from_the_bids_to_the_haerpfl(evening):
    game = evening.open_game("hae")
    phones = evening.phones(game, 4)
    for seat, bid in ((1, 4), (2, 2), (3, 2)):
        assert say(phones[seat], game, seat, bid).status_code == 201
    forbidden = say(phones[0], game, 0, 2)  # 4 + 2 + 2 + 2 would be all ten tricks
    assert forbidden.status_code == 422
    assert forbidden.json()["errors"][0]["code"] == "bid_forbidden"
    assert say(phones[0], game, 0, 11).status_code == 422
    assert say(phones[0], game, 0, 3).status_code == 201
    missing = write(phones[0], game, 1, tricks=[2, 4, 3, 0])
    assert missing.status_code == 422
    answer = write(phones[0], game, 1, tricks=[2, 4, 3, None])
    assert answer.status_code == 201, answer.content
    assert answer.json()["current"]["slip"]["bids"] == [3, 4, 2, 2]
    assert answer.json()["totals"] == [1, 0, 1, 1]


def test_ten_hae_rounds_end_the_game(evening):
    game = evening.open_game("hae")
    (phone,) = evening.phones(game, 1)
    for number in range(1, 11):
        cards = 11 - number
        bids = [0, 0, 0, 0] if cards > 1 else [0, 1, 0, 0]
        answer = write(phone, game, number, bids=bids, tricks=[cards, 0, 0, None])
        assert answer.status_code == 201, answer.content
    assert sheet(phone, game)["finished"]
    assert sheet(phone, game)["totals"] == [55, 1, 0, 0]


@pytest.mark.parametrize(("seats", "cards"), [(2, 10), (5, 10), (9, 6), (12, 4)])
def test_an_hae_round_however_many_play(evening, seats, cards):
    for number in range(seats - len(evening.players)):
        body = {"club": evening.club["id"], "name": f"Gast {number}"}
        evening.players.append(evening.admin.post("players", body).json())
    game = evening.open_game("hae", seats=seats)
    (phone,) = evening.phones(game, 1)
    for seat in range(1, seats):
        assert say(phone, game, seat, int(seat == 1)).status_code == 201
    refused = say(phone, game, 0, cards - 1).json()["errors"][0]
    assert (refused["code"], refused["pointer"][-6:]) == ("bid_forbidden", "/value")
    assert say(phone, game, 0, cards).status_code == 201
    answer = write(phone, game, 1, tricks=[cards] + [0] * (seats - 2) + [None])
    assert answer.status_code == 201, answer.content
    assert answer.json()["totals"] == [0, 1] + [0] * (seats - 2)


def test_a_coiffeur_line_is_written_once(evening):
    game = evening.open_game("coiffeur")
    (phone,) = evening.phones(game, 1)
    profile = phone.get(f"games/{game['id']}").json()["profile_values"]
    line, factor = profile["coiffeur.german"]["value"][1]
    first = write(phone, game, 1, side=0, line=line, points=100)
    assert first.status_code == 201, first.content
    assert first.json()["totals"] == [100 * factor, 0]
    again = write(phone, game, 2, side=0, line=line, points=80)
    assert again.status_code == 422
    assert again.json()["errors"][0]["pointer"] == "/slip/line"
    other = write(phone, game, 2, side=1, line=line, points=80)
    assert other.json()["totals"] == [100 * factor, 80 * factor]


def test_a_line_freed_by_a_correction_may_be_written_again(evening):
    game = evening.open_game("coiffeur")
    (phone,) = evening.phones(game, 1)
    lines = phone.get(f"games/{game['id']}").json()["profile_values"]["coiffeur.german"]["value"]
    (one, _), (two, _) = lines[0], lines[1]
    first = write(phone, game, 1, side=0, line=one, points=100).json()
    body = {"base_version": 1, "slip": {"side": 0, "line": two, "points": 100}}
    assert phone.post(f"hands/{first['current']['hand']}/entries", body).status_code == 201
    assert write(phone, game, 2, side=0, line=one, points=90).status_code == 201
    assert write(phone, game, 3, side=0, line=two, points=90).status_code == 422


def test_any_other_jass_goes_on_a_free_sheet(evening):
    game = evening.open_game("freies-blatt", seats=3)
    (phone,) = evening.phones(game, 1)
    assert write(phone, game, 1, points=[12, 0, 7]).json()["totals"] == [12, 0, 7]
    assert write(phone, game, 2, points=[1, 2, 3]).json()["totals"] == [13, 2, 10]


@pytest.mark.parametrize("seats", [2, 5, 6])
def test_differenzler_for_other_numbers_of_players(evening, seats):
    game = evening.open_game("differenzler-gross", seats=seats)
    (phone,) = evening.phones(game, 1)
    points = [30, 40] if seats == 2 else [30] * (seats - 1) + [None]
    more = {"left_out": 0} if seats == 5 else {}
    answer = write(phone, game, 1, trump="RO", predictions=[30] * seats, points=points, **more)
    assert answer.status_code == 201, answer.content
    totals = {2: [0, 10], 5: [0] * 4 + [159], 6: [0] * 5 + [129]}
    assert answer.json()["totals"] == totals[seats]


def test_a_day_outside_the_season_is_refused(evening):
    body = {
        "club": evening.club["id"],
        "season": evening.season["id"],
        "profile": "schieber-1000",
        "players": [player["id"] for player in evening.players[:4]],
        "played_on": "2025-01-01",
    }
    answer = evening.admin.post("games", body)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "outside_season")


def schieber(points, **more):
    return {"contract": "RO", "declared_by": 0, "points": [points, None], **more}


def test_thanking_in_mid_hand_ends_a_schieber_and_says_why(evening):
    game = evening.open_game("schieber-1000")
    (anna,) = evening.phones(game, 1)
    for number in range(1, 8):
        assert write(anna, game, number, **schieber(140)).status_code == 201
    open_finish = sheet(anna, game)["finish"]
    assert open_finish["ending"] is None
    assert sheet(anna, game)["totals"][0] == 980
    ended = {"state": "ended", "points": [24, 0], "tricks": 2, "claim": {"seat": 0}}
    answer = write(anna, game, 8, contract="RO", declared_by=0, **ended)
    assert answer.status_code == 201, answer.content
    ending = sheet(anna, game)["finish"]["ending"]
    assert (ending["outcome"], ending["winner"], ending["article"]) == ("won", 0, "bedanken")
    assert ending["schneider"], "119 is less than half of 1000"
    assert sheet(anna, game)["finished"]


def test_thanking_too_early_loses_the_game(evening):
    game = evening.open_game("schieber-1000")
    (anna,) = evening.phones(game, 1)
    write(anna, game, 1, **schieber(140))
    ended = {"state": "ended", "points": [24, 0], "tricks": 2, "claim": {"seat": 0}}
    answer = write(anna, game, 2, contract="RO", declared_by=0, **ended)
    assert answer.status_code == 201, answer.content
    ending = sheet(anna, game)["finish"]["ending"]
    assert (ending["outcome"], ending["winner"]) == ("lost", 1)


def test_the_losers_decide_who_deals_next_and_stakes_go_to_the_kitty(evening):
    rules = {"stakes.rate": {"value": 50, "house": "Statuten"}}
    game = evening.open_game("schieber-1000", house_rules=rules)
    anna, beat = evening.phones(game, 2)
    assert anna.get(f"games/{game['id']}/opening-question").json()["asks"] == "lot"
    assert anna.get(f"games/{game['id']}/settlement").json()["code"] == "no_settlement"
    for number in range(1, 8):
        write(anna, game, number, **schieber(140))
    ended = {"state": "ended", "points": [24, 0], "tricks": 2, "claim": {"seat": 0}}
    write(anna, game, 8, contract="RO", declared_by=0, **ended)
    for phone in (anna, beat):
        phone.post(f"games/{game['id']}/sign-offs", {})
    asked = anna.get(f"games/{game['id']}/opening-question").json()
    assert (asked["asks"], asked["columns"], asked["article"]) == ("losers", [1], "spiel-geben")
    amounts = anna.get(f"games/{game['id']}/settlement").json()["amounts"]
    assert sum(amounts) == 0
    assert amounts[0] == amounts[2] == -amounts[1] == -amounts[3] > 0
    assert evening.admin.post(f"games/{game['id']}/settlement", {}).status_code in (200, 201)
    balances = evening.admin.get(f"clubs/{evening.club['id']}/kitty/balances").json()
    assert balances["cash"] == 0
    assert [row["amount"] for row in balances["results"]] == amounts


def test_the_holder_of_the_seven_of_diamonds_speaks_first(evening):
    game = evening.open_game("what-is-jass", opening_seat=2, deck="french")
    assert game["first_dealer"] == 1
    (phone,) = evening.phones(game, 1)
    answer = write(phone, game, 1, contract="S", declared_by=2, points=[97, None])
    assert answer.status_code == 201, answer.content
    assert not answer.json()["current"]["warnings"]


def test_in_a_handjass_everybody_plays_for_himself(evening):
    game = evening.open_game("handjass")
    (phone,) = evening.phones(game, 1)
    answer = write(phone, game, 1, trump="RO", points=[60, 40, 30, None])
    assert answer.status_code == 201, answer.content
    assert answer.json()["totals"] == [60, 40, 30, 27]


def test_a_chibre_counts_by_its_factors(evening):
    game = evening.open_game("chibre")
    (phone,) = evening.phones(game, 1)
    answer = write(phone, game, 1, contract="S", declared_by=1, points=[97, None])
    assert answer.status_code == 201, answer.content
    assert sum(answer.json()["totals"]) % 157 == 0


def test_a_schieber_passe_by_passe_from_the_first_entry_to_the_season(evening):
    game = evening.open_game("schieber-passen")
    anna, beat = evening.phones(game, 2)
    wrong = write(anna, game, 1, points=[1000, 880], matsches=[7, 6])
    assert wrong.status_code == 422
    assert {error["pointer"] for error in wrong.json()["errors"]} == {
        "/slip/matsches",
        "/slip/points/0",
        "/slip/points/1",
    }
    first = write(anna, game, 1, points=[1000, None], matsches=[2, 1])
    assert first.status_code == 201, first.content
    assert first.json()["totals"] == [1000, 884, 1000, 884]
    other = write(beat, game, 1, points=[999, 885], matsches=[2, 1])
    assert other.status_code == 409, "two tables of numbers for one passe"
    same = write(beat, game, 1, points=[1000, 884], matsches=[2, 1])
    assert same.status_code in (200, 201)
    second = write(anna, game, 2, partner=1, points=[900, None]).json()
    body = {"base_version": 1, "slip": {"partner": 1, "points": [None, 900]}}
    corrected = anna.post(f"hands/{second['current']['hand']}/entries", body)
    assert corrected.status_code == 201, corrected.content
    told = sheet(anna, game)
    assert told["totals"] == [1984, 1868, 1900, 1784]
    assert (told["hands_counted"], told["control"]) == (24, {"sum": 3768, "expected": 3768})
    assert [line["against"] for line in told["rows"][1]["lines"]] == [900, 900, 984, 984]
