"""`/rulebook`: the articles, their history, and the facts on which they decide.

`/profiles`: those that are shipped, every switch with its value and its article.
"""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer
from jassclub.clubs.actors import Actor, Anyone
from jassclub.clubs.api.base import listing, reading
from jassclub.core.languages import SOURCE
from referee.api.schemas import schema_of
from referee.api.shapes import FactsField, FactValueField, SwitchField
from referee.api.spoken import LANG, CatalogueField, InLanguage, RuleView, WordsField
from referee.asking import found_article, found_profile, found_table
from referee.rulebook.articles import BOOKS, Article, article, article_slugs
from referee.rules.profile import difference, profile_slugs
from referee.rulings.case import default_answer
from referee.rulings.facts import Fact
from referee.rulings.reading import table_slugs
from referee.rulings.ruling import answer_words, question_words, spoken
from referee.rulings.tables import Table


def profile_named(name: str, description: str) -> OpenApiParameter:
    """The slug of a profile; without one the book."""
    return OpenApiParameter(name, str, description=description, default="jassregeln")


class ArticleShortOut(Answer):
    """An article in the table of contents; `decides`: whether disputes can be put to it."""

    slug = serializers.CharField()
    book = serializers.CharField()
    title = WordsField()
    decides = serializers.SerializerMethodField()

    def get_decides(self, item: Article) -> bool:
        """There is a table for it."""
        return item.slug in table_slugs()


class BookOut(Answer):
    """A book with its articles in order."""

    book = serializers.CharField()
    title = CatalogueField()
    articles = ArticleShortOut(many=True)


class SentenceOut(Answer):
    """One numbered sentence; cited as `<slug>#<id>`."""

    id = serializers.CharField()
    text = WordsField()


class ArticleOut(ArticleShortOut):
    """An article with its sentences."""

    sentences = SentenceOut(many=True)
    source = CatalogueField()  # type: ignore[assignment]
    since = serializers.DateField()
    digest = serializers.CharField(help_text="SHA-256 of the text in all languages")


class EditionOut(Answer):
    """One edition of an article: from when it holds and what it says."""

    since = serializers.DateField()
    source = CatalogueField()  # type: ignore[assignment]
    digest = serializers.CharField()
    sentences = SentenceOut(many=True)


class AnswerOut(serializers.Serializer[Any]):
    """One answer to tap."""

    value = FactValueField()
    label = serializers.CharField()  # type: ignore[assignment]


class FactOut(serializers.Serializer[Any]):
    """A fact that can be told. Every fact may also be "UNKNOWN".

    `answers`: all there are, empty for details such as cards and seats. `default`: what holds
    where nobody mentions it, by what is agreed on or by what the article is about; without one it
    is asked for. `usual`: the answer that is given most. `derived`: whether it follows from other
    facts. `classes`: numbers are told as such and fall into these ranges.
    """

    name = serializers.CharField()
    kind = serializers.CharField()
    question = serializers.CharField(allow_blank=True)
    why = serializers.CharField(allow_null=True)
    answers = AnswerOut(many=True)
    classes = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))
    default = FactValueField()
    usual = FactValueField()
    derived = serializers.BooleanField()


class ExampleOut(Answer):
    """A case that was decided."""

    told = serializers.CharField(allow_blank=True)
    facts = FactsField()


@extend_schema_field({"type": "string", "const": "object"})
class OnlyObjects(serializers.CharField):
    """The type of a JSON schema of objects."""


class FactsOut(serializers.Serializer[Any]):
    """The facts of an article's disputes as a JSON schema, and what a program needs to ask them.

    The answer is itself a schema (draft 2020-12): `facts` of a case that validates against it can
    be read. `examples` are cases that were decided.
    """

    type = OnlyObjects()
    properties = serializers.DictField(child=serializers.JSONField())
    additionalProperties = serializers.BooleanField()  # noqa: N815 a word of JSON schema
    slug = serializers.CharField()
    profile = serializers.CharField()
    facts = FactOut(many=True)
    switches = serializers.DictField(
        child=serializers.JSONField(), help_text="switches of the profile that count here"
    )
    examples = ExampleOut(many=True)
    closed = True  # one of its own members has the name that generated clients give to the rest


def _books(actor: Actor) -> list[dict[str, Any]]:
    articles = [article(slug) for slug in article_slugs()]
    return [
        {
            "book": book,
            "title": BOOKS.get(book, book),
            "articles": [item for item in articles if item.book == book],
        }
        for book in dict.fromkeys(item.book for item in articles)
    ]


class Rulebook(InLanguage):
    """All books."""

    permission_classes = [Anyone]
    list = listing(
        _books,
        BookOut,
        "The table of contents, book by book.",
        parameters=[LANG],
    )
    retrieve = reading(
        lambda _actor, slug: found_article(slug),
        ArticleOut,
        "An article with its sentences, and the digest by which a change is seen.",
        operation_id="readArticle",
        parameters=[LANG],
    )
    list_history = listing(
        lambda _actor, slug: [found_article(slug)],
        EditionOut,
        "The editions of an article, the one that holds now first.",
        parameters=[LANG],
    )


class FactsView(RuleView):
    """What can be told about a dispute."""

    @extend_schema(
        responses=FactsOut,
        parameters=[
            LANG,
            profile_named("profile", "slug of the rules by which the facts are asked"),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The facts of the article's table; `POST /rulings` takes them."""
        table = found_table(slug)
        profile = found_profile(self.asked["profile"])
        facts = [fact for fact in table.facts.values() if fact.kind != "profile"]
        switches = {
            fact.profile: default_answer(fact, profile) for fact in table.axes if fact.profile
        }
        return Response(
            {
                **schema_of(table, profile, self.lang),
                "slug": slug,
                "profile": profile.slug,
                "facts": [_fact(fact, default_answer(fact, profile), self.lang) for fact in facts],
                "switches": switches,
                "examples": [
                    {"told": _told(example, table, self.lang), "facts": example["facts"]}
                    for example in table.examples
                ],
            }
        )


def _told(example: Mapping[str, Any], table: Table, lang: str) -> str:
    """The story of a case; the books tell it in German, other languages what its facts say."""
    if lang == SOURCE:
        return str(example.get("told", ""))
    said = ((table.facts[name], value) for name, value in example["facts"].items())
    return " ".join(
        f"{question_words(fact, lang)} {answer_words(fact, value, lang)}."
        for fact, value in said
        if fact.is_axis and fact.labels.get(value)
    )


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
        "usual": fact.usual,
        "derived": fact.derived is not None,
    }


class ProfileOut(Answer):
    """A profile in short."""

    slug = serializers.CharField()
    title = CatalogueField()
    edition = serializers.CharField()
    game = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())


class ValueOut(Answer):
    """One switch: its value and what it rests on, an article or a house custom."""

    value = SwitchField()
    article = serializers.CharField(required=False)
    sentence = serializers.CharField(required=False)
    house = CatalogueField(required=False)
    origin = serializers.CharField()


class ProfileDetailOut(ProfileOut):
    """A profile with all its switches."""

    layers = serializers.ListField(child=serializers.CharField())
    values = serializers.DictField(child=ValueOut(), source="in_json.values")


class DifferenceOut(Answer):
    """A switch on which two profiles disagree."""

    path = serializers.CharField()
    before = SwitchField()
    after = SwitchField()


class Profiles(InLanguage):
    """What a table can choose from."""

    permission_classes = [Anyone]
    list = listing(
        lambda _actor: [found_profile(slug) for slug in profile_slugs()],
        ProfileOut,
        "All profiles in short.",
        parameters=[LANG],
    )
    retrieve = reading(
        lambda _actor, slug: found_profile(slug),
        ProfileDetailOut,
        "Every switch of a profile with what its value rests on.",
        parameters=[LANG],
    )

    @extend_schema(
        responses=DifferenceOut(many=True),
        parameters=[profile_named("to", "the other profile")],
    )
    def list_differences(self, request: Request, slug: str) -> Response:
        """The switches that differ from the profile named in `to` (default: the book)."""
        other = found_profile(self.asked["to"])
        return self.answer_page(DifferenceOut, difference(other, found_profile(slug)))
