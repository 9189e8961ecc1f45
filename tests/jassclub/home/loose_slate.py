"""A slate on a phone that nobody has logged in on, opened and written on as its pages do."""

from uuid import uuid4

from scoring.core.models import Game

FOUR = ("Rosa", "Bruno", "Marlies", "Hansueli")


def opened(phone, *names, profile="schieber-1000", **more):
    """Send the form; the answer."""
    form = {f"name_{place}": name for place, name in enumerate(names)}
    form |= {"profile": profile, "game": str(uuid4()), "key": uuid4().hex, **more}
    return phone.post("/slate/", form)


def slate(phone, *names, **more):
    """The game that was opened."""
    answer = opened(phone, *names, **more)
    assert answer.status_code == 302, answer.content
    return Game.objects.get(pk=answer["Location"].split("/")[2])


def write(phone, game, points, number=1):
    form = {"contract": "RO", "points_0": points, "key": uuid4().hex}
    return phone.post(f"/games/{game.pk}/hands/{number}/write/", form)


def text(answer):
    return answer.content.decode()
