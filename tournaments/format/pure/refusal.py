"""A value that cannot be read: carries its findings up to whoever knows where it stands."""

from collections.abc import Iterable

from jassclub.core.findings import Finding


class Refusal(ValueError):
    """`findings` say what is wrong, with pointers from the value that was refused."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = list(findings)
        super().__init__(", ".join(finding.code for finding in self.findings))


def refuse(code: str, **params: object) -> Refusal:
    """One finding about the value as a whole."""
    return Refusal([Finding(code=code, params=params)])
