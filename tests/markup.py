"""The markup of a page, whatever its template's line breaks."""

import re
from typing import Any


def markup(response: Any) -> str:
    """The page with blanks folded to one, and none beside a tag."""
    folded = re.sub(r"\s+", " ", response.content.decode())
    return re.sub(r" ?(<[^>]*>) ?", r"\1", folded)
