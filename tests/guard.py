"""Runs servers for a test run and ends them when that run ends, however it ends.

Started as `python tests/guard.py JOB` with a pipe on standard input whose other end only
the test run holds: even `kill -9` of the run closes it. JOB is JSON:
`{"commands": [[program, ...]], "signal": number, "uid": n or null, "remove": folder or null}`.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from typing import Any

PATIENCE = 5.0


def main() -> None:
    job = json.loads(sys.argv[1])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    servers = [_started(command, job) for command in job["commands"]]
    while os.read(0, 1):
        pass
    for server in servers:
        _end(server, job["signal"])
    if job["remove"]:
        shutil.rmtree(job["remove"], ignore_errors=True)


def _started(command: list[str], job: dict[str, Any]) -> "subprocess.Popen[bytes]":
    identity: dict[str, Any] = {}
    if job["uid"] is not None:
        identity = {"user": job["uid"], "group": job["uid"], "extra_groups": []}
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        **identity,
    )


def _end(server: "subprocess.Popen[bytes]", number: int) -> None:
    server.send_signal(number)
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
