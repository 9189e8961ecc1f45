"""Browsers in the hall of a tournament: phones that came by the code of a table, and people."""

from django.test import Client

from jassclub.clubs.models import Membership, User
from tests.scoring.web_table import words
from tests.signed_in import signed_in

ROUND = {"contract": "RO", "points_1": ""}


class Browser:
    """A phone's browser at a table, or a person's."""

    def __init__(self, saal, table=1, client=None):
        self.saal, self.client = saal, client or Client()
        self.page = f"/tables/{saal.table(table).pk}/"
        self.number = table

    def text(self, path=""):
        return words(self.client.get(self.page + path))

    def post(self, path, **fields):
        return self.client.post(self.page + path, fields)

    def sit(self, seat):
        return self.post("seat/", passe=self.saal.passe(self.number).pk, seat=seat)

    def begin(self, **more):
        return self.post("hands/", passe=self.saal.passe(self.number).pk, **more)


def came(saal, table=1, *, seat=None, token=""):
    """A phone that read the code of a table, and perhaps tapped a name."""
    phone = Browser(saal, table)
    phone.client.post(f"/t/{token or saal.link(table)[1]}")
    if seat is not None:
        phone.sit(seat)
    return phone


def person(saal, role):
    """Somebody of the club in a browser, without a seat."""
    user = User.objects.create_user(f"{role}-{saal.tournament.pk}", password="x")
    Membership.objects.create(club=saal.tournament.club, user=user, role=role)
    return signed_in(user)


def game_of(response):
    """The address of the game that an answer leads to."""
    assert response.status_code == 302, response.content
    assert response["Location"].startswith("/games/"), response["Location"]
    return response["Location"]
