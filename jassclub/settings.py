"""All settings, read once from the environment; .env.example names every variable.

Embedded (the default) needs no server: SQLite and a filesystem broker, both under VAR.
Production is the same code with JASSCLUB_PRODUCTION=1, DATABASE_URL and REDIS_URL.
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from jassclub.api.enum_names import ENUM_NAMES
from jassclub.core import languages
from jassclub.environment import Environment, kept_secret

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment(Path(os.environ.get("JASSCLUB_DOTENV", BASE_DIR / ".env")))

PRODUCTION = env.flag("JASSCLUB_PRODUCTION")
HALL_MODE, REHEARSAL = env.flag("JASSCLUB_HALL_MODE"), env.flag("JASSCLUB_REHEARSAL")
SERVICE_WORKER = env.flag("SERVICE_WORKER", default=True)
DEBUG = env.flag("JASSCLUB_DEBUG")
VAR = env.folder("JASSCLUB_VAR", str(BASE_DIR / "var"))
env.refuse_if_bad()

if PRODUCTION:
    for name, why in (
        ("SECRET_KEY", "a long random text, the same for all processes"),
        ("ALLOWED_HOSTS", "the names under which the service is reached"),
        ("DATABASE_URL", "postgres://user:password@host/name"),
        ("REDIS_URL", "redis://host:6379/0"),
    ):
        env.require(name, why=why)
    if DEBUG or HALL_MODE:
        env.findings.append("JASSCLUB_DEBUG and JASSCLUB_HALL_MODE cannot be used in production")

SECRET_KEY = env.text("SECRET_KEY") or ("" if PRODUCTION else kept_secret(VAR / "secret_key"))
ANCHOR_KEY = env.text("ANCHOR_KEY") or SECRET_KEY
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

# --- Rooms, upper ones last -------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "axes",
    "jassclub.api",
    "jassclub.web",
    "jassclub.clubs",
    "referee",
    "scoring",
    "tournaments",
    "jassclub.home",
]
MIDDLEWARE = [
    "jassclub.web.middleware.RequestLogMiddleware",
    "jassclub.web.middleware.CopiedAt",
    "django.middleware.security.SecurityMiddleware",
    "jassclub.web.middleware.PageGzipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "jassclub.web.middleware.NoIndex",
    "jassclub.web.middleware.PermissionsPolicy",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "jassclub.web.middleware.AnyNameForProbes",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "jassclub.urls"
WSGI_APPLICATION = "jassclub.wsgi.application"
ASGI_APPLICATION = "jassclub.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": [
                ("django.template.loaders.cached.Loader", ["jassclub.web.template_loader.Loader"])
            ],
            "builtins": ["django.templatetags.l10n"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "jassclub.web.context.house",
            ],
        },
    }
]

# --- Database ---------------------------------------------------------------------------
DATABASES = {"default": env.database("DATABASE_URL", f"sqlite:///{VAR}/jassclub.sqlite3")}
CONN_MAX_AGE = env.number("CONN_MAX_AGE", 600, low=0, high=86_400)
SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
if SQLITE:
    # IMMEDIATE takes the write lock at BEGIN, so that two writers queue instead of failing.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;"
            "PRAGMA foreign_keys=ON;PRAGMA temp_store=MEMORY;"
        ),
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = CONN_MAX_AGE
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # What is asked often is parsed and planned once a connection: a third more entries a second.
    prepare_after = env.number("DATABASE_PREPARE_AFTER", 5, low=0, high=1_000)
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        server_side_binding=prepare_after > 0, prepare_threshold=prepare_after or None
    )

# --- Celery (the application itself and its timetable: jassclub/celery.py) --------------
REDIS_URL = env.text("REDIS_URL")
if REDIS_URL:
    env.url("REDIS_URL", REDIS_URL, schemes=("redis", "rediss", "unix", "redis+socket"))
EMBEDDED_BROKER = VAR / "broker"
BROKER_PATIENCE = env.seconds("BROKER_PATIENCE", 0.08, low=0.01, high=5)
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for a broker for ever
# What Redis answers (out of memory, read-only, no password) is as passing as its absence: without
# this the first such answer ends a worker for good.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any]
if REDIS_URL:
    CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", REDIS_URL)
    CELERY_BROKER_CONNECTION_TIMEOUT = BROKER_PATIENCE
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 900,
        "socket_connect_timeout": BROKER_PATIENCE,
        "socket_timeout": BROKER_PATIENCE,
        "retry_on_timeout": False,
        "max_retries": 0,
    }
else:
    for folder in ("queue", "control"):
        (EMBEDDED_BROKER / folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_URL = "filesystem://"
    CELERY_BROKER_TRANSPORT = "jassclub.broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(EMBEDDED_BROKER / "queue"),
        "data_folder_out": str(EMBEDDED_BROKER / "queue"),
        "control_folder": str(EMBEDDED_BROKER / "control"),
        "store_processed": False,
        "polling_interval": 0.1,
    }

# Who takes in score events: scoring names nobody above itself, the wiring does.
SCORE_EVENT_TASKS = ["tournaments.tasks.count"]
SILENCE_MINUTES = env.number("SILENCE_MINUTES", 90, low=1, high=10_080)
HOOK_NETWORKS = env.networks("HOOK_NETWORKS")
MAIL_FROM, EMAIL_TIMEOUT = env.text("MAIL_FROM"), 20  # only where it is said from whom
globals().update(env.mail("MAIL_URL", "smtp://localhost:25"))
PUSH_KEY, PUSH_CONTACT = env.text("PUSH_KEY"), env.text("PUSH_CONTACT")
# A person's data: how long contacts are kept, and names shown to strangers, after an event.
CONTACT_DAYS = env.number("CONTACT_DAYS", 60, low=1, high=3_650)
SIGN_UPS_AT_ONCE = env.number("SIGN_UPS_AT_ONCE", 30, low=1, high=2_000)
NAMES_MONTHS = env.number("NAMES_MONTHS", 24, low=1, high=600)
SCORE_EVENT_DAYS = env.number("SCORE_EVENT_DAYS", 30, low=1, high=3_650)

# --- Cache: LocMem is enough for one web process, several share Redis --------------------
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "jassclub.core.cache.PatientRedisCache",
        "LOCATION": env.text("CACHE_URL", REDIS_URL),
        "KEY_PREFIX": "jassclub",
        "OPTIONS": {
            "serializer": "jassclub.core.cache.Sealed",
            "socket_connect_timeout": BROKER_PATIENCE / 2,
            "socket_timeout": BROKER_PATIENCE / 2,
        },
    }

# --- People and security ----------------------------------------------------------------
AUTH_USER_MODEL = "clubs.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "jassclub.clubs.passwords.LongOrTwoWords",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
        "django.contrib.auth.password_validation.NumericPasswordValidator",
        "jassclub.clubs.passwords.NotObvious",
    )
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "jassclub.clubs.sprays.Slow",
    "django.contrib.auth.backends.ModelBackend",
    "jassclub.clubs.sprays.Count",
]
# Name and address together, for a quarter of an hour: see jassclub/clubs/lockout.py.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = env.number("LOGIN_FAILURES", 8, low=3, high=100)
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = AXES_VERBOSE = False
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "next", "csrfmiddlewaretoken"]
AXES_CLIENT_IP_CALLABLE = "jassclub.clubs.lockout.address_of"
AXES_LOCKOUT_CALLABLE = "jassclub.clubs.lockout.as_answered"
FOUNDING_OPEN = env.flag("FOUNDING_OPEN", default=not PRODUCTION)
OPERATOR = env.text("OPERATOR")
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
SESSION_SERIALIZER = "django.contrib.sessions.serializers.JSONSerializer"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
# What opens something is taken from this very host only, over https: a browser refuses the prefix
# where a neighbour or plain http has set it. Halls with plain http keep the plain names.
HOST_PREFIX = "__Host-" if SESSION_COOKIE_SECURE else ""
SESSION_COOKIE_NAME = f"{HOST_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{HOST_PREFIX}csrftoken"
PHONE_COOKIE_NAME = f"{HOST_PREFIX}phone"
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=PRODUCTION)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = env.number(
    "SECURE_HSTS_SECONDS", 31_536_000 if PRODUCTION else 0, low=0, high=63_072_000
)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("SECURE_HSTS_INCLUDE_SUBDOMAINS")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # a domain is for its owner to close
SECURE_REFERRER_POLICY = "same-origin"
BEHIND_PROXY = env.flag("BEHIND_PROXY")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
# What a page may ask of a phone: to keep its screen on, and to copy a link. QR codes are read by
# the app of the camera.
DENIED_FEATURES = (
    "accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi "
    "payment serial usb"
)
PERMISSIONS_POLICY = ", ".join(
    ["clipboard-write=(self)", "screen-wake-lock=(self)"]
    + [f"{feature}=()" for feature in DENIED_FEATURES.split()]
)
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1_000
FILE_UPLOAD_HANDLERS = [
    "jassclub.web.upload_quota.Quota",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# --- API --------------------------------------------------------------------------------
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "jassclub.clubs.actors.DeviceAuthentication",
        "jassclub.clubs.actors.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["jassclub.clubs.actors.DenyAll"],
    "DEFAULT_FILTER_BACKENDS": ["jassclub.api.serializers.FilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "jassclub.api.schema.ApiSchema",
    "DEFAULT_METADATA_CLASS": None,  # OPTIONS: what an address takes, the document tells
    "DATETIME_FORMAT": None,  # as they are stored: in UTC
    "EXCEPTION_HANDLER": "jassclub.api.problems.handler",
    # Whose address counts: the one that the proxy has seen; without one nobody's word for it.
    "NUM_PROXIES": env.number("PROXIES", 1, low=1, high=9) if BEHIND_PROXY else 0,
    "DEFAULT_THROTTLE_CLASSES": ["jassclub.api.preconditions.CallerThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "login": env.text("THROTTLE_LOGIN", "10/min"),
        "entries": env.text("THROTTLE_ENTRIES", "600/min"),
        "anon": env.text("THROTTLE_ANON", "120/min"),
        "guesses": env.text("THROTTLE_GUESSES", "20/min"),
        "guessed_names": env.text("THROTTLE_GUESSED_NAMES", "30/hour"),
        "guessed_passwords": env.text("THROTTLE_GUESSED_PASSWORDS", "10/hour"),
        "uploads": env.text("THROTTLE_UPLOADS", "12/min"),
        "founding": env.text("THROTTLE_FOUNDING", "10/hour"),
        "sign_up": env.text("THROTTLE_SIGN_UP", "10/min"),
        "slates": env.text("THROTTLE_SLATES", "120/hour"),
    },
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Jassclub",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "scoring.tables.api.slips.with_slips",
        "jassclub.webhooks.document.with_webhooks",
        "jassclub.api.document.finished",
    ],
    "DEFAULT_GENERATOR_CLASS": "jassclub.api.document.Generator",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": ENUM_NAMES,
    **dict.fromkeys(("SWAGGER_UI_DIST", "SWAGGER_UI_FAVICON_HREF"), "SIDECAR"),
}

# --- Languages and time -----------------------------------------------------------------
LANGUAGE_CODE = languages.SOURCE
LANGUAGES = languages.language_choices()
LOCALE_PATHS = [BASE_DIR / "jassclub" / "locale"]
FORMAT_MODULE_PATH = ["jassclub.locale"]
USE_THOUSAND_SEPARATOR = True
TIME_ZONE = CELERY_TIMEZONE = "Europe/Zurich"

# --- Static files: hashed names where collectstatic has run, the finders elsewhere ------
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "static-collected" if PRODUCTION else None
WHITENOISE_USE_FINDERS = not PRODUCTION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- Monitors ---------------------------------------------------------------------------
METRICS_TOKEN = env.text("METRICS_TOKEN")
if METRICS_TOKEN and len(METRICS_TOKEN) < 16:
    env.findings.append("METRICS_TOKEN: has fewer than 16 characters")

# --- Backups (jassclub/docs/operating.md) ------------------------------------------------
BACKUP_HOOK = env.text("BACKUP_HOOK")
BACKUP_DAYS = env.number("BACKUP_DAYS", 0, low=0, high=3_650)

# --- Logging: one line an event; what may stand in it says jassclub/logs.py ---------------
LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", among=("DEBUG", "INFO", "WARNING", "ERROR"))
LOG_FORM = env.choice("JASSCLUB_LOG", "json" if PRODUCTION else "plain", among=("json", "plain"))
EVERY_ONE = {"level": "INFO" if LOG_FORM == "json" else "WARNING"}
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {"()": "jassclub.logs.Json"},
        "plain": {"()": "jassclub.logs.Plain"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORM}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "jassclub.requests": EVERY_ONE,
        "jassclub.work": EVERY_ONE,
        # A 4xx is the caller's affair, and Django reports a 5xx at ERROR.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # A wrong password is told by the 401 or 429 of the request.
        "axes": {"level": "ERROR"},
        "gunicorn.http.wsgi": {"level": "ERROR"},  # warns of each HEAD, as monitors send it
        "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "ERROR"},
    },
}

env.refuse_if_bad()
