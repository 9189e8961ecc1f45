"""The embedded broker: kombu's folder of messages, in which no half-written file does harm.

kombu opens a message and then writes it. A disk that is full, or a reader that is quick, finds
an empty file, and a worker that reads it ends, with it the whole embedded service. Here a
message appears under its name only when it is whole, and what cannot be read is left out: the
work is a row in the database, the sweep finds it.
"""

import logging
from pathlib import Path
from time import monotonic_ns
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.transport.virtual import Empty
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps, loads

log = logging.getLogger(__name__)

QUEUED, BEGUN, TAKEN = ".msg", ".begun", ".taken"


class Channel(filesystem.Channel):
    """Messages in one folder, bindings in another."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        name = f"{monotonic_ns():020}_{uuid4()}"
        begun = Path(self.data_folder_out, name + BEGUN)
        try:
            begun.write_bytes(str_to_bytes(dumps(payload)))
            begun.rename(begun.with_name(f"{name}.{queue}{QUEUED}"))
        except OSError as error:
            begun.unlink(missing_ok=True)
            raise ChannelError(f"Cannot add a message to {self.data_folder_out}") from error

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        waiting = Path(self.data_folder_in).glob(f"*.{queue}{QUEUED}")
        # What was written first has the lowest name.
        for message in sorted(waiting):
            try:
                return loads(_taken(message))
            except FileNotFoundError:
                continue
            except ValueError:
                log.warning("a message that cannot be read was left out: %s", message.name)
        raise Empty

    def get_table(self, exchange: str) -> Any:
        """Who is bound to an exchange; nobody where that cannot be read."""
        try:
            return super().get_table(exchange)
        except ValueError:
            return []

    def _queue_bind(self, exchange: str, *binding: Any) -> None:
        try:
            super()._queue_bind(exchange, *binding)
        except ValueError:
            Path(self.control_folder, f"{exchange}.exchange").unlink(missing_ok=True)
            super()._queue_bind(exchange, *binding)


def _taken(message: Path) -> bytes:
    """The content of a message that nobody else gets any more; FileNotFoundError if one did."""
    mine = message.rename(message.with_suffix(TAKEN))
    content = mine.read_bytes()
    mine.unlink(missing_ok=True)
    return content


class Transport(filesystem.Transport):
    """Named in the settings as the transport of the embedded broker."""

    Channel = Channel
