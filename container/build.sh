#!/usr/bin/env bash
# Builds the images inkwell, inkwell-database, inkwell-mail and inkwell-store with buildah, or with the builder that BUILDER names
# (podman, docker); arguments go to the builder. Needs mmdebstrap for the Debian below them. As root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
builder=${BUILDER:-buildah}
debian=${DEBIAN:-trixie}

[ -e debian.tar ] || mmdebstrap --variant=minbase --include=ca-certificates "$debian" debian.tar
for target in inkwell database mail store; do
  name=inkwell-$target
  [ "$target" = inkwell ] && name=inkwell
  "$builder" build --file container/Containerfile --ignorefile container/ignore --target "$target" --tag "localhost/$name" "$@" .
done
