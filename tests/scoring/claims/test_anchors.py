"""Whoever rewrites a ledger with all its hashes is found out by the file that a club has kept."""

import json
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from jassclub.clubs.models import User
from scoring.claims import anchors
from scoring.claims.ledger import hash_of
from scoring.claims.models import HandEntry, LedgerAnchor
from scoring.claims.verification import verify
from scoring.core.models import Game, GameRecord
from scoring.tables.games import sign_off
from scoring.tasks import anchor_ledgers
from tests.scoring.table import quarrelsome
from tests.signed_in import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """A game in which everything has happened once."""
    return quarrelsome()[0]


@pytest.fixture
def kept(table, tmp_path):
    """The file that the club has downloaded after the first night."""
    assert anchor_ledgers() == 1
    file = tmp_path / "kept.json"
    told = anchors.document(LedgerAnchor.objects.get())
    file.write_text(json.dumps(told))
    return file


def rechain(game: Game) -> None:
    """Give every record the hash that it ought to have, as somebody would who knows the service."""
    previous = ""
    for record in GameRecord.objects.filter(game=game).order_by("seq"):
        record.previous = previous
        previous = record.hash = hash_of(record)
        record.save(update_fields=["previous", "hash", "payload"])
    Game.objects.filter(pk=game.pk).update(ledger_hash=previous)


def rewrite(table: Any, number: int) -> GameRecord:
    """Other points for a hand, in the row, in its record and in all hashes; the changed record."""
    entry = table.current(number)
    slip = {**entry.slip, "points": list(reversed(entry.slip["points"]))}
    HandEntry.objects.filter(pk=entry.pk).update(slip=slip)
    (record,) = [
        record
        for record in GameRecord.objects.filter(game=table.game)
        if record.payload["facts"].get("id") == str(entry.pk)
    ]
    record.payload["facts"]["slip"] = slip
    record.save(update_fields=["payload"])
    rechain(table.game)
    return record


def verified(file: Path) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("verify_anchor", str(file), stdout=out)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue()
    return 0, out.getvalue()


def test_ledgers_that_nobody_touched_are_as_they_were(kept):
    assert verified(kept) == (0, verified(kept)[1])
    assert verified(kept)[1].endswith(" 0 findings\n")


def test_a_hand_that_was_rewritten_with_all_hashes_is_named(table, kept):
    changed = rewrite(table, 3)
    assert verify(Game.objects.get(pk=table.game.pk)) == []
    code, text = verified(kept)
    assert code == 1
    lines = [line for line in text.splitlines() if "is not what it was" in line]
    where = f"games {table.game.pk}: "
    assert lines == [
        f"{where}record {changed.seq} (entry, hand 3) is not what it was",
        f"{where}the hash after {table.game.records.count()} records is not what it was",
    ]


def test_the_next_night_raises_the_alarm_too(table, kept, caplog):
    rewrite(table, 3)
    anchor_ledgers()
    assert "(entry, hand 3) is not what it was" in caplog.text


def test_records_that_are_gone_are_counted(table, kept):
    many = table.game.records.count()
    GameRecord.objects.filter(game=table.game, seq__gt=many - 2).delete()
    rechain(table.game)
    assert f"2 of {many} records are gone" in verified(kept)[1]


def test_a_game_that_is_gone_is_named(kept, table):
    told = json.loads(kept.read_text())
    told["chains"]["games"] = {str(uuid4()): told["chains"]["games"][str(table.game.pk)]}
    found = list(anchors.differences(told))
    assert len(found) == 1
    assert "records are gone" in found[0]


def test_what_is_added_later_is_no_difference(table, kept):
    sign_off(actor=table.phones[0], game_id=table.game.pk)
    assert verified(kept)[0] == 0
    assert anchor_ledgers() == 1
    assert verified(kept)[0] == 0


def test_a_night_without_news_makes_no_anchor_and_old_contents_go(table, kept):
    assert anchor_ledgers() == 0
    sign_off(actor=table.phones[0], game_id=table.game.pk)
    assert anchor_ledgers() == 1
    first, second = LedgerAnchor.objects.order_by("number")
    assert (first.content, second.previous) == (None, first.signature)
    assert second.content is not None
    assert str(table.game.pk) in second.content["games"]


@pytest.mark.parametrize("member", ["digest", "made_at", "chains"])
def test_a_file_that_was_changed_is_not_genuine(kept, member):
    told = json.loads(kept.read_text())
    assert anchors.is_genuine(told)
    told[member] = {"games": {}} if member == "chains" else "x" + told[member]
    assert not anchors.is_genuine(told)


def test_another_key_signs_otherwise(kept, settings):
    settings.ANCHOR_KEY = "another"
    code, text = verified(kept)
    assert code == 1
    assert "the signature does not hold" in text


@pytest.mark.parametrize("content", ["{}", "[1]", "no json", '{"format": "jassclub"}'])
def test_another_file_is_refused(db, tmp_path, content):
    file = tmp_path / "other.json"
    file.write_text(content)
    with pytest.raises(CommandError, match="this is no anchor"):
        call_command("verify_anchor", str(file))


@pytest.mark.parametrize("member", ["chains", "club", "digest", "made_at", "number", "signature"])
def test_a_file_of_which_something_is_missing_is_refused(kept, member):
    told = json.loads(kept.read_text())
    del told[member]
    kept.write_text(json.dumps(told))
    with pytest.raises(CommandError, match="damaged") as refused:
        verified(kept)
    assert refused.value.returncode == 2


@pytest.mark.parametrize(
    "chains",
    [
        {"games": {"no id": ["a", "b"]}},
        {"games": {str(uuid4()): ["a"]}},
        {"games": {str(uuid4()): [1, 2]}},
        {"unknown": {str(uuid4()): ["a", "b"]}},
        ["games"],
    ],
)
def test_a_file_whose_chains_cannot_be_read_is_refused(kept, chains):
    kept.write_text(json.dumps({**json.loads(kept.read_text()), "chains": chains}))
    with pytest.raises(CommandError, match="download it again"):
        verified(kept)


def test_members_take_the_latest_along_from_page_and_api(table, kept):
    club = table.house.club
    browser = signed_in(User.objects.get(pk=table.house.official("member").user_id))
    page = browser.get(f"/clubs/{club.slug}/anchors/").content.decode()
    assert f"/clubs/{club.slug}/anchors/latest.json" in page
    file = browser.get(f"/clubs/{club.slug}/anchors/latest.json")
    assert json.loads(file.content) == json.loads(kept.read_text())
    assert browser.get(f"/api/v1/clubs/{club.pk}/anchors/latest").json() == file.json()
    (row,) = browser.get(f"/api/v1/clubs/{club.pk}/anchors").json()["results"]
    assert (row["number"], row["chains"]) == (1, 1)


def test_strangers_get_none(table, kept):
    club, stranger = table.house.club, signed_in(User.objects.create_user("fremd"))
    for address in (f"/api/v1/clubs/{club.pk}/anchors/latest", f"/clubs/{club.slug}/anchors/"):
        assert stranger.get(address).status_code == 404


def test_no_name_stands_in_it(table, kept):
    text = kept.read_text()
    assert not any(player.name in text for player in table.house.club.players.all())
