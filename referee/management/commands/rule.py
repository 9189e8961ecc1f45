"""Put cases to the referee: `manage.py rule FILE [--profile P] [--lang de]`."""

import json
from collections.abc import Iterator
from typing import IO, Any

from jassclub.core.errors import DomainError
from referee.asking import ruled
from referee.management.jsonlines import JsonLinesCommand
from referee.rules.profile import Profile
from referee.rules.records import RecordError, only


class Command(JsonLinesCommand):
    help = 'Rules on cases, {"article": slug, "facts": {...}} each, one a line or one in the file.'

    def records(self, lines: IO[bytes]) -> Iterator[bytes]:
        """The cases; a file that is one JSON object over several lines is one case."""
        text = lines.read()
        try:
            yield json.dumps(json.loads(text.decode("utf-8-sig"))).encode()
        except (ValueError, RecursionError):
            yield from text.split(b"\n")  # as a file is read: a lone CR ends no line

    def answer(self, value: object, profile: Profile, options: dict[str, Any]) -> dict[str, object]:
        article, facts = _case(value)
        try:
            return ruled(article, facts, profile).to_json(options["lang"])
        except DomainError as error:
            texts = "; ".join(f"{item.pointer} {item.text}" for item in error.details)
            raise RecordError(error.code, "/facts", texts or error.message) from None


def _case(value: object) -> tuple[str, dict[str, object]]:
    if not isinstance(value, dict):
        raise RecordError("not_an_object", "", "not a JSON object")
    only(value, ("article", "facts"), ("id",))
    article, facts = value.get("article"), value.get("facts", {})
    if not isinstance(article, str):
        raise RecordError("article_missing", "/article", "the slug of an article is missing")
    if not isinstance(facts, dict):
        raise RecordError("facts_not_an_object", "/facts", "facts are not a JSON object")
    return article, facts
