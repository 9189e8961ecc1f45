"""Every index is paid for at each entry: none is the beginning of another one."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Model, UniqueConstraint

ROOMS = {"api", "clubs", "referee", "scoring", "tournaments"}
MODELS = [model for model in apps.get_models() if model._meta.app_label in ROOMS]


def whole_indexes(model: type[Model]) -> Iterator[tuple[str, ...]]:
    """The columns of each index over all rows that is named in the model."""
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint) and constraint.condition is None:
            yield tuple(constraint.fields)
    for index in model._meta.indexes:
        if index.fields and index.condition is None:
            yield tuple(name.lstrip("-") for name in index.fields)
    if len(columns := model._meta.pk_fields) > 1:
        yield tuple(field.attname.removesuffix("_id") for field in columns)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_no_index_is_the_beginning_of_another(model):
    longer = list(whole_indexes(model))
    own = [
        field.name
        for field in model._meta.local_fields
        if isinstance(field, ForeignKey) and vars(field)["db_index"] and not field.unique
    ]
    assert not [name for name in own if any(columns[0] == name for columns in longer)]
    assert not [
        columns
        for columns in longer
        if any(other[: len(columns)] == columns for other in longer if other is not columns)
    ]
