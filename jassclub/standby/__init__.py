"""The second machine of a hall: it keeps a copy every minute, and goes on when the first one dies.

`copies.py` makes a copy on the first machine, `views.py` gives it out, `sealing.py` closes it so
that nobody reads it in the network of the hall, `keeping.py` fetches and keeps it on the second.
"""
