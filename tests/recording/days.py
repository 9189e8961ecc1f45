"""A day of every preset of a tournament: from the sign-up to the prizes and the papers."""

from dataclasses import dataclass, field
from typing import Any

from tests.recording.callers import Caller, body_of
from tests.recording.club import Club
from tests.recording.crawl import Crawl, Document
from tests.recording.seats import phone
from tests.recording.told import as_json

DAY = "2026-11-19"
NAMES = ("Ammann", "Bösch", "Caduff", "Dörig", "Egli", "Furrer", "Gämperli", "Hürlimann", "Inauen",
         "Jost", "Käser", "Lüthi", "Meier", "Nägeli", "Odermatt", "Portmann")  # fmt: skip
CLOSELY = ("einzelschieber-4x8", "differenzler-4x4", "teams-4x8")
"""Days whose desk is looked at in every state; the others differ in settings alone."""
PRIZES = [
    {"kind": "rank", "first": 1, "last": 1, "rappen": 30_000, "text": "Wanderpreis"},
    {"kind": "rank", "first": 2, "last": 3, "rappen": 15_000},
    {"kind": "last", "text": "Trostpreis"},
]


def day(club: Club, preset: dict[str, Any], document: Document) -> None:
    """All of it, in a scenario of its own; the archive is kept raw."""
    slug = preset["slug"]
    Day(club.scenario(f"days/{slug}"), slug, document).play()


def hands(club: Club, document: Document) -> None:
    """A small day whose tables write their hands by phone."""
    today = Day(club.scenario("days/written-by-hands"), "einzelschieber-4x8", document)
    world = club.world
    world.step("set-up")
    today.set_up(writing="hands", rounds=1, hands=2)
    people = [{"name": f"Ueli {name}"} for name in NAMES[:8]]
    today.do("entries", {"people": people, "present": True})
    today.call(1)
    for passe in today.tables(1):
        world.step(f"table-{passe['table']}")
        today.record(passe)
    world.step("closing")
    today.do("rounds/1/tables/1/sheets", today.sheet(1, passe), who=today.scribe)
    today.look("running")
    today.do("rounds/1/closure")
    today.do("completion", {"reason": ""})
    world.work()
    today.end()


@dataclass
class Day:
    """One tournament and its direction."""

    club: Club
    preset: str
    document: Document | None
    path: str = ""
    format: dict[str, Any] = field(default_factory=dict)

    def play(self) -> None:
        world = self.club.world
        world.step("set-up")
        self.set_up()
        world.step("sign-up")
        self.sign_up()
        world.step("check-in")
        self.check_in()
        self.look("before")
        for number in range(1, self.format["rounds"] + 1):
            world.step(f"round-{number}-called")
            if not self.call(number):
                break
            if number == 1:
                self.troubles()
                self.look("running")
            world.step(f"round-{number}-typed")
            self.typed(number)
            if number == 2:
                self.correct()
        world.step("finishing")
        self.do("penalties", {"number": 3, "points": 20, "reason": "Karten nachgeschaut"})
        self.do("completion", {"reason": "so weit gespielt"})
        self.do("disclosure")
        self.do("payments", {"number": 1, "kind": "prize", "rappen": 100})
        world.step("night")
        world.timetable()
        self.end()

    def half(self) -> None:
        """As far as the first round, that is being played."""
        for title, deed in (("set-up", self.set_up), ("people", self.sign_up)):
            self.club.world.step(title)
            deed()
        self.check_in()
        self.call(1)

    @property
    def director(self) -> Caller:
        return self.club.people["chloe"]

    @property
    def scribe(self) -> Caller:
        return self.club.people["anna"]

    def do(self, path: str, data: Any = None, *, who: Caller | None = None) -> Any:
        """What the direction commands; the answer, whatever it is."""
        return (who or self.director).post(f"{self.path}/{path}", data or {})

    def get(self, path: str, **asked: Any) -> Any:
        return body_of(self.director.get(f"{self.path}/{path}", quiet=True, **asked))

    def record(self, passe: dict[str, Any]) -> None:
        """Four phones at a table write two hands and sign."""
        link = {
            "club": self.club.id,
            "label": "Tisch",
            "scope_kind": "table",
            "scope_id": passe["table_id"],
        }
        token = body_of(self.director.post("table-links", link))["token"]
        phones = [phone(self.club, token, seat) for seat in range(4)]
        game = body_of(phones[0].post(f"passen/{passe['id']}/game", {})).get("game")
        for number in (1, 2):
            slip = {"contract": "RO", "declared_by": number, "points": [60 + number, None]}
            phones[0].post(f"games/{game}/hands", {"number": number, "slip": slip})
            phones[1].get(f"games/{game}")
        for who in phones[:2]:
            who.post(f"games/{game}/sign-offs", {})

    def set_up(self, **more: Any) -> None:
        body = {"club": self.club.id, "season": self.club.season, "preset": self.preset,
                "name": "Herbst-Jass", "slug": "herbst", "played_on": DAY, "public": True,
                "place": "Rosenau"}  # fmt: skip
        made = body_of(self.director.post("tournaments", body))
        self.path, self.format = f"tournaments/{made['id']}", made["format"]
        wanted = {"format": {**self.format, "fee": 2500, "minutes": 40, "prizes": PRIZES, **more}}
        version = body_of(self.director.get(self.path))["version"]
        self.director.patch(self.path, wanted, version=version)
        self.director.patch(self.path, {"format": {"rounds": 0, "unheard": 1}}, version=version + 1)
        self.do("opening")

    def sign_up(self) -> None:
        """Some by themselves, one takes it back; the others at the desk and from a list."""
        nobody = self.club.people["nobody"]
        together = self.format["seating"] in ("pairs", "teams")
        page = nobody.open("/t/herbst/sign-up/")
        for form in [form for form in page.forms if "/sign-up/" in form.action or form.kinds][:1]:
            names = {name: f"Regula {name}" for name in form.kinds if "name" in name}
            nobody.follow(nobody.fill("/t/herbst/sign-up/", form, **names))
        for at in (0, 1, 2):
            people = [{"name": f"{first} {NAMES[at]}", "contact": "079 000 00 00"}
                      for first in (("Rita", "Ruth") if together else ("Rita",))]  # fmt: skip
            team = {"team": f"Team {NAMES[at]}"} if together else {}
            last = nobody.post(f"{self.path}/sign-ups", {"people": people, **team})
        secret = body_of(last).get("secret")
        if secret:
            nobody.post("sign-ups/withdrawal", {"secret": secret})
        nobody.post(f"{self.path}/sign-ups", {"people": [{"name": "Rita Ammann"}]})
        listed = "Name;Notiz\n" + "".join(f"Lia {name};Liste\n" for name in NAMES[:4])
        for place in ("entries/preview", "entries/import"):
            self.director.ask("POST", f"{self.path}/{place}", body=listed.encode("cp1252"),
                              kind="text/csv")  # fmt: skip
        people = [{"name": f"Ueli {name}"} for name in NAMES[:8]]
        self.do("entries", {"people": people})
        self.do("entries", {"people": [{"name": "Ersatz Rosa", "kind": "stand_in"}]})
        if together:
            self.pair_up()
        self.do("wishes", {"kind": "apart", "entry": 2, "other": 5})

    def pair_up(self) -> None:
        """Those who came alone are put together."""
        rows = self.get("entries", limit=200)["results"]
        alone = [row["number"] for row in rows if row["team"] is None and row["kind"] == "player"
                 and row["state"] != "withdrawn"]  # fmt: skip
        for at in range(0, len(alone) - 1, 2):
            self.do("teams", {"name": f"Paar {at}", "numbers": alone[at : at + 2]})

    def check_in(self) -> None:
        rows = self.get("entries", limit=200)["results"]
        here = [row["number"] for row in rows if row["state"] == "signed_up"]
        self.do("check-ins", {"numbers": here})
        self.do("check-outs", {"numbers": here[-1:]})
        self.do("check-ins", {"numbers": here[-1:]})
        for number in here[:3]:
            self.do("payments", {"number": number, "kind": "fee", "rappen": 2500})
        self.do("payments", {"number": here[0], "kind": "fee", "rappen": 2500})

    def call(self, number: int) -> bool:
        """The plan and the next round; whether there is one."""
        self.do("plan")
        called = self.do("rounds")
        if called.status_code != 201:
            return False
        self.do(f"rounds/{number}/start")
        return True

    def tables(self, number: int) -> list[dict[str, Any]]:
        passen: list[dict[str, Any]] = self.get(f"rounds/{number}")["passen"]
        return passen

    def sheet(self, number: int, passe: dict[str, Any], *, wrong: int = 0) -> dict[str, Any]:
        """What stands on the paper of a table."""
        table, hands = passe["table"], self.format["hands"]
        seats = len(passe["sittings"])
        match self.format["game"]:
            case "schieber":
                first = hands * 157 // 2 + (17 * table + 29 * number) % 150
                lines = [{"points": first + wrong}, {"points": hands * 157 - first}]
            case "differenzler":
                lines = [{"points": 20 + 7 * seat + 3 * table + number + wrong, "exact": seat % 2}
                         for seat in range(seats)]  # fmt: skip
            case _:
                each = hands * 157 // seats
                points = [each + 11 * seat + table for seat in range(seats - 1)]
                lines = [{"points": one} for one in [*points, hands * 157 - sum(points) + wrong]]
        return {"sheet": {"lines": lines}}

    def troubles(self) -> None:
        """Somebody goes, a helper steps in; time is given; two phones write at one table."""
        world = self.club.world
        world.step("troubles")
        (first, *_rest) = self.tables(1)
        goes = first["sittings"][1]["entry"]
        paul = {"name": "Springer Paul", "kind": "stand_in"}
        came = body_of(self.do("entries", {"people": [paul], "present": True}))
        helper = came["results"][0]["number"]
        self.do("drop-outs", {"number": goes, "reason": "Zahnweh"})
        self.do("rounds/1/substitutions", {"entry": goes, "substitute": helper})
        self.do("rounds/1/substitutions", {"entry": 2, "substitute": helper})
        self.do("rounds/1/pause")
        self.do("rounds/1/resumption")
        self.do("rounds/1/extra-time", {"minutes": 5})
        self.do("rounds/1/closure")
        world.step("phones")
        link = {"club": self.club.id, "label": "Tisch 1", "scope_kind": "table",
                "scope_id": first["table_id"]}  # fmt: skip
        token = body_of(self.director.post("table-links", link))["token"]
        phones = [phone(self.club, token, seat) for seat in (0, 1)]
        at = f"{self.path}/rounds/1/tables/{first['table']}/sheets"
        for seat, who in enumerate(phones):
            who.post(at, {**self.sheet(1, first, wrong=100), "seat": seat})
            who.post(at, {**self.sheet(1, first), "seat": seat})
        card = Caller(world, "card")
        page = card.open(f"/t/{token}")
        for form in page.forms[:9]:
            if form.method == "post" and "/t/" in (form.action or "/t/"):
                card.follow(card.fill(f"/t/{token}", form))
        place = f"/tables/{first['table_id']}/"
        Crawl(card, (place, "/games/"), most=12).from_(place)

    def typed(self, number: int) -> None:
        """Every table typed at the desk: one with a wrong sum, one on the page of the desk."""
        for passe in self.tables(number):
            at = f"rounds/{number}/tables/{passe['table']}"
            if passe["table"] == 2:
                self.do(f"{at}/sheets", self.sheet(number, passe, wrong=3), who=self.scribe)
            typed = self.do(f"{at}/sheets", self.sheet(number, passe), who=self.scribe)
            if self.format["double_entry"]:
                self.do(f"{at}/sheets", self.sheet(number, passe), who=self.club.admin)
            if typed.status_code == 409 and number == 1:
                self.do(f"{at}/decision", {**self.sheet(number, passe), "reason": "Zettel"})
        self.director.get(f"{self.path}/standings")
        closed = self.do(f"rounds/{number}/closure")
        if closed.status_code != 201:
            self.settle(number)
            self.do(f"rounds/{number}/closure")
        self.club.world.work()
        self.director.get(f"{self.path}/standings")
        self.club.people["nobody"].get(f"{self.path}/board")

    def settle(self, number: int) -> None:
        """The direction looks at the papers of tables that are not clear."""
        for passe in self.tables(number):
            at = f"rounds/{number}/tables/{passe['table']}"
            if passe["state"] not in ("confirmed", "typed"):
                self.do(f"{at}/decision", {**self.sheet(number, passe), "reason": "Zettel gelesen"})

    def correct(self) -> None:
        self.club.world.step("corrected")
        passe = self.tables(2)[0]
        found = self.sheet(2, passe)
        lines = found["sheet"]["lines"]
        lines[0]["points"] += 40
        if self.format["game"] != "differenzler":
            lines[1]["points"] -= 40
        at = f"rounds/2/tables/{passe['table']}/correction"
        self.do(at, {**found, "reason": " "})
        self.do(at, {**found, "reason": "Matsch doppelt gezählt"})
        self.director.get(f"{self.path}/standings", after=2)
        self.director.get(f"{self.path}/corrections")

    def look(self, when: str) -> None:
        """The desk and the hall as they are now, where the day is looked at closely."""
        if self.preset in CLOSELY:
            self.club.world.step(f"pages-{when}")
            self.pages()

    def pages(self) -> None:
        desk = f"/clubs/{self.club.slug}/tournaments/herbst/"
        Crawl(self.director, (desk,), most=80).from_(desk)
        Crawl(self.club.people["nobody"], ("/t/herbst/",), most=30).from_("/t/herbst/")

    def end(self) -> None:
        world, ident = self.club.world, self.path.partition("/")[2]
        world.step("answers")
        entries = [row["id"] for row in self.get("entries", limit=200)["results"]][:2]
        places = {"tournament_id": [ident], "entry_id": entries, "number": [1, 2], "table": [1]}
        assert self.document is not None
        self.document.read(self.club.admin, places)
        world.step("pages-after")
        self.pages()
        world.step("season")
        self.document.read(self.club.admin, {"season_id": [self.club.season]})
        self.club.admin.open(f"/seasons/{self.club.season}/")
        world.step("archive")
        archive = self.club.admin.get(f"{self.path}/export.json", quiet=True)
        if archive.status_code == 200:
            world.keep(f"raw/{world.scene}/tournament.json", archive.content.decode())
            rows = self.get("standings")["rows"]
            world.keep(f"raw/{world.scene}/tournament.sheet.json", as_json(rows))
        world.step("ledger")
        world.command("verify_ledger")
