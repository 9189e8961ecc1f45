"""What cards, contracts, parts and findings are called, in four languages: the words of names.toml,
read once."""

import tomllib

from referee.rulebook.articles import NAMES_TEXT

NAMES = tomllib.loads(NAMES_TEXT)
