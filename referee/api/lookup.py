"""`/lookup`: a question in the words of a player."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer
from jassclub.api.views import whole
from referee import services
from referee.api.rulebook import ArticleShortOut
from referee.api.rulings import PrecedentOut
from referee.api.shapes import FactsField
from referee.api.spoken import LANG, RuleView
from referee.asking import found_rules
from referee.rulebook.articles import article, article_slugs
from referee.rulebook.lookup.search import named_jasse
from referee.telling import with_told

PRECEDENTS = 5


class RuleOut(Answer):
    """An article that answers, and its sentence that fits best.

    `told`: the facts of a case that the question tells, as `/rulings` takes them; `words`: where
    it tells them. People should see what was taken from their words, and can take it back.
    """

    article = serializers.CharField()
    title = serializers.CharField()
    score = serializers.FloatField()
    sentence = serializers.CharField()
    cites = serializers.CharField()
    told = FactsField()
    words = serializers.DictField(child=serializers.CharField())


class NamedOut(Answer):
    """A Jass that the question names: the game, and the rules to put its case by."""

    game = serializers.CharField()
    profile = serializers.CharField(allow_null=True)


class LookupOut(Answer):
    """What was found, best first. Where nothing was, `contents` are the titles to choose from.

    `named`: the Jasse that the question names; of several, ask which is meant. `precedents`:
    cases of the caller's clubs under the first article.
    """

    results = RuleOut(many=True)
    named = NamedOut(many=True)
    contents = ArticleShortOut(many=True)
    precedents = PrecedentOut(many=True)


QUERY = OpenApiParameter(
    "q",
    {"type": "string", "maxLength": 500},
    required=True,
    description="the question, in any language",
)
LIMIT = whole("n", "how many articles at most", least=1, most=20, default=5)


class LookupView(RuleView):
    """Which article is it?"""

    @extend_schema(
        operation_id="searchRulebook", responses=LookupOut, parameters=[QUERY, LIMIT, LANG]
    )
    def get(self, request: Request) -> Response:
        """The articles that answer a question."""
        question, lang = self.asked["q"], self.lang
        rules = with_told(question, found_rules(question, lang, self.asked["n"]))
        main = (article(slug) for slug in article_slugs() if "." not in slug)
        followed = services.precedents(self.actor) if rules else services.no_precedents()
        like = followed.filter(ruling__article__in=[rule["article"] for rule in rules[:1]])
        found = {
            "results": rules,
            "named": named_jasse(question),
            "contents": () if rules else main,
            "precedents": like[:PRECEDENTS],
        }
        return Response(LookupOut.of(found, lang=lang))
