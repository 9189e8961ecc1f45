"""The rows of all rooms, for Django. Code imports a row from its room."""

from scoring.claims import models as claims
from scoring.core import models as core
from scoring.disputes import models as disputes
from scoring.photos import models as photos

__all__ = ["claims", "core", "disputes", "photos"]
