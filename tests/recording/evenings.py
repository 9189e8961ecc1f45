"""An evening of every profile: hands, doubts, disputes, signatures, over pages and the API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from tests.recording.callers import Caller, body_of
from tests.recording.club import Club
from tests.recording.crawl import Crawl, Document
from tests.recording.told import as_json, page_of

DAY = "2026-11-19"
BY_PAGES = (
    "schieber-1000", "schieber-2500", "club-swiss", "what-is-jass", "bergpreis", "chibre",
    "turnier-einzelschieber", "schieber-passen", "differenzler-verdeckt", "differenzler-offen",
    "differenzler-gross", "coiffeur", "coiffeur-drei", "hae", "handjass", "freies-blatt",
    "freies-blatt-paare", "freies-blatt-tief",
)  # fmt: skip
"""The evenings that are also played over the pages; the others differ in the law alone."""
TALKED = {"act": "answer", "offender": 1}
CHOSEN = ("reason_code", "seat", "handover_seat", "choice")
"""What has to be chosen before a form can be sent."""
SEALED = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}


@dataclass
class Rules:
    """What a profile says of itself, as far as the script has to know it."""

    slug: str
    game: str
    seats: int
    pairs: bool
    hidden: bool
    lines: dict[str, list[str]]

    @classmethod
    def of(cls, told: dict[str, Any]) -> Rules:
        numbers = told["players"]
        seats = max([n for n in numbers if n <= 5] or numbers)
        ways = {name: value["value"] for name, value in told["values"].items()}
        hidden = told["game"] == "differenzler" and ways["differenzler.predictions"] == "hidden"
        lines = {deck: [name for name, _factor in ways.get(f"coiffeur.{deck}") or ()]
                 for deck in ("german", "french")}  # fmt: skip
        return cls(told["slug"], told["game"], seats, ways["sides"] == "pairs", hidden, lines)

    @property
    def sides(self) -> int:
        return 2 if self.pairs else self.seats

    def slip(self, number: int, deck: str, *, other: int = 0) -> dict[str, Any]:
        """What is written about a hand; `other` than what was."""
        suit = ("RO", "EI", "SE")[number % 3] if deck == "german" else ("H", "D", "C")[number % 3]
        first, rest = 97 - 10 * number + other, [None] * (self.sides - 1)
        found: dict[str, Any]
        match self.game:
            case "schieber":
                by = number % self.seats
                found = {"contract": suit, "declared_by": by, "points": [first, *rest]}
            case "sidi":
                by = number % self.seats
                found = {"contract": suit, "declared_by": by, "bid": 80, "points": [first, *rest]}
            case "differenzler":
                said = [40 - seat for seat in range(self.seats)]
                made = [20 + other + seat for seat in range(self.seats - 1)]
                found = {"trump": suit, "predictions": said, "points": [*made, None]}
            case "hae":
                took = [other % 2, *[0] * (self.seats - 2), None]
                found = {"bids": [0] * self.seats, "tricks": took}
            case "coiffeur":
                line = self.lines[deck][(number - 1) // self.sides]
                found = {"side": number % self.sides, "line": line, "points": first}
            case "passen":
                found = {"points": [1000 + other, None], "matsches": [2, 1]}
            case "handjass":
                found = {"trump": suit, "points": [60 + other, *[30] * (self.seats - 2), None]}
            case _:
                found = {"points": [*[7 + other] * (self.sides - 1), 136]}
        return found


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


@dataclass
class ByPages:
    """People in browsers, and phones that came by the code."""

    club: Club
    rules: Rules
    game: str = ""

    def play(self) -> str:
        """One game as it is written at a table."""
        world = self.club.world
        world.step("page-open")
        self.open()
        phones = list(self.phones(2))
        world.step("page-hands")
        for number in (1, 2, 3):
            self.predict(phones, number)
            self.write(phones[number % 2], number)
        world.step("page-wrong")
        page = phones[0].open(self.game)
        for form in page.forms:
            if "/write/" in form.action:
                phones[0].fill(self.game, form)
                phones[0].fill(self.game, form, **dict.fromkeys(form.kinds, "999"))
        world.step("page-corrected")
        at = f"{self.game}hands/1/correct/"
        self.fill_first(phones[0], at, other=1)
        phones[0].open(f"{self.game}hands/1/")
        world.step("page-contested")
        self.press(phones[1], f"{self.game}hands/1/", "confirm")
        self.press(phones[1], f"{self.game}hands/2/", "contest")
        self.press(
            self.club.people["rosa"], f"{self.game}hands/2/", "resolve", reason_text="Zettel"
        )
        self.dispute(phones)
        self.ways(phones[0])
        world.step("page-penalty")
        judge = self.club.people["rosa"]
        at = f"{self.game}penalties/"
        self.fill_first(judge, at, reason="Karten gezeigt", points="20", seat="1")
        self.press(judge, at, "cancel", reason="doch nicht")
        self.press(judge, self.game, "cancel", reason="doch nicht")
        world.step("page-signed")
        for who in phones:
            self.press(who, self.game, "sign-off")
        for number in range(1, 5):
            self.press(judge, f"{self.game}hands/{number}/", "resolve", reason_text="Zettel")
        self.sign(phones[0])
        self.press(self.club.admin, self.game, "close", reason="spät")
        phones[0].open(self.game)
        return self.game.split("/")[2]

    def open(self) -> None:
        anna, at = self.club.people["anna"], f"/clubs/{self.club.slug}/games/new/"
        form = anna.open(at).form("profile", "seat_0")
        seats = {f"seat_{n}": who for n, who in enumerate(self.club.seats(self.rules.seats))}
        for seat in range(self.rules.seats, 12):
            seats[f"seat_{seat}"] = ""
        answer = anna.fill(at, form, profile=self.rules.slug, played_on=DAY, first_dealer="1",
                           label="Am Fenster", **seats)  # fmt: skip
        self.game = str(answer["Location"])
        anna.open(self.game)
        anna.open(f"{self.game}grid/")

    def phones(self, count: int) -> Iterator[Caller]:
        anna, at = self.club.people["anna"], f"{self.game}links/"
        answer = anna.fill(at, anna.open(at).form("label", "hours"), label="Tisch 1")
        page = anna.follow(answer) if "Location" in answer else page_of(answer)
        address = re.findall(r"http://localhost(/t/[\w-]+)", "\n".join(page.lines))[0]
        for seat in range(count):
            came = Caller(self.club.world, f"phone{seat}")
            form = came.open(address).form("seat")
            came.follow(came.fill(address, form, seat=str(seat)))
            yield came

    def predict(self, phones: list[Caller], number: int) -> None:
        """Where numbers are said before a hand, the page asks for them."""
        for who in phones:
            page = who.open(self.game)
            for form in [f for f in page.forms if "/predict/" in f.action][:1]:
                name = next(iter(n for n in form.kinds if n), "value")
                said = "1" if self.rules.game == "hae" else str(10 * number)
                who.follow(who.fill(self.game, form, **{name: said}))

    def write(self, who: Caller, number: int) -> None:
        """The form of the slate, filled by the names of its fields."""
        at = self.game
        if self.rules.game == "coiffeur":
            at = self.cell(who, number)
        page = who.open(at)
        found = [form for form in page.forms if "/write/" in form.action]
        if found:
            form = found[0]
            typed = self.typed(form, number)
            asked = urljoin(at, form.action).replace("/write/", "/preview/")
            who.send(asked, {**dict(form.fields), **typed}, moves=False)
            who.follow(who.fill(at, form, **typed))

    def cell(self, who: Caller, number: int) -> str:
        """An open cell of the sheet on the wall."""
        cells = [link for link in who.open(self.game).links if "line=" in link]
        return urljoin(self.game, cells[number % len(cells)]) if cells else self.game

    def typed(self, form: Any, number: int, *, other: int = 0) -> dict[str, str]:
        """Something sensible for each field that the form of a hand has."""
        first, names = 97 - 10 * number + other, form.names
        said = {f"said_{seat}": str(40 - seat) for seat in range(self.rules.seats)}
        last = self.rules.seats - 1
        made = {f"made_{seat}": str(20 + other) for seat in range(last)} | {f"made_{last}": ""}
        points = {"points_0": str(first), "points_1": ""}
        match self.rules.game:
            case "hae":
                said = dict.fromkeys(said, "0")
                made = dict.fromkeys(made, "0") | {f"made_{last}": ""}
            case "passen":
                points = {"points_0": str(1000 + other), "matsches_0": "2", "matsches_1": "1"}
            case "handjass":
                points = {f"points_{seat}": "30" for seat in range(last)} | {f"points_{last}": ""}
            case "free" | "free-lowest":
                points = {f"points_{n}": str(7 + n + other) for n in range(self.rules.sides)}
            case "coiffeur":
                points = {"points": str(first)}
        chosen = {"contract": form.choose("contract", number)}
        wanted = {**said, **made, **points, **({} if self.rules.game == "coiffeur" else chosen)}
        if number == 2 and self.rules.game == "schieber":
            wanted |= {"weis_0": "50", "stoeck": "0"}
        return {name: value for name, value in wanted.items() if name in names}

    def fill_first(self, who: Caller, at: str, *, other: int = 0, **more: str) -> None:
        """The first form of a page that leads to where it stands."""
        page = who.open(at)
        forms = [form for form in page.forms if form.method == "post" and form.kinds]
        for form in forms[:1]:
            typed = self.typed(form, 1, other=other) | {
                name: value for name, value in more.items() if name in form.names
            }
            if "reason_code" in form.names:
                typed["reason_code"] = form.choose("reason_code")
            who.follow(who.fill(at, form, **typed))

    def press(self, who: Caller, at: str, deed: str, **more: str) -> None:
        """A form of a page by what it does."""
        page = who.open(at)
        for form in [form for form in page.forms if f"/{deed}/" in form.action][:1]:
            asked = [name for name in form.choices if name not in dict(form.fields)]
            chosen = {name: form.choose(name) for name in asked if name in CHOSEN}
            typed = {name: value for name, value in more.items() if name in form.names}
            who.follow(who.fill(at, form, **chosen, **typed))

    def sign(self, who: Caller) -> None:
        """One phone goes round the table."""
        forms = [form for form in who.open(self.game).forms if "/sign-off/" in form.action]
        for form in forms:
            for seat in form.choices.get("seat", [""])[:1]:
                who.follow(who.fill(self.game, form, seat=seat))

    def dispute(self, phones: list[Caller]) -> None:
        """A case is told, kept, accepted by both sides or booked by the referee, taken back."""
        world, judge = self.club.world, self.club.people["rosa"]
        for number, deed in ((1, "accept"), (3, "book"), (4, "withdraw")):
            world.step(f"page-dispute-{number}")
            phones[0].open(f"{self.game}hands/{number}/rules/", q="gefragt und geantwortet")
            at = f"{self.game}hands/{number}/rules/fragen/"
            phones[0].open(at)
            page = phones[0].open(at, act="answer", offender="1")
            kept = [form for form in page.forms if "/keep/" in form.action]
            if not kept:
                continue
            answer = phones[0].fill(at, kept[0])
            if "Location" not in answer:
                continue
            case = str(answer["Location"])
            for who in phones if deed == "accept" else [judge if deed == "book" else phones[0]]:
                self.press(who, case, deed)
            if deed == "accept":
                self.press(judge, case, "book")
            phones[0].open(self.game)
            if deed != "withdraw":
                self.press(judge, case, "revoke", reason="doch nicht")
                phones[0].open(f"{self.game}hands/{number}/")

    def ways(self, who: Caller) -> None:
        """Each way in which a hand can have gone, once, to its end."""
        self.club.world.step("page-ways")
        number = 4
        links = who.open(f"{self.game}hands/{number}/ways/").links
        for link in [one for one in links if "/ways/" in one]:
            page = who.open(urljoin(self.game, re.sub(r"hands/\d+/", f"hands/{number}/", link)))
            for form in [f for f in page.forms if f.method == "post" and "/games/" in
                         urljoin(self.game, f.action)][:1]:  # fmt: skip
                typed = self.typed(form, number) | {
                    name: "2" for name in form.kinds if name.endswith(("trick_points", "tricks"))
                }
                if "tricks" in form.kinds:
                    typed["points_1"] = "20"
                for name in ("claim_trick_side", "claim_seat"):
                    if name in form.choices:
                        typed[name] = form.choose(name)
                answer = who.fill(urljoin(self.game, link), form, **typed)
                if answer.status_code == 302:
                    number += 1
                    who.open(self.game)


def phone(club: Club, token: str, seat: int) -> Caller:
    """A phone that read the code and took a seat."""
    opened = Caller(club.world, f"phone{seat}").post("devices", {"token": token})
    came = Caller(club.world, f"phone{seat}", token=body_of(opened)["token"])
    came.patch("devices/me", {"seat": seat})
    return came


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
