#!/usr/bin/env bash
# check.sh: checks the chart and the containers with every available linter and validator. Requires helm and go.
# promtool comes from Debian if possible. shellcheck and hadolint are used if installed, and reported if missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
HELM=$(k8s/helm.sh)
export HELM

say() { echo "== $*"; }
optional() {
  local tool=$1
  if command -v "$tool" >/dev/null; then say "$*" && "$@"; else say "NOT RUN, $tool is not here: $*"; fi
}

for size in laptop small large; do
  say "helm lint, values-$size"
  "$HELM" lint k8s/casement --strict --quiet --values "k8s/casement/values-$size.yaml"
done

say 'golden renders'
node k8s/tests/render.mjs --check --out "$work/renders"

say 'what is wrong is said'
k8s/tests/refusals.sh "$HELM"

say 'missing Secrets are named before anything is applied'
node k8s/tests/missing-secrets.mjs "$HELM"

say 'no pod of the relay where desktops are off'
"$HELM" template casement k8s/casement --kube-version 1.31.0 --values k8s/casement/values-small.yaml \
  --set desktop.enabled=false >"$work/without-desktop.yaml" 2>/dev/null
if grep -q 'component: install-desktop' "$work/without-desktop.yaml"; then exit 1; fi
grep -A1 'name: DESKTOP_ENABLED' "$work/without-desktop.yaml" | grep -q 'value: "false"'

say 'strict decoding into the Go types of the API, restricted Pod Security profile'
(cd k8s/tests/check && go build -o "$work/check" .)
"$work/check" manifests "$work"/renders/*.yaml

say 'the compose file by the compose specification'
{
  deploy/docker/new-secrets.sh
  sed -E 's/^(\w+)=$/\1=1/; s/^(GATEWAY_TRUSTED_IPS)=1$/\1=/' deploy/.env.example
} >"$work/env"
"$work/check" compose deploy/compose.yaml "$work/env"
"$work/check" compose deploy/compose.yaml "$work/env" sandbox observability

say 'alerts ring, and keep quiet, as they should'
k8s/tests/alerts.sh

optional shellcheck deploy/docker/*.sh k8s/*.sh k8s/tests/*.sh
optional hadolint deploy/docker/Dockerfile
say 'all that was run has passed'
