#!/usr/bin/env bash
# helm.sh: prints the path of a helm: $HELM, the helm in PATH, or a helm built from its Go module (takes some minutes,
# once).
set -euo pipefail
version=v3.19.4
bin=${DATA_DIR:-.data}/bin

if [ -n "${HELM:-}" ]; then
  echo "$HELM"
elif command -v helm; then
  :
elif [ -x "$bin/helm" ]; then
  echo "$(cd "$bin" && pwd)/helm"
elif command -v go >/dev/null; then
  mkdir -p "$bin"
  echo "building helm $version" >&2
  GOBIN=$(cd "$bin" && pwd) go install "helm.sh/helm/v3/cmd/helm@$version"
  echo "$(cd "$bin" && pwd)/helm"
else
  echo 'helm is missing: install it (https://helm.sh), or Go, from which it is built.' >&2
  exit 1
fi
