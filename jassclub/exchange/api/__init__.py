"""The API of what gathers across rooms."""
