"""A cache in Redis that may be away: reads then miss, writes are forgotten.

Only throttles and what can be counted again live in it, as JSON under a seal. That nobody is
counted for a while is better than that nobody can enter a hand, and a Redis that hangs must not
slow every request down.
"""

import hashlib
import hmac
import json
import logging
import time
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from datetime import timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rest_framework.utils.encoders import JSONEncoder

log = logging.getLogger(__name__)
K = TypeVar("K", bound=Hashable)

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

    def get(self, key: "str | bytes | memoryview[int]", default: Any) -> Any:
        return self.get_many([key]).get(key, default)

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        if self._resting():
            return {}
        try:
            found = super().get_many([*keys])
            return {key: value for key, (name, value) in found.items() if name == key}
        except ValueError:  # one was kept by an earlier version, or by somebody else
            return {}
        except (RedisError, OSError) as error:
            self._rest(error)
            return {}

    def set(
        self, key: "str | bytes | memoryview[int]", value: Any, timeout: int | timedelta | None
    ) -> None:
        if self._resting():
            return
        try:
            super().set(key, (key, value), timeout)  # moved to another key it is no value
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


class Sealed:
    """What lies in Redis is JSON under a seal: only what the service itself has written is read.

    Whoever can write there gives the web process neither code nor data of a shape that nobody
    expects. Four microseconds for each value; it hides nothing.
    """

    def dumps(self, value: Any) -> bytes:
        """The seal, then what it is for."""
        told = dumps(value)
        return _seal(told) + told

    def loads(self, kept: bytes) -> Any:
        """ValueError for anything else, such as what an earlier version has kept."""
        seal, told = kept[:SEAL], kept[SEAL:]
        if not hmac.compare_digest(seal, _seal(told)):
            raise ValueError("not sealed by this service")
        return json.loads(told)


SEAL = hashlib.sha256().digest_size


def _seal(told: bytes) -> bytes:
    return hmac.digest(b"jassclub.core.cache" + settings.SECRET_KEY.encode(), told, "sha256")


def kept(key: str, build: Callable[[], Any], *, seconds: int) -> Any:
    """What `build` gives, as JSON values, whether it was built just now or lay in the cache."""
    found = cache.get(key)
    if found is None:
        found = json.loads(dumps(build()))
        cache.set(key, found, seconds)
    return found


def kept_each(
    keys: Mapping[K, str], build: Callable[[Collection[K]], Mapping[K, Any]], *, seconds: int
) -> dict[K, Any]:
    """The same for many things, each under a key of its own; those that are missing are built
    together."""
    found = cache.get_many(keys.values())
    missing = [thing for thing, key in keys.items() if key not in found]
    if missing:
        built = {keys[thing]: value for thing, value in build(missing).items()}
        for key, value in json.loads(dumps(built)).items():
            cache.set(key, value, seconds)
            found[key] = value
    return {thing: found[key] for thing, key in keys.items()}


def dumps(value: Any) -> bytes:
    """As the API writes it; TypeError for what is no data."""
    return json.dumps(value, cls=JSONEncoder).encode()
