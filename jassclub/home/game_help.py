"""How a game is played, on one page made from its data: what is needed, the sentences of its
articles, what a table may agree on, and an evening of the books on its sheet.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from jassclub.core.speaking import sign
from jassclub.web.middleware import indexable
from referee.asking import language
from referee.rulebook.articles import Article, Sentence, article, article_slugs
from referee.rulebook.lookup.search import JASSE
from referee.rules.deals import deal_of
from referee.rules.modes import name_of
from referee.rules.profile import Profile, load_profile
from scoring.games.base import Sheet, Table
from scoring.games.evenings import evening_of
from scoring.games.kind import Field
from scoring.games.registry import GAMES
from scoring.games.sheets.asked import AskedGame
from scoring.tables.pages.variants import families, playable, variant
from scoring.tables.so_played import own_rules, said

PEOPLE = ("Anna", "Beat", "Clara", "Dario", "Eva")
"""Who plays the evening on the sheet."""
READ_WHOLE = 2
"""The sentences of so many articles stand on the page; those of more are folded away."""


@indexable
@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    """All games and their variants, each with its page."""
    return render(request, "pages/game_helps.html", {"families": families()})


@indexable
@require_safe
def game_help(request: HttpRequest, slug: str) -> HttpResponse:
    """What somebody reads who never played it."""
    profile = next((one for one in playable() if one.slug == slug), None)
    if profile is None:
        raise Http404
    found, lang = about(profile), language(None)
    evening = evening_of(profile)
    table = evening.table(profile) if evening else None
    context = {
        "variant": variant(profile),
        "deals": list(_deals(profile)),
        "articles": [
            (item.slug, item.title[lang], [it.text[lang] for it in _holding(item, profile)])
            for item in found
        ],
        "whole": len(found) <= READ_WHOLE,
        "agreed": [
            (rule.words, said(profile.value(rule.path), rule.answers))
            for rule in own_rules(profile)
        ],
        "worked": worked(evening.sheet(table), evening.hands, table) if evening and table else None,
    }
    return render(request, "pages/game_help.html", context)


def about(profile: Profile) -> list[Article]:
    """The articles that are about this game alone, and those of the book of these rules."""
    played = GAMES[profile.game].articles or profile.game
    own = {
        jass.own
        for jass in JASSE
        if jass.own and jass.profile and load_profile(jass.profile).game == played
    }
    own |= {jass.book for jass in JASSE if jass.book and jass.profile == profile.slug}
    return [
        article(slug)
        for slug in article_slugs()
        if slug.startswith(tuple(own))
        or slug == played
        or (slug.partition(".")[2] == played and played in GAMES)
    ]


def _holding(item: Article, profile: Profile) -> Iterator[Sentence]:
    """The sentences of an article that hold by these rules."""
    out = {
        f"s{number}"
        for only in GAMES[profile.game].only
        if only.article == item.slug and not profile.says(only.when)
        for number in only.sentences
    }
    return (it for it in item.sentences if it.id not in out)


def _deals(profile: Profile) -> Iterator[dict[str, int]]:
    """How many play a hand, with how many cards each, of which pack: without the dealer where he
    takes no cards."""
    game, dealt = GAMES[profile.game].game, GAMES[profile.game].dealt
    if dealt is not None:
        for players in profile.players:
            it = dealt(Table(profile=profile, players=players))
            yield {"players": players, "cards": it.each, "pack": it.pack}
        return
    deal = deal_of(GAMES[profile.game].articles or profile.game)
    out = isinstance(game, AskedGame) and game.rules.dealer_out
    playing = {seats - bool(out and seats >= out) for seats in profile.players}
    for players in sorted(playing & {*deal.players}):
        pack = len(deal.deck) - (players == deal.without_seven)
        yield {"players": players, "cards": deal.sizes[players][0], "pack": pack}


@dataclass(frozen=True)
class Worked:
    """A sheet to learn from: its columns, a line a hand with what was told, and how it ended."""

    columns: Sequence[str]
    lines: Sequence[tuple[str, Sequence[int], Sequence[int]]]
    totals: Sequence[int]
    winners: Sequence[str]


def worked(sheet: Sheet, hands: Sequence[Mapping[str, Any]], table: Table) -> Worked:
    """The evening hand by hand: what was told, what each column wrote, how it stood."""
    seats = PEOPLE[: table.players]
    paired = table.columns < table.players
    columns = [
        " + ".join(seats[at :: table.columns]) if paired else seats[at]
        for at in range(table.columns)
    ]
    return Worked(
        columns=columns,
        lines=[
            (_told(table.profile.game, slip, columns, seats), row.score.totals, row.running)
            for slip, row in zip(hands, sheet.rows, strict=True)
            if row.score
        ],
        totals=sheet.totals,
        winners=[columns[at] for at in (sheet.outcome.winners if sheet.outcome else sheet.leaders)],
    )


def _told(game: str, slip: Mapping[str, Any], columns: Sequence[str], seats: Sequence[str]) -> str:
    """A slip in the words of its questions, in its own words where its form has none."""
    if not GAMES[game].fields:
        return ", ".join(name_of(it, language(None)) for it in slip.values() if isinstance(it, str))
    asked = [item for item in GAMES[game].fields if slip.get(item.key) not in (None, [])]
    answers = ((item, _answer(item, slip[item.key], columns, seats)) for item in asked)
    return ", ".join(f"{_short(item)}{sign()} {answer}" for item, answer in answers)


def _short(item: Field) -> str:
    """The words of a question without what they add in brackets."""
    return (_(item.words) if item.words else _("Punkte")).partition(" (")[0].rstrip(" ?\u202f")


def _answer(item: Field, value: Any, columns: Sequence[str], seats: Sequence[str]) -> str:
    if item.kind == "points" and isinstance(value, Sequence):
        return " : ".join("–" if each is None else str(each) for each in value)
    if item.kind == "marks":
        return ", ".join(name for name, marked in zip(columns, value, strict=True) if marked)
    if item.kind in ("seat", "column"):
        return str((seats if item.kind == "seat" else columns)[value])
    return (
        name_of(value, language(None))
        if item.kind == "trump"
        else _(dict(item.options).get(value, str(value)))
    )
