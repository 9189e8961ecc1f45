"""What gunicorn serves."""

import os
from threading import Thread

from django.core.wsgi import get_wsgi_application

from referee.rulebook.lookup.search import warm_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
application = get_wsgi_application()
# Whoever first asks a rule of a small computer would wait some seconds for the index.
warming = Thread(target=warm_up, name="rule index", daemon=True)
warming.start()
