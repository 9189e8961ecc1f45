"""The settings of the service, with the address of the floor beside the real ones."""

from jassclub.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench._urls"
