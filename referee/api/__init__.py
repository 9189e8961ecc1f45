"""The law over HTTP; so far the profiles."""
