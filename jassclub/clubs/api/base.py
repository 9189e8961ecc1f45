"""The base of every view that knows who acts: also used by the rooms above."""

from jassclub.api.views import ApiView
from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import actor_of


class ActorView(ApiView):
    """An `ApiView` with `self.actor`; name `permission_classes` in every subclass."""

    @property
    def actor(self) -> Actor:
        """Who acts in this request."""
        return actor_of(self.request)

    def actor_key(self) -> str:
        """Idempotency keys belong to the actor."""
        return str(self.actor)
