"""A session without the log-in that leads to it, which most tests are not about."""

from datetime import timedelta

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string

from jassclub.clubs.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in(user: User) -> Client:
    """The browser of somebody who has logged in: one statement; `force_login` needs ten."""
    told = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: BACKEND,
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    session = Session.objects.create(
        session_key=get_random_string(32),
        session_data=SessionStore().encode(told),
        expire_date=timezone.now() + timedelta(days=14),
    )
    client = Client()
    client.cookies["sessionid"] = session.session_key
    return client
