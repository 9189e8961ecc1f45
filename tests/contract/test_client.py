"""A program written by a generator out of the document plays an evening and a small tournament."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

from jassclub.clubs.services.accounts import new_api_token
from tests.architecture.sources import ROOT
from tests.contract.test_tools import CONFIG, DOCUMENT

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unthrottled")]
KEPT = ROOT / "var" / "generated-clients"


@pytest.fixture(scope="module")
def generated() -> Iterator[None]:
    """The client as the package `jassclub_client`, kept for each document."""
    told = DOCUMENT.read_bytes() + CONFIG.read_bytes() + version("openapi-python-client").encode()
    folder = KEPT / sha256(told).hexdigest()[:16]
    if not folder.exists():
        made = KEPT / f"{folder.name}-{uuid4()}"
        made.mkdir(parents=True)
        _generate(made / "jassclub_client")
        try:
            made.rename(folder)
        except OSError:  # another worker was quicker
            shutil.rmtree(made)
    sys.path.insert(0, str(folder))
    yield
    sys.path.remove(str(folder))


def _generate(folder: Path) -> None:
    program = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    places = ["--path", DOCUMENT, "--config", CONFIG, "--output-path", folder]
    done = subprocess.run([*program, *map(str, places)], capture_output=True, text=True, check=True)
    assert "arning" not in done.stdout, done.stdout


class Program:
    """Calls operations of the client by name, and wants an answer of the kind that is meant."""

    def __init__(self, secret: str) -> None:
        known = import_module("jassclub_client")
        wire = httpx.WSGITransport(app=get_wsgi_application())
        self.client = known.AuthenticatedClient(base_url="http://localhost", token=secret)
        self.client.set_httpx_client(
            httpx.Client(
                transport=wire,
                base_url="http://localhost",
                headers={"Authorization": f"Bearer {secret}"},
            )
        )

    def do(self, where: str, *place: Any, wanted: str = "", **more: Any) -> Any:
        """What the operation answers."""
        operation = import_module(f"jassclub_client.api.{where}")
        if "idempotency_key" in operation.sync_detailed.__annotations__:
            more["idempotency_key"] = str(uuid4())
        answer = operation.sync_detailed(*place, client=self.client, **more)
        assert answer.status_code < 300, answer.content
        assert answer.parsed is not None or answer.status_code == 204, where
        assert wanted in ("", type(answer.parsed).__name__)
        return answer.parsed

    @staticmethod
    def model(name: str, told: dict[str, Any]) -> Any:
        """A body, read by the client itself."""
        return getattr(import_module("jassclub_client.models"), name).from_dict(told)


@pytest.fixture
def program(generated: None, emma: Any, settings: Any) -> Iterator[Program]:
    """The program of somebody with an account and no more."""
    settings.ALLOWED_HOSTS = ["localhost"]
    # A request ends like that of Django's own test client: it leaves the connection alone.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    _token, secret = new_api_token(user=emma.user, label="Programm")
    yield Program(secret)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


NAMES = ("Anna", "Beat", "Chlöe", "Dario", "Elena", "Fritz", "Gret", "Hans")


def test_a_generated_client_plays_an_evening_and_a_tournament(program: Program) -> None:
    club = program.do(
        "clubs.create_club", body=program.model("ClubInRequest", {"name": "Fern", "slug": "fern"})
    )
    people = [
        program.do(
            "players.create_player",
            body=program.model("PlayerInRequest", {"club": str(club.id), "name": name}),
        )
        for name in NAMES
    ]
    _evening(program, club, people)
    _asked(program)
    _tournament(program, club)
    table = program.do("clubs.export_club_csv", club.id, wanted="File").payload.read()
    assert len(table.decode().splitlines()) == 1 + 5 + 1
    archive = program.do("clubs.export_club_json", club.id)
    assert "Fern" in str(archive.to_dict() if hasattr(archive, "to_dict") else archive)


def _evening(program: Program, club: Any, people: list[Any]) -> None:
    told = {
        "club": str(club.id),
        "profile": "jassregeln",
        "players": [str(one.id) for one in people[:4]],
        "played_on": date(2026, 11, 19).isoformat(),
    }
    game = program.do("games.create_game", body=program.model("GameInRequest", told))
    for number in range(1, 6):
        slip = {"contract": "RO", "declared_by": 0, "points": [90 + number, None]}
        body = program.model("HandInRequest", {"number": number, "slip": slip})
        hand = program.do("games.create_game_hand", game.id, body=body, wanted="WrittenOut")
    mended = {
        "slip": {"contract": "RO", "declared_by": 0, "points": [100, None]},
        "base_version": 1,
        "reason_code": "miscounted",
    }
    body = program.model("EntryInRequest", mended)
    now = program.do("hands.create_hand_entry", hand.current.hand, body=body, wanted="WrittenOut")
    assert now.current.version == 2
    assert now.totals[0] == 91 + 92 + 93 + 94 + 100
    assert program.do("games.read_game", game.id).sheet.hands_counted == 5
    game = program.do(
        "games.create_game",
        body=program.model("GameInRequest", {**told, "profile": "differenzler-verdeckt"}),
    )
    slip = {"trump": "RO", "predictions": [20, 60, 40, 50], "points": [25, 52, 40, 40]}
    body = program.model("HandInRequest", {"number": 1, "slip": slip})
    hand = program.do("games.create_game_hand", game.id, body=body)
    assert (
        slip.items()
        <= program.do("hands.read_hand", hand.entry.hand).current.slip.to_dict().items()
    )


def _asked(program: Program) -> None:
    article = "ausmachregel"
    facts = program.do("rulebook.read_rulebook_facts", article)
    case = {"article": article, "facts": facts.examples[0].facts.to_dict()}
    ruling = program.do("rulings.ask_referee", body=program.model("CaseInRequest", case))
    assert ruling.article == article
    assert ruling.text
    assert all(effect.type_ for effect in ruling.effects)
    assert all(step.fact or step.rows for step in ruling.trace)


def _tournament(program: Program, club: Any) -> None:
    told = {
        "club": str(club.id),
        "preset": "einzelschieber-4x8",
        "name": "Fernjass",
        "slug": "fernjass",
        "played_on": "2026-11-21",
        "format": {"rounds": 1},
    }
    made = program.do(
        "tournaments.create_tournament", body=program.model("TournamentInRequest", told)
    )
    program.do("tournaments.open_tournament", made.id)
    entered = {"people": [{"name": f"{name} Muster"} for name in NAMES], "present": True}
    body = program.model("PeopleInRequest", entered)
    program.do("tournaments.create_tournament_entry", made.id, body=body)
    program.do("tournaments.draw_tournament_plan", made.id, body=program.model("DrawInRequest", {}))
    round_ = program.do("tournaments.call_tournament_round", made.id)
    program.do("tournaments.start_tournament_round", made.id, round_.number)
    assert len(round_.passen) == 2
    for passe in round_.passen:
        sheet = {"sheet": {"lines": [{"points": 700}, {"points": 8 * 157 - 700}]}}
        body = program.model("TypedInRequest", sheet)
        place = (made.id, round_.number, passe.table)
        for _twice in range(2):
            program.do("tournaments.create_table_sheet", *place, body=body)
    ranking = program.do("tournaments.read_tournament_standings", made.id)
    assert ranking.tournament == made.id
    assert program.do("tournaments.export_tournament_json", made.id)
