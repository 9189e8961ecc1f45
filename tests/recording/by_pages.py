"""An evening as people in browsers play it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from tests.recording.callers import Caller
from tests.recording.club import Club
from tests.recording.seats import DAY, Rules
from tests.recording.told import page_of

CHOSEN = ("reason_code", "seat", "handover_seat", "choice")
"""What has to be chosen before a form can be sent."""


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
            at = f"{self.game}hands/{number}/predict/"
            asked = [f for f in who.open(self.game).forms if f.action.endswith(at)]
            form = who.open(at).form("seat", "key") if asked else None
            if form is not None:
                said = "1" if self.rules.game == "hae" else str(10 * number)
                who.follow(who.fill(at, form, value=said))

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
