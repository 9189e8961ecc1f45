"""A webhook cannot be made to look behind the walls of the house."""

import socket
import ssl
import subprocess
import threading
from ipaddress import ip_address, ip_network

import pytest

from jassclub.webhooks import guard, wire
from tests.jassclub.webhooks.receiver import Receiver

NOBODY = ()
HOUSE = [ip_network("192.168.1.0/24"), ip_network("fd00:1::/64")]

PUBLIC = [
    "9.9.9.9",
    "185.79.234.1",
    "172.15.255.255",
    "172.32.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "11.0.0.0",
    "2a00:1450:400a:804::2004",
    "2606:4700::1111",
    "::ffff:9.9.9.9",
    "64:ff9b::9.9.9.9",
]
NOT_PUBLIC = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "233.252.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::9.9.9.9",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::127.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:909:909::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
]


@pytest.mark.parametrize("text", PUBLIC)
def test_what_anybody_may_reach_may_be_called(text):
    assert guard.is_public(ip_address(text))


@pytest.mark.parametrize("text", NOT_PUBLIC)
def test_what_lies_behind_the_walls_is_not_called(text):
    assert not guard.is_public(ip_address(text))


@pytest.mark.parametrize(
    ("url", "host", "port", "path", "authority"),
    [
        ("https://example.ch", "example.ch", 443, "/", "example.ch"),
        ("https://Example.CH./a/b?c=d&e", "example.ch", 443, "/a/b?c=d&e", "example.ch"),
        ("https://example.ch:8443/x", "example.ch", 8443, "/x", "example.ch:8443"),
        ("http://hall:8080", "hall", 8080, "/", "hall:8080"),
        ("https://9.9.9.9/", "9.9.9.9", 443, "/", "9.9.9.9"),
        ("https://[2606:4700::1111]:8443/", "2606:4700::1111", 8443, "/", "[2606:4700::1111]:8443"),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", 443, "/", None),
        ("https://a_b.example.ch/", "a_b.example.ch", 443, "/", None),
        ("https://4chan.example1/", "4chan.example1", 443, "/", None),
    ],
)
def test_a_usual_address_is_read(url, host, port, path, authority):
    target = guard.read_url(url)
    assert (target.host, target.port, target.path) == (host, port, path)
    assert authority in (None, target.authority)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.ch",
        "//example.ch/",
        "ftp://example.ch/",
        "file:///etc/passwd",
        "gopher://example.ch/",
        "javascript:alert(1)",
        "https://",
        "https:///path",
        "https://user@example.ch/",
        "https://user:word@example.ch/",
        "https://@example.ch/",
        "https://example.ch#@10.0.0.1/",
        "https://example.ch/#part",
        "https://example.ch\\@10.0.0.1/",
        "https://exa mple.ch/",
        "https://example.ch/a b",
        "https://example.ch/\r\nX-Evil: 1",
        "https://example.ch/\x00",
        "https://example.ch\t/",
        "https://bücher.ch/",
        "https://ⓔxample.ch/",
        "https://example.ch:0/",
        "https://example.ch:22/",
        "https://example.ch:25/",
        "https://example.ch:1023/",
        "https://example.ch:65536/",
        "https://example.ch:-1/",
        "https://example.ch:abc/",
        "https://2130706433/",
        "https://017700000001/",
        "https://0x7f000001/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://127.0.0.1.5/",
        "https://1.2.3.0x4/",
        "https://9.9.9.09/",
        "https://example.1/",
        "https://[::1/",
        "https://[fe80::1%25eth0]/",
        "https://[v1.x]/",
        "https://-a.ch/",
        "https://a..ch/",
        "https://.ch/",
        "https://%31%32%37.0.0.1/",
        "https://example.ch/" + "x" * 500,
    ],
)
def test_what_is_no_usual_address_is_refused(url):
    with pytest.raises(guard.Refused) as refused:
        guard.read_url(url)
    assert refused.value.fault == "bad_url"


def names(*found: str):
    """A name service that says this."""
    return lambda host, port, **more: [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (text, port)) for text in found
    ]


def judged(url: str, *found: str, networks=NOBODY):
    target = guard.read_url(url)
    return [str(a) for a in guard.addresses(target, networks=networks, resolve=names(*found))]


def fault(url: str, *found: str, networks=NOBODY) -> str:
    with pytest.raises(guard.Refused) as refused:
        judged(url, *found, networks=networks)
    return refused.value.fault


def test_a_name_is_judged_by_every_address_it_has():
    assert judged("https://a.ch", "9.9.9.9", "9.9.9.9") == ["9.9.9.9"]
    assert fault("https://a.ch", "9.9.9.9", "10.0.0.1") == "forbidden"
    assert fault("https://a.ch", "9.9.9.9", "::ffff:127.0.0.1") == "forbidden"
    assert fault("https://a.ch") == "unknown_host"


def test_only_a_few_of_many_addresses_are_tried():
    assert len(judged("https://a.ch", *(f"9.9.9.{n}" for n in range(1, 9)))) == 3


def test_a_network_that_the_operator_named_may_be_called_and_no_other():
    assert judged("https://a.ch", "192.168.1.7", networks=HOUSE) == ["192.168.1.7"]
    assert judged("https://a.ch", "::ffff:192.168.1.7", networks=HOUSE)
    assert judged("https://a.ch", "fd00:1::7", networks=HOUSE) == ["fd00:1::7"]
    assert fault("https://a.ch", "192.168.2.7", networks=HOUSE) == "forbidden"
    assert fault("https://a.ch", "192.168.1.7", "10.0.0.1", networks=HOUSE) == "forbidden"


def test_plain_http_stays_in_the_networks_of_the_house():
    assert judged("http://a.ch:8080", "192.168.1.7", networks=HOUSE) == ["192.168.1.7"]
    assert fault("http://a.ch", "9.9.9.9", networks=HOUSE) == "plain_http"
    assert fault("http://a.ch", "192.168.1.7", "9.9.9.9", networks=HOUSE) == "plain_http"


def test_a_name_service_that_does_not_answer_is_told_as_such():
    def down(*args, **more):
        raise socket.gaierror(-3, "Temporary failure")

    outcome = wire.post("https://a.ch/", body=b"", headers={}, networks=NOBODY, resolve=down)
    assert (outcome.fault, outcome.code) == ("unknown_host", None)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"])
def test_this_machine_is_never_called_by_default(host):
    with Receiver.listening() as receiver:
        url = f"https://{host}:{receiver.port}/"
        outcome = wire.post(url, body=b"{}", headers={}, networks=NOBODY)
        assert (outcome.fault, receiver.calls) == ("forbidden", [])


def test_the_name_is_asked_once_and_the_judged_address_is_called(monkeypatch):
    """A name that turns to another address between the check and the call gains nothing."""
    answers = [["127.0.0.1"], ["10.0.0.1"]]
    asked: list[str] = []
    called: list[str] = []
    connect = socket.create_connection

    def turning(host, port, **more):
        asked.append(host)
        return names(*answers.pop(0))(host, port)

    def noted(address, **more):
        called.append(address[0])
        return connect(address, **more)

    monkeypatch.setattr(socket, "create_connection", noted)
    with Receiver.listening() as receiver:
        outcome = wire.post(
            f"http://turning.example:{receiver.port}/x",
            body=b"{}",
            headers={},
            networks=[ip_network("127.0.0.0/8")],
            resolve=turning,
        )
        assert receiver.calls[0].headers["host"] == f"turning.example:{receiver.port}"
    assert (outcome.code, asked, called) == (204, ["turning.example"], ["127.0.0.1"])


def test_the_second_address_is_called_where_the_first_is_dead():
    with Receiver.listening() as receiver:
        outcome = wire.post(
            f"http://two.example:{receiver.port}/",
            body=b"{}",
            headers={},
            networks=[ip_network("127.0.0.0/8")],
            resolve=names("127.0.0.77", "127.0.0.1"),
        )
    assert outcome.accepted


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """For the name jass.example, trusted by nobody."""
    folder = tmp_path_factory.mktemp("tls")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=jass.example", "-addext", "subjectAltName=DNS:jass.example"]
    command += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("no openssl on this machine to make a certificate with")
    return folder


@pytest.fixture
def secured(certificate):
    """A receiver that speaks TLS, and what it takes to trust it."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    with Receiver.listening(secured=server) as receiver:
        yield receiver


def call(receiver, host):
    return wire.post(
        f"https://{host}:{receiver.port}/",
        body=b"{}",
        headers={},
        networks=[ip_network("127.0.0.0/8")],
        resolve=names("127.0.0.1"),
    )


def trust(monkeypatch, certificate):
    context = ssl.create_default_context(cafile=certificate / "cert.pem")
    monkeypatch.setattr(wire, "_trust", lambda: context)


def test_the_certificate_is_asked_for_the_name_and_not_for_the_address(
    secured, certificate, monkeypatch
):
    trust(monkeypatch, certificate)
    assert call(secured, "jass.example").code == 204
    assert call(secured, "other.example").fault == "tls"
    assert len(secured.calls) == 1


def test_a_certificate_that_nobody_trusts_ends_it(secured):
    assert (call(secured, "jass.example").fault, secured.calls) == ("tls", [])


def test_plain_answers_on_a_secured_address_end_it():
    with Receiver.listening() as receiver:
        assert call(receiver, "jass.example").fault in ("tls", "unreachable")
        assert receiver.calls == []


def test_a_name_server_that_does_not_answer_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(guard, "RESOLVE_SECONDS", 0.05)
    answered = threading.Event()
    try:
        outcome = wire.post(
            "https://a.ch/",
            body=b"",
            headers={},
            networks=NOBODY,
            resolve=lambda *_asked, **_how: answered.wait(20) or [],
        )
    finally:
        answered.set()
    assert (outcome.fault, outcome.milliseconds < 5_000) == ("unknown_host", True)
