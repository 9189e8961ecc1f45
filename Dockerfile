FROM python:3.12.8-slim-bookworm

# Programs that BACKUP_HOOK calls, such as rclone.
ARG EXTRA_PACKAGES=

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 JASSCLUB_VAR=/var/lib/jassclub
WORKDIR /srv/jassclub
RUN useradd --system --home-dir /var/lib/jassclub --create-home jassclub \
    && install --directory --owner jassclub --mode 700 /var/lib/jassclub/backups \
    && if [ -n "$EXTRA_PACKAGES" ]; then apt-get update && \
       apt-get install --yes --no-install-recommends $EXTRA_PACKAGES && \
       rm -rf /var/lib/apt/lists/*; fi

COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/run.txt

COPY . .
# The values only let the settings load; nothing of them is kept in the image.
RUN JASSCLUB_PRODUCTION=1 SECRET_KEY=only-while-the-image-is-built-000000000000 ALLOWED_HOSTS=- \
    DATABASE_URL=sqlite:////tmp/none REDIS_URL=redis://none python manage.py collectstatic --noinput \
    && python -c "from referee.rulebook.lookup.search import warm_up; warm_up()"

USER jassclub
EXPOSE 8000
CMD ["gunicorn", "jassclub.wsgi", "-c", "python:jassclub.gunicorn", "--bind", "0.0.0.0:8000", \
     "--workers", "4", "--threads", "4", "--max-requests", "10000", \
     "--max-requests-jitter", "1000", "--graceful-timeout", "45", "--no-control-socket"]
