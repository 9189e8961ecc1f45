"""One test over a whole table of quick cases; every case that fails is told.

To collect and report a test takes longer than to look a card up: thousands of such cases stand in
tables of some dozens each.
"""

import inspect
from collections.abc import Callable, Iterable
from typing import Any


def tabled(name: str, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As `pytest.mark.parametrize(name, cases)`, but in one test; directly above the test."""
    listed = list(cases)
    assert listed

    def over_all(test: Callable[..., None]) -> Callable[..., None]:
        def tried(**given: Any) -> None:
            failed: list[Exception] = []
            for case in listed:
                try:
                    test(**given, **{name: case})
                except Exception as error:
                    error.add_note(f"where {name} = {case!r:.200}")
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(listed)} cases", failed)

        known = inspect.signature(test)
        others = [one for one in known.parameters.values() if one.name != name]
        tried.__signature__ = known.replace(parameters=others)  # type: ignore[attr-defined]
        for same in ("__name__", "__qualname__", "__module__", "__doc__"):
            setattr(tried, same, getattr(test, same))
        return tried

    return over_all
