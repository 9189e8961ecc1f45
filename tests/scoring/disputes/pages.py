"""What a browser does with cases and disputes."""

from html import unescape
from typing import Any

from django.test import Client

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.services import links
from scoring.claims.selectors import state_of
from scoring.disputes.calls import call_referee
from scoring.disputes.models import RefereeCall
from tests.scoring.table import TableOf
from tests.scoring.web_forms import fields_of
from tests.scoring.web_table import Browser, words as escaped_words

HOME = "/referee/"
ARTICLE = "falsch-gespielte-karte"
CASE = f"hands/{{}}/rules/{ARTICLE}/"
TITLE = "Falsch gespielte oder zurückbehaltene Karte"
WRONG_CARD = {"matter": "wrong_card", "noticed": "later", "offender": "1"}
WRONG_CARD |= {"held": "side_suit", "claim": "stands"}
TALK = "hands/{}/rules/fragen/"
TALKED = {"act": "answer", "offender": "1"}


def phone_at(table: TableOf, seat: int) -> Browser:
    """A phone without an account that read the code of a table and took a seat."""
    code = links.create_link(
        actor=SYSTEM,
        club_id=table.house.club.pk,
        label="Tisch",
        scope_kind="game",
        scope_id=table.game.pk,
    )[1]
    came = Browser(Client(), table)
    came.client.post(f"/t/{code}", {"seat": str(seat)})
    return came


def words(response: Any) -> str:
    """The words of a page as they are read."""
    return unescape(escaped_words(response))


def read(who: Browser, path: str) -> str:
    """The words of a page of the game."""
    return words(who.get(path))


def form_of(html: str) -> dict[str, str]:
    """The fields of the form that keeps a case."""
    form = html[html.index("/keep/") :]
    return fields_of(form[: form.index("</form>")])


def keep(who: Browser, number: int = 1, article: str = ARTICLE, **facts: str) -> Any:
    """Ask a case and send the form that keeps it, as a browser would."""
    where = f"hands/{number}/rules/{article}/"
    html = who.get(where, **facts).content.decode()
    return who.post(f"{where}keep/", **form_of(html))


def opened(who: Browser, number: int = 1, article: str = ARTICLE, **facts: str) -> str:
    """The address of a dispute that was just kept."""
    response = keep(who, number, article, **(facts or WRONG_CARD))
    assert response.status_code == 302, words(response)
    return str(response.url).removeprefix(who.game)


def press(who: Browser, path: str, deed: str, **fields: str) -> Any:
    """Send a form of the page of a dispute."""
    return who.post(f"{path}{deed}/", **fields)


def totals(table: TableOf) -> tuple[int, ...]:
    return tuple(state_of(table.game).sheet.totals)


def called_by(table: TableOf, seat: int = 0, **more: Any) -> RefereeCall:
    return call_referee(actor=table.phones[seat], game_id=table.game.pk, **more)


def seen_by(who: Browser) -> str:
    return words(who.client.get(HOME))
