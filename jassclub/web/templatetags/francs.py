"""{{ amount|francs }}: Rappen as francs."""

from django import template

from jassclub.web.francs import written

register = template.Library()
register.filter("francs", written)
