"""What the views of this app share."""

from jassclub.clubs.access import TokenScope
from jassclub.clubs.actors import IsActor
from jassclub.clubs.api.base import Addresses


class TableAddresses(Addresses):
    """For people and phones; which games they reach is up to the selectors and services."""

    permission_classes = [IsActor]
    throttle_scope = "entries"
    token_scope = TokenScope.HANDS
