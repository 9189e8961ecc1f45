"""The worker class of gunicorn: no thread waits for a client.

gunicorn's own threads read a head and a body as slowly as they come, so eight clients that send
a byte a second stop eight threads. Here a request is gathered by the event loop, which holds any
number of slow ones, and gets a thread when it is whole. What comes too slowly is answered 408,
what is too large 413. See `docs/decisions/slow-clients.md`.
"""

import selectors
import socket
import time
from collections.abc import Iterable
from concurrent.futures import Future
from functools import partial
from typing import Any

from gunicorn import http  # type: ignore[import-untyped]
from gunicorn.http.unreader import Unreader  # type: ignore[import-untyped]
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from jassclub.arriving import Arriving

PIECE = 65_536
ROOM = 200_000_000
"""Bytes of all requests that are on their way into one process."""
LINGER = 2.0
"""Seconds for which a client may go on sending after its answer; see RFC 9112, 9.6."""
TEXTS = {
    408: "Die Anfrage kam zu langsam an: bitte noch einmal senden.",
    413: "Die Anfrage ist zu gross: höchstens 12 MB auf einmal.",
}
REASONS = {408: "Request Timeout", 413: "Content Too Large"}
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Kept(Unreader):  # type: ignore[misc]
    """Gives gunicorn's parser what has arrived, and the end where more would have to be awaited."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived: Arriving | None = None

    def refill(self, arrived: Arriving) -> None:
        """Go on with the next request."""
        arrived.file.seek(0)
        self.arrived = arrived

    def chunk(self, size_hint: int | None = None) -> bytes:
        """What comes next of it."""
        return self.arrived.file.read(max(size_hint or 0, PIECE)) if self.arrived else b""

    def rest(self) -> bytes:
        """What came behind the request: the beginning of the next one."""
        if self.arrived is None:
            return b""
        rest: bytes = self.take_buffered() + self.arrived.file.read()
        self.arrived.file.close()
        self.arrived = None
        return rest


class Connection(TConn):  # type: ignore[misc]
    """A client, with the request that it is sending."""

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, sock, client, server)
        self.initialized = True  # its parser is here, and reads no socket
        self.parser = http.get_parser(cfg, sock, client)
        self.parser.unreader = self.kept = Kept()
        self.arriving = Arriving(time.monotonic())

    def begin(self, rest: bytes = b"") -> None:
        """The next request, of which the beginning may be here."""
        self.arriving = Arriving(time.monotonic())
        if rest:
            self.arriving.feed(rest)

    def say(self, answer: bytes) -> None:
        """Send a few bytes if they can be sent at once."""
        try:
            self.sock.send(answer)
        except OSError:
            return


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's threads, fed with whole requests only."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lingering: list[Connection] = []

    def accept(self, listener: socket.socket) -> bool:
        """A new connection: its request is awaited without a thread. Whether there was one."""
        try:
            sock, client = listener.accept()
        except OSError:
            return False
        self.nr_conns += 1
        self._gather(Connection(self.cfg, sock, client, listener.getsockname()))
        return True

    def set_accept_enabled(self, enabled: bool) -> None:
        """Whoever came before this process ends is let in; then others listen, or nobody does."""
        super().set_accept_enabled(enabled)
        if self.alive:
            return
        for listener in self.sockets:
            # Race: a socket that was closed with somebody in its queue would cut him off.
            while self.accept(listener):
                pass
            listener.close()

    def on_client_socket_readable(self, conn: Connection, client: Any) -> None:
        """A client that was kept sends its next request."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._gather(conn)

    def on_pending_socket_readable(self, conn: Connection, client: Any) -> None:
        """A piece of a request."""
        try:
            data = conn.sock.recv(PIECE)
            expected = conn.arriving.expects
            conn.arriving.feed(data)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:  # the client is away, or the disk is full
            data = b""
        if not data:
            self._forget(conn)
            self._close(conn)
            return
        if conn.arriving.too_large:
            self._refuse(conn, 413)
        elif conn.arriving.whole:
            self._forget(conn)
            self._serve(conn)
        elif conn.arriving.expects and not expected:
            conn.say(CONTINUE)

    def murder_pending(self) -> None:
        """Refuse what is too slow; the oldest and the largest where there is no room for all."""
        now = time.monotonic()
        self._refuse_all(conn for conn in self.pending_conns if conn.arriving.ends < now)
        if self.nr_conns >= self.worker_connections:
            self._refuse_all(list(self.pending_conns)[: 1 + len(self.pending_conns) // 10])
        while sum(conn.arriving.size for conn in self.pending_conns) > ROOM:
            self._refuse(max(self.pending_conns, key=lambda conn: conn.arriving.size), 408)

    def finish_request(self, conn: Connection, fs: Future[Any]) -> None:
        """It is answered: wait for the next one of this client, or for its leaving."""
        try:
            keep = not fs.cancelled() and fs.result()
        except Exception:
            keep = False
        rest = conn.kept.rest()
        if not keep:
            self._linger(conn)
        elif rest:
            self._gather(conn, rest)
        else:
            conn.sock.setblocking(False)
            conn.set_timeout()
            self.keepalived_conns.append(conn)
            self._listen(conn, partial(self.on_client_socket_readable, conn))

    def _gather(self, conn: Connection, rest: bytes = b"") -> None:
        conn.begin(rest)
        if conn.arriving.whole:
            self._serve(conn)
            return
        conn.sock.setblocking(False)
        self.pending_conns.append(conn)
        self._listen(conn, partial(self.on_pending_socket_readable, conn))

    def _serve(self, conn: Connection) -> None:
        conn.kept.refill(conn.arriving)
        self.enqueue_req(conn)

    def _refuse_all(self, slow: Iterable[Connection]) -> None:
        for conn in list(slow):
            self._refuse(conn, 408)

    def _refuse(self, conn: Connection, status: int) -> None:
        self._forget(conn)
        if conn.arriving.size:
            body = f"{TEXTS[status]}\n".encode()
            head = f"HTTP/1.1 {status} {REASONS[status]}\r\nContent-Length: {len(body)}\r\n"
            kind = "Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
            conn.say(f"{head}{kind}".encode() + body)
        self._linger(conn)

    def _forget(self, conn: Connection) -> None:
        """Await nothing more of a request."""
        self.poller.unregister(conn.sock)
        self.pending_conns.remove(conn)

    def _linger(self, conn: Connection) -> None:
        """Say that nothing more comes, and close when the client does, or soon."""
        conn.arriving.file.close()
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(conn)
            return
        conn.timeout = time.monotonic() + LINGER
        self.lingering.append(conn)
        self._listen(conn, partial(self._drain, conn))

    def _drain(self, conn: Connection, client: Any) -> None:
        """Throw away what a client still sends; closing before it has would cut off the answer."""
        try:
            if conn.sock.recv(PIECE):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._let_go(conn)

    def murder_keepalived(self, force: bool = False) -> None:
        """Close who said nothing for long, and who was answered and does not leave."""
        super().murder_keepalived(force)
        now = time.monotonic()
        for conn in [one for one in self.lingering if force or one.timeout < now]:
            self._let_go(conn)

    def _let_go(self, conn: Connection) -> None:
        self.poller.unregister(conn.sock)
        self.lingering.remove(conn)
        self._close(conn)

    def _listen(self, conn: Connection, heard: Any) -> None:
        self.poller.register(conn.sock, selectors.EVENT_READ, heard)

    def _close(self, conn: Connection) -> None:
        self.nr_conns -= 1
        conn.close()
