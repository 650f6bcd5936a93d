#!/usr/bin/env bash
# stripe-mock.sh: builds Stripe's mock server from its Go module into the cache, once.
set -euo pipefail
version=v0.203.0
bin=${CASEMENT_CACHE:-$HOME/.cache/casement}/bin

[ -x "$bin/stripe-mock-$version" ] && exit
if ! command -v go >/dev/null; then
  echo 'Go is missing: install it.' >&2
  exit 1
fi
mkdir -p "$bin"
new=$(mktemp -d "$bin/building.XXXXXX")
trap 'rm -rf "$new"' EXIT
echo "building stripe-mock $version" >&2
GOBIN=$new go install "github.com/stripe/stripe-mock@$version"
mv "$new/stripe-mock" "$bin/stripe-mock-$version"
