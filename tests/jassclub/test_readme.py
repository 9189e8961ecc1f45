"""The example of the README does what the README says, on the demo club."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.servers import SQLITE

README = (Path(__file__).resolve().parents[2] / "README.md").read_text()


def example(server: str) -> str:
    found = re.search(r"```bash\n(.*?)```", README, re.S)
    assert found is not None
    return found[1].replace("http://127.0.0.1:8000", server)


@pytest.mark.skipif(not SQLITE, reason="the demo belongs to make run, which is on SQLite")
@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl on this machine")
@pytest.mark.django_db(transaction=True)
def test_the_example_is_refused_as_shown(live_server) -> None:
    call_command("load_demo", verbosity=0)
    done = subprocess.run(
        ["bash", "-euc", example(live_server.url)], capture_output=True, text=True, check=True
    )
    shown = re.search(r"```json\n(.*?)```", README, re.S)
    assert shown is not None
    answer = json.loads(done.stdout)
    assert {**answer, **json.loads(shown[1])} == answer
