"""Forms about evenings, games, links and files, and how they are taken back."""

import re

from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from jassclub.clubs.models import Player, TableLink
from jassclub.clubs.services import links
from jassclub.exchange.models import SpreadsheetPreview
from scoring.core.models import Game
from tests.jassclub.home.undone import Cases, Office, Steps, game_of_tonight, opened_again
from tests.jassclub.office import words
from tournaments.core.models import Tournament
from tournaments.desk.services import change_tournament
from tournaments.evenings.models import Evening
from tournaments.evenings.selectors import link_of
from tournaments.seasons.models import SeasonOpening

CASES = Cases()
form = CASES.form


@form("evenings/")
def a_row_of_dates(office: Office) -> Steps:
    yield
    office.post("evenings/", first="2027-01-07", weeks="1", until="2027-01-28")
    yield
    office.undo("Clubabend 07.01.2027 kommt dazu", "Clubabend 28.01.2027 kommt dazu")


@form("evenings/<day>/do/call-off/")
def an_evening_called_off(office: Office) -> Steps:
    path = office.tonight
    yield
    office.post(f"{path}do/call-off/", cancelled="1")
    yield
    office.undo("abgesagt: nein → ja")


@form("evenings/<day>/do/who/")
def who_is_here(office: Office) -> Steps:
    path, ids = office.tonight, office.ids(2)
    yield
    office.post(f"{path}do/who/", here=ids)
    yield
    office.post(f"{path}do/who/", shown=ids)


@form("evenings/<day>/do/excused/")
def who_is_excused(office: Office) -> Steps:
    path, ids = office.tonight, office.ids(2)
    yield
    office.post(f"{path}do/excused/", excused=ids)
    yield
    office.post(f"{path}do/excused/", shown=ids)


@form("evenings/<day>/do/draw/", "evenings/<day>/do/exchange/", silent=True)
def a_draft(office: Office) -> Steps:
    path = office.drawn()
    yield
    office.post(f"{path}do/exchange/", pair=office.ids(2))
    office.post(f"{path}do/draw/", profile="differenzler-offen")
    yield


@form("evenings/<day>/do/open/", "evenings/<day>/do/take-back/")
def tables_that_were_opened(office: Office) -> Steps:
    path = office.drawn()
    yield
    office.post(f"{path}do/open/")
    yield
    office.post(f"{path}do/take-back/")
    office.post(f"{path}do/open/")
    office.undo("Partie Tisch 1", "kommt dazu")


@form("evenings/<day>/do/close/")
def games_that_ended(office: Office) -> Steps:
    path = office.played()
    yield
    office.post(f"{path}do/close/")
    yield
    opened_again(office)


@form("evenings/<day>/do/substitute/")
def somebody_who_went_early(office: Office) -> Steps:
    path = office.played()
    fifth = office.ids(5)[4]
    office.post(f"{path}do/who/", here=[fifth])
    leaving = str(game_of_tonight().seats.get(index=0).player_id)
    yield
    office.post(f"{path}do/substitute/", leaving=f"{game_of_tonight().pk} {leaving}", coming=fifth)
    yield
    office.post(f"{path}do/who/", here=[leaving])
    running = Game.objects.get(state=Game.State.OPEN)
    office.post(f"{path}do/substitute/", leaving=f"{running.pk} {fifth}", coming=leaving)
    office.post(f"{path}do/who/", here=[fifth])


@form("evenings/<day>/do/settle/", "evenings/<day>/do/pay/")
def an_evening_for_money(office: Office) -> Steps:
    office.fill("rules/?base=differenzler-offen", **{"settlement.rate": "5"})
    path = office.played("differenzler-offen")
    office.post(f"{path}do/close/")
    yield
    office.post(f"{path}do/settle/")
    yield
    office.undo("Kasse: Abrechnung")


@form("evenings/<day>/sheets/")
def cards_for_the_tables(office: Office) -> Steps:
    path = office.drawn()
    office.post(f"{path}do/open/")
    yield
    office.post(f"{path}sheets/")
    yield
    office.post(f"links/{TableLink.objects.get().pk}/revoke/")


@form("evenings/apart/")
def two_who_sit_apart(office: Office) -> Steps:
    one, other = office.ids(2)
    yield
    office.post("evenings/apart/", one=one, other=other)
    yield
    office.post("evenings/apart/", one=one, other=other, apart="0")


@form("links/<link_id>/revoke/", "links/<link_id>/phones/<device_id>/revoke/")
def a_link_and_a_phone(office: Office) -> Steps:
    path = office.drawn()
    office.post(f"{path}do/open/")
    link, token = links.create_link(
        actor=office.cast["emma"].actor,
        club_id=office.club.pk,
        label="Tisch 1",
        scope_kind="game",
        scope_id=game_of_tonight().pk,
    )
    device, _secret = links.join_table(token=token, seat=0)
    yield
    office.post(f"links/{link.pk}/phones/{device.pk}/revoke/")
    office.post(f"links/{link.pk}/revoke/")
    yield
    office.undo("Tischlink Tisch 1, zurückgezogen: – →")
    office.undo("Telefon", "zurückgezogen: – →")


@form("games/new/")
def a_game(office: Office) -> Steps:
    yield
    seats = {f"seat_{at}": one for at, one in enumerate(office.ids(4))}
    office.fill("games/new/", profile="schieber-1000", first_dealer="0", **seats)
    yield
    path = f"/games/{game_of_tonight().pk}/change/abandon/"
    answer = office.browser.client.post(path, {"reason": "falsch eröffnet"})
    assert answer.status_code == 302, words(answer)


@form("new-tournament/")
def a_tournament(office: Office) -> Steps:
    yield
    office.fill("new-tournament/", name="Klausjass", preset="einzelschieber-4x8")
    yield
    day = Tournament.objects.get()
    actor, named = office.cast["emma"].actor, {"name": "Chlausjass"}
    change_tournament(actor=actor, tournament_id=day.pk, version=day.version, values=named)
    office.undo("Turnier Chlausjass, Name: Klausjass → Chlausjass")
    office.undo("Turnier Klausjass", "kommt dazu")


@form("data/", "data/<preview_id>/discard/")
def a_file_that_is_looked_at(office: Office) -> Steps:
    yield
    office.post("data/", file=_book())
    yield
    office.post(f"data/{SpreadsheetPreview.objects.get().pk}/discard/")


def _book() -> SimpleUploadedFile:
    text = "Name;1. Abend;2. Abend\nAnna;120;110\nUrs Alt;99;101\n"
    return SimpleUploadedFile("2019.csv", text.encode())


@form("data/<preview_id>/")
def an_import(office: Office) -> Steps:
    yield
    office.post("data/", file=_book())
    sheet = SpreadsheetPreview.objects.get()
    office.fill(f"data/{sheet.pk}/", action="accept", hands="12", rest="new", label_0="2019")
    sheet.refresh_from_db()
    assert sheet.accepted_at
    yield
    office.undo("Frühere Saisons aus «2019.csv» übernommen: 1")


def _typed(office: Office, label: str) -> SeasonOpening:
    (one,) = office.ids(1)
    numbers = {"hands": 100, "total": 1800, "exact_hits": 9, "evenings": 12}
    office.post("earlier/new/", label=label, **{f"{name}_{one}": n for name, n in numbers.items()})
    return SeasonOpening.objects.get()


@form("earlier/new/")
def an_earlier_season(office: Office) -> Steps:
    yield
    _typed(office, "2015/16")
    yield
    office.undo("Frühere Saison 2015/16 kommt dazu")


@form("earlier/<opening_id>/<player_id>/")
def a_number_of_an_earlier_season(office: Office) -> Steps:
    opening = _typed(office, "2015/16")
    yield
    path = f"earlier/{opening.pk}/{office.ids(1)[0]}/"
    office.fill(path, total_row="1801", reason="verschrieben")
    yield
    office.undo("Frühere Saison 2015/16", "1800 → 1801")


def _own(office: Office) -> str:
    return link_of(Player.objects.get(club=office.club, name="Anna"))


@form("e/<token>/")
def an_excuse_by_ones_own_link(office: Office) -> Steps:
    office.post("evenings/", first="2099-01-07", weeks="0")
    evening, own = str(Evening.objects.get().pk), _own(office)
    yield
    assert Client().post(own, {"evening": evening, "coming": "0"}).status_code == 302
    yield
    assert Client().post(own, {"evening": evening, "coming": "1"}).status_code == 302


@form("e/<token>/mail/", "e/mails/<word>/")
def a_mail_on_the_day_before(office: Office) -> Steps:
    own = _own(office)
    yield
    Client().post(f"{own}mail/", {"address": "anna@example.org"})
    (yes,) = re.findall(r"https?://[^/]+(/e/mails/\S+)", str(mail.outbox[-1].body))
    Client().post(yes)
    yield
    Client().post(f"{own}mail/", {"address": ""})
