#!/usr/bin/env bash
# Runs every block of docs/running/install.md under a real systemd, on a Debian of its own with this machine's network: from nothing to
# the second version. As root, with Debian's systemd-container and mmdebstrap, from a committed checkout:
#
#   test/running/try-install.sh [postgres]
#
# Behind a network that looks into TLS, that machine's certificates are taken along.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
kind=${1:-embedded}
root=$(mktemp -d)
log=$root.log
mmdebstrap --variant=minbase --include=ca-certificates,systemd-sysv,dbus,curl,openssl,procps trixie "$root" 2>"$log"
[ -z "${NODE_EXTRA_CA_CERTS:-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$root/etc/ssl/certs/ca-certificates.crt"
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe"
put() { mkdir -p "$root$1" && git -C "$here" archive HEAD | tar -x -C "$root$1"; }
put /opt/inkwell

systemd-nspawn --register=no --keep-unit -q -D "$root" --boot >>"$log" 2>&1 &
machine=$!
trap 'kill "$machine" 2>/dev/null; wait "$machine" 2>/dev/null || true; rm -rf "$root"' EXIT
until init=$(pgrep -P "$machine" | head -1) && [ -n "$init" ] && nsenter -t "$init" -m -p -u -i systemctl is-system-running --wait >/dev/null 2>&1 ||
  [ "$(nsenter -t "${init:-1}" -m -p -u -i systemctl is-system-running 2>/dev/null)" = degraded ]; do sleep 0.5; done
inside() {
  nsenter -t "$init" -m -p -u -i env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    DEBIAN_FRONTEND=noninteractive NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt bash -euo pipefail -c "$1"
}
until_true() { for _ in $(seq 240); do inside "$1" >/dev/null 2>&1 && return || sleep 0.5; done; echo "Not within two minutes: $1" >&2; return 1; }
answers() { until_true "curl -sSf -k --resolve newsletters.school.example:443:127.0.0.1 https://newsletters.school.example/health"; }

# The blocks of a heading. Those that speak of psql are for a server alone.
section() {
  echo "== $1"
  awk -v want="## $1" 'index($0, "## ") == 1 { on = index($0, want) == 1 } on && /^```/ { if (open) print "\0"; open = !open; next } on && open' \
    "$here/docs/running/install.md" >"$root.blocks"
  while IFS= read -r -d '' block; do
    [ "$kind" = postgres ] || ! grep -q psql <<<"$block" || continue
    # No mail server is here, which the check rightly calls wrong.
    inside "${block/inkwell check /inkwell check || true }"
  done <"$root.blocks"
}

section 1
section 2
section 3
section 4
# The certificate that the example names.
inside 'mkdir -p /etc/letsencrypt/live/newsletters.school.example && cd $_ && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=newsletters.school.example -keyout privkey.pem -out fullchain.pem 2>/dev/null'
section 5
answers
inside "curl -sSf -k --resolve newsletters.school.example:443:127.0.0.1 https://newsletters.school.example/api/v1/authorization/register \
  -H 'content-type: application/json' -d '{\"user\":{\"email\":\"office@school.example\"}}' >/dev/null"
until_true 'grep -rlq office@school.example /var/lib/inkwell/outbox'
section 6
answers
section 7
answers
put /opt/inkwell.new
section 8
answers
inside 'systemctl is-active inkwell && systemctl is-enabled inkwell-backup.timer && ls /var/backups/inkwell'
# The service can write nothing but its own folder, and ends as it should.
inside '[ -z "$(find /opt/inkwell -user inkwell -print -quit)" ]'
inside 'systemctl stop inkwell && [ "$(systemctl show inkwell -p Result --value)" = success ]'
echo "The installation works with the $kind database."
