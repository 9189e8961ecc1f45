"""`python -m jassclub COMMAND`: what `manage.py` is beside the sources, where it is installed."""

import sys

from jassclub.console import run

if __name__ == "__main__":
    run(sys.argv[1:])
