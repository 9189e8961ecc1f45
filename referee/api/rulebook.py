"""`/rulebook`: the articles, their history, and the facts on which they decide.

What the addresses of the law have in common: they are public and speak four languages.
"""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.clubs.api.base import ActorView
from jassclub.clubs.rights import Anyone
from referee.asking import found_article, found_profile, found_table, language
from referee.rulebook.articles import BOOKS, Article, article, article_slugs
from referee.rulings.case import default_answer
from referee.rulings.facts import LANGUAGES, Fact
from referee.rulings.phrases import spoken
from referee.rulings.reading import table_slugs

LANG = OpenApiParameter(
    "lang",
    str,
    enum=list(LANGUAGES),
    description="Language of the answer; without it that of `Accept-Language`.",
)


class RuleView(ActorView):
    """The rules are public."""

    permission_classes = [Anyone]


def language_of(request: Request) -> str:
    """The language of the answer; Invalid for one that we do not speak."""
    return language(request.query_params.get("lang"))


PROFILE = OpenApiParameter("profile", str, description="slug of the profile (default: the book)")


class ArticleShortOut(serializers.Serializer[Any]):
    """An article in the table of contents; `decides`: whether disputes can be put to it."""

    slug = serializers.CharField()
    book = serializers.CharField()
    title = serializers.CharField()
    decides = serializers.BooleanField()


class BookOut(serializers.Serializer[Any]):
    """A book with its articles in order."""

    book = serializers.CharField()
    title = serializers.CharField()
    articles = ArticleShortOut(many=True)


class ContentsOut(serializers.Serializer[Any]):
    """The table of contents."""

    results = BookOut(many=True)


class SentenceOut(serializers.Serializer[Any]):
    """One numbered sentence; cited as `<slug>#<id>`."""

    id = serializers.CharField()
    text = serializers.CharField()


class ArticleOut(ArticleShortOut):
    """An article with its sentences."""

    sentences = SentenceOut(many=True)
    source = serializers.CharField()  # type: ignore[assignment]
    since = serializers.DateField()
    digest = serializers.CharField(help_text="SHA-256 of the text in all languages")


class EditionOut(serializers.Serializer[Any]):
    """One edition of an article: from when it holds and what it says."""

    since = serializers.DateField()
    source = serializers.CharField()  # type: ignore[assignment]
    digest = serializers.CharField()
    sentences = SentenceOut(many=True)


class HistoryOut(serializers.Serializer[Any]):
    """The editions of an article, latest first."""

    slug = serializers.CharField()
    results = EditionOut(many=True)


class AnswerOut(serializers.Serializer[Any]):
    """One answer to tap."""

    value = serializers.JSONField()
    label = serializers.CharField()  # type: ignore[assignment]


class FactOut(serializers.Serializer[Any]):
    """A fact that can be told. Every fact may also be "UNKNOWN".

    `answers`: all there are, empty for details such as cards and seats. `default`: what holds
    where nobody mentions it; without one it is asked for. `derived`: whether it follows from
    other facts. `classes`: numbers are told as such and fall into these ranges.
    """

    name = serializers.CharField()
    kind = serializers.CharField()
    question = serializers.CharField(allow_blank=True)
    why = serializers.CharField(allow_null=True)
    answers = AnswerOut(many=True)
    classes = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))
    default = serializers.JSONField(allow_null=True)
    derived = serializers.BooleanField()


class FactsOut(serializers.Serializer[Any]):
    """The facts of an article's disputes, and cases that were decided, as examples."""

    slug = serializers.CharField()
    profile = serializers.CharField()
    facts = FactOut(many=True)
    switches = serializers.DictField(
        child=serializers.JSONField(), help_text="switches of the profile that count here"
    )
    examples = serializers.ListField(child=serializers.JSONField())


class ContentsView(RuleView):
    """All books."""

    @extend_schema(operation_id="rulebook_list", responses=ContentsOut, parameters=[LANG])
    def get(self, request: Request) -> Response:
        """The table of contents, book by book."""
        lang = language_of(request)
        articles = [article(slug) for slug in article_slugs()]
        books = dict.fromkeys(item.book for item in articles)
        return Response({"results": [_book(book, articles, lang) for book in books]})


class ArticleView(RuleView):
    """One article."""

    @extend_schema(operation_id="rulebook_read", responses=ArticleOut, parameters=[LANG])
    def get(self, request: Request, slug: str) -> Response:
        """Its sentences in one language."""
        lang = language_of(request)
        found = found_article(slug)
        since = {"source": found.source, "since": found.since, "digest": found.digest}
        return Response({**_short(found, lang), "sentences": _sentences(found, lang), **since})


class HistoryView(RuleView):
    """How an article came to read as it does."""

    @extend_schema(operation_id="rulebook_history", responses=HistoryOut, parameters=[LANG])
    def get(self, request: Request, slug: str) -> Response:
        """Its editions, the one that holds now first."""
        lang = language_of(request)
        found = found_article(slug)
        now = {"since": found.since, "source": found.source, "digest": found.digest}
        return Response({"slug": slug, "results": [{**now, "sentences": _sentences(found, lang)}]})


class FactsView(RuleView):
    """What can be told about a dispute."""

    @extend_schema(operation_id="rulebook_facts", responses=FactsOut, parameters=[LANG, PROFILE])
    def get(self, request: Request, slug: str) -> Response:
        """The facts of the article's table; `POST /rulings` takes them."""
        lang = language_of(request)
        table = found_table(slug)
        profile = found_profile(request.query_params.get("profile") or "jassregeln")
        facts = [fact for fact in table.facts.values() if not fact.profile]
        switches = {
            fact.profile: default_answer(fact, profile) for fact in table.axes if fact.profile
        }
        return Response(
            {
                "slug": slug,
                "profile": profile.slug,
                "facts": [_fact(fact, default_answer(fact, profile), lang) for fact in facts],
                "switches": switches,
                "examples": [
                    {"told": example.get("told", ""), "facts": example["facts"]}
                    for example in table.examples
                ],
            }
        )


def main_contents(lang: str) -> list[dict[str, Any]]:
    """The articles of the main book in short, to choose from."""
    return [_short(article(slug), lang) for slug in article_slugs() if "." not in slug]


def _book(book: str, articles: list[Article], lang: str) -> dict[str, Any]:
    own = [_short(item, lang) for item in articles if item.book == book]
    return {"book": book, "title": BOOKS.get(book, book), "articles": own}


def _short(item: Article, lang: str) -> dict[str, Any]:
    return {
        "slug": item.slug,
        "book": item.book,
        "title": item.title[lang],
        "decides": item.slug in table_slugs(),
    }


def _sentences(item: Article, lang: str) -> list[dict[str, str]]:
    return [{"id": sentence.id, "text": sentence.text[lang]} for sentence in item.sentences]


def _fact(fact: Fact, default: object, lang: str) -> dict[str, Any]:
    return {
        "name": fact.name,
        "kind": fact.kind,
        "question": spoken(fact.ask.get(lang, ""), {}, lang),
        "why": fact.why,
        "answers": [
            {"value": answer, "label": fact.labels.get(answer, {}).get(lang, str(answer))}
            for answer in fact.domain
        ],
        "classes": {name: list(limits) for name, limits in fact.classes.items()},
        "default": default,
        "derived": fact.derived is not None,
    }
