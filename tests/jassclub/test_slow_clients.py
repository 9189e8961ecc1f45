"""Clients that send slowly cost a connection and no thread: everybody else gets his page."""

import http.client
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from jassclub.arriving import BODY_SECONDS, HEAD_SECONDS, LARGEST, SLOWEST, Arriving
from jassclub.serve import Address, answers, web_command
from tests.migrated import sqlite_copy

HEAD = b"POST /api/v1/rulings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
PATIENCE = 60.0
ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[Address]:
    """The web server of `make run`, as it is shipped: embedded, one process with eight threads."""
    found = Address("127.0.0.1", free_port())
    shared = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "CACHE_URL")
    alone = {name: value for name, value in os.environ.items() if name not in shared}
    var = tmp_path_factory.mktemp("var")
    sqlite_copy(var / "jassclub.sqlite3")
    alone["JASSCLUB_VAR"] = str(var)
    server = subprocess.Popen(web_command(found), cwd=ROOT, env=alone)
    deadline = time.monotonic() + PATIENCE
    while not answers(found):
        assert server.poll() is None, "the web server has ended"
        assert time.monotonic() < deadline, "waited in vain for the web server"
        time.sleep(0.1)
    yield found
    server.terminate()
    server.wait(PATIENCE)


def connected(address: Address) -> socket.socket:
    return socket.create_connection((address.host, address.port), timeout=PATIENCE)


def page(address: Address) -> int:
    client = http.client.HTTPConnection(address.host, address.port, timeout=5)
    client.request("GET", "/healthz")
    return client.getresponse().status


SLOW = {
    "a body": HEAD + b"Content-Length: 500\r\n\r\n{",
    "chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    "a head": HEAD,
    "nothing": b"",
    "an upload": HEAD + b"Content-Length: 9000000\r\n\r\n" + b"x" * 300_000,
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("count", [8, 40])
@pytest.mark.parametrize("kind", SLOW)
def test_others_get_their_page_while_many_trickle(address, kind, count):
    with ExitStack() as stack:
        slow = [stack.enter_context(connected(address)) for _ in range(count)]
        for one in slow:
            one.sendall(SLOW[kind])
        for _ in range(3):
            for one in slow:
                one.sendall(b"x" if kind != "nothing" else b"")
            assert page(address) == 200


@pytest.mark.parametrize("count", [8, 40])
def test_others_get_their_page_while_many_do_not_leave(address, count):
    with ExitStack() as stack:
        for _ in range(count):
            one = stack.enter_context(connected(address))
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        begun = time.monotonic()
        assert page(address) == 200
        assert time.monotonic() - begun < count, "each of them holds up all for its lingering"


def sent(address: Address, *pieces: bytes) -> bytes:
    with connected(address) as client:
        for piece in pieces:
            client.sendall(piece)
            time.sleep(0.02)
        return client.recv(65_536)


def test_what_comes_in_pieces_is_read_whole(address):
    body = b'{"article": "fragen", "facts": {"act": "answer", "offender": 1}}'
    head = HEAD + f"Content-Length: {len(body)}\r\n\r\n".encode()
    at_once = sent(address, head + body)
    assert at_once.startswith(b"HTTP/1.1 200"), at_once
    in_pieces = sent(address, head[:20], head[20:], body[:5], body[5:])
    chunks = [b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:7], body[7:])]
    chunked = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    in_chunks = sent(address, chunked, *chunks, b"0\r\n", b"\r\n")
    assert in_pieces.startswith(b"HTTP/1.1 200"), in_pieces
    assert in_chunks.startswith(b"HTTP/1.1 400"), "Django asks for a length, and says so"


def test_a_client_that_waits_to_be_told_is_told(address):
    with connected(address) as client:
        client.sendall(HEAD + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 100")
        client.sendall(b"{}")
        while b"HTTP/1.1 400" not in (said := client.recv(65_536)):
            assert said.startswith(b"HTTP/1.1 100"), said


def test_two_requests_in_one_piece_are_both_answered(address):
    twice = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2
    with connected(address) as client:
        client.sendall(twice)
        said = b""
        while said.count(b"HTTP/1.1 200") < 2:
            said += (piece := client.recv(65_536))
            assert piece, said


def test_what_is_too_large_is_refused_at_its_head(address):
    told = f"Content-Length: {LARGEST + 1}\r\n\r\n".encode()
    assert sent(address, HEAD + told).startswith(b"HTTP/1.1 413")


def test_a_broken_request_is_refused_and_not_awaited(address):
    for broken in (b"Content-Length: x\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"):
        assert sent(address, HEAD + broken).startswith(b"HTTP/1.1 4")


def test_a_body_has_its_time_by_its_size_and_a_head_a_short_one():
    arriving = Arriving(since=100.0)
    arriving.feed(HEAD)
    assert arriving.ends == 100 + HEAD_SECONDS
    arriving.feed(b"Content-Length: 1000000\r\n\r\n")
    assert not arriving.whole
    assert arriving.ends == pytest.approx(100 + BODY_SECONDS + 1_000_000 / SLOWEST, abs=0.1)
    arriving.feed(b"x" * 1_000_000)
    assert arriving.whole


def test_a_body_in_chunks_ends_where_it_says_however_it_is_cut():
    whole = (
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5;a=b\r\n12345\r\n1\r\n\n\r\n0\r\nX: y\r\n\r\n"
    )
    for step in (1, 2, 3, 7, 1000):
        arriving = Arriving(since=0)
        for at in range(0, len(whole), step):
            assert not arriving.whole
            arriving.feed(whole[at : at + step])
        assert arriving.whole


def test_a_chunk_that_is_none_is_given_to_who_refuses_it():
    for broken in (b"x\r\n", b"-5\r\n", b"1" * 5000):
        arriving = Arriving(since=0)
        arriving.feed(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + broken)
        assert arriving.whole
