"""The same service for an asynchronous server."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
application = get_asgi_application()
