"""What the desk says of a sheet while it is typed agrees with what it takes."""

from typing import Any

import pytest
from playwright.sync_api import expect

from jassclub.clubs.models import User
from tests.tournaments.office import Office

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("settings", "told", "proposed"),
    [
        ({"control": "director"}, "bis 1’256 fehlen 556", "556"),
        ({"control": "reject"}, "Zusammen müssen es 1’256 sein. Tippe auch", ""),
        ({"control": "director", "double_entry": True}, "Zusammen müssen es 1’256 sein.", ""),
    ],
)
def test_the_other_half_is_told_only_where_it_may_be_left_out(
    open_device: Any, settings: dict[str, Any], told: str, proposed: str
) -> None:
    office = Office(**settings)
    office.running()
    page = open_device(User.objects.get(username=office.scribe.name), wide=True)
    page.goto(office.scribe.root)
    page.get_by_label("Punkte A + C").fill("700")
    line, other = page.locator("#entry [data-sum]"), page.get_by_label("Punkte B + D")
    expect(line).to_contain_text(told)
    expect(line).to_contain_text("556" if proposed else "1’256")
    assert (other.get_attribute("placeholder") or "") == proposed
    page.get_by_label("Punkte B + D").fill("555")
    expect(line).to_contain_text("Zusammen 1’255 statt 1’256")
