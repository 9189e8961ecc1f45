"""What the page of a case shows: the next question, or the ruling with its reasons.

A case may be asked by itself or at a table where a hand is played; both pages read this.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Invalid
from jassclub.core.languages import SOURCE
from jassclub.core.speaking import sign
from referee.asking import ruled
from referee.rulebook.articles import Article, article
from referee.rulebook.lookup.search import JASSE, OF_A_JASS, named_jasse
from referee.rules.profile import load_profile
from referee.rulings.case import PLAYED_AS
from referee.rulings.facts import UNKNOWN, Fact, Verdict
from referee.rulings.reading import COMMON_FACTS, table_slugs
from referee.rulings.ruling import Question, Ruling
from referee.services import precedents_like
from referee.telling import called_in, supposed
from referee.web.asked import NONE, QR, CaseQuery, Tap
from referee.web.books import elsewhere, whose
from referee.web.chips import Chip, assumed, told, turning
from referee.web.depending import (
    RULE,
    branches_of,
    ends_of,
    exceptions,
    general,
    headed,
    in_general,
    reason_of,
    step_words,
    the_rule,
)
from referee.web.details import detail_context
from referee.web.doubts import agreement_of, matter_of
from referee.web.nearest import nearest, typed_words, way_to
from referee.web.plainly import plainly
from referee.wording import Who, effect_lines, options_of, seat_or_side, trick_lines

SHORT = 40
"""A longer ruling is not read to its end before it is known for which game it is."""
NAMED = 5
"""Of the profiles that rule otherwise so many are named."""
FEW = 5
"""So many answers of a long list are seen at once."""
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
    context["whole"] = RULE in asked.written
    if context["whole"]:
        asked = in_general(asked)
        ruling = ruled(slug, asked.facts, asked.profile)
    context |= detail_context(asked)
    context["sure"] = _sure_here(ruling, asked)
    matter = matter_of(asked)
    if not matter and not context["sure"]:
        context["rule"] = _rule(ruling, asked)
    if question := matter or ruling.question or agreement_of(ruling, asked):
        return {**context, "question": _question(question, asked)}
    said: dict[str, Any] = ruling.to_json(asked.lang)
    if branches := said["branches"]:
        above = (context.get("rule") or {}).get("said", ())
        context["branches"] = branches_of(asked, branches, above)
        context["general"] = general(ruling, asked)
        return {**context, **_given_to(asked, branches)}
    context |= {"link": asked.link, "code": asked.address(**{QR: "1"})}
    books, otherwise = elsewhere(ruling, asked)
    given = [*books, *assumed(asked, said)]
    named = books if otherwise else []
    return {**context, "assumed": given, "ruling": _ruling(said, asked, named)}


def sure(ruling: Ruling, lang: str) -> dict[str, Any] | None:
    """What holds whatever is told yet, and why."""
    if ruling.sure is None:
        return None
    said: dict[str, Any] = ruling.sure.to_json(lang)
    return {**headed(said["text"]), "reason": reason_of(said["cites"][0], lang)}


def _sure_here(ruling: Ruling, asked: CaseQuery) -> dict[str, Any] | None:
    """What holds whatever is told yet, with the game that nobody told where another turns it."""
    said, game = sure(ruling, asked.lang), asked.table.facts.get("game")
    if said is None or game is None or asked.profile.slug in BY_BOOK:
        return said
    if game.name in (*asked.told, *asked.settled):
        return said
    here = asked.facts.get(game.name, asked.profile.game)
    values = [value for value in game.domain if value != here and asked.allows(game, value)]
    others = [value for value in values if not _is_sure(asked, {game.name: value})]
    if not others:
        return said
    given = _("im {game}").format(game=asked.words(game, here))
    way = (_games(asked, others), asked.address(game=others[0]))
    return {**said, "given": given, "other": way}


def _is_sure(asked: CaseQuery, more: Mapping[str, object]) -> bool:
    return ruled(asked.table.article, {**asked.facts, **more}, asked.profile).sure is not None


def _rule(ruling: Ruling, asked: CaseQuery) -> dict[str, Any] | None:
    """What holds but for exceptions that are not told of, and which these are."""
    found = the_rule(ruling, asked) if ruling.verdict == Verdict.NEED_FACTS else None
    if found is None:
        return None
    rule, way = found
    said: dict[str, Any] = rule.to_json(asked.lang)
    return {
        **headed(_headline(asked, said, ())),
        "said": [said["text"], headed(said["text"])["head"]],
        "but": exceptions(asked, way),
        "reason": reason_of(said["cites"][0], asked.lang),
    }


def _given_to(asked: CaseQuery, branches: list[dict[str, Any]]) -> dict[str, Any]:
    """For which game and table it was told what it depends on, as the first of its rulings has
    it."""
    way = {step["fact"]: step["if"][0] for step in next(ends_of(branches))}
    ruling = ruled(asked.table.article, {**asked.facts, **way}, asked.profile)
    first: dict[str, Any] = ruling.to_json(asked.lang)
    said = {"assumed": [item for item in first["assumed"] if item["from"] == "profile"]}
    return {"given": _given_for(asked, said), "assumed": assumed(asked, said)}


def shown(said: Mapping[str, Any], lang: str, who: Who = seat_or_side) -> dict[str, Any]:
    """A ruling, as it was given or stored, in words: what happens, who chooses, and why."""
    return {
        **said,
        **headed(said["text"]),
        "lines": [*effect_lines(said["effects"], who), *trick_lines(said, who)],
        "choices": [options_of(option, who) for option in said["options"]],
        "reasons": [reason_of(cite, lang) for cite in said["cites"]],
        "readings": [
            {
                **reading,
                **headed(reading["text"]),
                "lines": effect_lines(reading["effects"], who),
                "reasons": [reason_of(cite, lang) for cite in reading["cites"]],
            }
            for reading in said["readings"]
        ],
    }


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
        **headed(headline),
        "way": _way(said, asked),
        "unlike": [] if said["readings"] else [*_by_game(asked, said), *_by_agreement(asked, said)],
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
                reason_of(other["cites"][0], lang),
            )
            for other in said["competing"]
        ],
    }


def _way(said: Mapping[str, Any], asked: CaseQuery) -> Tap | None:
    """The way to the article that a ruling points to: it rests on it, and says nothing itself or
    rests on no other."""
    rests, own = [cite.partition("#")[0] for cite in said["cites"]], asked.table.article
    led = rests[0] != own and rests[0] in table_slugs() and not said["readings"]
    none = all(effect["type"] == "none" for effect in said["effects"])
    return way_to(rests[0], asked) if led and (none or own not in rests) else None


def _by_game(asked: CaseQuery, said: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """What is ruled in other games, where nobody has named one: which, what, and the way there."""
    game = asked.table.facts.get("game")
    if game is None or asked.profile.slug in BY_BOOK:
        return []
    others = [
        (other["text"], [it for it in other["if"] if it != "other" and asked.allows(game, it)])
        for item in turning(asked, said)
        if item["fact"] == game.name
        for other in item["otherwise"]
        if other["verdict"] == Verdict.DETERMINED and not _alike(said["answer"], other["answer"])
    ]
    found = [
        (_games(asked, values), headed(text)["head"], asked.address(game=values[0]))
        for text, values in others
        if values
    ]
    return found[:1]


def _alike(answer: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Whether both say in a word that something is allowed, or that it is not."""
    words = {"allowed", "legal"} & answer.keys() & other.keys()
    return bool(words) and all(answer[name] == other[name] for name in words)


def _games(asked: CaseQuery, values: Sequence[object]) -> str:
    """The first two of some games by name."""
    names = [asked.words(asked.table.facts["game"], value) for value in values[:2]]
    named = ", ".join([*names, *["…"] * (len(values) > len(names))])
    return _("im {game}").format(game=named)


def _some_titles(profiles: Sequence[str]) -> str:
    """The first of them by name, of the others how many."""
    named = profiles[:NAMED] if len(profiles) > NAMED + 1 else profiles
    names, more = (
        ", ".join(_(load_profile(slug).title) for slug in named),
        len(profiles) - len(named),
    )
    return _("{names} und {many} weitere").format(names=names, many=more) if more else names


def _headline(asked: CaseQuery, said: Mapping[str, Any], books: Sequence[Chip]) -> str:
    """The ruling, with the game, the target and the book that it was given for where others turn
    it."""
    text, plain = str(said["text"]), plainly(asked, said)
    if games := _other_jass(asked):
        words = _("Nicht für {named}, sondern im {own}: {ruling}")
        return words.format(named=games[0], own=games[1], ruling=text)
    book = books[0].answer if books else whose(asked, text)
    given = [plain, _given_for(asked, said), _("nach «{book}»").format(book=book) if book else ""]
    words = ", ".join(filter(None, given))
    if _beyond(asked, said["cites"]):
        return _("Im HAE-Jass nicht geregelt. Nach den Jassregeln: {ruling}").format(ruling=text)
    if not words:
        return text
    if plain or len(text) > SHORT:
        return f"{words[:1].upper()}{words[1:]}{sign()} {text}"
    return f"{text.rstrip('.')}, {words}."


def _other_jass(asked: CaseQuery) -> tuple[str, str] | None:
    """The Jass that the question names and the one that the article is about, where it is another
    one and does not say what holds elsewhere."""
    slug, labels = asked.table.article, COMMON_FACTS["game"]["label"]
    own = next((game for prefix, game in OF_A_JASS.items() if slug.startswith(prefix)), "other")
    named = [PLAYED_AS.get(jass.game, jass.game) for jass in named_jasse(typed_words(asked))]
    if not named or "game" in asked.table.facts or {own, *named} & {"other"} or own in named:
        return None
    return labels[named[0]][asked.lang], labels[own][asked.lang]


def _given_for(asked: CaseQuery, said: Mapping[str, Any]) -> str:
    """The game and the target for which it is told, where others turn it and it does not say so."""
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
    told = [pattern.format(**labels) for name, pattern in given_for.items() if name in labels]
    text = str(said.get("text"))
    return ", ".join(each for each in told if not re.search(rf"(?i)\b{re.escape(each)}\b", text))


def _beyond(asked: CaseQuery, cites: Sequence[str]) -> bool:
    """Whether HAE is played and only the main book, which does not name it, says something."""
    hae = asked.facts.get("game", asked.profile.game) == "hae"
    own = any(cite.startswith(("hae.", "house.hae#")) for cite in cites)
    return hae and "." not in asked.table.article and not own


def _by_agreement(asked: CaseQuery, said: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """What would hold by an agreement that nobody told of: on what, what, and the way there."""
    return [
        (
            step_words(asked, other, alone=False),
            headed(other["text"])["head"],
            asked.address(**{item["fact"]: other["if"][0]}),
        )
        for item in turning(asked, said)
        if asked.table.facts[item["fact"]].left_out(item["value"])
        for other in item["otherwise"]
    ]


def _question(question: Question, asked: CaseQuery) -> dict[str, Any]:
    fact = asked.table.facts[question.fact]
    taps = {
        value: Tap(words.get(asked.lang, str(value)), asked.address(**{fact.name: value}))
        for value, words in question.answers
        if asked.allows(fact, value)
    }
    typed, few = typed_words(asked), _few(fact, list(taps))
    may_be = supposed(typed, asked.table.article).get(fact.name)
    meant = {may_be} | called_in(typed, fact)
    few += [value for value in taps if value in meant and value not in few]
    few.sort(key=lambda value: value != may_be)
    return {
        "text": asked.question(fact),
        "why": reason_of(question.why, asked.lang),
        "taps": [taps[value] for value in few],
        "more": [tap for value, tap in taps.items() if value not in few],
        "unknown": asked.address(**{fact.name: UNKNOWN}),
        "none": asked.address(**{NONE: fact.name}),
        "rule": "" if fact.selector else asked.address(**{RULE: "1"}),
    }


def _few(fact: Fact, values: list[object]) -> list[object]:
    """The answers that are seen at once: all, or the usual ones of a long list."""
    if len(values) <= FEW + 1:
        return values
    return [value for value in fact.few if value in values] or values[:FEW]


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
            "text": item.ruling.said.get(lang, item.ruling.said[SOURCE])["text"],
            "reason": item.ruling.reason,
        }
        for item in found[:AT_MOST]
    ]
