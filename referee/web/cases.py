"""What the page of a case shows: the next question, or the ruling with its reasons.

A case may be asked by itself or at a table where a hand is played; both pages read this.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Invalid
from referee.asking import ruled
from referee.rulebook.articles import Article, article, cited
from referee.rulebook.lookup.search import JASSE
from referee.rules.profile import load_profile
from referee.rulings.answers import CONTEXT, SELECTOR
from referee.rulings.facts import EXTRAS, UNKNOWN, Fact
from referee.rulings.reading import table_slugs
from referee.rulings.ruling import Question, Ruling
from referee.services import precedents_like
from referee.telling import facts_told
from referee.web.asked import NONE, QR, CaseQuery, Tap
from referee.web.books import elsewhere, whose
from referee.web.chips import Chip, assumed, told, turning
from referee.web.details import detail_context
from referee.web.nearest import nearest, typed_words
from referee.web.plainly import plainly
from referee.wording import Who, effect_lines, options_of, seat_or_side, trick_lines

BARE = {"Ja", "Nein", "Oui", "Non", "Sì", "No", "Yes"}
"""Answers that say nothing without their question."""
SHORT = 40
"""A longer ruling is not read to its end before it is known for which game it is."""
NAMED = 5
"""Of the profiles that rule otherwise so many are named."""
GLANCE = 14
"""So many words are read at a glance."""
TWO_GLANCES = 2 * GLANCE
BRIEF = 8
"""So many where one stands beside others."""
_STOPS = re.compile(r"(?<!\b\d)\.(?= )|\s?;(?= )")
STEP = " · "
"""Between the answers of one way."""
FEW = 5
"""So many answers of a long list are seen at once."""
Path = tuple[dict[str, Any], ...]
"""Answers one after the other, as JSON has them, to what follows from all of them."""
Way = tuple[str, str, str]
"""On what it depends, what follows, and the address of that."""

BY_BOOK = {jass.profile for jass in JASSE if jass.book}
"""Rules that are called by the name of their book."""


def case_context(slug: str, asked: CaseQuery) -> dict[str, Any]:
    """Everything that `referee/case.html` reads but the ways back; `refusal` for bad facts."""
    own = article(slug)
    context: dict[str, Any] = {"article": short(own, asked.lang), "kept": asked.kept}
    try:
        ruling = ruled(slug, asked.facts, asked.profile)
    except Invalid as refusal:
        wrong = [detail.pointer.split("/")[1] for detail in refusal.details if detail.pointer]
        return {**context, "told": told(asked, wrong), "refusal": refusal}
    context["told"] = told(asked)
    if NONE in asked.written:
        return {**context, "nearest": nearest(own, asked)}
    context |= detail_context(asked)
    context["sure"] = _sure_here(ruling, asked)
    if question := _matter(asked) or ruling.question:
        return {**context, "question": _question(question, asked)}
    said: dict[str, Any] = ruling.to_json(asked.lang)
    if said["branches"]:
        return {**context, **_depending(asked, said["branches"])}
    context |= {"link": asked.link, "code": asked.address(**{QR: "1"})}
    books = elsewhere(ruling, asked)
    given = [*books, *assumed(asked, said)]
    return {**context, "assumed": given, "ruling": _ruling(said, asked, books)}


def _matter(asked: CaseQuery) -> Question | None:
    """What it is about, where nothing but a word of the typed question hints at it: no ruling
    rests on that alone before somebody has said so.
    """
    fact = asked.table.facts.get(SELECTOR)
    if fact is None or fact.name in asked.facts:
        return None
    read = {found.fact for found in facts_told(typed_words(asked), asked.table.article)}
    told_here = asked.told.keys() - CONTEXT
    if not told_here or told_here - read:
        return None
    answers = [item for item in fact.labels.items() if asked.allows(fact, item[0])]
    question = Question(fact=fact.name, text=fact.ask, why=fact.why, answers=tuple(answers))
    return (
        question if len({_said_of(asked, fact, value) for value, _words in answers}) > 1 else None
    )


def _said_of(asked: CaseQuery, matter: Fact, value: object) -> str:
    """What is ruled or asked if it is about this."""
    about = {**asked.facts, matter.name: value}
    return ruled(asked.table.article, about, asked.profile).decision.says[asked.lang]


def sure(ruling: Ruling, lang: str) -> dict[str, Any] | None:
    """What holds whatever is told yet, and why."""
    if ruling.sure is None:
        return None
    said: dict[str, Any] = ruling.sure.to_json(lang)
    return {"text": said["text"], "reason": _reason(said["cites"][0], lang)}


def _sure_here(ruling: Ruling, asked: CaseQuery) -> dict[str, Any] | None:
    """What holds whatever is told yet, with the game that nobody told where another turns it."""
    said, game = sure(ruling, asked.lang), asked.table.facts.get("game")
    if said is None or game is None or asked.profile.slug in BY_BOOK:
        return said
    if game.name in (*asked.told, *asked.settled):
        return said
    here = asked.facts.get(game.name, asked.profile.game)
    if all(_is_sure(asked, {game.name: value}) for value in game.domain if value != here):
        return said
    return {**said, "given": _("im {game}").format(game=asked.words(game, here))}


def _is_sure(asked: CaseQuery, more: Mapping[str, object]) -> bool:
    return ruled(asked.table.article, {**asked.facts, **more}, asked.profile).sure is not None


def _depending(asked: CaseQuery, branches: list[dict[str, Any]]) -> dict[str, Any]:
    """What it depends on, and for which game and table it was told, as the first of its rulings
    has it."""
    way = {step["fact"]: step["if"][0] for step in next(_ends(branches))}
    ruling = ruled(asked.table.article, {**asked.facts, **way}, asked.profile)
    first: dict[str, Any] = ruling.to_json(asked.lang)
    table = [item for item in first["assumed"] if item["from"] == "profile"]
    said = {"assumed": table}
    told = {**_branches(asked, branches), "given": _given_for(asked, said)}
    return {"branches": told, "assumed": assumed(asked, said)}


def _branches(asked: CaseQuery, branches: list[dict[str, Any]]) -> dict[str, Any]:
    """What it depends on: the question, and all that may follow. Where not even the matter is
    known, each matter by itself.
    """
    fact = asked.table.facts[branches[0]["fact"]]
    if fact.name != SELECTOR:
        parts = [("", _ways(asked, _ends(branches)))]
    else:
        parts = [
            (" / ".join(item["labels"]), _ways(asked, _ends(item.get("branches", ()), (item,))))
            for item in branches
        ]
    shown = [(matter, *_at_a_glance(ways)) for matter, ways in parts]
    return {"question": asked.question(fact), "parts": shown}


def _at_a_glance(ways: list[Way]) -> tuple[list[Way], list[Way]]:
    """So many of the ways as are read quickly, two at least, and the rest."""
    read = list(accumulate(len(f"{words} {text}".split()) for words, text, _address in ways))
    few = max(2, sum(count <= TWO_GLANCES for count in read))
    return ways[:few], ways[few:]


def _ends(branches: Sequence[dict[str, Any]], way: Path = ()) -> Iterator[Path]:
    """The ways through what it depends on, each to its ruling."""
    for item in branches:
        yield from _ends(item.get("branches", ()), (*way, item))
    if not branches:
        yield way


def _ways(asked: CaseQuery, ends: Iterable[Path]) -> list[Way]:
    """What follows alike is one way; why it follows is said where all is alike but that."""
    found: dict[str, tuple[list[str], str]] = {}
    ways = list(ends)
    said = _verdict if len({_verdict(way[-1]["text"]) for way in ways}) > 1 else str
    for way in ways:
        steps = [step for step in way if step["fact"] != SELECTOR]
        facts = {step["fact"]: step["if"][0] for step in way}
        words, _address = found.setdefault(said(way[-1]["text"]), ([], asked.address(**facts)))
        # What it depends on first stands above them all.
        asked_above = way[0]["fact"] != SELECTOR
        words.append(
            STEP.join(_step(asked, step, alone=asked_above and step is steps[0]) for step in steps)
        )
    return [(_some(words), verdict, address) for verdict, (words, address) in found.items()]


def _some(words: Sequence[str]) -> str:
    """The first of several ways, two where each is one answer."""
    seen = words[: 1 if any(STEP in way for way in words) else 2]
    return " / ".join([*seen, *["…"] * (len(words) > len(seen))])


def _step(asked: CaseQuery, step: Mapping[str, Any], *, alone: bool) -> str:
    """An answer on the way; a mere yes or no says little without its question."""
    label = " / ".join(step["labels"])
    if alone or label not in BARE:
        return label
    return f"{asked.question(asked.table.facts[step['fact']])} {label}"


def _verdict(text: str) -> str:
    """The verdict of a ruling without why, where the whole is long; a mere yes or no keeps it."""
    head = headed(text)["head"]
    verdict, stop, _why = head.partition(": ")
    short = stop and " " in verdict.rstrip() and len(head.split()) > BRIEF
    return f"{verdict.rstrip()}." if short else head


def shown(said: Mapping[str, Any], lang: str, who: Who = seat_or_side) -> dict[str, Any]:
    """A ruling, as it was given or stored, in words: what happens, who chooses, and why."""
    return {
        **said,
        **headed(said["text"]),
        "lines": [*effect_lines(said["effects"], who), *trick_lines(said, who)],
        "choices": [options_of(option, who) for option in said["options"]],
        "reasons": [_reason(cite, lang) for cite in said["cites"]],
        "readings": [
            {
                **reading,
                **headed(reading["text"]),
                "lines": effect_lines(reading["effects"], who),
                "reasons": [_reason(cite, lang) for cite in reading["cites"]],
            }
            for reading in said["readings"]
        ],
    }


def headed(text: str) -> dict[str, str]:
    """So much of a text as is read at a glance, in whole parts of sentences, and the rest."""
    ends = [stop.start() for stop in _STOPS.finditer(text)]
    if not ends or len(text.split()) <= GLANCE:
        return {"head": text, "rest": ""}
    end = max((end for end in ends if len(text[:end].split()) <= GLANCE), default=ends[0])
    rest = text[end:].lstrip(" .;\u00a0\u202f").rstrip()
    return {"head": text[:end].rstrip(" .") + ".", "rest": rest[:1].upper() + rest[1:]}


def short(item: Article, lang: str) -> dict[str, Any]:
    """An article as lists name it."""
    return {
        "slug": item.slug,
        "title": item.title[lang],
        "decides": item.slug in table_slugs(),
    }


def _ruling(said: dict[str, Any], asked: CaseQuery, books: Sequence[Chip]) -> dict[str, Any]:
    lang, headline = asked.lang, _headline(asked, said, books)
    return {
        **shown(said, lang, asked.who),
        "text": headline,
        **_by_agreement(asked, said, headed(headline)),
        "otherwise": [
            (
                asked.question(asked.table.facts[miss["fact"]]),
                " / ".join(miss["labels"]),
                miss["text"],
            )
            for miss in said["misses"]
        ],
        "competing": [
            (
                _some_titles(other["profiles"]),
                other["text"],
                _reason(other["cites"][0], lang),
            )
            for other in said["competing"]
        ],
    }


def _some_titles(profiles: Sequence[str]) -> str:
    """The first of them by name, of the others how many."""
    names = ", ".join(_(load_profile(slug).title) for slug in profiles[:NAMED])
    more = len(profiles) - NAMED
    return _("{names} und {many} weitere").format(names=names, many=more) if more > 0 else names


def _headline(asked: CaseQuery, said: Mapping[str, Any], books: Sequence[Chip]) -> str:
    """The ruling, with the game, the target and the book that it was given for where others turn
    it."""
    text, plain = str(said["text"]), plainly(asked, said)
    book = books[0].answer if books else whose(asked, text)
    given = [plain, _given_for(asked, said), _("nach «{book}»").format(book=book) if book else ""]
    words = ", ".join(filter(None, given))
    if _beyond(asked, said["cites"]):
        return _("Im HAE-Jass nicht geregelt. Nach den Jassregeln: {ruling}").format(ruling=text)
    if not words:
        return text
    if plain or len(text) > SHORT:
        return f"{words[:1].upper()}{words[1:]}: {text}"
    return f"{text.rstrip('.')}, {words}."


def _given_for(asked: CaseQuery, said: Mapping[str, Any]) -> str:
    """The game and the target for which it is told, where others turn it."""
    labels = {item["fact"]: item["label"] for item in turning(asked, said)}
    if asked.profile.slug in BY_BOOK:  # its name stands above, and says the game as well
        labels.pop("game", None)
    # Nothing else is taken as given of how often a hand counts.
    once = _("einfach gezählt")
    given_for = {
        "game": _("im {game}"),
        "target": _("bei Ziel {target}"),
        "factor": once,
        "multiplier": once,
    }
    return ", ".join(
        pattern.format(**labels) for name, pattern in given_for.items() if name in labels
    )


def _beyond(asked: CaseQuery, cites: Sequence[str]) -> bool:
    """Whether HAE is played and only the main book, which does not name it, says something."""
    hae = asked.facts.get("game", asked.profile.game) == "hae"
    own = any(cite.startswith(("hae.", "house.hae#")) for cite in cites)
    return hae and "." not in asked.table.article and not own


def _by_agreement(
    asked: CaseQuery, said: Mapping[str, Any], words: dict[str, str]
) -> dict[str, str]:
    """The ruling, and beside it what would hold by an agreement that nobody told of."""
    texts = [
        f"{_step(asked, other, alone=False)}: {headed(other['text'])['head']}"
        for item in turning(asked, said)
        if asked.table.facts[item["fact"]].derived in EXTRAS and item["value"] in (False, "none")
        for other in item["otherwise"]
    ]
    return {**words, "head": " ".join([words["head"], " / ".join(texts)]).strip()}


def _question(question: Question, asked: CaseQuery) -> dict[str, Any]:
    fact = asked.table.facts[question.fact]
    taps = {
        value: Tap(words.get(asked.lang, str(value)), asked.address(**{fact.name: value}))
        for value, words in question.answers
        if asked.allows(fact, value)
    }
    few = _few(fact, list(taps))
    return {
        "text": asked.question(fact),
        "why": _reason(question.why, asked.lang),
        "taps": [taps[value] for value in few],
        "more": [tap for value, tap in taps.items() if value not in few],
        "unknown": asked.address(**{fact.name: UNKNOWN}),
        "none": asked.address(**{NONE: fact.name}),
    }


def _few(fact: Fact, values: list[object]) -> list[object]:
    """The answers that are seen at once: all, or the usual ones of a long list."""
    if len(values) <= FEW + 1:
        return values
    return [value for value in fact.few if value in values] or values[:FEW]


def _reason(citation: str | None, lang: str) -> dict[str, str] | None:
    if citation is None:
        return None
    slug, _, number = citation.partition("#")
    words = {"text": cited(citation).text[lang], "title": article(slug).title[lang]}
    return {"slug": slug, "number": number, **words}


AT_MOST = 3


def decided_before(
    actor: Actor, club_id: UUID, said: Mapping[str, Any], *, lang: str
) -> list[dict[str, object]]:
    """The latest of a club's decisions in cases under the same rows as this ruling: when, what,
    and why where a person decided.
    """
    found = precedents_like(
        actor, club_id=club_id, article=said["article"], rows=said["trace"][-1]["rows"]
    )
    return [
        {
            "on": item.created_at,
            "text": item.ruling.said[lang]["text"],
            "reason": item.ruling.reason,
        }
        for item in found[:AT_MOST]
    ]
