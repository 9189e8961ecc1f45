"""The evenings of a season and of a club, as calendars read them."""

from datetime import date, datetime, time
from itertools import count
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils.text import slugify
from icalendar import Calendar

from tournaments.core.models import Tournament

pytestmark = pytest.mark.django_db

_numbers = count(1)
HOSTILE = "Abend; mit, \\n Komma\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:böse \x1b" + "ä" * 80


def planned(club, season=None, **more):
    known = {
        "club": club,
        "season": season,
        "slug": f"abend-{next(_numbers)}",
        "name": "Monatsjass",
        "played_on": date(2026, 3, 20),
        "state": Tournament.State.OPEN,
        "format": {},
        "seed": "x",
        **more,
    }
    return Tournament.objects.create(**known)


def reader(person=None):
    client = Client()
    if person is not None:
        client.force_login(person.user)
    return client


def events(answer):
    assert answer.status_code == 200, answer.status_code
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def of_club(club, person=None):
    return reader(person).get(f"/clubs/{club.slug}/calendar.ics")


def of_season(season, person):
    return reader(person).get(f"/seasons/{season.pk}/calendar.ics")


def test_members_read_the_evenings_of_the_season_in_order(club, season, anna):
    later = planned(club, season, played_on=date(2026, 4, 17))
    first = planned(club, season)
    planned(club)
    answer = of_season(season, anna)
    found = events(answer)
    assert answer["Content-Disposition"].endswith(f'"{slugify(f"{club.name} {season.name}")}.ics"')
    assert [event["UID"] for event in found] == [f"{t.pk}@jassclub" for t in (first, later)]


def test_an_evening_with_a_time_is_in_swiss_time_and_one_without_takes_the_day(club, season, anna):
    planned(club, season, begins_at=time(19, 30), name="A")
    planned(club, season, name="B")
    timed, whole = events(of_season(season, anna))
    assert timed.start == datetime(2026, 3, 20, 19, 30, tzinfo=ZoneInfo("Europe/Zurich"))
    assert timed.end == datetime(2026, 3, 21, 0, 30, tzinfo=ZoneInfo("Europe/Zurich"))
    assert (whole["DTSTART"].to_ical(), whole["DTEND"].to_ical()) == (b"20260320", b"20260321")
    assert whole["DTEND"].params["VALUE"] == "DATE"
    assert b"TZID:Europe/Zurich" in of_season(season, anna).content


def test_a_change_grows_the_number_and_a_cancelled_evening_says_so(club, season, anna):
    evening = planned(club, season)
    (before,) = events(of_season(season, anna))
    Tournament.objects.filter(pk=evening.pk).update(version=3, state=Tournament.State.CANCELLED)
    (after,) = events(of_season(season, anna))
    assert (before["UID"], before["DTSTAMP"].to_ical()) == (
        after["UID"],
        after["DTSTAMP"].to_ical(),
    )
    assert (before["SEQUENCE"], before["STATUS"]) == (0, "CONFIRMED")
    assert (after["SEQUENCE"], after["STATUS"]) == (2, "CANCELLED")


def test_a_hostile_name_stays_one_name(club, season, anna):
    planned(club, season, name=HOSTILE[:120], place="Saal, Ost; \\")
    answer = of_season(season, anna)
    (event,) = events(answer)
    assert event["SUMMARY"].startswith("Abend; mit, \\n Komma  END:VEVENT  BEGIN:VEVENT")
    assert event["LOCATION"] == "Saal, Ost; \\"
    assert "\x1b" not in answer.content.decode()
    assert max(map(len, answer.content.split(b"\r\n"))) <= 75


def test_drafts_are_in_no_calendar(club, season, anna):
    planned(club, season, state=Tournament.State.DRAFT)
    assert events(of_season(season, anna)) == []


def test_anybody_reads_the_public_evenings_of_a_club_and_no_others(club, anna):
    public = planned(club, public=True, name="Offenes Turnier")
    planned(club, name="Intern")
    planned(club, public=True, state=Tournament.State.DRAFT, name="Entwurf")
    (event,) = events(of_club(club))
    assert event["SUMMARY"] == "Offenes Turnier"
    assert event["URL"].endswith(f"/t/{public.slug}/")
    assert {event["SUMMARY"] for event in events(of_club(club, anna))} == {
        "Offenes Turnier",
        "Intern",
    }


def test_a_club_without_a_public_evening_is_not_there_for_strangers(club, dario, anna):
    planned(club)
    assert of_club(club).status_code == 404
    assert of_club(club, dario).status_code == 404
    assert reader().get("/clubs/niemand/calendar.ics").status_code == 404
    assert len(events(of_club(club, anna))) == 1


def test_a_season_is_for_its_club_alone(season, dario):
    assert of_season(season, dario).status_code == 404


def test_an_unchanged_calendar_is_not_sent_again(club, season, anna):
    planned(club, season)
    first = of_season(season, anna)
    again = reader(anna).get(
        f"/seasons/{season.pk}/calendar.ics", headers={"If-None-Match": first["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    planned(club, season)
    assert of_season(season, anna)["ETag"] != first["ETag"]


def test_ten_evenings_need_no_more_questions_than_one(
    club, season, anna, django_assert_max_num_queries
):
    for _ in range(10):
        planned(club, season)
    client = reader(anna)
    with django_assert_max_num_queries(6):
        assert len(events(client.get(f"/seasons/{season.pk}/calendar.ics"))) == 10
