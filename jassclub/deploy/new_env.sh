#!/bin/sh
# `sh jassclub/deploy/new_env.sh jass.example.ch > .env`: secrets of its own for a new installation. They are
# letters and digits, so that nothing has to be quoted in an address, a shell or a unit of systemd.
set -eu
host=${1:?name the host, such as jass.example.ch}
secret() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
postgres=$(secret 16) redis=$(secret 16)
cat <<END
# Made by jassclub/deploy/new_env.sh; .env.example explains these and all other variables.
JASSCLUB_PRODUCTION=1
JASS_HOST=$host
SECRET_KEY=$(secret 32)
ANCHOR_KEY=$(secret 32)
POSTGRES_PASSWORD=$postgres
REDIS_PASSWORD=$redis
METRICS_TOKEN=$(secret 16)
BACKUP_DAYS=30
# OPERATOR='Wer das betreibt, mail@example.ch'
# BACKUP_HOOK='rclone copy "\$1" elsewhere:jassclub'

# Without containers; compose.yaml says these itself.
ALLOWED_HOSTS=$host
CSRF_TRUSTED_ORIGINS=https://$host
BEHIND_PROXY=1
JASSCLUB_VAR=/var/lib/jassclub
DATABASE_URL=postgres://jassclub:$postgres@127.0.0.1:5432/jassclub
REDIS_URL=redis://:$redis@127.0.0.1:6379/0
END
