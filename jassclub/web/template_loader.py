"""Templates are indented for those who read them; a phone need not load that."""

import re

from django.template.base import Origin
from django.template.loaders import app_directories


class Loader(app_directories.Loader):
    """What is white space stays white space: a line break is left of it."""

    def get_contents(self, origin: Origin) -> str:
        """The template without its indentation."""
        return re.sub(r"\n[ \t]+", "\n", super().get_contents(origin))
