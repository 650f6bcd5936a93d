#!/usr/bin/env bash
# wait-for-migrations.sh: waits until every migration Job in NAMESPACE (casement) has completed. A failed Job ends the
# wait and its name and last log lines are printed, whereas `kubectl wait --for=condition=complete` would keep waiting
# for it.
set -euo pipefail
namespace=${NAMESPACE:-casement}
seconds=${TIMEOUT_SECONDS:-1200}
of=(-n "$namespace" -l app.kubernetes.io/component=migration)
conditions='{range .items[*]}{.metadata.name}{range .status.conditions[?(@.status=="True")]} {.type}{end}{"\n"}{end}'

while [ "$SECONDS" -lt "$seconds" ]; do
  jobs=$(kubectl get jobs "${of[@]}" -o "jsonpath=$conditions")
  [ -n "$jobs" ] || { echo "There are no migration Jobs in $namespace: apply migrations.yaml first." >&2; exit 1; }
  if failed=$(grep -w Failed <<<"$jobs"); then
    failed=${failed%% *}
    kubectl -n "$namespace" logs "job/$failed" --tail=20 >&2 || true
    echo "$failed has failed, nothing was rolled out. Mend the cause, delete the Jobs and apply migrations.yaml again." >&2
    exit 1
  fi
  grep -qvw Complete <<<"$jobs" || exit 0
  sleep "${POLL_SECONDS:-2}"
done
echo "Not all migrations have ended after $seconds s: kubectl -n $namespace get jobs,pods" >&2
exit 1
