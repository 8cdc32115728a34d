#!/usr/bin/env bash
# Swift's servers, and the buckets of STORE_BUCKETS. Whoever signs as `inkwell:files` with STORE_SECRET may use them.
set -euo pipefail
secret=${STORE_SECRET:?}
buckets=${STORE_BUCKETS:?}
disk=/srv/node/disk
# Names of folders hang on it, so it stays with the files.
[ -e "$disk/suffix" ] || (umask 077 && head -c 24 /dev/urandom | base64 >"$disk/suffix.new" && mv "$disk/suffix.new" "$disk/suffix")
chown -R swift: "$disk" 2>/dev/null || true
cd /etc/swift
sed -i "s|^swift_hash_path_suffix = .*|swift_hash_path_suffix = $(cat "$disk/suffix")|" swift.conf
sed -i "s|^user_inkwell_files = .*|user_inkwell_files = $secret .admin|" proxy-server.conf
chown -R root:swift /etc/swift && chmod 640 swift.conf proxy-server.conf

# One copy on one disk; 2^8 partitions.
for ring in account:6202 container:6201 object:6200; do
  builder=${ring%:*}.builder
  [ -e "$builder" ] && continue
  swift-ring-builder "$builder" create 8 1 1 >/dev/null
  swift-ring-builder "$builder" add "r1z1-127.0.0.1:${ring#*:}/disk" 1 >/dev/null
  swift-ring-builder "$builder" rebalance >/dev/null
done

memcached -u memcache -l 127.0.0.1 -m 32 &
for part in account-server container-server object-server container-updater object-updater object-expirer proxy-server; do
  config=${part%-*}-server.conf
  [ "$part" = object-expirer ] && config=object-expirer.conf
  setpriv --reuid=swift --regid=swift --init-groups "swift-$part" "/etc/swift/$config" &
done
make_buckets() {
  for bucket in $buckets; do
    swift --auth http://127.0.0.1:8080/auth/v1.0 --user inkwell:files --key "$secret" post "$bucket" 2>/dev/null || return 1
  done
}
for _ in $(seq 120); do make_buckets && break || sleep 0.5; done
make_buckets
echo "The store has the buckets $buckets."
trap 'kill $(jobs -p) 2>/dev/null' TERM INT
# If one of them ends, the container does, and is started again.
wait -n || true
kill $(jobs -p) 2>/dev/null || true
wait
