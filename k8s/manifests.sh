#!/usr/bin/env bash
# manifests.sh VALUES_FILE [FOLDER]: renders the chart as plain manifests for kubectl, with the migrations separate.
set -euo pipefail
values=${1:?'which values? make manifests VALUES=my-values.yaml'}
folder=${2:-${DATA_DIR:-.data}/manifests}
namespace=${NAMESPACE:-casement}
chart=$(dirname "$0")/casement
helm=$("$(dirname "$0")/helm.sh")

mkdir -p "$folder"
render() { "$helm" template casement "$chart" --namespace "$namespace" --kube-version 1.31.0 --values "$values" "$@"; }
render --show-only templates/migrations.yaml >"$folder/migrations.yaml"
render --no-hooks >"$folder/casement.yaml"
echo "$folder/migrations.yaml first; when its jobs have completed, $folder/casement.yaml"
