"""A table whose players have accounts, and browsers that read and send its pages."""

import re
from dataclasses import dataclass
from typing import Any

from django.test import Client

from jassclub.clubs.models import Membership, Player, User
from tests.scoring.table import TableOf, house, open_table
from tests.signed_in import signed_in


@dataclass
class Browser:
    """What somebody sees and sends; forms are sent with what stands in them, then changed."""

    client: Client
    table: TableOf

    @property
    def game(self) -> str:
        """The address of the game."""
        return f"/games/{self.table.game.pk}/"

    def get(self, path: str = "", **params: str) -> Any:
        """A page of the game."""
        return self.client.get(self.game + path, params)

    def post(self, path: str, **fields: object) -> Any:
        """Send a form to an address of the game."""
        return self.client.post(self.game + path, {name: str(v) for name, v in fields.items()})

    def text(self, path: str = "") -> str:
        """The words of a page."""
        return words(self.get(path))


def words(response: Any) -> str:
    """The text that a page shows, without markup, blanks folded."""
    hidden = r"<(script|style|title|template)\b.*?</\1>"
    html = re.sub(hidden, " ", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def browser(table: TableOf, seat: int | None, *, role: str = "member") -> Browser:
    """Somebody with an account: at a seat, or without one in an office of the club."""
    name = "office" if seat is None else f"seat{seat}"
    user = User.objects.create_user(f"{name}-{role}-{table.game.pk}", password="x")
    Membership.objects.create(club=table.house.club, user=user, role=role)
    if seat is not None:
        Player.objects.filter(pk=table.house.people[seat].pk).update(user=user)
    return Browser(signed_in(user), table)


def table_of(profile: str, **more: Any) -> TableOf:
    """A running game in a club of its own."""
    return open_table(house(), profile, **more)


def hidden(html: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', html)
    assert found, name
    return found.group(1)
