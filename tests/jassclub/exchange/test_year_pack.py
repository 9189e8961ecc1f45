"""The pack of a season's end: a worker makes it, its sums are those of a second, naive count."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.formats import date_format
from openpyxl import load_workbook

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import (
    Change,
    Club,
    KittyBooking,
    KittyEntry,
    Membership,
    Player,
    Season,
    User,
)
from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from jassclub.clubs.services import kitty
from jassclub.clubs.services.clubs import change_season
from jassclub.exchange import personal_data, tasks
from jassclub.exchange.models import YearPack
from jassclub.exchange.year import pack as year_pack, paper as papers
from jassclub.exchange.year.paper import member_paper, year_paper
from jassclub.exchange.year.tables import Year, all_grids
from scoring.claims.models import HandEntry
from scoring.core.models import Seat
from scoring.tables.games import abandon_game, close_game
from tests.scoring.table import House, differenzler, house, open_table, schieber
from tests.signed_in import signed_in
from tournaments.evenings.models import Attendance, Evening
from tournaments.evenings.selectors import link_of
from tournaments.format.regulation import Point
from tournaments.seasons.carrying import next_season
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate


@pytest.fixture(autouse=True)
def _in_german():
    with translation.override("de"):
        yield


@pytest.fixture
def played() -> House:
    """Three evenings of two games, one of them abandoned, and a kitty with a booking taken back."""
    own = house()
    director = own.official("director")
    for week in range(3):
        day = TODAY() - timedelta(weeks=week)
        for profile, slip in (
            ("differenzler-verdeckt", differenzler([20, 40, 30, 50], [25, 52, 40])),
            ("schieber-1000", schieber(90 + week)),
        ):
            table = open_table(own, profile, played_on=day)
            table.write(1, slip)
            close_game(actor=director, game_id=table.game.pk)
    dead = open_table(own, "schieber-1000", played_on=TODAY() - timedelta(weeks=9))
    dead.write(1, schieber(50))
    abandon_game(actor=director, game_id=dead.game.pk, reason="Brand")
    evening = Evening.objects.create(club=own.club, day=TODAY() - timedelta(weeks=1), actor="x")
    Attendance.objects.create(
        club=own.club, evening=evening, player=own.people[4], state="excused", actor="x"
    )
    count_events()
    _money(own)
    return own


def _money(own: House) -> None:
    who: dict[str, Any] = {"actor": SYSTEM, "club_id": own.club.pk}
    anna, beat, *_others = own.people
    before, now = own.season.starts - timedelta(days=9), TODAY()
    for kind, day, lines in (
        ("stake", before, [(anna, -500), (beat, -500)]),
        ("payment", before, [(anna, 500)]),
        ("fine", now, [(beat, -200)]),
        ("payment", now, [(beat, 500), (None, -300)]),
        ("payment", now, [(beat, 700)]),
        ("settlement", now, [(anna, 150), (beat, -150)]),
    ):
        booked = [kitty.Line(p.pk if p else None, amount) for p, amount in lines]
        by_bank = lines == [(beat, 700)]
        last = kitty.book(**who, kind=kind, day=day, lines=booked, note="=1+1", by_bank=by_bank)
    kitty.cancel(actor=own.official("director"), booking_id=last.pk, reason="doppelt")


def director(own: House) -> tuple[Client, Any]:
    actor = own.official("director")
    return signed_in(User.objects.get(pk=actor.ident)), actor


def sheets(own: House) -> dict[str, list[tuple[Any, ...]]]:
    client, actor = director(own)
    year_pack.order(actor=actor, season_id=own.season.pk)
    assert tasks.make_year_packs() == 1
    answer = client.get(f"/seasons/{own.season.pk}/year/book")
    book = load_workbook(BytesIO(answer.content))
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}


def test_the_workbook_says_what_a_naive_count_of_the_hands_says(played):
    found = sheets(played)
    differences = {"Anna": 5, "Beat": 12, "Chlöe": 10, "Dario": 10}
    head, *rows = found["Differenzler"]
    assert {row[1]: (row[2], row[3], row[4]) for row in rows} == {
        name: (difference, 3, 3) for name, difference in differences.items()
    }
    assert head[:2] == ("Rang", "Name")
    assert HandEntry.objects.filter(state__in=HandEntry.CURRENT).count() == 7
    sides = {row[1]: row[2] for row in found["Schieber"][1:]}
    assert (sides["Anna"], sides["Beat"]) == (91, 66)
    head, *rows = found["Anwesenheit"]
    seated = Seat.objects.filter(game__season=played.season).exclude(game__state="abandoned")
    for name, total, *days in rows:
        expected = set(seated.filter(player__name=name).values_list("game__played_on", flat=True))
        assert (total, days.count("✓")) == (len(expected), len(expected))
    assert [row[0] for row in rows if "e" in row] == ["Elena"]
    assert len(head) == 2 + 3
    lines = found["Abende der Mitglieder"][1:]
    assert sum(row[3] for row in lines) == 3 * 2 * 4
    assert sum(row[4] for row in lines if row[2] == "Differenzler") == 3 * sum(differences.values())


def test_the_kitty_goes_from_its_first_to_its_last_rappen(played):
    found = sheets(played)
    head, *rows = found["Konten der Kasse"]
    *people, owed, money, own = rows
    for name, start, *moved, end in people:
        entries = KittyEntry.objects.filter(player__name=name).select_related("booking")
        early = [e.amount for e in entries if e.booking.day < played.season.starts]
        assert round(start * 100) == sum(early)
        assert round(end * 100) == sum(e.amount for e in entries)
        assert Decimal(str(end)) == Decimal(str(start)) + sum(Decimal(str(m)) for m in moved)
    assert {name: end for name, *_rest, end in people} == {"Anna": 0, "Beat": 5}
    state = kitty.kitty_state(played.club.pk)
    assert round(money[-1] * 100) == state.cash + state.bank == 1400
    assert round(owed[-1] * 100) == state.players == 500
    assert round(own[-1] * 100) == state.club == 900
    assert [owed[at] for at in range(1, len(head))] == [
        sum(row[at] for row in people) for at in range(1, len(head))
    ]
    assert (money[1], money[head.index("Zahlung")]) == (5, 9), "in the column of the payments"
    assert [row[0] for row in found["Kasse und Bank"]] == ["Name", "Kasse", "Bank", "Zusammen"]
    box, bank, both = (
        [round(cell * 100) for cell in row[1:]] for row in found["Kasse und Bank"][1:]
    )
    assert box == [500, 500, -300, 700]
    assert bank == [0, 700, 0, 700]
    assert (both, both[-1]) == ([500, 1200, -300, 1400], state.cash + state.bank)
    assert (state.cash, state.bank) == (700, 700)
    vouchers = found["Belege"][1:]
    bookings = KittyBooking.objects.filter(day__gte=played.season.starts)
    assert {row[0] for row in vouchers} == {booking.voucher for booking in bookings}
    assert round(sum(row[4] for row in vouchers) * 100) == sum(
        entry.amount for booking in bookings for entry in booking.entries.all()
    )
    assert [row[2] for row in vouchers[-4:]] == [
        *["Abrechnung (aufgehoben)"] * 2, *["Abrechnung (Gegenbuchung)"] * 2,
    ]  # fmt: skip
    assert all(not str(row[5]).startswith("=") for row in vouchers), "a note is no formula"


def test_the_books_tell_nothing_of_a_day_that_has_not_come(played):
    assert Year(played.season).books.until == min(TODAY(), played.season.ends)
    Season.objects.filter(pk=played.season.pk).update(ends=TODAY() + timedelta(days=9))
    kitty.book(
        actor=SYSTEM,
        club_id=played.club.pk,
        kind="payment",
        day=TODAY() + timedelta(days=2),
        lines=[kitty.Line(None, 100)],
    )
    books = Year(Season.objects.get(pk=played.season.pk)).books
    assert (books.until, books.money.rows[-1][-1]) == (TODAY(), 14)


def pages(paper: bytes) -> int:
    return paper.count(b"/Type /Page") - paper.count(b"/Type /Pages")


@pytest.mark.parametrize("large", [False, True])
def test_every_member_has_one_page_however_often_he_played(played, large):
    year = Year(played.season)
    before = pages(year_paper(year, large=large))
    anna = str(played.people[0].pk)
    first = year.parts[anna][0]
    year.parts[anna].extend(first._replace(day=date(2026, 1, 1)) for _time in range(90))
    assert pages(year_paper(year, large=large)) == before
    del year.parts[anna][:]
    assert pages(year_paper(year, large=large)) == before - 1


def test_an_empty_season_has_a_pack_too():
    own = house()
    assert year_paper(Year(own.season), large=False).startswith(b"%PDF")
    for grid in all_grids(Year(own.season)):
        assert all(grid.head)
        assert {len(row) for row in grid.rows} <= {len(grid.head)}


def test_the_page_waits_for_the_worker_and_asks_again(played):
    client, actor = director(played)
    address = f"/seasons/{played.season.pk}/year/"
    assert client.get(address + "paper").status_code == 404
    assert client.post(address, {"large": "1", "key": "one"}).status_code == 302
    assert b"data-waiting" in client.get(address).content
    assert client.post(address, {"key": "two"}).status_code == 409
    assert (tasks.make_year_packs(), tasks.make_year_packs()) == (1, 0)
    page = client.get(address).content
    assert b"data-waiting" not in page
    assert b"gross gedruckt" in page
    paper = client.get(address + "paper", headers={"Accept-Language": "fr"})
    assert paper.content.startswith(b"%PDF")
    assert f'="dossier-de-l-annee-{played.club.slug}-saison.pdf"' in paper["Content-Disposition"]
    assert client.get(address + "other").status_code == 404
    year_pack.order(actor=actor, season_id=played.season.pk)
    assert YearPack.objects.count() == 1, "the old one is gone"


def test_one_that_fails_is_told_and_can_be_ordered_again(played, monkeypatch, caplog):
    client, actor = director(played)
    year_pack.order(actor=actor, season_id=played.season.pk)
    monkeypatch.setattr(year_pack, "year_paper", lambda *_year, **_wish: 1 / 0)
    assert tasks.make_year_packs() == 1
    assert "was not made" in caplog.text
    address = f"/seasons/{played.season.pk}/year/"
    assert 'role="alert"' in client.get(address).content.decode()
    monkeypatch.undo()
    assert client.post(address, {"key": "one"}).status_code == 302
    assert tasks.make_year_packs() == 1
    assert YearPack.objects.get().state == "ready"


def test_a_worker_that_died_over_one_leaves_it_to_the_next_and_to_nobody_after(played):
    _client, actor = director(played)
    pack = year_pack.order(actor=actor, season_id=played.season.pk)
    long_ago = timezone.now() - timedelta(minutes=6)
    YearPack.objects.update(begun_at=timezone.now(), tries=1)
    assert tasks.make_year_packs() == 0
    YearPack.objects.update(begun_at=long_ago, tries=2)
    assert tasks.make_year_packs() == 1
    pack.refresh_from_db()
    assert pack.state == "failed"


def test_who_is_forgotten_takes_the_pack_with_him_and_old_ones_go(played):
    sheets(played)
    YearPack.objects.update(done_at=timezone.now() - timedelta(days=15))
    assert tasks.forget_old_spreadsheets() == 1
    sheets(played)
    whose = DataSubject(played.club.pk, frozenset([played.people[0].pk]), ())
    personal_data.anonymise(whose, Naming(["Anna"], neutral="jemand"))
    assert not YearPack.objects.exists()


def leagues(own: House, *groups: str, up: int = 1) -> dict[str, Any]:
    people = dict(Player.objects.filter(club=own.club).values_list("name", "pk"))
    players = [[str(people[name]) for name in group.split()] for group in groups]
    return {"leagues": {"schieber": {"players": players, "up": up, "down": up}}}


def test_the_next_season_takes_rules_and_leagues_along_but_not_the_day_of_the_final(played):
    slips = [schieber(90), schieber(140)]
    for slip, shift in zip(slips, (0, 2), strict=True):
        own = House(played.club, played.season, played.people[shift:] + played.people[:shift])
        table = open_table(own, "schieber-1000")
        table.write(1, slip)
        close_game(actor=own.official("director"), game_id=table.game.pk)
    count_events()
    season = played.season
    rows = sheets(played)["Schieber"][1:]
    means = {row[1]: row[2] for row in rows if row[1] in ("Beat", "Elena")}
    better, worse = sorted(means, key=lambda name: -means[name])
    rules = {
        "differenzler": {"drop": 1, "final": {"day": "2026-06-01", "weight": 2}},
        "schieber": {"final": {"day": "2026-06-01", "weight": 2}},
        **leagues(played, f"Chlöe {worse}", f"{better} Fritz"),
    }
    Season.objects.update(rules=rules)
    season.refresh_from_db()
    coming = next_season(season)
    assert coming.rules["differenzler"] == {"drop": 1}
    assert "schieber" not in coming.rules
    names = dict(Player.objects.values_list("pk", "name"))
    leagues_told = coming.rules["leagues"]["schieber"]["players"]
    told = [{names[type(season.pk)(ident)] for ident in league} for league in leagues_told]
    assert [better in told[0], worse in told[1]] == [True, True]
    moved = {row[2]: row[3] for row in sheets(played)["Ligen Schieber"][1:]}
    assert {name: moved[name] for name in means} == means
    assert coming.starts > season.ends
    client, _actor = director(played)
    address = f"/seasons/{season.pk}/year/"
    assert client.post(address, {"action": "open", "key": "next"}).status_code == 302
    opened = Season.objects.get(starts=coming.starts)
    assert opened.rules == coming.rules
    assert "eröffnen" not in client.get(address).content.decode()


def test_who_shares_the_last_rank_that_moves_is_named_and_stays(played):
    Season.objects.update(rules=leagues(played, "Anna Chlöe", "Beat Dario"))
    played.season.refresh_from_db()
    coming = next_season(played.season)
    names = {str(pk): name for pk, name in Player.objects.values_list("pk", "name")}
    undecided = {names[ident] for ident in coming.open_moves["schieber"]}
    assert undecided == {"Anna", "Beat", "Chlöe", "Dario"}
    before, after = (
        [set(league) for league in rules["leagues"]["schieber"]["players"]]
        for rules in (played.season.rules, coming.rules)
    )
    assert before == after
    client, _actor = director(played)
    page = client.get(f"/seasons/{played.season.pk}/year/").content.decode()
    assert "Noch nicht entschieden" in page


@pytest.mark.parametrize(
    ("starts", "ends", "name", "last"),
    [
        (date(2026, 9, 1), date(2027, 8, 31), "2027/28", date(2028, 8, 31)),
        (date(2027, 1, 1), date(2027, 12, 31), "2028", date(2028, 12, 31)),
        (date(2027, 1, 7), date(2027, 12, 31), "2028", date(2028, 12, 31)),
        (date(2027, 6, 1), date(2027, 8, 31), "2027", date(2027, 12, 1)),
    ],
)
def test_the_next_season_follows_at_once_and_ends_on_the_same_day(starts, ends, name, last):
    season = Season(club=Club(), starts=starts, ends=ends, name="x")
    coming = next_season(season)
    assert (coming.name, coming.starts, coming.ends) == (name, ends + timedelta(days=1), last)


def test_after_a_summer_without_cards_the_next_season_begins_in_autumn_again():
    season = Season(club=Club(), starts=date(2026, 9, 1), ends=date(2027, 4, 30), name="x")
    coming = next_season(season)
    assert (coming.name, coming.starts, coming.ends) == (
        *("2027/28", date(2027, 9, 1), date(2028, 4, 30)),
    )


def test_guests_stand_in_the_tables_and_have_no_page_of_their_own(played):
    before = pages(year_paper(Year(played.season), large=False))
    Player.objects.filter(pk=played.people[0].pk).update(guest=True)
    assert pages(year_paper(Year(played.season), large=False)) == before - 1


def test_the_page_of_a_member_tells_his_account(played):
    beat = str(played.people[1].pk)
    books = Year(played.season).books
    assert books.account_of(beat) == ("Anfang -5.00 · Busse -2.00 · Zahlung 12.00 · Ende 5.00")
    assert not books.account_of(str(played.people[2].pk))


def test_one_page_alone_by_the_own_link_by_himself_and_by_the_direction(played):
    anna, beat = played.people[:2]
    by_link = Client().get(f"{link_of(beat)}paper?large")
    assert (by_link["Content-Type"], pages(by_link.content)) == ("application/pdf", 1)
    anna.user = User.objects.create_user("anna", password="x")
    anna.save()
    Membership.objects.create(club=played.club, user=anna.user, role="member")
    own, other = (signed_in(anna.user).get(f"/players/{one.pk}/paper") for one in (anna, beat))
    assert (own.status_code, pages(own.content), other.status_code) == (200, 1, 403)
    year, large = Year(played.season), {"large": False}
    told, veiled = (member_paper(year, beat, **large, money=money) for money in (True, False))
    assert len(told) > len(veiled), "the link, which goes by messengers, does not tell the kitty"


def test_a_change_of_the_rules_after_midnight_bears_the_date_of_the_place(played, monkeypatch):
    change_season(
        actor=SYSTEM,
        season_id=played.season.pk,
        version=played.season.version,
        values={"rules": {"differenzler": {"minimum_hands": 2}}, "reason": "GV"},
    )
    at = datetime(2026, 11, 29, 23, 32, tzinfo=UTC)
    Change.objects.filter(model="season", reason="GV").update(at=at)
    told: list[Point] = []
    monkeypatch.setattr(papers, "put_points", lambda *given, foot="": told.extend(given[-1]))
    year_paper(Year(Season.objects.get(pk=played.season.pk)), large=False)
    assert [one.heading.partition(",")[0] for one in told if one.text.startswith("GV")] == [
        date_format(date(2026, 11, 30))
    ]


def test_who_left_early_was_there(played):
    evening = Evening.objects.create(club=played.club, day=TODAY(), actor="x")
    elena, who = played.people[4], {"club": played.club, "actor": "x"}
    Attendance.objects.create(evening=evening, player=elena, state="left", **who)
    assert Year(played.season).attended[TODAY()][str(elena.pk)] == "✓"
