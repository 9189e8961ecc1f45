"""Arrows between tables point down, and saving a row does nothing but save it."""

from typing import Any

from django.apps import apps
from django.db import models

from tests.architecture.sources import imported, python_files

FLOORS = [
    *("auth", "contenttypes", "sessions"),
    *("api", "web", "clubs", "referee", "scoring", "tournaments", "pages"),
]
OWN = ("api", "web", "clubs", "referee", "scoring", "tournaments", "pages")
CLUBLESS = {
    "api.IdempotencyRecord": "what somebody asked, gone after some hours",
    "api.Upkeep": "what the operator of all clubs watches",
    "clubs.ApiToken": "opens what its person may open, in all his clubs",
    "clubs.Club": "itself",
    "clubs.SecondFactor": "opens the account of a person, in all his clubs",
    "clubs.SignIn": "a person's own: when he came in, in whatever club",
    "pages.PushSubscription": "a browser of a person, who judges in any of his clubs",
    "clubs.User": "a person in several clubs, or in none yet",
}
SIGNALS = ("django.db.models.signals", "django.dispatch", "django.core.signals")


def own_models() -> list[type[models.Model]]:
    return [model for label in OWN for model in apps.get_app_config(label).get_models()]


def relations() -> list[tuple[type[models.Model], Any, type[models.Model]]]:
    """Every relation as Django resolved it, foreign keys written as strings included."""
    return [
        (model, field, field.related_model)
        for model in own_models()
        for field in model._meta.get_fields()
        if field.is_relation and not field.auto_created and field.related_model
    ]


def test_there_are_relations_to_judge() -> None:
    assert len(relations()) > 5


def test_foreign_keys_point_down_or_stay_in_their_room() -> None:
    upward = [
        f"{model._meta.label}.{field.name} -> {target._meta.label}"
        for model, field, target in relations()
        if FLOORS.index(target._meta.app_label) > FLOORS.index(model._meta.app_label)
    ]
    assert upward == []


def test_every_row_says_to_which_club_it_belongs() -> None:
    without = {
        model._meta.label
        for model in own_models()
        if "club" not in {field.name for field in model._meta.local_fields}
    }
    assert without == set(CLUBLESS)


def test_the_api_and_the_pages_stand_beside_each_other() -> None:
    across = [
        f"{model._meta.label}.{field.name}"
        for model, field, target in relations()
        if {model._meta.app_label, target._meta.app_label} == {"api", "web"}
    ]
    assert across == []


def test_no_model_does_work_when_it_is_saved_or_deleted() -> None:
    overriding = [
        f"{model._meta.label}.{name}"
        for model in own_models()
        for name in ("save", "delete", "full_clean")
        if name in vars(model)
    ]
    assert overriding == []


def test_no_module_listens_to_signals() -> None:
    asked = [(str(path), name) for path in python_files() for name in imported(path)]
    assert [(path, name) for path, name in asked if name.startswith(SIGNALS)] == []


def test_generic_foreign_keys_are_not_used() -> None:
    """They point anywhere, so no test could tell where."""
    generic = [
        f"{model._meta.label}.{field.name}"
        for model in own_models()
        for field in model._meta.private_fields
    ]
    assert generic == []
