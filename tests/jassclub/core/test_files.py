"""Names of files."""

import pytest

from jassclub.core.files import saved_as, shown_as


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        (("Persönliche Blätter", "2026/27"), "persoenliche-blaetter-2026-27"),
        (("Dossier de l’année",), "dossier-de-l-annee"),
        (("K.-o.", "St. Gallen"), "k-o-st-gallen"),
        (("../../etc", 'a"b\r\n'), "etc-ab"),
        (("Weiße Saison", "2026–27", "Ærø"), "weisse-saison-2026-27-aeroe"),
        (("李",), "jassclub"),
    ],
)
def test_a_file_has_a_name_that_every_disk_takes(parts, name):
    assert saved_as(*parts, end="pdf") == f'attachment; filename="{name}.pdf"'
    assert shown_as(*parts, end="ics") == f'inline; filename="{name}.ics"'
