#!/usr/bin/env bash
# Builds the images of container/ and runs container/compose.yaml with them: the steps of docs/running/containers.md, from nothing to a
# restored backup. As root, with Debian's buildah, mmdebstrap, podman, podman-compose, runc and iptables; arguments go to the builder. Leaves
# the images, and nothing else.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
"$here/container/build.sh" "$@" >/dev/null

folder=$(mktemp -d)
cd "$folder"
cp "$here/container/compose.yaml" .
printf '%s\n' PUBLIC_URL=https://news.school.example DATABASE_PASSWORD=database-secret STORE_SECRET=store-secret PORT=4768 >.env
printf '%s\n' PAYMENTS=sandbox TRUST_PROXY=1 MAIL_FROM=news@school.example CONTACT_EMAIL=office@school.example \
  OPERATOR_NAME=School OPERATOR_ADDRESS='1 Road, Town' BACKUP_PASSPHRASE='sixteen letters at least' >inkwell.env
printf '%s\n' MAIL_HOST=news.school.example >mail.env

# The Debian of this machine may have a podman-compose that has no `exec` and no `wait`.
compose() { podman-compose -p try "$@" >>"$folder/compose.log" 2>&1; }
in_program() { podman exec try_inkwell_1 inkwell "$@"; }
trap 'compose down -v || true; podman volume rm -f try_received try_database try_files try_mails >/dev/null 2>&1; rm -rf "$folder"' EXIT
until_true() { for _ in $(seq 240); do "$@" >/dev/null 2>&1 && return || sleep 0.5; done; echo "Not within two minutes: $*" >&2; return 1; }

compose up -d
until_true curl -sf localhost:4768/health
in_program check

# A mail that the program writes arrives at the mail server, which can deliver nothing here.
curl -sSf --retry 20 --retry-all-errors --retry-delay 1 localhost:4768/api/v1/authorization/register -H "content-type: application/json" \
  -d '{"user":{"email":"office@school.example"}}' >/dev/null
until_true sh -c "podman logs try_mail_1 2>&1 | grep -q 'to=<office@school.example>'"

in_program operator backup --to s3://inkwell-backups/nightly --encrypt | tee "$folder/backup.log"
backup=$(grep -o 'inkwell-[0-9T-]*[0-9]' "$folder/backup.log" | head -1)
in_program operator verify

# Containers come and go; what they keep stays.
compose down
compose up -d
until_true curl -sf localhost:4768/health
in_program operator schools

# A machine that has lost all but the backups.
podman exec try_database_1 psql -qc 'create database again owner inkwell'
podman exec try_store_1 swift --auth http://127.0.0.1:8080/auth/v1.0 --user inkwell:files --key store-secret post inkwell-again
podman exec -e DATABASE_URL=postgres://inkwell:database-secret@database:5432/again -e S3_BUCKET=inkwell-again \
  try_inkwell_1 inkwell operator restore --from "s3://inkwell-backups/nightly/$backup"
echo 'The images run, and what they keep can be restored.'
