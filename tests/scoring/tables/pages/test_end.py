"""The end of a game: asked when it may be, closed with one tap, told, and played again."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM, device_actor
from jassclub.clubs.models import Device
from jassclub.clubs.services.links import create_link, join_table
from jassclub.core.errors import Conflict
from scoring.claims.models import SignOff
from scoring.claims.penalties import add_penalty
from scoring.claims.verification import verify
from scoring.core.models import Game
from scoring.games.moments import Moment
from scoring.tables.anew import play_again
from scoring.tables.games import close_game
from scoring.tables.pages import ended
from tests.markup import markup
from tests.scoring.table import differenzler, schieber
from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db
HELPS = {"helps": {"value": True, "house": "Hilfen an"}}


@pytest.fixture
def helped():
    """A family table without phones."""
    table = table_of("schieber-1000", house_rules=HELPS)
    Device.objects.all().delete()
    return table


@pytest.fixture
def anna(helped):
    return browser(helped, 0)


def write(reader, *points, start=1):
    for number, made in enumerate(points, start=start):
        fields = {"contract": "RO", "points_0": made, "key": f"h{number}"}
        assert reader.post(f"hands/{number}/write/", **fields).status_code == 302


def told(reader) -> str:
    return str(reader.text()).replace("&amp;", "&")


def fresh(table) -> Game:
    return Game.objects.get(pk=table.game.pk)


def closed(table) -> None:
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)


def test_without_helps_nobody_is_told_that_the_target_is_reached():
    table = table_of("schieber-1000")
    reader = browser(table, 0)
    write(reader, *[150] * 8)
    assert "1000!" not in told(reader)
    assert "finish" not in markup(reader.get())


def test_with_helps_one_phone_that_speaks_for_the_table_closes_with_one_question(helped, anna):
    write(anna, *[150] * 6)
    assert "1000!" not in told(anna)
    write(anna, 150, start=7)
    assert "1’000! Stimmt das Blatt für alle am Tisch?" in told(anna)
    for _ in range(2):
        assert anna.post("sign-off/", seat="all", key="e").status_code == 302
    assert fresh(helped).state == "closed"
    assert [(s.seat, s.handed_over) for s in SignOff.objects.order_by("seq")] == [
        (0, False),
        (1, True),
    ]
    assert verify(fresh(helped)) == []


def test_where_another_phone_speaks_each_side_answers_for_itself(helped, anna):
    beat = browser(helped, 1)
    write(anna, *[150] * 6)
    write(beat, 150, start=7)
    assert "Anna & Chlöe: Stimmt das Blatt?" in told(anna)
    assert anna.post("sign-off/", seat="all", key="e").status_code == 403
    assert anna.post("sign-off/", seat="0", key="f").status_code == 302
    assert "Noch sagen, dass das Blatt stimmt: Beat & Dario" in told(anna)
    assert "Beat & Dario: Stimmt das Blatt?" in told(beat)
    assert beat.post("sign-off/", seat="1", key="g").status_code == 302
    assert fresh(helped).state == "closed"


def test_the_desk_closes_at_the_top_and_is_not_offered_the_same_twice(helped, anna):
    write(anna, *[150] * 7)
    page = markup(browser(helped, None, role="scribe").get())
    assert page.count(f'action="/games/{helped.game.pk}/close/"') == 1
    assert "Büro: Partie abschliessen" not in page


def test_what_is_open_is_said_in_the_question(helped, anna):
    beat = browser(helped, 1)
    write(anna, *[150] * 7)
    beat.post("hands/7/versions/1/contest/", reason_code="miscounted", key="c")
    response = anna.post("sign-off/", seat="0", key="e")
    assert response.status_code == 422
    assert "Zuerst muss entschieden werden, was gilt: Spiel 7." in words(response)


def test_a_closed_game_says_who_won_by_how_much_and_what_was_best():
    table = table_of("schieber-1000")
    table.write(1, schieber(20))
    table.write(2, {"contract": "SE", "declared_by": 0, "points": [157, 0], "matsch": 0})
    table.write(3, schieber(90, weis=[0, 50]))
    closed(table)
    reader = browser(table, 0)
    page, text = markup(reader.get()), told(reader)
    assert "A C Anna & Chlöe liegen vorn 113 Punkte Vorsprung" in text, "with the faces of both"
    assert "Gedreht Anna & Chlöe 117 aufgeholt Spiel 2" in text
    assert "Matsch Anna & Chlöe Spiel 2" in text
    assert "Grösster Weis Beat & Dario 50 Punkte Spiel 3" in text
    assert re.search(r'aria-label="Anna &amp; Chlöe 367; Beat &amp; Dario 254"', page)


def test_in_differenzler_the_fewest_points_win_and_the_stakes_are_told():
    table = table_of("differenzler-offen")
    table.write(1, differenzler([30, 40, 50, 20], [30, 50, 50]))
    table.write(2, differenzler([30, 40, 50, 27], [30, 50, 50]))
    add_penalty(actor=SYSTEM, game_id=table.game.pk, seat=1, points=3, reason="falsch bedient")
    closed(table)
    reader = browser(table, 0)
    page, text = markup(reader.get()), told(reader)
    assert re.search(r"Gleichstand: Anna / Chlöe", text)
    assert "Genau angesagt Anna 2-mal" in text
    assert "Beat 23;" in page, "the picture ends where the sheet does, with the penalty"


def test_how_often_somebody_was_exact_is_said_however_often(monkeypatch):
    table = table_of("differenzler-offen")
    table.write(1, differenzler([30, 40, 50, 20], [30, 50, 50]))
    closed(table)
    often, one = Moment("exact", 0, (1,), 1284), Moment("swing", 0, (1,), 1)
    monkeypatch.setattr(ended, "moments", lambda *_args, **_told: [often, one])
    text = told(browser(table, 0))
    assert "Genau angesagt Anna 1’284-mal Spiel 1" in text
    assert "Grösster Abstand Anna 1 Punkt Spiel 1" in text


def test_what_it_was_played_for_is_told_in_strokes_and_francs():
    table = table_of("schieber-1000", house_rules={"stakes": {"game": 2, "rate": 50}})
    for number in range(1, 11):
        table.write(number, schieber(110))
    closed(table)
    text = told(browser(table, 0))
    assert "Anna & Chlöe 4 Striche Beat & Dario 0 Striche" in text, "twice for the Schneider"
    assert "Anna Fr. 2.00 Beat Fr. −2.00 Chlöe Fr. 2.00 Dario Fr. −2.00" in text


def test_a_game_that_runs_tells_nothing_of_it(helped, anna):
    write(anna, 90, 90)
    assert "ended" not in markup(anna.get())


@pytest.fixture
def over():
    """The first side has won by its thanks."""
    table = table_of("jassregeln")
    for number in range(1, 8):
        claim: dict[str, Any] = {"claim": {"seat": 0}} if number == 7 else {}
        table.write(number, schieber(157, **claim))
    closed(table)
    return table


def opened(over) -> Game:
    return Game.objects.exclude(pk=over.game.pk).get()


def seated(game: Game) -> list[str]:
    return [seat.player.name for seat in game.seats.order_by("index")]


def test_the_losers_say_who_deals_the_return_game_and_it_opens_at_once(over):
    reader = browser(over, 0)
    text = told(reader)
    assert "Wer gibt? Verloren: Beat & Dario. Wer verliert, sagt, wer gibt." in text
    assert re.search(r'class="btn main" name="dealer" value="3"', markup(reader.get()))
    answer = reader.post("again/", dealer="3", partners="0", key="r")
    game = opened(over)
    assert answer["Location"] == f"/games/{game.pk}/"
    assert (game.profile, game.deck, game.first_dealer) == (over.game.profile, over.game.deck, 3)
    assert (game.season_id, seated(game)) == (
        over.house.season.pk,
        ["Anna", "Beat", "Chlöe", "Dario"],
    )


@pytest.mark.parametrize(
    ("partners", "seats", "dealer"),
    [("1", ["Anna", "Chlöe", "Beat", "Dario"], 2), ("2", ["Anna", "Beat", "Dario", "Chlöe"], 1)],
)
def test_partners_change_and_the_dealer_stays_the_one_who_was_tapped(over, partners, seats, dealer):
    reader = browser(over, 0)
    assert "Anna & Beat gegen Chlöe & Dario" in told(reader)
    assert reader.post("again/", dealer="1", partners=partners, key="r").status_code == 302
    assert (seated(opened(over)), opened(over).first_dealer) == (seats, dealer)


def test_two_phones_that_ask_at_once_come_to_one_game(over):
    one, other = browser(over, 0), browser(over, 1)
    first = one.post("again/", dealer="1", key="r")["Location"]
    assert other.post("again/", dealer="3", key="s")["Location"] == first
    assert opened(over).first_dealer == 1
    changed = one.post("again/", dealer="1", partners="1", key="t")["Location"]
    assert changed != first, "with other partners it is another game"


def test_the_return_game_is_undone_by_taking_the_empty_game_back(over):
    reader = browser(over, 0)
    game = reader.post("again/", dealer="1", key="r")["Location"]
    assert reader.client.post(f"{game}change/cancel/", {"key": "c"}).status_code == 302
    assert reader.post("again/", dealer="3", key="t")["Location"] != game


@pytest.mark.parametrize(
    "sent", [{"dealer": ""}, {"dealer": "7"}, {"dealer": "1", "partners": "3"}]
)
def test_what_no_button_sends_is_refused(over, sent):
    reader = browser(over, 0)
    assert reader.post("again/", key="r", **sent).status_code == 422
    assert Game.objects.count() == 1


def test_who_does_not_belong_to_the_club_opens_none(over):
    assert (
        browser(table_of("jassregeln"), 0)
        .client.post(f"/games/{over.game.pk}/again/", {"dealer": "1", "key": "r"})
        .status_code
        == 404
    )


def test_one_tap_on_the_page_of_the_club_plays_like_last_time(over):
    reader = browser(over, 0)
    club = f"/clubs/{over.house.club.slug}/"
    assert "Wie zuletzt Anna, Beat, Chlöe, Dario" in words(reader.client.get(club))
    assert "Wie zuletzt" in words(reader.client.get(f"{club}games/new/"))
    play_again(actor=over.house.official("member"), game_id=over.game.pk, opening_seat=1)
    assert "Wie zuletzt" not in words(reader.client.get(club)), "they play already"


def test_whoever_left_the_club_is_not_seated_again(over):
    over.house.people[3].active = False
    over.house.people[3].save()
    page = words(browser(over, 0).client.get(f"/clubs/{over.house.club.slug}/"))
    assert "Wie zuletzt" not in page


@pytest.fixture
def phones(over):
    """Two phones that came by the QR code of the table, at the seats 0 and 1."""
    came = []
    for seat in (0, 1):
        _link, token = create_link(actor=SYSTEM, club_id=over.house.club.pk, label="Tisch",
                                  scope_kind="game", scope_id=over.game.pk)  # fmt: skip
        phone = Client()
        assert phone.post(f"/t/{token}", {"seat": str(seat)}).status_code == 302
        came.append((phone, token))
    return came


class TestPhonesWithoutAnAccount:
    def test_open_the_return_game_and_all_phones_and_the_code_lead_there(self, over, phones):
        (one, token), (other, _token) = phones
        page = markup(one.get(f"/games/{over.game.pk}/"))
        assert "Revanche" in page
        assert "Wer mit wem?" not in page, "phones keep the numbers of their seats"
        seen = other.get(f"/games/{over.game.pk}/")["ETag"]
        there = one.post(f"/games/{over.game.pk}/again/", {"dealer": "3", "key": "r"})["Location"]
        assert there == f"/games/{opened(over).pk}/"
        told_other = other.get(f"/games/{over.game.pk}/", headers={"If-None-Match": seen})
        assert f'href="{there}">Zur nächsten Partie' in markup(told_other)
        assert "‹" not in words(one.get(there)), "there is no page above it"
        assert Client().get(f"/t/{token}").status_code == 200
        again = Client().post(f"/t/{token}", {"seat": "2"})
        assert again["Location"] == there
        hand = {"contract": "RO", "points_0": "97", "key": "h"}
        assert other.post(f"{there}hands/1/write/", hand).status_code == 302
        entry = opened(over).hands.get().entries.get()
        assert (entry.seat, entry.actor.partition(":")[0]) == (1, "device")

    def test_a_third_game_follows_the_second_and_new_links_belong_to_the_table(self, over, phones):
        (one, _token), (other, _) = phones
        second = one.post(f"/games/{over.game.pk}/again/", {"dealer": "3", "key": "r"})["Location"]
        Game.objects.filter(state="open").update(state="abandoned", closed_at=timezone.now())
        third = other.post(f"{second}again/", {"dealer": "1", "key": "r"})["Location"]
        assert third not in (second, f"/games/{over.game.pk}/")
        assert one.get(third).status_code == 200
        game = Game.objects.get(state="open")
        link, _secret = create_link(actor=SYSTEM, club_id=game.club_id, label="x",
                                    scope_kind="game", scope_id=game.pk)  # fmt: skip
        assert (link.scope_id, game.links_of) == (over.game.pk, over.game.pk)

    def test_with_other_partners_they_have_to_read_a_new_code(self, over, phones):
        (one, token), _other = phones
        sent = {"dealer": "1", "partners": "1", "key": "r"}
        assert one.post(f"/games/{over.game.pk}/again/", sent).status_code == 422
        there = browser(over, 3).post("again/", **sent)["Location"]
        assert one.get(there)["Location"].startswith("/login/")
        assert f"/games/{over.game.pk}/" in one.get(f"/t/{token}").content.decode()

    def test_nobody_begins_the_next_game_before_this_one_is_over(self):
        table = table_of("schieber-1000")
        with pytest.raises(Conflict, match="läuft noch"):
            play_again(actor=table.phones[0], game_id=table.game.pk, opening_seat=0)

    def test_a_phone_that_has_no_seat_opens_none(self, over):
        _link, token = create_link(actor=SYSTEM, club_id=over.house.club.pk, label="Tisch",
                                  scope_kind="game", scope_id=over.game.pk)  # fmt: skip
        device, _secret = join_table(token=token)
        with pytest.raises(Conflict, match="Platz"):
            play_again(actor=device_actor(device), game_id=over.game.pk, opening_seat=0)
