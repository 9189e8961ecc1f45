"""`python -m tests.processor_time make test`: runs it, and says how much of a processor it took.

That of every process counts: workers, PostgreSQL, Redis, Celery, Chromium. Wall time says little
on a machine that does other things as well. Linux only.
"""

import ctypes
import os
import resource
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36


def main(command: list[str]) -> int:
    """What the command ends with. Servers that are left alone come to this process as children."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    begun = time.monotonic()
    first = subprocess.Popen(command)
    code = _wait_for_all(first.pid)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = f"{used.ru_utime:.0f} s user + {used.ru_stime:.0f} s system"
    sys.stderr.write(f"{spent} of a processor in {time.monotonic() - begun:.0f} s\n")
    return code


def _wait_for_all(first: int) -> int:
    code = 0
    while True:
        try:
            process, status = os.wait()
        except ChildProcessError:
            return code
        if process == first:
            code = os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
