#!/usr/bin/env python
"""Entry point of all commands: `manage.py help` lists them."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError, ProgrammingError

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
    try:
        execute_from_command_line(sys.argv)
    except (OperationalError, ProgrammingError) as problem:
        if "--traceback" in sys.argv:
            raise
        sys.exit(
            f"The database cannot do this: {problem}\nIs it up, is DATABASE_URL right, "
            "has `manage.py migrate` run? With --traceback all is told."
        )
