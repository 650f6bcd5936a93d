#!/usr/bin/env bash
# build-images.sh: builds the seven images as REGISTRY/NAME:VERSION (casement, and the version of package.json).
# Further arguments go to docker build.
set -euo pipefail
cd "$(dirname "$0")/../.."
registry=${REGISTRY:-casement}
version=${VERSION:-$(node -p 'require("./package.json").version')}
revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)

build() {
  local name=$1 target=$2
  shift 2
  docker build --file deploy/docker/Dockerfile --target "$target" --tag "$registry/$name:$version" \
    --build-arg "VERSION=$version" --build-arg "REVISION=$revision" "$@" .
}

for service in auth billing telegram security; do
  build "$service" service --build-arg "SERVICE=$service" "$@"
done
for service in install desktop-relay; do
  build "$service" "$service" --build-arg "SERVICE=$service" "$@"
done
build web web "$@"
