"""{{ amount|francs }}: Rappen as francs."""

from __future__ import annotations

from django import template

from jassclub.web.francs import written

register = template.Library()
register.filter("francs", written)
