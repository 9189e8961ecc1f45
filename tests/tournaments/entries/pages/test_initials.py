"""Initials for strangers, contacts that go, and search engines that keep nothing."""

from datetime import timedelta

import pytest
from django.template.base import Template
from django.test import Client
from django.test.utils import instrumented_test_render  # type: ignore[attr-defined]
from django.utils import timezone

from jassclub.clubs.models import Player
from jassclub.clubs.naming import initials
from tests.cast import Caller, person
from tests.jassclub.office import words
from tests.tournaments.events import event
from tests.tournaments.fair import fair
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services as desk
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry
from tournaments.entries.pages.sign_up import stamped
from tournaments.seasons.models import SeasonAverage
from tournaments.tasks import forget_old_contacts

pytestmark = pytest.mark.django_db

NAME = "Rosa von Räber"


def one_of_many(**asked):
    """A public tournament with a round called, in which somebody has a wish."""
    day = event(rounds=2, hands=4)
    Tournament.objects.update(public=True)
    desk.open_sign_up(**day.ids)
    entries.add_entries(**day.ids, people=[Person(NAME, **asked)], present=True)
    day.enter(15)
    day.call()
    return day


def public_texts(day) -> str:
    paths = ("", "p/1/", "results/", "board/", "board/?zeigt=sitzplan")
    pages = [Client().get(f"/t/herbst/{path}") for path in paths]
    ids = day.tournament.pk
    api = [
        Caller().get(f"tournaments/{ids}/{what}", **params)
        for what, params in (
            ("board", {}), ("entries", {"limit": 100}), ("standings", {}),
            ("export.csv", {"what": "seating"}), ("export.csv", {}),
        )
    ]  # fmt: skip
    assert {answer.status_code for answer in (*pages, *api)} == {200}
    return " ".join(answer.content.decode() for answer in (*pages, *api))


@pytest.mark.parametrize("asked", [{"initials_only": True}, {"minor": True}])
def test_strangers_read_initials_of_who_wishes_it_and_of_minors(asked):
    told = public_texts(one_of_many(**asked))
    assert NAME not in told
    assert "R. R." in told
    assert "Gast 2" in told


def test_members_of_the_club_read_the_name():
    day = one_of_many(minor=True)
    member = person("Mitglied", club=day.house.club, role="member")
    assert NAME in member.api.get(f"tournaments/{day.tournament.pk}/board").content.decode()
    client = Client()
    client.force_login(member.user)
    assert NAME in client.get("/t/herbst/").content.decode()


def test_a_reason_that_names_a_minor_does_not_name_him_to_strangers():
    day = one_of_many(minor=True)
    rounds.uncall_round(**day.ids, number=1, reason=f"{NAME} sass falsch")
    log = Caller().get(f"tournaments/{day.tournament.pk}/log", limit=100).content.decode()
    assert "sass falsch" in log
    assert "Räber" not in log


def test_a_pair_of_which_one_is_a_minor_is_called_by_his_initials():
    day = event("pairs-5x8-swiss")
    Tournament.objects.update(public=True)
    desk.open_sign_up(**day.ids)
    pair = [Person("Otto Odermatt"), Person("Lina Lenz", minor=True)]
    entries.sign_up(actor=day.director, tournament_id=day.tournament.pk, people=pair)
    told = Caller().get(f"tournaments/{day.tournament.pk}/teams").json()["results"]
    assert "Lenz" not in str(told)
    assert "Odermatt" in str(told)


def test_of_a_minor_strangers_see_no_statistics(monkeypatch):
    # The suite does not keep what templates were given, unless somebody asks for it.
    monkeypatch.setattr(Template, "_render", instrumented_test_render)
    day = one_of_many(minor=True)
    page = Client().get("/t/herbst/p/1/")
    assert "line" in page.context
    assert page.context["line"] is None
    assert page.context["course"] is None
    assert page.context["rounds"]
    assert day.tournament.pk


def test_the_form_offers_initials_and_says_why_who_and_how_long():
    fair(0)
    page = Client().get("/t/herbst/sign-up/")
    told = words(page)
    for said in ("Öffentlich nur Initialen", "Unter 18 Jahren", "Verantwortlich ist", "60 Tage",
                 "24 Monaten", "Datenschutz"):  # fmt: skip
        assert said in told, said


def test_what_a_stranger_ticks_is_kept():
    own = fair(0)
    stamp = stamped("k1", timezone.now().timestamp() - 60)
    typed = {"name0": NAME, "initials0": "1", "minor0": "1", "key": "k1", "stamp": stamp}
    assert Client().post("/t/herbst/sign-up/", typed).status_code == 302
    entry = own.tournament.entries.get()
    assert (entry.initials_only, entry.minor) == (True, True)


def test_who_has_asked_for_initials_in_the_club_has_them_at_the_desk_too():
    day = event(rounds=2, hands=4)
    desk.open_sign_up(**day.ids)
    Player.objects.create(club=day.house.club, name=NAME, initials_only=True)
    entries.add_entries(**day.ids, people=[Person(NAME)])
    assert Entry.objects.get().initials_only


def test_contacts_and_notes_go_60_days_after_the_event():
    day = one_of_many(contact="079 000 00 00", note="Knie")
    today = timezone.localdate()
    Tournament.objects.update(played_on=today - timedelta(days=60))
    assert forget_old_contacts() == 0
    Tournament.objects.update(played_on=today - timedelta(days=61))
    assert forget_old_contacts() == 1
    entry = day.tournament.entries.get(number=1)
    assert (entry.name, entry.contact, entry.note) == (NAME, "", "")


def test_the_number_of_days_is_a_setting(settings):
    settings.CONTACT_DAYS = 7
    one_of_many(contact="079 000 00 00")
    Tournament.objects.update(played_on=timezone.localdate() - timedelta(days=8))
    assert forget_old_contacts() == 1


def test_whatever_names_people_is_not_for_search_engines():
    day = one_of_many()
    ids = day.tournament.pk
    pages = ["/t/herbst/", "/t/herbst/p/1/", "/t/herbst/results/", "/t/herbst/board/", "/login/"]
    for path in pages:
        answer = Client().get(path)
        assert answer.headers["X-Robots-Tag"] == "noindex", path
        assert '<meta name="robots" content="noindex">' in answer.content.decode(), path
    for what in ("papers/seating.pdf", "export.xlsx", "export.csv", "board", "entries"):
        answer = Client().get(f"/api/v1/tournaments/{ids}/{what}")
        assert (answer.status_code, answer.headers["X-Robots-Tag"]) == (200, "noindex"), what


def test_pages_that_name_nobody_may_be_found():
    for path in ["/", "/help/", "/rules/", "/privacy/", "/tournaments/", "/start/"]:
        answer = Client().get(path)
        assert answer.status_code == 200
        assert "X-Robots-Tag" not in answer.headers
        assert "noindex" not in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "short"),
    [("Hansruedi Ammann", "H. A."), ("Anna-Maria von Gunten", "A. M. G."), ("anna", "A."),
     ("Émile Éclair (2)", "É. É."), ("", "")],
)  # fmt: skip
def test_initials_of_a_name(name, short):
    assert initials(name) == short


def test_the_privacy_page_names_the_operator_and_the_terms(settings):
    settings.OPERATOR = "jass@example.ch"
    for language in ["de", "fr", "it", "en"]:
        page = Client().get("/privacy/", headers={"accept-language": language}).content.decode()
        assert all(said in page for said in ("jass@example.ch", "60", "24"))


def test_whoever_joins_or_opens_an_account_is_told_what_for():
    assert "Wozu: um zu schreiben" in words(Client().get("/start/"))


def test_of_a_minor_the_club_keeps_no_averages_for_others():
    day = event(rounds=2, hands=4)
    him = Player.objects.create(club=day.house.club, name=NAME, minor=True)
    member = person("Mitglied", club=day.house.club, role="member")
    season = day.house.season
    SeasonAverage.objects.create(
        club_id=season.club_id,
        season=season, player=him, table_size=0, evenings=1, hands=4, total=40, exact_hits=0,
        mean=10, rank=1,
    )  # fmt: skip
    assert member.api.get(f"players/{him.pk}/averages").json()["results"] == []
    Player.objects.filter(pk=him.pk).update(minor=False)
    assert len(member.api.get(f"players/{him.pk}/averages").json()["results"]) == 1
