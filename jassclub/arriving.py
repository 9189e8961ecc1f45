"""A request while it arrives: kept byte by byte until it is whole, and nothing waits for it."""

import re
from dataclasses import dataclass, field
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO

IN_MEMORY = 65_536
LARGEST_HEAD = 65_536
LARGEST = 12_000_000
"""Bytes of a whole request; what each address takes is less, and it says so itself."""
HEAD_SECONDS, BODY_SECONDS = 10.0, 30.0
SLOWEST = 20_000
"""Bytes a second that a body has to come with, on top of `BODY_SECONDS`."""
LONGEST_LINE = 4_096
END = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:[^\r]*chunked", re.IGNORECASE)
_EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)


@dataclass
class Chunks:
    """Looks for the end of a body that comes in chunks. What is broken ends it: whoever reads
    it afterwards refuses it."""

    ended: bool = False
    _left: int = 0
    _line: bytes = b""
    _trailers: bool = False

    def feed(self, data: bytes) -> None:
        """Go on with what came."""
        at = 0
        while at < len(data) and not self.ended:
            if self._left:
                skipped = min(self._left, len(data) - at)
                self._left, at = self._left - skipped, at + skipped
                continue
            end = data.find(b"\n", at) + 1
            self._line += data[at : end or len(data)]
            at = end or len(data)
            if end or len(self._line) > LONGEST_LINE:
                self._take(self._line.strip())
                self._line = b""

    def _take(self, line: bytes) -> None:
        if self._trailers:
            self.ended = not line
            return
        try:
            size = int(line.partition(b";")[0], 16)
        except ValueError:
            size = -1
        self.ended, self._trailers = not 0 <= size <= LARGEST, size == 0
        self._left = size + 2 if size > 0 else 0


@dataclass
class Arriving:
    """One request from its first byte on; `since` is when that came."""

    since: float
    size: int = 0
    whole: bool = False
    expects: bool = False
    """Whether the client waits to be told to go on."""
    file: IO[bytes] = field(default_factory=partial(SpooledTemporaryFile, max_size=IN_MEMORY))
    _head: bytes = b""
    _length: int | None = None
    """Bytes of the whole request, once its head says so."""
    _chunks: Chunks | None = None

    @property
    def too_large(self) -> bool:
        """Whether it is larger than any address takes, by its word or by its bytes."""
        return max(self.size, self._length or 0) > LARGEST

    @property
    def ends(self) -> float:
        """When it must have come."""
        if self._length is None and self._chunks is None:
            return self.since + HEAD_SECONDS
        return self.since + BODY_SECONDS + max(self.size, self._length or 0) / SLOWEST

    def feed(self, data: bytes) -> None:
        """Keep what came, and see whether that is all."""
        self.file.write(data)
        self.size += len(data)
        if self._chunks is not None:
            self._chunks.feed(data)
        elif self._length is None:
            self._read_head(data)
        length = self._length
        self.whole = self.whole or (length is not None and self.size >= length)
        self.whole = self.whole or (self._chunks is not None and self._chunks.ended)

    def _read_head(self, data: bytes) -> None:
        start = max(0, len(self._head) - len(END))
        self._head += data
        end = self._head.find(END, start)
        if end < 0:
            # Whoever reads it afterwards refuses a head of this length.
            self.whole = len(self._head) > LARGEST_HEAD
            return
        head, rest = self._head[: end + len(END)], self._head[end + len(END) :]
        self._head = b""
        self.expects = _EXPECTS.search(head) is not None and not rest
        if _CHUNKED.search(head):
            self._chunks = Chunks()
            self._chunks.feed(rest)
        else:
            told = _LENGTH.search(head)
            self._length = len(head) + (int(told[1]) if told else 0)
