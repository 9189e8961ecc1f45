"""What the views of this app share."""

from jassclub.clubs.api.base import ActorView
from jassclub.clubs.permissions import IsActor


class TableView(ActorView):
    """For people and phones; which games they reach is up to the selectors and services."""

    permission_classes = [IsActor]
    throttle_scope = "entries"
