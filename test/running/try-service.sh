#!/usr/bin/env bash
# Runs docs/running/inkwell.service under a real systemd, in a container with a Debian of its own and the machine's network. As root, with
# Debian's systemd-container and mmdebstrap, after `npm ci && npm run build`:
#
#   DATABASE_URL=postgres://… test/running/try-service.sh [folder with a Debian, to keep it]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
root=${1:-$(mktemp -d)}
port=4766
unit=$here/docs/running/inkwell.service

[ -e "$root/sbin/init" ] ||
  mmdebstrap --variant=minbase --include=ca-certificates,systemd-sysv,dbus bookworm "$root"
cp "$unit" "$root/etc/systemd/system/"
id=$(chroot "$root" id -u inkwell 2>/dev/null || true)
[ -n "$id" ] || chroot "$root" useradd --system --home-dir /opt/inkwell inkwell
mkdir -p "$root/opt/inkwell"
(umask 077 && printf 'PORT=%s\nPROCESSES=2\nPAYMENTS=sandbox\nDATABASE_URL=%s\n' "$port" "$DATABASE_URL" >"$root/etc/inkwell.env")
chroot "$root" systemctl enable inkwell

systemd-nspawn --register=no --keep-unit -q -D "$root" --bind-ro="$here:/opt/inkwell" --boot >"$root/boot.log" 2>&1 &
machine=$!
trap 'kill "$machine" 2>/dev/null || true' EXIT
for _ in $(seq 120); do curl -sf "localhost:$port/health" && break || sleep 0.5; done
init=$(pgrep -P "$machine" | head -1)
inside() { nsenter -t "$init" -m -p -u -i "$@"; }
inside systemctl is-active inkwell
# The supervisor and two processes, as an ordinary user who can write nothing but its own folder.
running() { inside systemctl status inkwell --no-pager | grep -c '[0-9] /opt/inkwell/node_modules/.*bin/node ' || true; }
for _ in $(seq 60); do [ "$(running)" = 3 ] && break || sleep 0.5; done
[ "$(running)" = 3 ]
inside systemctl stop inkwell
[ "$(inside systemctl show inkwell -p Result --value)" = success ]
echo 'The service starts, answers and stops.'
