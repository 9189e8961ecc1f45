"""What gunicorn serves."""

import os
from threading import Thread

from django.core.wsgi import get_wsgi_application

from referee.rulebook.lookup import search
from referee.rulebook.telling import reader

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
application = get_wsgi_application()
search.warm_up()
# Phrases are read an article at a time, too; nobody should wait for all of them.
Thread(target=reader.warm_up, name="phrases", daemon=True).start()
