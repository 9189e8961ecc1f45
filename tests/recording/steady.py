"""Chance and clock that stand still: set before Django is loaded, or it is too late.

Whatever is drawn at random hangs on the step of the script that runs and on how many bytes are
asked for, not on what was drawn before: one more draw in one step moves nothing in the next.
"""

import os
import random
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import shake_256
from pathlib import Path

FIRST = datetime(2026, 11, 19, 18, 0, tzinfo=UTC)
"""A Thursday, at the beginning of an evening."""
ENVIRONMENT = {
    "SECRET_KEY": "a-recording-is-no-secret-and-is-never-served-to-anybody",
    "DJANGO_SETTINGS_MODULE": "jassclub.settings",
    "JASSCLUB_DOTENV": "/nowhere",
    "HOOK_NETWORKS": "127.0.0.0/8",
    "LOG_LEVEL": "ERROR",
    "JASSCLUB_LOG": "plain",
    **{
        f"THROTTLE_{name}": "1000000/min"
        for name in ("LOGIN", "ENTRIES", "ANON", "GUESSES", "UPLOADS", "FOUNDING", "SIGN_UP")
    },
}
UNWANTED = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "CACHE_URL", "OPERATOR",
            "ALLOWED_HOSTS", "JASSCLUB_PRODUCTION", "JASSCLUB_HALL_MODE", "JASSCLUB_DEBUG",
            "METRICS_TOKEN")  # fmt: skip


@dataclass
class Steady:
    """The one clock and the one source of chance of a process."""

    now: datetime = FIRST
    step: str = "start"
    _steps: int = 0
    _drawn: dict[int, int] = field(default_factory=dict)

    def begin(self, step: str, *, at: datetime | None = None) -> None:
        """A step of the script: a second later (or at a moment), with chance of its own."""
        self.now = at or self.now + timedelta(seconds=1)
        self._steps += 1
        self.step, self._drawn = step, {}
        random.seed(step)

    def later(self, **passed: float) -> None:
        """Time passes."""
        self.now += timedelta(**passed)

    def utc(self) -> datetime:
        """What Django calls now."""
        return self.now

    def seconds(self) -> float:
        """What `time.time` tells."""
        return self.now.timestamp()

    def monotonic(self) -> float:
        """Never goes back, not where a scenario begins the evening anew: what waits for a moment
        of the one before would wait for ever."""
        return float(self._steps)

    def bytes(self, length: int) -> bytes:
        """What the machine calls chance."""
        drawn = self._drawn[length] = self._drawn.get(length, -1) + 1
        return shake_256(f"{self.step}|{length}|{drawn}".encode()).digest(length)


def hold(var: Path) -> Steady:
    """Make this process steady, with its data under `var`; Django is set up afterwards."""
    steady = Steady()
    for name in UNWANTED:
        os.environ.pop(name, None)
    os.environ.update(ENVIRONMENT, JASSCLUB_VAR=str(var), TZ="Europe/Zurich")
    time.tzset()
    os.urandom = steady.bytes
    random._urandom = steady.bytes  # type: ignore[attr-defined]
    from django.utils import timezone

    timezone.now = steady.utc
    time.time, time.monotonic = steady.seconds, steady.monotonic
    return steady
