"""A cache in Redis that may be away: reads then miss, writes are forgotten.

Only throttles live in it. That nobody is counted for a while is better than that nobody
can enter a hand, and a Redis that hangs must not slow every request down.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

REST_AFTER_FAILURE = 10.0
"""Seconds in which a process does not ask again after Redis did not answer."""


class _PatientClient(RedisCacheClient):
    """Gives up at once, and then leaves Redis alone for a while."""

    _silent_until = 0.0

    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, retry=Retry(NoBackoff(), 0), **options)
        self._clients: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """One for all requests: it is safe to share, and to make one takes as long as to ask."""
        if write not in self._clients:
            self._clients[write] = super().get_client(key, write=write)
        return self._clients[write]

    def get(self, key: str | bytes | memoryview[int], default: Any) -> Any:
        if self._resting():
            return default
        try:
            return super().get(key, default)
        except (RedisError, OSError) as error:
            self._rest(error)
            return default

    def set(
        self, key: str | bytes | memoryview[int], value: Any, timeout: int | timedelta | None
    ) -> None:
        if self._resting():
            return
        try:
            super().set(key, value, timeout)
        except (RedisError, OSError) as error:
            self._rest(error)

    @classmethod
    def _resting(cls) -> bool:
        return time.monotonic() < cls._silent_until

    @classmethod
    def _rest(cls, error: Exception) -> None:
        cls._silent_until = time.monotonic() + REST_AFTER_FAILURE
        log.warning("the cache was not reached: %s", type(error).__name__)


class PatientRedisCache(RedisCache):
    """Django's Redis cache, of which `get` and `set` never fail."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _PatientClient
