#!/usr/bin/env bash
# build.sh: builds etcd, kube-apiserver and kube-controller-manager from their Go modules into the cache, once, as a
# single program (half an hour on two cores, 2 GB of modules and build cache), and prints its path.
set -euo pipefail
cd "$(dirname "$0")"
version=$(sed -n 's/^\tk8s.io\/kubernetes //p' go.mod)
bin=${CASEMENT_CACHE:-$HOME/.cache/casement}/bin
servers=$bin/kube-servers-$version

if [ ! -x "$servers" ]; then
  if ! command -v go >/dev/null; then
    echo 'Go is missing: install it (https://go.dev), the servers of the cluster are built from their modules.' >&2
    exit 1
  fi
  mkdir -p "$bin"
  new=$(mktemp "$bin/building.XXXXXX")
  trap 'rm -f "$new"' EXIT
  echo "building the servers of Kubernetes $version" >&2
  # The servers get their version only through linker flags. Omitting the debug tables halves the memory that the
  # build needs.
  tell=k8s.io/component-base/version
  GOFLAGS=-p=${GO_PARALLEL:-2} nice -n 15 go build -buildvcs=false -o "$new" -ldflags="-s -w -X $tell.gitVersion=$version" .
  mv "$new" "$servers"
fi
echo "$servers"
