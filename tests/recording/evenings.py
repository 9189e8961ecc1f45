"""An evening of every profile: hands, doubts, disputes, signatures, over pages and the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.recording.by_pages import ByPages
from tests.recording.callers import Caller, body_of
from tests.recording.club import Club
from tests.recording.crawl import Crawl, Document
from tests.recording.seats import DAY, Rules, phone
from tests.recording.told import as_json

BY_PAGES = (
    "schieber-1000", "schieber-2500", "club-swiss", "what-is-jass", "bergpreis", "chibre",
    "turnier-einzelschieber", "schieber-passen", "differenzler-verdeckt", "differenzler-offen",
    "differenzler-gross", "coiffeur", "coiffeur-drei", "hae", "handjass", "freies-blatt",
    "freies-blatt-paare", "freies-blatt-tief",
)  # fmt: skip
"""The evenings that are also played over the pages; the others differ in the law alone."""
TALKED = {"act": "answer", "offender": 1}
SEALED = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}


def evening(club: Club, told: dict[str, Any], document: Document) -> None:
    """All of it, in a scenario of its own; what could be imported is kept raw."""
    rules = Rules.of(told)
    club = club.scenario(f"evenings/{rules.slug}")
    game = ByApi(club, rules).play()
    games = [game]
    if rules.slug in BY_PAGES:
        games.append(ByPages(club, rules).play())
    if rules.hidden:
        games.append(sealed(club, rules))
    club.world.step("night")
    club.world.timetable()
    end(club, games, document)


def end(club: Club, games: list[str], document: Document) -> None:
    """What is there afterwards: ledger, archives, every page and every answer."""
    world, closely = club.world, len(games) > 1
    world.step("answers")
    for game in games:
        hands = body_of(club.admin.get(f"games/{game}/hands", quiet=True))["results"]
        ids = [hand["id"] for hand in hands][: None if closely else 3]
        disputes = [
            one["id"]
            for hand in ids
            for one in body_of(club.admin.get(f"hands/{hand}/disputes", quiet=True))["results"]
        ]
        places = {"game_id": [game], "hand_id": ids, "dispute_id": disputes}
        document.read(club.admin, places)
    world.step("pages")
    starts = [f"/games/{game}/" for game in games]
    most = 120 if closely else 20
    Crawl(club.people["anna"], ("/games/",), most=most, knock=closely).from_(*starts)
    world.step("season")
    if closely:
        document.read(club.admin, {"season_id": [club.season]})
    club.admin.open(f"/seasons/{club.season}/")
    club.admin.open(f"/clubs/{club.slug}/")
    world.step("archive")
    for number, game in enumerate(games, start=1):
        archive = club.admin.get(f"games/{game}/export.json", quiet=True).content.decode()
        sheet = body_of(club.admin.get(f"games/{game}", quiet=True))["sheet"]
        world.keep(f"raw/{world.scene}/{number}.json", archive)
        world.keep(f"raw/{world.scene}/{number}.sheet.json", as_json(sheet))
    world.step("ledger")
    world.command("verify_ledger")


@dataclass
class ByApi:
    """Programs and phones with tokens."""

    club: Club
    rules: Rules
    deck: str = "german"
    game: str = ""

    def play(self) -> str:
        """One game, from the opening to the settlement."""
        world = self.club.world
        world.step("api-open")
        self.open()
        one, other = self.phones(2)
        world.step("api-hands")
        for number in range(1, 5):
            self.write(one if number % 2 else other, number)
        one.get(f"games/{self.game}")
        world.step("api-refused")
        for wrong in ({}, {"points": "x", "state": "flown"}, {"unknown": 1}):
            one.post(f"games/{self.game}/hands", {"number": 5, "slip": wrong})
        one.post(f"games/{self.game}/hands", {"number": 5, "slip": self.slip(5, other=9000)})
        world.step("api-annulled")
        one.post(f"games/{self.game}/hands", {"number": 5, "slip": {"state": "annulled"}})
        world.step("api-corrected")
        hand = self.hand(2)
        body = {"base_version": 1, "slip": self.slip(2, other=1), "reason_code": "miscounted"}
        one.post(f"hands/{hand}/entries", body)
        one.post(f"hands/{hand}/entries", {**body, "slip": self.slip(2, other=2)})
        one.post(f"hands/{hand}/confirmations", {"version": 2})
        other.post(f"hands/{hand}/confirmations", {"version": 2})
        world.step("api-contested")
        self.write(other, 3, other=3)
        rival = self.hand(3)
        one.get(f"hands/{rival}")
        doubt = {"version": 1, "reason_code": "miscounted", "reason_text": "nachgezählt"}
        other.post(f"hands/{self.hand(1)}/contests", doubt)
        world.step("api-resolved")
        judge = self.club.people["rosa"]
        judge.post(f"hands/{rival}/resolution", {"version": 2, "reason": "Blatt angesehen"})
        judge.post(f"hands/{self.hand(1)}/resolution", {"version": 1, "reason": "stimmt"})
        self.dispute(one, other)
        self.fine()
        self.finish(one, other)
        return self.game

    def open(self) -> None:
        admin = self.club.admin
        body = {"club": self.club.id, "season": self.club.season, "profile": self.rules.slug,
                "players": self.club.seats(self.rules.seats), "played_on": DAY}  # fmt: skip
        answer = admin.post("games", body)
        if answer.status_code == 422:
            answer = admin.post("games", {**body, "opening_seat": 0, "deck": "french"})
        made = body_of(answer)
        self.game, self.deck = made["id"], made["deck"]
        admin.get(f"games/{self.game}/opening-question")

    def phones(self, count: int) -> list[Caller]:
        link = {"club": self.club.id, "label": "Tisch 1", "scope_kind": "game",
                "scope_id": self.game}  # fmt: skip
        token = body_of(self.club.admin.post("table-links", link))["token"]
        return [phone(self.club, token, seat) for seat in range(count)]

    def slip(self, number: int, *, other: int = 0) -> dict[str, Any]:
        return self.rules.slip(number, self.deck, other=other)

    def write(self, who: Caller, number: int, *, other: int = 0) -> Any:
        body = {"number": number, "slip": self.slip(number, other=other)}
        return who.post(f"games/{self.game}/hands", body)

    def hand(self, number: int) -> str:
        found = body_of(self.club.admin.get(f"games/{self.game}/hands", quiet=True))["results"]
        ids: dict[int, str] = {hand["number"]: hand["id"] for hand in found}
        return ids.get(number, list(ids.values())[-1])

    def dispute(self, one: Caller, other: Caller) -> None:
        """Asked, accepted by both, taken back; asked, booked, revoked; asked, withdrawn."""
        world, judge = self.club.world, self.club.people["rosa"]
        world.step("api-dispute")
        for number in (1, 3, 4):
            hand = self.hand(number)
            case = {"article": "fragen", "facts": TALKED, "told": "Er hat geredet."}
            asked = one.post(f"hands/{hand}/disputes", case)
            if asked.status_code != 201:
                continue
            at = f"disputes/{body_of(asked)['id']}"
            choices = _choices(body_of(asked))
            world.step(f"api-dispute-{number}")
            if number == 1:
                for who in (one, other):
                    _chosen(who, f"{at}/acceptances", choices)
            elif number == 3:
                _chosen(judge, f"{at}/booking", choices)
            else:
                one.post(f"{at}/withdrawal", {})
            one.get(at)
            one.get(f"games/{self.game}")
            if number != 4:
                judge.post(f"{at}/revocation", {})
                one.get(f"games/{self.game}")
        asked = one.post(f"games/{self.game}/hands/6/disputes",
                         {"article": "nichtangeben", "facts": {}})  # fmt: skip
        if asked.status_code == 201:
            one.post(f"disputes/{body_of(asked)['id']}/withdrawal", {})
        one.post(f"hands/{self.hand(1)}/disputes", {"article": "nirgends"})

    def fine(self) -> None:
        self.club.world.step("api-penalty")
        judge = self.club.people["rosa"]
        body = {"seat": 1, "points": 20, "reason": "Bock gerufen", "number": 1}
        made = judge.post(f"games/{self.game}/penalties", body)
        judge.post(f"games/{self.game}/penalties", {**body, "seat": 0, "article": "bock-erwaehnen"})
        if made.status_code == 201:
            at = f"games/{self.game}/penalties/{body_of(made)['id']}"
            judge.post(f"{at}/cancellation", {"reason": "nicht er"})

    def finish(self, one: Caller, other: Caller) -> None:
        """The Berg, thanks where there are any, signatures, the money."""
        world = self.club.world
        world.step("api-thanks")
        if self.rules.game == "schieber":
            suit = self.slip(0)["contract"]
            for number in range(7, 14):
                one.post(f"games/{self.game}/hands", {"number": number, "slip": {
                    "contract": suit, "declared_by": 0, "points": [140, None]}})  # fmt: skip
            ended = {"state": "ended", "points": [24, 0], "tricks": 2, "claim": {"seat": 0},
                     "contract": suit, "declared_by": 0}  # fmt: skip
            one.post(f"games/{self.game}/hands", {"number": 14, "slip": ended})
            one.get(f"games/{self.game}")
        world.step("api-batch")
        item = {"client_id": "a", "op": "record_hand", "game": self.game,
                "body": {"number": 15, "slip": self.slip(1)}}  # fmt: skip
        other.post("batch", {"items": [item, item, {"client_id": "b", "op": "fly"}]})
        world.step("api-signed")
        refused = body_of(one.post(f"games/{self.game}/sign-offs", {}))
        for finding in refused.get("errors") or ():
            hand = self.hand(int(finding["pointer"].rpartition("/")[2]))
            for case in body_of(one.get(f"hands/{hand}/disputes"))["results"]:
                _chosen(self.club.people["rosa"], f"disputes/{case['id']}/booking", _choices(case))
            current = body_of(one.get(f"hands/{hand}"))["current"]
            word = {"version": current["version"], "reason": "Zettel angesehen"}
            self.club.people["rosa"].post(f"hands/{hand}/resolution", word)
        one.post(f"games/{self.game}/sign-offs", {})
        other.post(f"games/{self.game}/sign-offs", {})
        if not self.rules.pairs:
            for seat in range(2, self.rules.seats):
                one.post(f"games/{self.game}/sign-offs", {"seat": seat})
        self.club.admin.get(f"games/{self.game}/settlement")
        self.club.admin.post(f"games/{self.game}/settlement", {})
        world.step("api-closed")
        self.club.admin.post(f"games/{self.game}/closure", {"reason": "spät"})
        self.club.admin.post(f"games/{self.game}/reopening", {"reason": "Zettel gefunden"})
        self.club.admin.post(f"games/{self.game}/closure", {"reason": "jetzt aber"})
        self.club.admin.get(f"games/{self.game}/ledger")


def sealed(club: Club, rules: Rules) -> str:
    """Predictions typed on four phones: nobody reads one before all are there."""
    club.world.step("sealed-open")
    table = ByApi(club, rules)
    made = club.admin.post("games", {
        "club": club.id, "season": club.season, "profile": rules.slug, "played_on": DAY,
        "players": club.seats(rules.seats), "house_rules": SEALED})  # fmt: skip
    table.game, table.deck = body_of(made)["id"], body_of(made)["deck"]
    phones = table.phones(rules.seats)
    for number in (1, 2):
        club.world.step(f"sealed-{number}")
        for seat, who in enumerate(phones):
            said = {"number": number, "seat": seat, "value": 30 + seat}
            who.post(f"games/{table.game}/predictions", said)
            phones[0].get(f"games/{table.game}")
        slip = {**table.slip(number), "predictions": None}
        del slip["predictions"]
        phones[0].post(f"games/{table.game}/hands", {"number": number, "slip": slip})
        phones[1].post(f"hands/{table.hand(number)}/confirmations", {"version": 1})
    return table.game


def _choices(dispute: Any) -> list[str]:
    """What the innocent side may choose, where there is something to choose."""
    found: list[str] = []
    if isinstance(dispute, list):
        found = [choice for one in dispute for choice in _choices(one)]
    elif isinstance(dispute, dict):
        found = [choice for name, one in dispute.items() if name != "misses" for choice in
                 (one if name == "choices" else _choices(one))]  # fmt: skip
    return list(dict.fromkeys(found))


def _chosen(who: Caller, at: str, choices: list[str]) -> None:
    """The first choice that is one by now."""
    for choice in choices or [""]:
        if who.post(at, {"choice": choice} if choice else {}).status_code < 400:
            return
