"""A Schieber evening from the founding of the club to its table, over HTTP, with a real worker."""

from typing import Any

import pytest

from tests.cast import Caller

pytestmark = pytest.mark.django_db(transaction=True)

POINTS = [97, 60, 82, 101, 33, 157, 75, 90, 44, 120, 66, 78]


def slip(points, by, **more):
    return {"contract": "RO", "declared_by": by, "points": [points, None], **more}


def write(phone, game, number, points, **more):
    body = {"number": number, "slip": slip(points, number % 4, **more)}
    return phone.post(f"games/{game['id']}/hands", body)


def test_a_passe_is_written_corrected_agreed_to_and_counted(evening, worker, eventually):
    game = evening.open_game("turnier-einzelschieber")
    anna, beat, chloe, dario = evening.phones(game, 4)

    for number, points in enumerate(POINTS, start=1):
        phone = (anna, beat)[number % 2]
        answer = write(phone, game, number, points, matsch=0 if points == 157 else None)
        assert answer.status_code == 201, answer.content
        assert answer.json()["totals"][0] == sum(POINTS[:number])

    # The worker takes silence for consent: eleven hands have a later one, the last has none.
    eventually(lambda: evening.table("schieber")["hands"] == 11)
    assert evening.table("schieber")["open_hands"] == 1

    # Hand 3 was 28, not 82. Later hands stay as they are; a reason is asked.
    hands = anna.get(f"games/{game['id']}/hands").json()["results"]
    third = hands[2]
    entries = f"hands/{third['id']}/entries"
    body = {"base_version": 1, "slip": slip(28, 3)}
    refused = anna.post(entries, body)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "reason_needed")
    assert anna.post(entries, {**body, "reason_code": "miscounted"}).status_code == 201
    after = anna.get(f"games/{game['id']}/hands").json()["results"]
    assert after[3:] == hands[3:]
    assert [row["version"] for row in anna.get(entries).json()["results"]] == [1, 2]

    # Nobody confirms his own entry; the other side does.
    confirmations = f"hands/{third['id']}/confirmations"
    for own in (anna, chloe):
        assert own.post(confirmations, {"version": 2}).json()["code"] == "own_entry"
    assert dario.post(confirmations, {"version": 2}).status_code == 201

    # Both sides sign, the passe is closed and the last hand stands.
    assert anna.post(f"games/{game['id']}/sign-offs", {}).json()["state"] == "open"
    assert beat.post(f"games/{game['id']}/sign-offs", {}).json()["state"] == "closed"

    total = sum(POINTS) - 82 + 28
    sheet = anna.get(f"games/{game['id']}").json()["sheet"]
    assert sheet["totals"] == [total, 12 * 157 - total]
    assert sheet["control"] == {"sum": 1884, "expected": 1884}

    eventually(lambda: evening.table("schieber")["hands"] == 12)
    rows = {row["name"]: row for row in evening.table("schieber")["rows"]}
    assert rows["Anna"]["points"] == rows["Chlöe"]["points"] == total
    assert rows["Beat"]["points"] == rows["Dario"]["points"] == 1884 - total
    assert rows["Anna"]["matsche"] == 1
    assert "Elena" not in rows


def test_two_phones_write_hand_7_differently_and_both_versions_are_shown(evening):
    game = evening.open_game("schieber-1000")
    anna, beat = evening.phones(game, 2)
    first = write(anna, game, 1, 97)
    second = write(beat, game, 1, 87)
    assert (first.status_code, second.status_code) == (201, 409)
    problem = second.json()
    assert second["Content-Type"] == "application/problem+json"
    assert problem["code"] == "contested_version"
    assert problem["current"]["slip"]["points"] == [97, 60]
    assert problem["contested"]["slip"]["points"] == [87, 70]
    hand = anna.get(f"hands/{problem['current']['hand']}").json()
    assert hand["current"]["version"] == 1
    assert [rival["version"] for rival in hand["rivals"]] == [2]
    agreed = anna.post(f"hands/{hand['id']}/confirmations", {"version": 2})
    assert agreed.json()["state"] == "confirmed"
    assert anna.get(f"games/{game['id']}").json()["sheet"]["totals"] == [87, 70]


def test_a_lost_answer_is_asked_for_again_and_nothing_is_written_twice(evening):
    game = evening.open_game("schieber-1000")
    (anna,) = evening.phones(game, 1)
    body = {"number": 1, "slip": slip(97, 1)}
    first = anna.post(f"games/{game['id']}/hands", body, key="abend-1")
    again = anna.post(f"games/{game['id']}/hands", body, key="abend-1")
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again["Idempotent-Replayed"] == "true"
    other = anna.post(
        f"games/{game['id']}/hands", {"number": 1, "slip": slip(98, 1)}, key="abend-1"
    )
    assert other.status_code == 422
    assert anna.post(f"games/{game['id']}/hands", body, key="").status_code == 400
    hands = anna.get(f"games/{game['id']}/hands").json()["results"]
    assert len(anna.get(f"hands/{hands[0]['id']}/entries").json()["results"]) == 1


def test_an_offline_evening_arrives_in_one_batch_each_item_answered(evening):
    game = evening.open_game("schieber-1000")
    anna, beat = evening.phones(game, 2)
    write(beat, game, 2, 60)

    def item(ident, number, points):
        body = {"number": number, "slip": slip(points, number % 4)}
        return {"client_id": ident, "op": "record_hand", "game": game["id"], "body": body}

    items = [
        item("a", 1, 97),
        item("b", 2, 61),  # the other phone wrote 60
        item("c", 3, 158),  # cannot be
        item("a", 1, 97),  # sent twice
        {"client_id": "d", "op": "record_hand", "body": {}},
        {"client_id": "e", "op": "fly"},
        item("f", 4, 33),
    ]
    answer = anna.post("batch", {"items": items})
    assert answer.status_code == 200, answer.content
    results = answer.json()["results"]
    assert [row["client_id"] for row in results] == ["a", "b", "c", "a", "d", "e", "f"]
    assert [row["status"] for row in results] == [201, 409, 422, 200, 400, 400, 201]
    assert results[2]["body"]["errors"][0]["pointer"] == "/slip/points/0"
    sheet = anna.get(f"games/{game['id']}").json()["sheet"]
    assert sheet["totals"] == [97 + 60 + 33, 60 + 97 + 124]
    assert sheet["missing"] == [3]


def test_a_phone_reaches_its_own_table_only(evening):
    mine, other = evening.open_game("schieber-1000"), evening.open_game("schieber-1000")
    (phone,) = evening.phones(mine, 1)
    assert phone.get(f"games/{mine['id']}").status_code == 200
    assert phone.get(f"games/{other['id']}").status_code == 404
    assert write(phone, other, 1, 97).status_code == 404
    assert [game["id"] for game in phone.get("games").json()["results"]] == [mine["id"]]
    assert Caller().get(f"games/{mine['id']}").status_code == 401


def test_a_revoked_table_link_ends_its_phones(evening):
    game = evening.open_game("schieber-1000")
    (phone,) = evening.phones(game, 1)
    (link,) = evening.admin.get("table-links").json()["results"]
    assert evening.admin.delete(f"table-links/{link['id']}").status_code == 204
    assert phone.get(f"games/{game['id']}").status_code == 401


def test_wrong_slips_are_refused_with_every_finding(evening):
    game = evening.open_game("schieber-1000")
    (anna,) = evening.phones(game, 1)
    cases: list[tuple[dict[str, Any], set[tuple[str, str]]]] = [
        ({"points": [97, 61]}, {("/slip/points", "sum_wrong")}),
        ({"contract": "XX"}, {("/slip/contract", "not_a_choice")}),
        ({"weis": [50, 20]}, {("/slip/weis", "weis_one_side_only")}),
        ({"matsch": 0}, {("/slip/points", "sum_wrong")}),
        ({"stoeck": 7}, {("/slip/stoeck", "out_of_range")}),
        (
            {"points": ["97", None], "contract": 7, "declared_by": -1},
            {
                ("/slip/points/0", "wrong_type"),
                ("/slip/contract", "not_a_choice"),
                ("/slip/declared_by", "out_of_range"),
            },
        ),
    ]
    for wrong, found in cases:
        body = {"number": 1, "slip": {**slip(97, 1), **wrong}}
        answer = anna.post(f"games/{game['id']}/hands", body)
        assert answer.status_code == 422
        told = {(item["pointer"], item["code"]) for item in answer.json()["errors"]}
        assert told == found
        assert anna.get(f"games/{game['id']}/hands").json()["results"] == []
