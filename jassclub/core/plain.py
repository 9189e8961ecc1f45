"""Values of columns as JSON has them."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any
from uuid import UUID

OLD = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00")


def plain(value: Any) -> Any:
    """Moments in UTC (RFC 3339, with `Z`), days and times in ISO form, ids and decimals as text."""
    if isinstance(value, datetime):
        return with_z(value.astimezone(UTC).isoformat())
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value) if isinstance(value, UUID | Decimal) else value


def all_plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same for several, by name."""
    return {name: plain(value) for name, value in values.items()}


def with_z(value: Any) -> Any:
    """A moment that was written before all of them ended in `Z`; any other value as it is."""
    is_old = isinstance(value, str) and OLD.fullmatch(value)
    return value.replace("+00:00", "Z") if is_old else value
