"""Each form of the office says in docs/decisions/handing-over.md what takes it back."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
FORM = re.compile(r"^POST +((?:clubs|seasons|e)/\S+)(?!.* 405 )", re.MULTILINE)
ROW = re.compile(r"^\| (`.*?) \| (.+) \|$", re.MULTILINE)


def test_each_form_of_the_office_says_what_takes_it_back():
    addresses = FORM.findall((ROOT / "tests/rights/table.txt").read_text())
    forms = {
        re.sub(r"<\w+:(\w+)>", r"<\1>", address).removeprefix("clubs/<slug>/")
        for address in addresses
        if "/tournaments/" not in address
    }
    rows = ROW.findall((ROOT / "jassclub/docs/decisions/handing-over.md").read_text())
    told = [form for head, _way in rows for form in re.findall("`(.+?)`", head)]
    assert sorted(told) == sorted(forms)
