"""The cast of all tests, and throttles that do not answer in place of what is tried."""

import pytest
from rest_framework.throttling import SimpleRateThrottle

from tests.cast import *  # noqa: F403


@pytest.fixture
def unslowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried here comes slowly, as a throttle sees it."""
    monkeypatch.setattr(SimpleRateThrottle, "parse_rate", lambda *args: (10**9, 60))
