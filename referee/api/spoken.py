"""What the addresses of the law have in common: they are public and speak four languages."""

from typing import Any

from django.utils.translation import gettext, override
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from jassclub.api.serializers import Answer
from jassclub.clubs.actors import Anyone
from jassclub.clubs.api.base import ActorView, Addresses
from jassclub.core.languages import LANGUAGES, SOURCE
from referee.asking import language

LANG = OpenApiParameter(
    "lang",
    str,
    enum=list(LANGUAGES),
    description="Language of the answer; without it that of `Accept-Language`.",
)


class SpokenView(ActorView):
    """Answers in the language that was asked for."""

    @property
    def lang(self) -> str:
        """That language, else the one of the request."""
        return language(self.asked.get("lang"))


class RuleView(SpokenView):
    """The rules are public."""

    permission_classes = [Anyone]


class InLanguage(Addresses, SpokenView):
    """Addresses whose every answer is told in it."""

    def told(self, answer: type[Answer], thing: Any) -> dict[str, Any]:
        """With the words of that language."""
        return answer.of(thing, lang=self.lang)


class SpokenField(serializers.Field[Any, Any, Any, Any]):
    """What is kept in every language."""

    def to_representation(self, said: Any) -> Any:
        """In the language of the answer."""
        return said.get(self.context["lang"], said[SOURCE])


class WordsField(SpokenField, serializers.CharField):
    """Words by language."""


class CatalogueField(serializers.CharField):
    """German words of a book that the catalogues translate; what a club wrote stays."""

    def to_representation(self, said: Any) -> str:
        """In the language of the answer."""
        with override(self.context["lang"]):
            return gettext(super().to_representation(said))
