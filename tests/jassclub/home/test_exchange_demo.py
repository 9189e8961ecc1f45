"""The whole demo club goes out and comes in again."""

from datetime import date

import pytest
from django.core.management import call_command

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club
from jassclub.clubs.services import clubs
from jassclub.exchange.archives.importing import import_archive
from jassclub.home.demo import club as demo
from scoring.core.models import Game
from tests.jassclub.exchange import moving as exchange
from tournaments.seasons.services import count_events

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


def told(club: Club) -> list[object]:
    """All that a club adds up to."""
    return [found(club) for found in (exchange.totals, exchange.standings, exchange.averages)]


@pytest.mark.parametrize(
    ("played", "games"),
    [
        pytest.param({"SEASONS": 1, "EVENINGS": 3, "HANDS": 3}, 36, id="short"),
        pytest.param({}, 72, id="whole", marks=pytest.mark.proof),
    ],
)
def test_the_whole_club_goes_out_and_comes_in_again(tmp_path, monkeypatch, played, games):
    for name, value in played.items():
        monkeypatch.setattr(demo, name, value)
    frohsinn = demo.load(seed=1291, today=date(2026, 11, 20))
    before, sums, heads = (
        exchange.archive_of(frohsinn),
        told(frohsinn),
        exchange.heads(frohsinn),
    )
    assert all(sums)
    file = tmp_path / "frohsinn.json"
    call_command("export_club", "frohsinn", str(file))

    # A second time changes nothing.
    rows = exchange.everything()
    taken = import_archive(actor=SYSTEM, archive=before)
    assert len(taken.unchanged) == len(before["games"]) == games
    assert (taken.created, taken.copied, exchange.everything()) == ([], [], rows)

    # Into another club: new games with the same totals, standings and averages.
    other = clubs.create_club(actor=SYSTEM, name="Jassfreunde Ilanz", slug="ilanz")
    import_archive(actor=SYSTEM, archive=before, club_id=other.pk)
    count_events()
    assert told(other) == sums

    # Into an empty service: the same ids, hashes and tables.
    exchange.empty()
    assert not Game.objects.exists()
    call_command("import_archive", str(file))
    club = Club.objects.get(slug="frohsinn")
    assert exchange.archive_of(club) == before
    assert (told(club), exchange.heads(club)) == (sums, heads)
    assert exchange.broken(club) == []
