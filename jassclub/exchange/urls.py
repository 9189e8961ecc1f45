"""Addresses of the pages of export and import."""

from django.urls import path

from jassclub.exchange.blank_sheet import blank_sheet

urlpatterns = [path("blank-sheet/", blank_sheet, name="blank_sheet")]
