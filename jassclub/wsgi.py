"""What gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from referee.rulebook.lookup import search
from referee.rulebook.telling import reader

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
application = get_wsgi_application()
# Before the copies are made, which share it: nobody waits for the index or the phrases.
search.warm_up()
reader.warm_up()
