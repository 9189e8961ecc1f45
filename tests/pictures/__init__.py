"""`python -m tests.pictures [--out DIR]`: the pictures of the pages in `jassclub/docs/pictures`."""
