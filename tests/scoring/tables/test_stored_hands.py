"""What a rule refuses by now keeps counting where it was written before."""

import pytest

from jassclub.core.errors import Invalid
from scoring.claims.models import HandEntry
from scoring.claims.selectors import state_of
from tests.scoring.table import house, open_table
from tests.scoring.web_table import browser

pytestmark = pytest.mark.django_db
KING = {"declared_by": 0, "bid": 610, "points": 80}
SCHELLEN = {"round": "schellen", "counts": [3, 2, 4, 0]}
TRICKS = {**SCHELLEN, "round": "tricks"}
THREE = [0, 50, 50, 57]
REFUSED = [
    ("schafhauser", 3, [{"declared_by": 0, "points": 80}], {"bid": 610}, "not_asked"),
    ("bieter-zu-fuenft", 5, [KING | {"partner": 1}], {"partner": 0}, "partner_of_himself"),
    ("zuger", 4, [{"points": THREE}], {"weis": [0, 30, 0, 0]}, "weis_impossible"),
    ("guggitaler", 4, [TRICKS, SCHELLEN], {"round": "tricks"}, "round_played"),
]


@pytest.mark.parametrize(("profile", "seats", "slips", "wrong", "code"), REFUSED)
def test_a_hand_that_was_taken_before_a_rule_refused_it_counts_with_a_warning(
    profile, seats, slips, wrong, code
):
    table = open_table(house(), profile, seats=seats)
    for number, slip in enumerate(slips, 1):
        table.write(number, slip)
    stored = table.current(len(slips))
    HandEntry.objects.filter(pk=stored.pk).update(slip=stored.slip | wrong)
    row = state_of(table.game).sheet.rows[-1]
    assert row.score is not None
    assert (code, "warning") in [(it.code, it.severity) for it in row.findings]
    reader = browser(table, 0)
    for page in ("", f"hands/{len(slips)}/"):
        assert reader.get(page).status_code == 200
    with pytest.raises(Invalid) as refused:
        table.correct(len(slips), table.current(len(slips)).slip)
    assert [it.code for it in refused.value.details] == [code]
