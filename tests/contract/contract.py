"""What Schemathesis needs to try the API in this process: the document, the caller, the ids."""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings, strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import negative_data_rejection

from jassclub.clubs.services.accounts import new_api_token
from tests.jassclub.hostile import JSON, document, usual
from tests.jassclub.hostile_world import World

POSITIVE, NEGATIVE = GenerationMode.POSITIVE, GenerationMode.NEGATIVE

REFUSED = ["400", "401", "403", "404", "406", "409", "412", "413", "415", "422", "428"]
CONFIG = {
    "generation": {"with-security-parameters": False, "allow-x00": False},
    "checks": {
        "negative_data_rejection": {"expected-statuses": REFUSED},
        # A shape that the document allows may still be refused with 400: a cursor that was never
        # given out, an id in a question that is nobody's, two members that exclude each other.
        # That the usual body of every address is understood is in test_hostile_bodies.
        "positive_data_acceptance": {"enabled": False},
        # These three look at one request after another, of which each is taken back here.
        "use_after_free": {"enabled": False},
        "ensure_resource_availability": {"enabled": False},
        "object_level_authorization": {"enabled": False},  # tests/rights knock at every address
    },
}


@cache
def contract() -> Any:
    """The document as Schemathesis reads it, with the application behind it."""
    config = SchemathesisConfig.from_dict(CONFIG)
    found = schemathesis.openapi.from_dict(document(), config=config)
    found.app = get_wsgi_application()
    return found


def operations() -> list[tuple[str, str]]:
    """Every method of every address of the document."""
    methods = ("get", "post", "put", "patch", "delete")
    paths = document()["paths"].items()
    return sorted((path, method) for path, found in paths for method in methods if method in found)


@dataclass
class Caller:
    """Sends generated cases as the club's admin; everything is taken back after each."""

    world: World
    sent: Counter[int] = field(default_factory=Counter)
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _token, secret = new_api_token(user=self.world.emma.user, label="Prüfung")
        self.headers = {"Authorization": f"Bearer {secret}"}

    def try_out(self, operation: Any, *, examples: int, at_nothing: bool) -> None:
        """Requests of either kind at what exists, and at nothing too, each with all checks."""
        for mode in (POSITIVE, NEGATIVE):
            for fixed in (self._at_the_world(operation), {})[: 2 if at_nothing else 1]:
                try:
                    self._run(operation.as_strategy(generation_mode=mode, **fixed), examples)
                except Unsatisfiable:  # nothing can be wrong about it
                    continue

    def _at_the_world(self, operation: Any) -> dict[str, dict[str, str]]:
        known = self.world.known
        names = [(one.name, one.name.removesuffix("_id")) for one in operation.path_parameters]
        ids = {name: str(known[short]) for name, short in names if short in known}
        headers = {"If-Match": '"v1"'} if "If-Match" in {h.name for h in operation.headers} else {}
        return {"path_parameters": ids, "headers": headers}

    def _run(self, cases: Any, examples: int) -> None:
        @settings(
            max_examples=examples,
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases, way=st.randoms(use_true_random=False))
        def send(case: Any, way: Random) -> None:
            if case.meta.generation.mode == POSITIVE:
                self._likely(case, way)
            self._send(case)

        send()

    def _likely(self, case: Any, way: Random) -> None:
        """Most bodies get members that could well be, so that they reach deep."""
        if isinstance(case.body, dict) and case.media_type == JSON and way.random() < 0.7:
            address = re.sub(r"{(\w+)}", r"<\1>", case.path.removeprefix("/"))
            body = usual(address, case.method.lower(), self.world.known)
            kept = [name for name in case.body if way.random() < 0.3]
            case.body = {**body, **{name: case.body[name] for name in kept}}

    def _send(self, case: Any) -> None:
        with transaction.atomic():
            response = case.call(headers=self.headers)
            is_strict = _only_the_body_is_wrong(case) and not _refused_in_part(response)
            lenient = [] if is_strict else [negative_data_rejection]
            case.validate_response(response, headers=self.headers, excluded_checks=lenient)
            transaction.set_rollback(True)
        self.sent[response.status_code] += 1


def _only_the_body_is_wrong(case: Any) -> bool:
    """A question is read with good will: an empty answer counts as none."""
    wrong = [place for place, found in case.meta.components.items() if found.mode == NEGATIVE]
    return wrong == [ParameterLocation.BODY]


def _refused_in_part(response: Any) -> bool:
    """Of what was done offline each item has an answer of its own, and only some were taken."""
    if not response.request.path_url.endswith("/batch") or response.status_code != 200:
        return False
    return any(item["status"] >= 400 for item in response.json()["results"])
