"""Worked examples, hand by hand, as `manage.py sheet` tells them; each hand is its slip, what it
writes and how it then stands. Those named by a profile are the books'; the others were reckoned by
hand from the rules."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.scoring.games.cast import sheet, table_of

WORKED = json.loads((Path(__file__).parent / "worked.json").read_text("utf-8"))


@pytest.mark.parametrize("name", WORKED)
def test_the_command_reproduces_a_worked_example(name, tmp_path):
    told = WORKED[name]
    file, out = tmp_path / "hands.jsonl", io.StringIO()
    file.write_text(
        "\n".join(json.dumps({"told": slip}) for slip, _cells, _totals in told["hands"])
    )
    agreed = [f"{switch}={json.dumps(value)}" for switch, value in told["agreed"].items()]
    at = {key: told[key] for key in ("profile", "players", "dealer")}
    call_command("sheet", str(file), **at, agreed=agreed, stdout=out)
    *hands, end = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [hand["findings"] for hand in hands] == [[]] * len(hands)
    written = [[hand["cells"], hand["totals"]] for hand in hands]
    assert written == [[cells, totals] for _slip, cells, totals in told["hands"]]
    assert {key: end["end"][key] for key in told["end"]} == told["end"]


@pytest.mark.parametrize("name", WORKED)
def test_a_hand_dealt_wrong_changes_nothing_but_who_deals(name):
    told = WORKED[name]
    table = table_of(
        told["profile"], told["agreed"], players=told["players"], dealer=told["dealer"]
    )
    slips = [slip for slip, _cells, _totals in told["hands"]]
    # Where the next one deals, so many that it is the turn of the same one again.
    redealt = 1 if table.profile.redeal == "same" else table.players
    plain = sheet(table, *slips)
    mixed = sheet(table, slips[0], *[{"state": "misdealt"}] * redealt, *slips[1:])
    rows = [mixed.rows[0], *mixed.rows[1 + redealt :]]
    assert [row.score for row in rows] == [row.score for row in plain.rows]
    assert [row.running for row in rows] == [row.running for row in plain.rows]
    if table.profile.game != "bieter":  # its King deals the second one, whoever dealt before
        assert [row.dealer for row in rows] == [row.dealer for row in plain.rows]
    assert mixed.totals == plain.totals
    assert mixed.finished == plain.finished
