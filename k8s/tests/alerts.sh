#!/usr/bin/env bash
# alerts.sh: checks the alerts and runs their tests with promtool: $PROMTOOL, the promtool in PATH, or the one from
# Debian's package prometheus, which is unpacked but not installed. On other systems it reports that the tests did not
# run.
set -euo pipefail
cd "$(dirname "$0")/../.."
bin=$PWD/${DATA_DIR:-.data}/bin

find_promtool() {
  if [ -n "${PROMTOOL:-}" ]; then
    echo "$PROMTOOL"
  elif command -v promtool; then
    :
  elif [ -x "$bin/promtool" ]; then
    echo "$bin/promtool"
  elif command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null; then
    local folder
    folder=$(mktemp -d)
    (cd "$folder" && apt-get download -qq prometheus && dpkg-deb -x prometheus_*.deb .) >&2 || return 1
    mkdir -p "$bin" && mv "$folder"/usr/bin/prom{tool,etheus} "$bin/" && rm -rf "$folder"
    echo "$bin/promtool"
  else
    return 1
  fi
}

promtool=$(find_promtool) || {
  echo 'NOT RUN, promtool is not here (Debian: package prometheus): the alerts and their tests'
  exit 0
}
"$promtool" check rules k8s/casement/alerts/*.yaml
"$promtool" test rules k8s/tests/alerts/*.yaml
