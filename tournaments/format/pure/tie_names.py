"""The names of tie-breaks by single results, and what is wrong with a list of them."""

from collections.abc import Collection, Sequence

from jassclub.core.findings import Finding

SHARED = "shared"
BEST = "best"
SECOND = "second"
RESULT_TIES = (BEST, SECOND, SHARED)


def read_ties(
    names: Sequence[str], *, allowed: Collection[str], pointer: str = ""
) -> list[Finding]:
    """What is wrong with a list of tie-breaks: unknown, named twice, or after `shared`."""
    findings = []
    for index, name in enumerate(names):
        at = f"{pointer}/{index}"
        if name not in allowed:
            known = ", ".join(sorted(allowed))
            findings.append(Finding("tie_unknown", at, f"{name[:40]!r} is none of {known}"))
        elif name in names[:index]:
            findings.append(Finding("tie_twice", at, f"{name} is named twice"))
        elif SHARED in names[:index]:
            findings.append(Finding("tie_after_shared", at, f"{name} comes after {SHARED}"))
    return findings
