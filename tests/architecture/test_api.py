"""The API denies by default: a view that is open says for whom."""

import inspect
from collections.abc import Iterator
from typing import Any

from rest_framework.settings import api_settings
from rest_framework.views import APIView

from jassclub.api.document_views import DocumentView
from tests.addresses import addresses

PREFIX = "api/v1/"


def api_views() -> Iterator[tuple[str, Any]]:
    """(address, view class) of everything below /api/v1/."""
    for address, answering in addresses():
        if address.startswith(PREFIX):
            yield address, _class_of(answering)


def _class_of(callback: Any) -> Any:
    return getattr(callback, "cls", None) or callback.view_class


def test_everything_under_the_api_is_a_view_of_the_framework() -> None:
    views = list(api_views())
    assert views
    assert [address for address, view in views if not issubclass(view, APIView)] == []


def test_every_view_declares_its_permissions() -> None:
    """`DenyAll` is for those who forget; an action may declare its own by get_permissions."""
    silent = [
        address
        for address, view in api_views()
        if view.permission_classes == api_settings.DEFAULT_PERMISSION_CLASSES
        and view.get_permissions is APIView.get_permissions
    ]
    assert silent == []


def test_the_default_is_to_deny() -> None:
    permissions: list[Any] = list(api_settings.DEFAULT_PERMISSION_CLASSES)
    assert len(permissions) == 1
    assert permissions[0]().has_permission(None, None) is False


def test_who_answers_unchanged_says_so_in_the_document() -> None:
    # The document does not describe itself.
    views = {view for _address, view in api_views()} - {DocumentView}
    # What `reading` makes of a thing with several addresses asks the attribute itself.
    answering = {
        view
        for view in views
        if "conditional(" in inspect.getsource(view)
        or (hasattr(view, "retrieve") and view.conditional)
    }
    assert {view for view in views if getattr(view, "conditional", False)} == answering
    assert len(answering) > 5
