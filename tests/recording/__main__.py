"""`python -m tests.recording write|compare|pictures`: see README.md beside this file."""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from tests.recording.compare import Renames, differences, items_of, sizes

HERE = Path(__file__).parent


def main(args: list[str]) -> int:
    """0: done or equal; 1: something differs, or an address ended in a fault; 2: not usable."""
    parser = argparse.ArgumentParser(prog="python -m tests.recording")
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="record the service as it is")
    writing.add_argument("folder", type=Path)
    writing.add_argument("--tables", type=Path, help="a database to begin with, migrated")
    writing.add_argument("--only", action="append", default=[], metavar="SCENARIO")
    comparing = commands.add_parser("compare", help="what differs between two recordings")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--renames", type=Path, default=HERE / "renames.toml")
    comparing.add_argument("--without-archives", action="store_true")
    drawing = commands.add_parser("pictures", help="the main pages at three sizes")
    drawing.add_argument("folder", type=Path)
    told = parser.parse_args(args)
    done = {"write": _write, "compare": _compare, "pictures": _pictures}
    return int(done[told.command](told))


def _write(told: argparse.Namespace) -> int:
    from tests.recording.scenarios import record

    if told.folder.exists() and any(told.folder.iterdir()):
        print(f"{told.folder} is not empty", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as var:
        if told.tables:
            shutil.copyfile(told.tables, Path(var, "jassclub.sqlite3"))
        faults = record(told.folder, Path(var), only=told.only)
    print(sizes(items_of(told.folder)))
    for fault in faults:
        print(f"ended in a fault: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _compare(told: argparse.Namespace) -> int:
    for folder in (told.old, told.new):
        if not folder.is_dir() or not items_of(folder):
            print(f"{folder} is no recording", file=sys.stderr)
            return 2
    found = differences(told.old, told.new, Renames.read(told.renames))
    if not told.without_archives:
        from tests.recording.archives import imported

        with tempfile.TemporaryDirectory() as var:
            found += imported(told.old, Path(var))
    for one in found:
        print(one)
    print(f"{len(found)} differences in {len(items_of(told.old))} items")
    return 1 if found else 0


def _pictures(told: argparse.Namespace) -> int:
    from tests.recording.pictures import draw

    return draw(told.folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
