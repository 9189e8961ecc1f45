"""Addresses of the office, below the page of its club."""

from django.urls import path

from jassclub.pages.office import data, kitty, preview

urlpatterns = [
    path("kitty/", kitty.kitty, name="kitty"),
    path("kitty/book/", kitty.book, name="kitty_book"),
    path("kitty/<uuid:booking_id>/", kitty.booking, name="kitty_booking"),
    path("data/", data.data, name="data"),
    path("data/<uuid:preview_id>/", preview.preview, name="preview"),
    path("data/<uuid:preview_id>/discard/", preview.discard, name="discard_preview"),
]
