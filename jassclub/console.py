"""The command `jassclub` of the installed package: it serves, and answers what needs no server.

Data lie in the folder that JASSCLUB_VAR names, else where programs of this user keep theirs.
"""

import os
import sys
from collections.abc import Sequence
from io import BytesIO, TextIOWrapper
from pathlib import Path

COMMANDS = {
    "serve": "serve a club from this machine",
    "rule": "decide a case: FILE, - or the JSON itself",
    "lookup": "find the article that answers a question",
    "plan": "draw a seating plan",
    "sheet": "count a game hand by hand",
    "standings": "rank a list of results",
}
USAGE = "\n".join(
    [
        "usage: jassclub COMMAND ...",
        "",
        *(f"  {name:<10} {what}" for name, what in COMMANDS.items()),
        "",
        "jassclub COMMAND --help tells more.",
    ]
)
UNUSABLE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one of the commands; 0 done, 1 faulty records, 2 an unusable call."""
    told = list(sys.argv[1:] if arguments is None else arguments)
    if not told or told[0] not in COMMANDS:
        asked = told in (["-h"], ["--help"])
        print(USAGE, file=sys.stdout if asked else sys.stderr)
        return 0 if asked else UNUSABLE
    if told[0] == "rule":
        told = [_record(word) for word in told]
    run(told)
    return 0


def run(told: Sequence[str]) -> None:
    """Any command of the service, with the data where an installed package keeps them."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
    os.environ.setdefault("JASSCLUB_VAR", str(_data_folder()))
    # Settings are read when Django is: what they read has to stand in the environment before.
    from django.core.management import execute_from_command_line

    execute_from_command_line(["jassclub", *told])


def _record(word: str) -> str:
    """A case written on the command line is read as if it came through a pipe."""
    if not word.startswith("{"):
        return word
    sys.stdin = TextIOWrapper(BytesIO(word.encode()))
    return "-"


def _data_folder() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "jassclub"
