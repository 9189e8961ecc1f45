"""What gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from referee.rulebook.lookup.search import warm_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
application = get_wsgi_application()
warm_up()
