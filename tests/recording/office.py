"""The office of a club: members, rules, seasons, kitty, lists, archives, messages, own data."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from tests.recording.callers import Caller, body_of
from tests.recording.club import PASSWORD, Club
from tests.recording.crawl import Crawl, Document
from tests.recording.told import as_json

PAST = """Datum;Tisch;Spiel;Spieler;Ansage;Punkte
4.3.2026;1;1;Anna;50;47
4.3.2026;1;1;Beat;33;30
4.3.2026;1;1;Reto Neu;44;41
4.3.2026;1;1;Chlöe;42;39
"""
EVENTS = ["game.opened", "game.closed"]


def office(club: Club, document: Document) -> None:
    """All rooms of the office once, then everything that can be read."""
    club = club.scenario("office")
    world = club.world
    with Receiver() as receiver:
        world.step("webhooks")
        webhook = _webhooks(club, receiver)
        world.step("evenings")
        games = _evenings(club)
        world.step("messages")
        world.timetable()
        for number, (headers, body) in enumerate(receiver.got, start=1):
            world.tell(f"received-{number}", headers + as_json(json.loads(body)))
        _doors(club, webhook)
    world.step("people")
    _people(club)
    world.step("seasons")
    _seasons(club)
    world.step("kitty")
    _kitty(club)
    world.step("past")
    preview = _past(club)
    world.step("archives")
    _archives(club, games)
    world.step("accounts")
    _accounts(club)
    world.step("own-data")
    for who in ("anna", "beat", "vreni"):
        club.people[who].open("/me/")
        club.people[who].get("/me/data.json")
    world.step("lists")
    club.people["nobody"].open("/check-list/")
    rows = [{"rank": 1, "name": "Anna", "results": [3, 4]}, {"rank": 1, "name": "Beat"}]
    club.people["nobody"].post("standings/check", {"rows": rows})
    world.step("night")
    world.timetable()
    _everything(club, document, games, webhook, preview)


class Receiver:
    """Somebody's program that takes messages: the first is refused, the others are taken."""

    def __init__(self) -> None:
        self.got: list[tuple[str, bytes]] = []
        got = self.got

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                named = sorted((name.lower(), value) for name, value in self.headers.items())
                told = "".join(f"{name}: {value}\n" for name, value in named if "sign" not in name)
                got.append((told, body))
                self.send_response(204 if len(got) > 1 else 500)
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """What was asked is told elsewhere."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> Receiver:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *args: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def _webhooks(club: Club, receiver: Receiver) -> str:
    admin = club.admin
    body = {"club": club.id, "label": "Saal", "url": receiver.url, "events": EVENTS}
    made = body_of(admin.post("webhooks", body))
    admin.post("webhooks", {**body, "url": "http://10.0.0.1/", "events": ["nothing"]})
    admin.post(f"webhooks/{made['id']}/test-delivery")
    return str(made["id"])


def _doors(club: Club, webhook: str) -> None:
    """What the log of the messages says, one sent again, the secret anew."""
    admin = club.admin
    told = body_of(admin.get(f"webhooks/{webhook}/deliveries"))["results"]
    for delivery in told[:1]:
        admin.post(f"webhooks/{webhook}/deliveries/{delivery['id']}/redelivery")
    admin.post(f"webhooks/{webhook}/secret")
    version = body_of(admin.get(f"webhooks/{webhook}")).get("version")
    admin.patch(f"webhooks/{webhook}", {"label": "Saal 2"}, version=version)


def _evenings(club: Club) -> list[str]:
    """Games of three kinds that count for the season."""
    games = []
    for at, (profile, slip) in enumerate((
        ("schieber-1000", {"contract": "RO", "declared_by": 0, "points": [97, None]}),
        ("turnier-einzelschieber", {"contract": "O", "declared_by": 1, "points": [62, None]}),
        ("differenzler-offen", {"trump": "RO", "predictions": [20, 40, 30, 50],
                                "points": [25, 52, 40, None]}),
        ("differenzler-verdeckt", {"trump": "SE", "predictions": [50, 33, 20, 42],
                                   "points": [47, 30, 41, None]}),
    )):  # fmt: skip
        made = body_of(club.admin.post("games", {
            "club": club.id, "season": club.season, "profile": profile,
            "played_on": f"2026-11-{12 + at}", "players": club.seats(8)[at : at + 4]}))  # fmt: skip
        for number in range(1, 5):
            body = {"number": number, "slip": slip, "source": "paper"}
            club.admin.post(f"games/{made['id']}/hands", body)
        club.admin.post(f"games/{made['id']}/closure", {"reason": "fertig"})
        games.append(str(made["id"]))
    return games


def _people(club: Club) -> None:
    """Names, roles, a double that is merged and parted again, somebody who is forgotten."""
    admin = club.admin
    double = body_of(admin.post("players", {"club": club.id, "name": "E. Lena"}))
    elena = club.players["Elena"]
    merge = body_of(admin.post(f"players/{double['id']}/merge", {"into": elena, "reason": "eine"}))
    admin.get(f"clubs/{club.id}/merges")
    if "id" in merge:
        admin.post(f"clubs/{club.id}/merges/{merge['id']}/reversal", {"reason": "doch nicht"})
    found = body_of(admin.get(f"players/{elena}"))
    admin.patch(f"players/{elena}", {"name": "Elena Egli", "minor": True},
                version=found["version"])  # fmt: skip
    admin.patch(f"players/{elena}", {"name": "Elena"}, version=1)
    admin.patch(f"players/{elena}", {"name": "Elena"})
    admin.post(f"players/{club.players['Luzi']}/anonymisation", {"reason": "auf Wunsch"})
    rows = body_of(admin.get(f"clubs/{club.id}/members"))["results"]
    for row in rows[:2]:
        admin.get(f"clubs/{club.id}/members/{row['user']}")
    form_at = f"/clubs/{club.slug}/people/"
    page = admin.open(form_at)
    for form in [form for form in page.forms if "names" in form.names or form.kinds][:1]:
        typed = dict.fromkeys(form.kinds, "Moritz\nNina")
        admin.follow(admin.fill(form_at, form, **typed))


def _seasons(club: Club) -> None:
    admin = club.admin
    body = {"club": club.id, "name": "Sommer", "starts": "2027-06-01", "ends": "2027-08-31",
            "rules": {"differenzler": {"minimum_evenings": 1, "drop": 1}}}  # fmt: skip
    made = body_of(admin.post("seasons", body))
    admin.post("seasons", {**body, "ends": "2027-01-01"})
    if "id" in made:
        admin.patch(f"seasons/{made['id']}", {"name": "Sommer 2027"}, version=made["version"])
        admin.delete(f"seasons/{made['id']}", version=made["version"] + 1)
    sums = {"player": club.players["Anna"], "hands": 9, "total": 90, "exact_hits": 1, "evenings": 1}
    opened = body_of(admin.post(f"clubs/{club.id}/openings", {"label": "2015/16",
                                                              "balances": [sums]}))  # fmt: skip
    if "id" in opened:
        admin.get(f"clubs/{club.id}/openings/{opened['id']}/balances")


def _kitty(club: Club) -> None:
    admin = club.admin
    fine = {"kind": "fine", "day": "2026-11-12",
            "entries": [{"player": club.players["Anna"], "amount": -200}]}  # fmt: skip
    made = body_of(admin.post(f"clubs/{club.id}/kitty/bookings", fine))
    admin.post(f"clubs/{club.id}/kitty/bookings", {**fine, "entries": []})
    admin.get(f"clubs/{club.id}/kitty/balances")
    if "id" in made:
        admin.post(
            f"clubs/{club.id}/kitty/bookings/{made['id']}/cancellation", {"reason": "vertippt"}
        )


def _past(club: Club) -> str:
    """A list of earlier evenings: read, looked at, taken in."""
    admin, at = club.admin, f"clubs/{club.id}/spreadsheets"
    wrong = admin.ask("POST", at, body=PAST.replace("47", "447").encode(), kind="text/csv")
    first = admin.ask("POST", at, body=PAST.encode(), kind="text/csv")
    second = admin.ask("POST", at, body=PAST.replace("4.3.", "11.3.").encode(), kind="text/csv")
    ident = body_of(first).get("id", "")
    if ident:
        admin.post(f"{at}/{ident}/acceptance", {"people": {"Reto Neu": None}})
    if wrong.status_code == 201:
        admin.delete(f"{at}/{body_of(wrong)['id']}")
    return str(body_of(second).get("id", ""))


def _archives(club: Club, games: list[str]) -> None:
    """Archives go out of one club and into another one, and into their own again."""
    admin, fritz = club.admin, club.people["fritz"]
    (other,) = body_of(fritz.get("clubs"))["results"]
    for path in (f"games/{games[0]}", f"seasons/{club.season}", f"clubs/{club.id}"):
        archive = admin.get(f"{path}/export.json").content
        admin.ask("POST", f"clubs/{club.id}/imports", body=archive)
        fritz.ask("POST", f"clubs/{other['id']}/imports", body=archive)
        broken = archive.replace(b'"points"', b'"pionts"', 1)
        fritz.ask("POST", f"clubs/{other['id']}/imports", body=broken)


def _accounts(club: Club) -> None:
    """Settings, tokens, a new password, somebody who leaves and stays after all."""
    beat = club.people["beat"]
    beat.get("auth/me")
    beat.patch("auth/me", {"language": "fr", "large_text": True})
    beat.open("/")
    beat.patch("auth/me", {"language": "de", "large_text": False})
    made = body_of(beat.post("auth/tokens", {"label": "Skript"}))
    beat.get("auth/tokens")
    beat.delete(f"auth/tokens/{made.get('id')}")
    beat.post("auth/password", {"old_password": "x", "password": "y"})
    beat.post("auth/password", {"old_password": PASSWORD, "password": PASSWORD + "-2"})
    dario = club.people["dario"]
    for deed in ("leave", "stay"):
        page = dario.open("/me/")
        for form in [form for form in page.forms if f"/{deed}/" in form.action][:1]:
            dario.follow(dario.fill("/me/", form))


def _everything(club: Club, document: Document, games: list[str], webhook: str,
                preview: str) -> None:  # fmt: skip
    """Every answer and every page that the admin, a member and a stranger reach."""
    world, admin = club.world, club.admin
    world.step("answers")
    hands = [hand["id"] for hand in
             body_of(admin.get(f"games/{games[0]}/hands", quiet=True))["results"]]  # fmt: skip
    places = {
        "club_id": [club.id], "season_id": [club.season], "webhook_id": [webhook],
        "game_id": games, "hand_id": hands[:2],
        "player_id": [club.players["Anna"], club.players["Elena"]],
    }  # fmt: skip
    if preview:
        places["preview_id"] = [preview]
    document.read(admin, places, all_=True)
    world.step("pages-admin")
    _crawl(admin, club, knock=True)
    for name in ("anna", "beat", "fritz", "nobody"):
        world.step(f"pages-{name}")
        _crawl(club.people[name], club, knock=False)
    for language in ("fr", "it", "en"):
        world.step(f"pages-{language}")
        admin.send("/language/", {"language": language, "next": "/"})
        for address in ("/", f"/clubs/{club.slug}/", f"/games/{games[0]}/", "/help/", "/privacy/",
                        f"/seasons/{club.season}/", f"/clubs/{club.slug}/rules/"):  # fmt: skip
            admin.open(address)
    admin.send("/language/", {"language": "de", "next": "/"})


def _crawl(who: Caller, club: Club, *, knock: bool) -> None:
    rooms = ("/clubs/", "/seasons/", "/players/", "/games/", "/me/", "/help/", "/privacy/",
             "/tournaments/", "/rules/", "/check-list/", "/start/", "/join/",
             "/login/")  # fmt: skip
    Crawl(who, rooms, most=160, knock=knock).from_(
        "/", f"/clubs/{club.slug}/", "/login/", "/join/", "/offline/", "/manifest.webmanifest"
    )
