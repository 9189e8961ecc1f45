"""What the addresses of the law have in common: they are public and speak four languages."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from jassclub.clubs.api.base import ActorView
from jassclub.clubs.permissions import Anyone
from referee.asking import language
from referee.rulings.vocabulary import LANGUAGES

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
