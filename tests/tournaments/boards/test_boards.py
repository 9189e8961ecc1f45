"""The boards of a duplicate: dealt, sorted by who does not play, sealed until all have played."""

import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player, User
from jassclub.core.errors import Conflict, Invalid, NotAllowed
from tests.tournaments.draw.test_duplicate_event import duplicate, made, of, play_boards
from tests.tournaments.events import Event, event, opened
from tests.tournaments.phones import came
from tests.tournaments.playing import the_round
from tournaments.boards import services
from tournaments.boards.selectors import boards_seen
from tournaments.desk import rounds
from tournaments.draw.pure import commitment
from tournaments.rounds.boards import boards_at
from tournaments.rounds.hall import make_cards

pytestmark = pytest.mark.django_db


def dealt(count: int = 6, **settings: Any) -> Event:
    day = opened(duplicate(count, **{"rounds": 3, **settings}))
    day.draw()
    services.deal_boards(**day.ids)
    return day


def browser(day: Event, actor: Actor) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=str(actor.user_id)))
    return client


def desk_of(day: Event) -> str:
    return f"/clubs/{day.house.club.slug}/tournaments/{day.tournament.slug}/boards/"


def test_the_hash_is_in_the_log_at_once_and_the_command_deals_the_same_cards() -> None:
    day = dealt()
    record = day.tournament.log.get(kind="boards_dealt")
    assert record.payload["boards"] == list(range(1, 7))
    seed = day.tournament.boards.first().seed
    assert record.payload["commitment"] == commitment(seed)
    for _round in range(3):
        play_boards(day)
    out = StringIO()
    call_command("duplicate", "deals", "--boards", "6", "--seed", seed, stdout=out)
    told = Client().get(f"/api/v1/tournaments/{day.tournament.pk}/boards").json()
    assert told["dealt"] == [
        {"boards": list(range(1, 7)), "commitment": commitment(seed), "seed": seed}
    ]
    assert all(len(hand["cards"]) == 9 for board in told["boards"] for hand in board["hands"])
    assert len({card for hand in told["boards"][0]["hands"] for card in hand["cards"]}) == 36
    assert f"seed: {seed}" in out.getvalue()


def test_nobody_reads_cards_or_results_of_a_board_that_somebody_has_to_play() -> None:
    day = dealt()
    seed = day.tournament.boards.first().seed
    public = f"/t/{day.tournament.slug}/"
    places = [
        f"{public}boards/", f"{public}boards/1/", f"{public}results/", f"{public}p/1/",
        f"/api/v1/tournaments/{day.tournament.pk}/boards",
        f"/api/v1/tournaments/{day.tournament.pk}/log",
        f"/api/v1/tournaments/{day.tournament.pk}/rounds/1/tables/1/sheets",
    ]  # fmt: skip
    play_boards(day)
    passe = the_round(day).passen.get(table__number=1)
    sums = {sum(made(passe, board) for board in boards_at(passe))}
    sums |= {314 - total for total in sums}
    for place in places:
        answer = Client().get(place)
        text = answer.content.decode()
        assert seed not in text, place
        if answer.status_code == 200:
            assert not [total for total in sums if f">{total}<" in text], place
    assert all(board.sealed and not board.hands for board in boards_seen(day.tournament))
    told = Client().get(places[4]).json()
    assert {(b["sealed"], len(b["hands"]), len(b["meetings"])) for b in told["boards"]} == {
        (True, 0, 0)
    }
    log = Client().get(places[5]).json()
    assert not [r for r in log["results"] if r["kind"] == "sheet" and "points" in r["facts"]]


def test_who_sorts_sees_the_cards_and_who_plays_does_not_whatever_his_office() -> None:
    day = dealt()
    page = desk_of(day)
    shown = browser(day, day.scribe).get(f"{page}3/")
    assert shown.status_code == 200
    assert shown.content.decode().count("data-pile=") == 36
    slips = f"/api/v1/tournaments/{day.tournament.pk}/papers/deal-slips.pdf"
    assert browser(day, day.scribe).get(slips).content.startswith(b"%PDF")
    player = Player.objects.create(
        club=day.house.club, name="Leiter", user=User.objects.get(pk=str(day.director.user_id))
    )
    entry = day.tournament.entries.get(number=1)
    entry.player = player
    entry.save()
    client = browser(day, day.director)
    for place in (f"{page}3/", slips, f"/api/v1/tournaments/{day.tournament.pk}/boards/3/cards"):
        assert client.get(place).status_code == 403, place
    assert "Du spielst mit" in client.get(page).content.decode()
    with pytest.raises(NotAllowed):
        services.mark_sorted(**day.ids, number=3)
    assert Client().get(slips).status_code == 404, "a draft is not told to strangers"


def test_boards_are_sorted_one_by_one_and_the_page_leads_to_the_next() -> None:
    day = dealt()
    scribe = day.scribe
    client, page = browser(day, scribe), desk_of(day)
    do = page.replace("boards/", "do/board-sorted/")
    assert client.post(do, {"key": "a1", "number": 1}).status_code == 302
    assert "5 Boards sind noch zu sortieren" in " ".join(client.get(page).content.decode().split())
    assert services.mark_sorted(actor=scribe, tournament_id=day.tournament.pk, number=1).sorted_by
    assert [r.payload["board"] for r in day.tournament.log.filter(kind="board_sorted")] == [1]


def test_boards_are_dealt_again_only_while_no_table_has_had_them() -> None:
    day = dealt()
    before = day.tournament.boards.get(number=2).seed
    services.deal_again(**day.ids, numbers=[2], reason="Ein Spieler sah sie.")
    assert day.tournament.boards.get(number=2).seed != before
    with pytest.raises(Invalid) as unknown:
        services.deal_again(**day.ids, numbers=[99], reason="x")
    assert unknown.value.details[0].code == "unknown_board"
    play_boards(day)
    with pytest.raises(Conflict) as refused:
        services.deal_again(**day.ids, numbers=[2], reason="Zu spät.")
    assert refused.value.code == "board_on_table"
    with pytest.raises(Conflict) as again:
        services.deal_boards(**day.ids)
    assert again.value.code == "boards_dealt"


def test_an_open_board_tells_what_every_table_made_of_it() -> None:
    day = dealt()
    for _round in range(3):
        play_boards(day)
    found = {
        (passe.round.number, passe.table.number): (of(passe), made(passe, 1))
        for round_ in day.tournament.rounds.all()
        for passe in round_.passen.select_related("table", "round__draw")
        if 1 in boards_at(passe)
    }
    (board,) = [one for one in boards_seen(day.tournament) if one.number == 1]
    assert {
        (m.round, m.table): ((m.sides[0].pair, m.sides[1].pair), m.sides[0].points)
        for m in board.meetings
    } == found
    assert sum(side.matchpoints for m in board.meetings for side in m.sides) == 2 * 3 * 2
    shown = " ".join(Client().get(f"/t/{day.tournament.slug}/boards/1/").content.decode().split())
    assert "Matchpunkten" in shown
    assert re.search(r"−\d+\.\d zum Mittel", shown)


@pytest.mark.parametrize("paper", ["travellers", "movement", "score-sheets", "seating"])
def test_its_papers_are_printed(paper: str) -> None:
    day = dealt()
    answer = browser(day, day.scribe).get(
        f"/api/v1/tournaments/{day.tournament.pk}/papers/{paper}.pdf"
    )
    assert answer.content.startswith(b"%PDF"), answer.content[:300]


def test_an_event_without_boards_has_no_page_of_them() -> None:
    day = opened(event())
    day.enter(8)
    day.call()
    assert Client().get(f"/t/{day.tournament.slug}/boards/").status_code == 404
    answer = Client().get(f"/api/v1/tournaments/{day.tournament.pk}/boards")
    assert answer.json()["code"] == "no_duplicate"


class Hall:
    """The tables of an event, as phones find them."""

    def __init__(self, day: Event) -> None:
        self.day, self.tournament = day, day.tournament

    def table(self, number: int) -> Any:
        return self.tournament.tables.get(number=number)

    def passe(self, number: int) -> Any:
        return the_round(self.day).passen.get(table__number=number)

    def link(self, number: int) -> tuple[Any, str]:
        (card,) = make_cards(**self.day.ids, numbers=[number])
        return card.table, card.token


def test_each_board_is_written_at_the_table_confirmed_there_and_typed_at_the_desk() -> None:
    day = dealt()
    day.call()
    rounds.start_round(**day.ids, number=1)
    hall = Hall(day)
    boards = list(boards_at(hall.passe(2)))
    one, other = came(hall, 2, seat=0), came(hall, 2, seat=1)
    shown = one.text()
    assert all(f"{board}{'ABCD'[(board - 1) % 4]}" in shown for board in boards)
    typed = {"passe": hall.passe(2).pk, "board_0_0": "100", "board_1_1": "57"}
    wrong = one.post("totals/", **typed, board_0_1="60")
    assert "160 statt 157" in wrong.content.decode()
    assert 'value="60"' in wrong.content.decode(), "what was typed stays"
    assert one.post("totals/", **typed).status_code == 302
    sheet = hall.passe(2).sheets.get(state="typed")
    assert sheet.sheet["boards"] == [[100, 57], [100, 57]]
    other.post(f"totals/{sheet.pk}/confirm/")
    assert hall.passe(2).sheets.get(state="confirmed").pk == sheet.pk
    desk = desk_of(day).replace("boards/", "")
    client = browser(day, day.scribe)
    page = " ".join(client.get(f"{desk}?table=1").content.decode().split())
    assert 'id="board_1_1"' in page
    sent = {"key": "k1", "table": "1", "board_0_0": "157", "board_1_0": "", "board_1_1": "157"}
    assert client.post(f"{desk}results/", sent).status_code == 302
    counted = hall.passe(1).sheets.get(state="confirmed")
    assert counted.sheet["boards"] == [[157, 0], [0, 157]]
    assert [line["points"] for line in counted.sheet["lines"]] == [157, 157]
