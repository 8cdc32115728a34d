#!/usr/bin/env bash
# PostgreSQL. At the first start it makes the cluster, and a database and role `inkwell` with DATABASE_PASSWORD.
set -euo pipefail
bin=$(echo /usr/lib/postgresql/*/bin)
data=/var/lib/postgresql/data

if [ ! -e "$data/PG_VERSION" ]; then
  # In a folder beside it, so that a first start that was interrupted begins again.
  new=$data/new
  rm -rf "$new"
  "$bin/initdb" -D "$new" --encoding=UTF8 --locale=C.UTF-8 --auth-local=peer --auth-host=scram-sha-256 >/dev/null
  echo 'host all all all scram-sha-256' >>"$new/pg_hba.conf"
  "$bin/pg_ctl" -D "$new" -o "-c listen_addresses=''" -w start >/dev/null
  psql -v ON_ERROR_STOP=1 -v password="${DATABASE_PASSWORD:?}" -q <<'SQL'
create role inkwell login password :'password';
create role app_tenant nologin;
grant app_tenant to inkwell;
create database inkwell owner inkwell;
SQL
  "$bin/pg_ctl" -D "$new" -w stop >/dev/null
  # PG_VERSION last: it says that all is there.
  find "$new" -mindepth 1 -maxdepth 1 ! -name PG_VERSION -exec mv -t "$data" {} +
  mv "$new/PG_VERSION" "$data"
  rmdir "$new"
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' "$@"
