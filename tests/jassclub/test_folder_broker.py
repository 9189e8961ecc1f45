"""The embedded broker: no file in its folders ends a worker or keeps messages from travelling."""

import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Queue
from kombu.exceptions import ChannelError

from jassclub.broker import Transport

pytestmark = pytest.mark.once


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("queue", "control"):
        (tmp_path / name).mkdir()
    return tmp_path


@pytest.fixture
def broker(folder: Path) -> Iterator[Connection]:
    options = {
        "data_folder_in": str(folder / "queue"),
        "data_folder_out": str(folder / "queue"),
        "control_folder": str(folder / "control"),
    }
    with Connection("filesystem://", transport=Transport, transport_options=options) as connection:
        yield connection


def send(broker: Connection, *bodies: Any) -> None:
    with broker.Producer() as producer:
        for body in bodies:
            producer.publish(body, routing_key="work", declare=[Queue("work", routing_key="work")])


def received(broker: Connection) -> list[Any]:
    queue = Queue("work", routing_key="work", channel=broker.channel())
    queue.declare()
    found = []
    while message := queue.get(no_ack=True):
        found.append(message.payload)
    return found


def test_messages_arrive_once_in_the_order_of_sending(broker, folder) -> None:
    send(broker, "first", "second")
    assert received(broker) == ["first", "second"]
    assert list((folder / "queue").iterdir()) == []


@pytest.mark.parametrize("torn", [b"", b'{"bo', b"\xff\xfe", b"[}"])
def test_a_message_that_cannot_be_read_is_left_out(broker, folder, torn) -> None:
    (folder / "queue" / "0_half.work.msg").write_bytes(torn)
    send(broker, "whole")
    assert received(broker) == ["whole"]
    assert list((folder / "queue").iterdir()) == []


@pytest.mark.parametrize("torn", [b"", b"[["])
def test_bindings_that_cannot_be_read_are_written_anew(broker, folder, torn) -> None:
    send(broker, "before")
    for table in (folder / "control").iterdir():
        table.write_bytes(torn)
    assert received(broker) == ["before"]
    send(broker.clone(), "after")
    assert received(broker) == ["after"]


def test_on_a_full_disk_sending_is_refused_and_nothing_half_is_left(
    broker, folder, monkeypatch
) -> None:
    send(broker, "before")
    write = Path.write_bytes

    def half(path: Path, content: bytes) -> int:
        write(path, content[:7])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(ChannelError):
        send(broker, "lost")
    monkeypatch.undo()
    send(broker, "after")
    assert received(broker) == ["before", "after"]
    assert list((folder / "queue").iterdir()) == []
