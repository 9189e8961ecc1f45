"""What the phone reckons without network is what the service stores, or it says nothing."""

from itertools import product
from typing import Any

import pytest

from jassclub.web.form_state import FormState
from scoring.claims.rows import table_at
from scoring.core.rules import Rules
from scoring.forms.kind import Spot
from scoring.forms.registry import kind_of
from tests.browser.offline_table import an_evening

FILL = """(cases) => cases.map((values) => {
  const form = document.querySelector("form[data-entry]");
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (field instanceof RadioNodeList) {
      for (const radio of field) radio.checked = radio.value === value;
    } else if (field?.type === "checkbox") field.checked = Boolean(value);
    else if (field) field.value = value;
  }
  form.dispatchEvent(new Event("input"));
  return [form.dataset.made, Object.fromEntries(new FormData(form))];
})"""


def cases(**fields: tuple[str, ...]) -> list[dict[str, str]]:
    """Each value of each field with each of the others."""
    return [dict(zip(fields, values, strict=True)) for values in product(*fields.values())]


SCHIEBER = cases(
    contract=("RO", "SE", "O", "SLALOM_O", ""),
    points_0=("97", "157", "0"),
    points_1=("",),
    matsch=("", "0", "1"),
    weis_0=("", "20", "20+50"),
    weis_1=("", "50", "100+20"),
    stoeck=("", "2", "3"),
)
COIFFEUR = cases(
    side=("0", "1", ""),
    line=("EI", "RO", "U", "Joker 8", ""),
    points=("", "0", "1", "100", "156", "157", "158", "257", "1x"),
    matsch=("", "1"),
    scratched=("", "1"),
)
DIFFERENZLER = cases(
    said_0=("40", "0", ""),
    said_1=("157", "158"),
    said_2=("20",),
    said_3=("20",),
    made_0=("40", "1", ""),
    made_1=("17", "157"),
    made_2=("50",),
    made_3=("", "50", "49"),
)
FREE = cases(points_0=("10", "-3", ""), points_1=("0",), points_2=("7",), points_3=("1",))
CASES = {
    "schieber-1000": SCHIEBER,
    "schieber-2500": SCHIEBER,
    "club-swiss": SCHIEBER,
    "coiffeur": COIFFEUR,
    "differenzler-offen": DIFFERENZLER,
    "differenzler-verdeckt": DIFFERENZLER,
    "freies-blatt": cases(
        points_0=("10", "-3", ""), points_1=("0",), points_2=("7",), points_3=("1",)
    ),
}


def stored(rules: Rules, hand: Any, values: dict[str, str]) -> str | None:
    """What the sheet gets, None where the form is refused or asks for more."""
    form = kind_of(rules)
    typed = FormState({name: values.get(name, "") for name in form.field_of(rules).values()})
    try:
        slip = form.slip_of(typed, Spot(rules, hand))
        totals = rules.game.score(slip, table_at(hand, rules)).totals
    except Exception:
        return None
    return " : ".join(map(str, totals))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("profile", list(CASES))
def test_the_key_without_network_promises_what_is_stored(open_device, live_server, profile) -> None:
    evening = an_evening(profile)
    phone = evening.sits_down(open_device(), "Anna")
    made = phone.evaluate(FILL, CASES[profile])
    hand = evening.table.game.hands.model(game=evening.table.game, number=1)
    rules = Rules.of(evening.table.game)
    promised = [(said, stored(rules, hand, sent), sent) for said, sent in made if said]
    assert [case for case in promised if case[0] != case[1]] == []
    assert len(promised) > len(CASES[profile]) / 16
