"""The facts that several tables share, as they stand in the file."""

import tomllib
from typing import Any

from referee.rulebook.rawtables import COMMON_FACTS_TEXT

COMMON_FACTS: dict[str, dict[str, Any]] = tomllib.loads(COMMON_FACTS_TEXT)
