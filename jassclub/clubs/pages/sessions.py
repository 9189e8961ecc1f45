"""Log-in and log-out, and what an account keeps of its reader: language and size of the text.

A choice made on this device wins; without one the account's applies, from the log-in on. Logging
out forgets the language, so that the next person on a shared device starts with the own one.
"""

from types import SimpleNamespace
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST
from django.views.i18n import set_language
from rest_framework.views import APIView

from jassclub.api.throttles import LoginThrottle
from jassclub.clubs import demo_logins as demo, lockout
from jassclub.clubs.models import Language, Role, User
from jassclub.clubs.services import accounts
from jassclub.clubs.throttling import FormThrottle
from jassclub.web import views as web
from jassclub.web.context import TEXT_COOKIE, TEXTS


class LogIn(LoginView):
    """Log-in of a person; who guesses is slowed down and shut out as in the API."""

    template_name = "pages/login.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Try name and password."""
        throttles, asked = (LoginThrottle(), FormThrottle()), attempt_of(request)
        if not all(one.allow_request(asked, cast(APIView, self)) for one in throttles):
            form = self.get_form_class()(request)
            return self.render_to_response(self.get_context_data(form=form, slow=True), status=429)
        return super().post(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the log-ins of the demo club, where it is loaded."""
        return super().get_context_data(**kwargs) | demo_logins()

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """In, and from here on in the language of the account."""
        answer = super().form_valid(form)
        return speak(self.request, answer, form.get_user())

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Say that it did not fit, with a status that says so too."""
        if lockout.is_locked(self.request):
            words = lockout.locked().message
            context = self.get_context_data(form=form, locked=words)
            return self.render_to_response(context, status=lockout.LoginLocked.status)
        return self.render_to_response(self.get_context_data(form=form), status=422)


class LogOut(LogoutView):
    """Log-out of a person; the language goes with him."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """End the session."""
        answer = super().post(request, *args, **kwargs)
        answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME, path=settings.LANGUAGE_COOKIE_PATH)
        return answer


def attempt_of(request: HttpRequest) -> Any:
    """A form as the throttle of the API reads it: who sends which name."""
    return SimpleNamespace(data=request.POST, META=request.META, headers=request.headers)


def demo_logins() -> dict[str, Any]:
    """The log-ins of the demo club, where it is loaded: they are public."""
    if settings.PRODUCTION or not demo.exists():
        return {}
    logins = [
        (name, person.split()[0], Role(role).label) for name, (person, role) in demo.LOGINS.items()
    ]
    return {"demo_logins": logins, "demo_password": demo.PASSWORD}


def speak(request: HttpRequest, answer: HttpResponse, user: User) -> HttpResponse:
    """Speak the language of the account, unless another was chosen on this device."""
    if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=web.YEAR,
            path=settings.LANGUAGE_COOKIE_PATH,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    return answer


@require_POST
def language(request: HttpRequest) -> HttpResponseBase:
    """Choose a language for this device and, where somebody is logged in, for the account."""
    chosen = request.POST.get("language", "")
    if chosen in Language.values:
        _keep(request, {"language": chosen})
    return set_language(request)


@require_POST
def looks(request: HttpRequest) -> HttpResponse:
    """Choose the looks of this device; the size of the text goes with the account too."""
    chosen = request.POST.get(TEXT_COOKIE, "")
    if chosen in TEXTS:
        _keep(request, {"large_text": chosen == "large"})
    return web.looks(request)


def _keep(request: HttpRequest, values: dict[str, Any]) -> None:
    if isinstance(request.user, User):
        accounts.change_settings(user=request.user, values=values)
