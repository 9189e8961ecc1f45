"""Differenzler evenings over HTTP, with a real worker: open, sealed and from paper."""

import json

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

SEALED = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}


def say(phone, game, seat, value, number=1):
    body = {"number": number, "seat": seat, "value": value}
    return phone.post(f"games/{game['id']}/predictions", body)


def write(phone, game, number, **slip):
    return phone.post(f"games/{game['id']}/hands", {"number": number, "slip": slip})


def test_an_evening_from_the_predictions_to_the_average(evening, worker, eventually):
    game = evening.open_game("differenzler-offen", season=evening.season["id"])
    phones = evening.phones(game, 4)
    said = [(20, 40, 30, 50), (10, 70, 40, 30), (0, 60, 45, 55), (33, 33, 33, 33)]
    made = [(25, 52, 40), (10, 90, 40), (3, 57, 44), (60, 40, 30)]
    for number, (numbers, points) in enumerate(zip(said, made, strict=True), start=1):
        forehand = number % 4
        for seat in [*range(forehand, 4), *range(forehand)]:
            answer = say(phones[seat], game, seat, numbers[seat], number)
            assert answer.status_code == 201, answer.content
            assert answer.json()["predictions"][seat]["value"] == numbers[seat]
        answer = write(phones[number % 4], game, number, trump="RO", points=[*points, None])
        assert answer.status_code == 201, answer.content
        assert answer.json()["current"]["slip"]["predictions"] == list(numbers)
    for phone in phones:
        phone.post(f"games/{game['id']}/sign-offs", {})

    season = f"seasons/{evening.season['id']}"
    eventually(lambda: evening.table("differenzler")["hands"] == 4)
    averages = evening.admin.get(f"{season}/averages").json()["results"]
    assert [(row["name"], row["average"]["mean"], row["rank"]) for row in averages] == [
        ("Chlöe", "3.50", 1),
        ("Dario", "7.75", 2),
        ("Anna", "8.75", 3),
        ("Beat", "10.50", 4),
    ]
    assert averages[2]["standard_error"] == "6.17"
    assert averages[2]["exact_hits"] == 1
    assert evening.admin.get(f"{season}/averages", table_size=3).json()["results"] == []
    anna = evening.players[0]["id"]
    mine = evening.admin.get(f"players/{anna}/averages").json()["results"]
    assert [row["table_size"] for row in mine] == [0, 4]

    # What the last sign-off left to be counted changes no number, but is told as pending.
    eventually(lambda: not evening.admin.get(f"{season}/standings").json()["pending"])
    answer = evening.admin.get(f"{season}/standings")
    again = evening.admin.get(f"{season}/standings", etag=answer["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_the_settlement_is_exact_and_adds_up_to_nothing(evening):
    rules = {
        "settlement.rate": {"value": 5, "house": "Statuten"},
        "settlement.rounding": {"value": "five_rappen", "house": "Statuten"},
    }
    game = evening.open_game("differenzler-verdeckt", house_rules=rules)
    (phone,) = evening.phones(game, 1)
    write(phone, game, 1, trump="RO", predictions=[20, 40, 30, 50], points=[25, 52, 40, None])
    settled = phone.get(f"games/{game['id']}/settlement").json()
    # totals 5 12 10 10, average 9.25: +21.25 -13.75 -3.75 -3.75 Rappen, in coins of five;
    # what rounding leaves over goes to the earlier seat
    assert settled["amounts"] == [25, -15, -5, -5]


def test_sealed_predictions_are_readable_nowhere_until_another_side_agrees(evening):
    game = evening.open_game("differenzler-verdeckt", house_rules=SEALED)
    phones = evening.phones(game, 4)
    secret = [71, 72, 73, 74]
    answers = [say(phones[seat], game, seat, secret[seat]) for seat in (2, 0, 3, 1)]
    hand = answers[0].json()["hand"]
    wrong = write(phones[0], game, 1, trump="RO", points=[25, 52, 40, 39])
    guess = write(
        phones[0], game, 1, trump="RO", predictions=[1, 2, 3, 4], points=[25, 52, 40, None]
    )
    assert (wrong.status_code, guess.status_code) == (422, 422)
    paths = [
        "games",
        f"games/{game['id']}",
        f"games/{game['id']}/hands",
        f"games/{game['id']}/ledger",
        f"games/{game['id']}/penalties",
        f"hands/{hand}",
        f"hands/{hand}/entries",
        f"clubs/{evening.club['id']}/changes",
        f"seasons/{evening.season['id']}/standings",
    ]
    answers += [wrong, guess]
    answers += [caller.get(path) for caller in (phones[1], evening.admin) for path in paths]
    for answer in answers:
        numbers = set(_numbers(json.loads(answer.content)))
        assert not numbers & set(secret), answer.request["PATH_INFO"]

    written = write(phones[0], game, 1, trump="RO", points=[25, 52, 40, None])
    assert (written.status_code, written.json()["totals"]) == (201, [0, 0, 0, 0])
    assert written.json()["entry"]["slip"]["predictions"] == [None] * 4
    agreed = phones[1].post(f"hands/{hand}/confirmations", {"version": 1})
    assert agreed.json()["slip"]["predictions"] == secret
    said = phones[1].get(f"hands/{hand}").json()["predictions"]
    assert [item["value"] for item in said] == secret


def _numbers(value):
    """All numbers anywhere in a JSON value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _numbers(item)
    elif isinstance(value, int):
        yield value


def test_three_play_with_twelve_cards_each(evening):
    game = evening.open_game("differenzler-verdeckt", seats=3)
    (phone,) = evening.phones(game, 1)
    answer = write(phone, game, 1, trump="SE", predictions=[50, 50, 50], points=[57, 60, None])
    assert answer.json()["totals"] == [7, 10, 10]
    five = evening.admin.post(
        "games",
        {
            "club": evening.club["id"],
            "profile": "differenzler-verdeckt",
            "players": [player["id"] for player in evening.players[:5]],
            "played_on": "2026-11-19",
        },
    )
    assert five.json()["errors"][0]["code"] == "wrong_number_of_players"


@pytest.mark.parametrize(
    ("slip", "pointer"),
    [
        ({"predictions": [158, 0, 0, 0], "points": [25, 52, 40, None]}, "/slip/predictions/0"),
        ({"predictions": [20, 40, 30], "points": [25, 52, 40, None]}, "/slip/predictions"),
        ({"predictions": [20, 40, 30, None], "points": [25, 52, 40, None]}, "/slip/predictions/3"),
        ({"predictions": [20, 40, 30, 50], "points": [25, 52, 40, 39]}, "/slip/points"),
        ({"predictions": [20, 40, 30, 50], "points": [25, 52, 81, None]}, "/slip/points"),
        ({"predictions": [20, 40, 30, 50], "points": [25, -2, 40, None]}, "/slip/points/1"),
        ({"points": [25, 52, 40, None]}, "/slip/predictions"),
    ],
)
def test_impossible_sheets_are_refused_at_the_place(evening, slip, pointer):
    game = evening.open_game("differenzler-offen")
    (phone,) = evening.phones(game, 1)
    answer = write(phone, game, 1, trump="RO", **slip)
    assert answer.status_code == 422
    assert pointer in {item["pointer"] for item in answer.json()["errors"]}
