"""Look a rule up: `manage.py lookup TEXT`, `--batch FILE`, `--evaluate FILE`."""

import json
import sys
from argparse import ArgumentTypeError
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from jassclub.core.errors import DomainError
from jassclub.core.languages import SOURCE
from jassclub.core.reader import number_in
from referee.asking import found_rules, language
from referee.rulebook.articles import article, article_slugs
from referee.rulebook.lookup.evaluate import Evaluation, Judged, evaluate
from referee.telling import by_language, found_for, taken_from, with_told

MOST = 50


def _count(text: str) -> int:
    number = number_in(text) or 0
    if not 1 <= number <= MOST:
        raise ArgumentTypeError(f"a number from 1 to {MOST}")
    return number


class Command(BaseCommand):
    help = "Finds the articles that answer a question in the words of a player."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("text", nargs="*", help="the question")
        parser.add_argument("--lang", default=SOURCE, help="language of the answer")
        parser.add_argument("-n", type=_count, default=5, help="how many articles at most")
        parser.add_argument("--json", action="store_true", help="the list as JSON")
        source = parser.add_mutually_exclusive_group()
        source.add_argument("--batch", metavar="FILE", help="one question a line, one list a line")
        source.add_argument(
            "--evaluate", metavar="FILE", help="graded questions, or with told facts, as JSON"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            lang = language(options["lang"])
        except DomainError as error:
            raise CommandError(error.message, returncode=2) from None
        if options["evaluate"]:
            self._evaluate(_graded(options["evaluate"]))
        elif options["batch"]:
            for line in _read(options["batch"]).splitlines():
                rules = with_told(line, found_rules(line, lang, options["n"]))
                self.stdout.write(json.dumps(rules, ensure_ascii=False))
        else:
            self._one(" ".join(options["text"]), lang, options)

    def _one(self, text: str, lang: str, options: Mapping[str, Any]) -> None:
        if not text.strip():
            raise CommandError("a question, --batch or --evaluate is needed", returncode=2)
        rules = with_told(text, found_rules(text, lang, options["n"]))
        if options["json"]:
            self.stdout.write(json.dumps(rules, ensure_ascii=False))
            return
        for rule in rules:
            self.stdout.write(f"{rule['score']:.2f}  {rule['article']}  {rule['title']}")
            self.stdout.write(f"      {rule['sentence']}")
        if not rules:
            self.stdout.write(_contents(lang))

    def _evaluate(self, items: list[dict[str, Any]]) -> None:
        """What was found by graded questions, or what was taken from questions with facts."""
        if all("told" in item for item in items):
            self._print_taken(items)
        else:
            self._print(evaluate([_judged(item) for item in items]))

    def _print_taken(self, items: list[dict[str, Any]]) -> None:
        self.stdout.write(f"{'language':<10}{'told':>8}{'found':>8}{'recall':>8}{'wrong':>8}")
        for lang, taken in by_language(items).items():
            self.stdout.write(
                f"{lang:<10}{taken.told:>8}{taken.found:>8}{taken.recall:>8.3f}{taken.wrong:>8}"
            )

    def _print(self, evaluation: Evaluation) -> None:
        self.stdout.write(
            f"{'language':<10}{'questions':>10}{'nDCG@5':>9}{'MRR':>8}{'recall@5':>10}"
            f"{'first':>8}{'in 3':>8}"
        )
        for lang, figures in evaluation.by_language.items():
            self.stdout.write(
                f"{lang:<10}{figures.questions:>10}{figures.ndcg:>9.3f}"
                f"{figures.mrr:>8.3f}{figures.recall:>10.3f}"
                f"{figures.first:>8.3f}{figures.three:>8.3f}"
            )
        nothing, empty = evaluation.nothing, evaluation.rightly_empty
        self.stdout.write(f"nothing relevant: {nothing}, of which nothing was found: {empty}")


def _contents(lang: str) -> str:
    titles = (f"  {slug}  {article(slug).title[lang]}" for slug in article_slugs())
    return "Nichts gefunden. Die Artikel:\n" + "\n".join(titles)


def _judged(item: Mapping[str, Any]) -> Judged:
    grades = {entry["article"]: entry["grade"] for entry in item["relevant"]}
    return item["lang"], grades, [hit.article for hit in found_for(item["query"])]


def _graded(name: str) -> list[dict[str, Any]]:
    try:
        graded = json.loads(_read(name))
        for item in graded:
            if "told" in item:
                taken_from({**item, "question": ""})
            else:
                _judged({**item, "query": ""})
    except (ValueError, KeyError, TypeError, AttributeError):
        raise CommandError(
            'not a list of {"query", "lang", "relevant": [{"article", "grade"}]}'
            ' or {"question", "lang", "article", "told": {fact: value}}',
            returncode=1,
        ) from None
    return list(graded)


def _read(name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=2) from None
    except UnicodeDecodeError:
        raise CommandError(f"{name}: not UTF-8", returncode=1) from None
