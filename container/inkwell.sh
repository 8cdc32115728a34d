#!/bin/sh
# start (what the image does), check, or operator and its command.
set -eu
node='node --max-semi-space-size=8 --import ./scripts/fast-start.mjs'
case "${1:-start}" in
start) exec $node dist/.server/main.mjs ;;
check) exec $node src/server/main.ts check ;;
operator)
  shift
  exec $node src/server/operator/main.ts "$@"
  ;;
*) exec "$@" ;;
esac
