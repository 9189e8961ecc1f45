"""Templates are indented for those who read them, a phone need not load that; and attributes are
read by programs: numbers in them stay digits, 1284, where the text beside them says 1’284."""

import re

from django.template.base import Origin
from django.template.loaders import app_directories

READ_ALOUD = frozenset({"aria-label", "alt", "title", "content"})
_SENTENCE = r"\{% blocktranslate.*?endblocktranslate %\}"
_ATTRIBUTE = re.compile(
    rf'([\w-]+)="(?:[^"{{]|\{{\{{.*?\}}\}}|{_SENTENCE}|\{{[%#].*?[%#]\}}|\{{)*"', re.DOTALL
)
_FIGURE = re.compile(rf"({_SENTENCE})|\{{\{{(.*?)\}}\}}", re.DOTALL)


def _plain(attribute: re.Match[str]) -> str:
    if attribute[1] in READ_ALOUD:
        return attribute[0]
    return _FIGURE.sub(
        lambda found: found[1] or f"{{{{ {found[2].strip()}|unlocalize }}}}", attribute[0]
    )


class Loader(app_directories.Loader):
    """What is white space stays white space: a line break is left of it."""

    def get_contents(self, origin: Origin) -> str:
        """The template without its indentation, its attributes without groups of digits."""
        return _ATTRIBUTE.sub(_plain, re.sub(r"\n[ \t]+", "\n", super().get_contents(origin)))
