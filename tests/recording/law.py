"""The referee: every article, a ruling of each, the look-up; and the commands that need no club."""

import json
from pathlib import Path
from typing import Any

from tests.recording.callers import body_of
from tests.recording.club import Club
from tests.recording.crawl import Document, shape_of
from tests.recording.told import as_json

CASES = Path(__file__).parent.parent / "cases"
QUERIES = ("Farbe nicht angegeben", "untertrumpft", "stöck vergässe", "revoke", "renoncer",
           "rifiutare il seme", "wer git", "bock gerufen", "zu früh bedankt", "xyzzy")  # fmt: skip
MOST_ANSWERS = 3
LINES = 40


def law(club: Club, document: Document) -> None:
    """The books over the API and over their pages, in all four languages what is spoken."""
    club = club.scenario("law")
    world, nobody = club.world, club.people["nobody"]
    world.step("document")
    answer = nobody.get("/api/v1/schema/", quiet=True, format="json")
    world.tell("openapi", as_json(shape_of(body_of(answer))), ending="json")
    world.step("books")
    document.read(nobody, {}, all_=True, under="rulebook")
    document.read(nobody, {}, all_=True, under="profiles")
    document.read(nobody, {}, all_=True, under="tournament-presets")
    nobody.open("/rules/")
    slugs = _slugs(club)
    for slug in slugs:
        world.step(f"article-{slug}")
        document.read(nobody, {"slug": [slug]}, under="rulebook")
        nobody.open(f"/rules/{slug}/")
        nobody.open(f"/rules/{slug}/case/")
        _rulings(club, slug)
    world.step("profiles")
    for told in _profiles(club):
        document.read(nobody, {"slug": [told]}, under="profiles")
    world.step("look-up")
    for query in QUERIES:
        nobody.get("lookup", q=query)
        nobody.open("/rules/", q=query)
    world.step("kept-rulings")
    _kept(club)


def _slugs(club: Club) -> list[str]:
    books = body_of(club.people["nobody"].get("rulebook", quiet=True))["results"]
    return [article["slug"] for book in books for article in book["articles"]]


def _profiles(club: Club) -> list[str]:
    found = body_of(club.people["nobody"].get("profiles", quiet=True, limit=200))
    return [row["slug"] for row in found["results"]]


def _rulings(club: Club, slug: str) -> None:
    """Nothing told, each first answer to each question, and the whole way of first answers."""
    nobody = club.people["nobody"]
    facts: dict[str, Any] = {}
    for _question in range(8):
        answer = nobody.post("rulings", {"article": slug, "facts": facts})
        told = body_of(answer)
        question = told.get("question") or {}
        answers = question.get("answers") or []
        if answer.status_code != 200 or not answers:
            break
        for other in answers[1:MOST_ANSWERS]:
            nobody.post("rulings", {"article": slug, "facts": {**facts,
                                    question["fact"]: _value(other)}})  # fmt: skip
        facts[question["fact"]] = _value(answers[0])
    nobody.open(f"/rules/{slug}/case/", **{name: _typed(value) for name, value in facts.items()})


def _value(answer: Any) -> Any:
    return answer["value"] if isinstance(answer, dict) else answer


def _typed(value: Any) -> str:
    return {True: "1", False: "0"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _kept(club: Club) -> None:
    """A ruling that a referee keeps, overrules, and what the club decides from then on."""
    judge = club.people["rosa"]
    case = {"article": "fragen", "facts": {"act": "answer", "offender": 1}, "club": club.id}
    kept = judge.post("rulings", {**case, "keep": True})
    judge.post("rulings/proven", case)
    ident = body_of(kept).get("id")
    if ident:
        judge.get(f"rulings/{ident}")
        judge.post(
            f"rulings/{ident}/overruling", {"reason": "anders gesehen", "text": "nur mahnen"}
        )
    judge.get("rulings")
    judge.get("precedents")
    judge.get("precedents/changes")


def commands(club: Club) -> None:
    """The commands that read records, over the cases of the suite; right ones and faulty ones."""
    club = club.scenario("commands")
    world = club.world
    hands = _first("hands.jsonl")
    for name, lines in (
        ("replay", hands), ("legal", _first("legal.jsonl")), ("weis", _first("weis.jsonl")),
        ("rule", _cases()),
    ):  # fmt: skip
        world.step(name)
        world.command(name, "-", told=lines)
        world.command(name, "-", told=f'{lines.splitlines()[0]}\n{{"id": "x"}}\n[\n')
        world.command(name, "-", "--profile", "what-is-jass", told=lines)
        world.command(name, "/nowhere")
    world.step("replay-legal")
    world.command("replay", "-", "--legal", told=hands)
    world.step("rule-languages")
    for language in ("fr", "it", "en"):
        world.command("rule", "-", "--lang", language, told=_cases())
    world.step("lookup")
    for query in QUERIES:
        world.command("lookup", query, "--json")
        world.command("lookup", query, "-n", "3", "--lang", "fr")
    world.step("plan")
    for people, rounds in ((8, 3), (13, 4), (16, 5)):
        seed = ("--seed", "rosenau")
        world.command("plan", "--players", str(people), "--rounds", str(rounds), *seed, "--json")
        world.command("plan", "--players", str(people), "--rounds", str(rounds), *seed)
    world.step("standings")
    for options in ((), ("--count", "drop:1"), ("--count", "best:2", "--lower-wins"),
                    ("--count", "average", "--tie", "best,second,shared")):  # fmt: skip
        rows = [{"player": name, "results": [(7 * at * n) % 19 for n in range(1, 5)]}
                for at, name in enumerate(("Anna", "Beat", "Chlöe", "Dario"), start=2)]  # fmt: skip
        world.command("standings", "-", *options, told=json.dumps(rows))
    world.step("ledger")
    world.command("verify_ledger")


def _first(name: str) -> str:
    return "\n".join((CASES / name).read_text().splitlines()[:LINES]) + "\n"


def _cases() -> str:
    """Cases of a few articles, with facts and without."""
    acts = ("question", "answer", "sang")
    found: list[dict[str, Any]] = [{"article": "fragen", "facts": {"act": act}} for act in acts]
    found += [{"article": slug, "facts": {}} for slug in ("fragen", "untertrumpfen", "nirgends")]
    return "".join(json.dumps(one) + "\n" for one in found)
