"""What the phone reckons without network is what the service stores, or it says nothing."""

from itertools import product
from typing import Any

import pytest

from jassclub.web.form_state import FormState
from scoring.claims.rows import table_at
from scoring.core.rules import Rules
from scoring.forms import schieber as schieber_form
from scoring.forms.kind import Spot
from tests.browser.offline_table import an_evening

FILL = """(cases) => cases.map((values) => {
  const form = document.querySelector("form[data-entry]");
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (field instanceof RadioNodeList) {
      for (const radio of field) radio.checked = radio.value === value;
    } else if (field) field.value = value;
  }
  form.dispatchEvent(new Event("input"));
  return [form.dataset.made, Object.fromEntries(new FormData(form))];
})"""
CASES = [
    dict(zip(("contract", "points_0", "matsch", "weis_0", "weis_1", "stoeck"), case, strict=True))
    for case in product(
        ("RO", "SE", "O", "SLALOM_O", ""),
        ("97", "157", "0"),
        ("", "0", "1"),
        ("", "20", "20+50"),
        ("", "50", "100+20"),
        ("", "2", "3"),
    )
]


def stored(rules: Rules, hand: Any, values: dict[str, str]) -> str | None:
    """What the sheet gets, None where the form is refused or asks for more."""
    typed = FormState({name: values.get(name, "") for name in schieber_form.FIELD_OF.values()})
    try:
        slip = schieber_form.slip_of(typed, Spot(rules, hand))
        totals = rules.game.score(slip, table_at(hand, rules)).totals
    except Exception:
        return None
    return " : ".join(map(str, totals))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("profile", ["schieber-1000", "schieber-2500", "club-swiss"])
def test_the_key_without_network_promises_what_is_stored(open_device, live_server, profile) -> None:
    evening = an_evening(profile)
    phone = evening.sits_down(open_device(), "Anna")
    made = phone.evaluate(FILL, [{**case, "points_1": ""} for case in CASES])
    hand = evening.table.game.hands.model(game=evening.table.game, number=1)
    rules = Rules.of(evening.table.game)
    promised = [(said, stored(rules, hand, sent), sent) for said, sent in made if said]
    assert [case for case in promised if case[0] != case[1]] == []
    assert len(promised) > len(CASES) / 8
