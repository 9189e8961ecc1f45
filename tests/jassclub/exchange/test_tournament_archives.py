"""A tournament goes out as JSON and comes in elsewhere: the same ranking and log, or nothing."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Player
from jassclub.core.errors import DomainError
from jassclub.exchange.archives.tournament import import_tournament, tournament_archive
from tests.cast import problem
from tests.scoring.table import house
from tests.tournaments.halls import Hall
from tests.tournaments.standings.pure.played import caller, played_hall
from tournaments.core.models import Tournament
from tournaments.core.selectors import verify
from tournaments.desk.services import finish
from tournaments.entries.models import Entry, Team
from tournaments.results.penalties import give_penalty
from tournaments.standings.contests import day_of
from tournaments.standings.rankings import content_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def over() -> Hall:
    """A tournament that is over, with a penalty, a team, a stand-in, a time and a late change."""
    found = played_hall(12, 3)
    tournament = found.tournament
    Tournament.objects.filter(pk=tournament.pk).update(begins_at="14:00")
    team = Team.objects.create(
        club_id=tournament.club_id, tournament=tournament, number=1, name="Adler"
    )
    Entry.objects.filter(pk=found.entry(1).pk).update(team=team, seat_in_team=0, contact="079")
    Entry.objects.filter(pk=found.entry(2).pk).update(kind="stand_in")
    give_penalty(
        actor=found.official(), tournament_id=tournament.pk, number=3, points=20, reason="zu spät",
        round_number=2,
    )  # fmt: skip
    finish(actor=found.official(), tournament_id=tournament.pk)
    return found


@pytest.fixture
def place() -> Hall:
    return over()


@pytest.fixture(scope="module")
def sent(django_db_setup: None, django_db_blocker: Any) -> Any:
    """The archive of a tournament of which nothing is left here."""
    with django_db_blocker.unblock(), transaction.atomic():
        archive = archive_of(over())
        transaction.set_rollback(True)
        connection.run_on_commit.clear()
    return archive


def archive_of(place: Hall) -> Any:
    return json.loads(json.dumps(tournament_archive(SYSTEM, place.tournament.pk)))


def standings(tournament: Tournament) -> Any:
    return content_of(day_of(tournament))


def gone(place: Hall) -> None:
    """As a service that never had this tournament."""
    Tournament.objects.get(pk=place.tournament.pk).rounds.all().delete()
    for name in ("log", "rankings", "wishes", "tables", "draws"):
        getattr(place.tournament, name).all().delete()
    for entry in place.tournament.entries.all():
        entry.payments.all().delete()
        entry.penalties.all().delete()
    place.tournament.entries.all().delete()
    place.tournament.delete()


def take(place: Hall, archive: Any) -> Tournament:
    return import_tournament(
        actor=place.official("admin"), club_id=place.house.club.pk, archive=archive
    )


def test_elsewhere_the_same_sheets_give_the_same_ranking_and_the_log_holds(place):
    before = standings(Tournament.objects.get(pk=place.tournament.pk))
    archive, slug = archive_of(place), place.tournament.slug
    gone(place)
    taken = Tournament.objects.get(pk=take(place, archive).pk)
    assert standings(taken) == before
    assert list(verify(taken)) == []
    assert (taken.slug, taken.state, taken.seed) == (slug, "finished", "geheim")
    place.tournament = taken
    assert archive_of(place) == archive


def test_the_same_archive_twice_is_taken_once(place):
    archive = archive_of(place)
    assert take(place, archive).pk == place.tournament.pk
    assert Tournament.objects.count() == 1


def test_what_stands_here_differently_is_named_and_nothing_is_taken(place):
    archive = archive_of(place)
    Entry.objects.filter(pk=place.entry(4).pk).update(name="Anders")
    with pytest.raises(DomainError) as refused:
        take(place, archive)
    assert refused.value.code == "differs"
    assert any(d.pointer.endswith("/name") for d in refused.value.details)


def test_an_address_that_is_taken_gets_a_number(place):
    archive, slug = archive_of(place), place.tournament.slug
    gone(place)
    other = played_hall(4, 1)
    Tournament.objects.filter(pk=other.tournament.pk).update(slug=slug)
    assert take(place, archive).slug == f"{slug}-2"


def points(archive: Any) -> None:
    sheet = archive["tournament"]["rounds"][0]["passen"][0]["sheets"][0]
    sheet["counted"]["points"] = [p + 10 for p in sheet["counted"]["points"]]


def a_record(archive: Any) -> None:
    archive["tournament"]["log"][2]["payload"]["x"] = 1


def no_record(archive: Any) -> None:
    del archive["tournament"]["log"][1]


def a_rank(archive: Any) -> None:
    archive["standings"][0]["rank"] = 2


def half_a_sheet(archive: Any) -> None:
    archive["tournament"]["rounds"][0]["passen"][0]["sheets"][0]["sheet"] = {}


def a_stranger(archive: Any) -> None:
    del archive["tournament"]["entries"][5]


def twice(archive: Any) -> None:
    archive["tournament"]["tables"].append(archive["tournament"]["tables"][0])


def unfinished(archive: Any) -> None:
    archive["tournament"] |= {"state": "running", "finished_at": None}


def no_format(archive: Any) -> None:
    archive["tournament"]["format"] = {"game": "tarock"}


def two_at_a_seat(archive: Any) -> None:
    sittings = archive["tournament"]["rounds"][0]["passen"][0]["sittings"]
    sittings[1]["index"] = 0


def a_word_too_many(archive: Any) -> None:
    archive["tournament"]["entries"][0]["token_hash"] = "x"


def another_format(archive: Any) -> None:
    archive["format"] = "jassclub-archive"


TAMPERED: list[tuple[Callable[[Any], None], str]] = [
    (points, "tampered"),
    (a_record, "tampered"),
    (no_record, "tampered"),
    (a_rank, "tampered"),
    (half_a_sheet, "tampered"),
    (two_at_a_seat, "tampered"),
    (a_stranger, "invalid"),
    (twice, "invalid"),
    (unfinished, "invalid"),
    (no_format, "invalid"),
    (another_format, "invalid"),
    (a_word_too_many, "malformed"),
]


@pytest.mark.parametrize(("change", "code"), TAMPERED, ids=lambda x: getattr(x, "__name__", x))
def test_what_was_changed_on_the_way_is_refused_whole(sent, change, code):
    elsewhere = house()
    admin: dict[str, Any] = {
        "actor": elsewhere.official("admin"),
        "club_id": elsewhere.club.pk,
    }
    changed = copy.deepcopy(sent)
    change(changed)
    with pytest.raises(DomainError) as refused:
        import_tournament(**admin, archive=changed)
    assert refused.value.code == code
    assert not Tournament.objects.exists()
    import_tournament(**admin, archive=copy.deepcopy(sent))


def test_before_the_end_the_seed_stays_at_home():
    assert archive_of(played_hall())["tournament"]["seed"] == ""


def test_neither_secrets_nor_people_of_the_club_go_out(place):
    player = Player.objects.filter(club=place.house.club).first()
    Entry.objects.filter(pk=place.entry(1).pk).update(player=player, token_hash="geheimnis")
    entry = archive_of(place)["tournament"]["entries"][0]
    assert "geheimnis" not in json.dumps(archive_of(place))
    assert not {"player", "token_hash"} & entry.keys()


def test_over_the_api_it_is_for_the_direction_and_comes_in_by_the_admin(place, nobody):
    address = f"tournaments/{place.tournament.pk}/export.json"
    problem(caller(place, "scribe").get(address), 403, "role_missing")
    answer = caller(place, "director").get(address)
    assert answer["Content-Disposition"].endswith(f'{place.tournament.slug}.json"')
    archive = answer.json()
    gone(place)
    here = f"clubs/{place.house.club.pk}/tournament-imports"
    problem(caller(place, "director").post(here, archive), 403, "role_missing")
    taken = caller(place, "admin").post(here, archive)
    assert (taken.status_code, taken.json()["id"]) == (201, archive["tournament"]["id"])
