"""The log-ins of the demo club, which is loaded at home; the page to log in names them."""

from django.apps import apps

SLUG = "frohsinn"
PASSWORD = "frohsinn-jasst"  # noqa: S105 printed at every start, for a club that does not exist
LOGINS = {
    "anna": ("Anna Aregger", "scribe"),
    "beat": ("Beat Brunner", "member"),
    "chloe": ("Chlöe Conti", "director"),
    "rosmarie": ("Rosmarie Ryser", "referee"),
    "vreni": ("Vreni Vogel", "admin"),
}
"""User name -> player and role. The admin and the referee look after things and do not play."""


def exists() -> bool:
    """True where the demo club has been loaded."""
    return apps.get_model("clubs", "Club")._default_manager.filter(slug=SLUG).exists()
