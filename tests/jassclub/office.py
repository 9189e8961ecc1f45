"""What the tests of the office pages share."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import Change
from jassclub.clubs.services.together import NEW
from tests.cast import Person
from tests.signed_in import signed_in


class Browser:
    """Reads and sends the pages of one club as somebody."""

    def __init__(self, person: Person | None, slug: str) -> None:
        self.client = Client() if person is None else signed_in(person.user)
        self.root = f"/clubs/{slug}/"

    def get(self, path: str, **query: str) -> Any:
        """A page below the club's."""
        return self.client.get(self.root + path, query)

    def post(self, path: str, *, key: str = "", **fields: Any) -> Any:
        """A form below the club's page, with a key of its own."""
        return self.client.post(self.root + path, {"key": key or uuid4().hex, **fields})

    def text(self, path: str, **query: str) -> str:
        """The words of a page that can be read."""
        response = self.get(path, **query)
        assert response.status_code == 200, (path, response.status_code)
        return words(response)


def words(response: Any) -> str:
    """What a page says, without its marks and the initials of people."""
    html = re.sub(r"<(script|title)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    html = re.sub(r'<span class="badge .*?</span>', "", html)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def errors(response: Any) -> dict[str, str]:
    """What is said at each field."""
    found = re.findall(r'<p class="error" id="([^"]+)-error">(.*?)</p>', response.content.decode())
    return {name: unescape(text) for name, text in found}


def long_in_office() -> None:
    """Everybody has had his role for longer than a fortnight."""
    held = Change.objects.filter(model="membership")
    held.update(at=timezone.now() - NEW)
