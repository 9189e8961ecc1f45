"""Spreadsheets of whole seasons, as clubs keep them."""
