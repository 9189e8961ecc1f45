"""What the people of a tournament are called for its reader, however much there is to read."""

import pytest

from jassclub.clubs.naming import Naming
from tests.tournaments.events import event
from tournaments.desk import services as desk
from tournaments.entries import selectors as calling, services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.selectors import Calling

pytestmark = pytest.mark.django_db


def test_to_veil_a_log_of_many_reasons_costs_each_name_once(monkeypatch):
    own = event(rounds=2, hands=4)
    desk.open_sign_up(**own.ids)
    names = ["Rosa Räber", "Lina Lenz", "Nico Näf"]
    entries.add_entries(**own.ids, people=[Person(name, minor=True) for name in names])
    made = []

    class Counted(Naming):
        def __init__(self, *given, **options):
            made.append(given)
            super().__init__(*given, **options)

    monkeypatch.setattr(calling, "Naming", Counted)
    calls = Calling(own.tournament)
    told = {calls.text(f"{name} kam zu spät") for name in names * 5}
    assert told == {"R. R. kam zu spät", "L. L. kam zu spät", "N. N. kam zu spät"}
    assert len(made) == len(names)
