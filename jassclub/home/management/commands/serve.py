"""`manage.py serve`: what `make run` starts. Sets up the database, then web and worker."""

from argparse import ArgumentParser
from io import StringIO
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from jassclub.clubs import demo_logins
from jassclub.core import second_machine
from jassclub.home.demo import club as demo
from jassclub.serve import (
    Address,
    Supervisor,
    answers,
    environment_for,
    web_command,
    worker_command,
)
from jassclub.standby.copies import TOKEN
from jassclub.standby.keeping import gone_on
from jassclub.standby.sealing import kept_token

HALL_NOTICE = """
HALL MODE: everyone in this network can reach the service, and pages travel as plain http.
Use it in a hall you trust; on the internet, follow jassclub/docs/running.md instead.
"""

STOPPED = "\nStopped. Nothing is lost; make run (installed: jassclub serve) starts again."
SECOND = """A second machine keeps a copy every minute, and goes on when this one dies:
  make standby FIRST=http://{first} TOKEN={token}
  (installed: python -m jassclub standby http://{first} --token {token})
"""
MOVED_ON = """The second machine at {address} has taken over: what it has is newer than what lies
here. Go on there. If you know that it has not, start with
--anyway (ANYWAY=1 make run; installed: jassclub serve --anyway)."""


class Command(BaseCommand):
    help = "Serves the club from this machine: web server and worker, embedded."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--anyway", action="store_true", help="even if a second machine has taken over"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        address = Address(options["host"], options["port"])
        _refuse_where_it_cannot_serve(address)
        if not options["anyway"]:
            _refuse_where_another_goes_on()
        call_command("migrate", verbosity=0)
        self._load_demo_at_first_start()
        supervisor = Supervisor(
            {"the web server": web_command(address), "the worker": worker_command(settings.VAR)},
            environment_for(address),
        )
        dead = supervisor.run(lambda: self._greet(address), ready=lambda: answers(address))
        if dead:
            raise CommandError(f"{dead.capitalize()} has ended, so everything was stopped.")
        self.stdout.write("\nStopped." if settings.REHEARSAL else STOPPED)

    def _load_demo_at_first_start(self) -> None:
        if not get_user_model().objects.exists():
            self.stdout.write("First start: playing three seasons of the demo club ...")
            call_command("load_demo", stdout=StringIO())

    def _greet(self, address: Address) -> None:
        self.stdout.write("\nJassclub is served on")
        for link in address.links():
            self.stdout.write(f"  {link}")
        self.stdout.write("  the API and pages to try it: /api/v1/docs/")
        if demo_logins.exists():
            self.stdout.write("\n".join(demo.login_lines()))
        if address.hall:
            self.stdout.write(HALL_NOTICE)
            if settings.SQLITE and not settings.REHEARSAL:
                token = kept_token(settings.VAR / TOKEN)
                first = Address(address.names()[0], address.port).bind
                self.stdout.write(SECOND.format(first=first, token=token))
        self.stdout.write("Ctrl-C stops it.")


def _refuse_where_it_cannot_serve(address: Address) -> None:
    if settings.PRODUCTION:
        raise CommandError("This is for one machine; in production see jassclub/docs/running.md.")
    try:
        free = address.is_free()
    except OSError as problem:
        raise CommandError(f"Cannot listen on {address.host}: {problem.strerror}") from problem
    if not free:
        other = address.port + 1
        raise CommandError(
            f"Port {address.port} is taken: make run PORT={other} "
            f"(installed: jassclub serve --port {other})"
        )


def _refuse_where_another_goes_on() -> None:
    """Two machines that go on would part the hall in two."""
    second = second_machine.fetched()
    if second is not None and gone_on(second.address):
        raise CommandError(MOVED_ON.format(address=second.address))
