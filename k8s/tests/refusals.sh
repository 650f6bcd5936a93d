#!/usr/bin/env bash
# refusals.sh HELM: checks that invalid values are rejected with a message that names them.
set -euo pipefail
helm=$1
chart=$(dirname "$0")/../casement
small=$chart/values-small.yaml

# refused EXPECTED ARGUMENT...: helm template must fail and print EXPECTED.
refused() {
  local expected=$1 said
  shift
  if said=$("$helm" template casement "$chart" --kube-version 1.31.0 "$@" 2>&1 >/dev/null); then
    echo "not refused: $*" >&2
    exit 1
  fi
  grep -qF -- "$expected" <<<"$said" || {
    printf 'refused without saying "%s": %s\n' "$expected" "$said" >&2
    exit 1
  }
}

refused 'These values are needed and not given: publicUrl, mailFrom, trustedProxies, auth.settings.ADMIN_USERNAME'
refused 'a payment provider (billing.settings: TRIPAY_BASE_URL' --values "$small" --set billing.settings.TRIPAY_BASE_URL=
refused 'publicUrl must begin with https://' --values "$small" --set publicUrl=http://casement.example.com
refused 'not both' --values "$small" --set gatewayApi.enabled=true
refused 'gatewayApi.parentRefs must name' --values "$small" --set ingress.enabled=false,gatewayApi.enabled=true
refused 'monitoring.from must name Prometheus' --values "$small" --set metrics.serviceMonitor.enabled=true
refused 'must not be everybody' --values "$small" --set 'kong.trustedIps={0.0.0.0/0}'
refused 'Several replicas of install share the images' --values "$small" \
  --set install.images.store=volume,install.images.volume.accessMode=ReadWriteOnce
refused 'install.settings.IMAGE_S3_BUCKET' --values "$small" --set install.settings.IMAGE_S3_BUCKET=
refused 'give a configMap or a secret, not both' --values "$small" --set caCertificates.configMap=ca,caCertificates.secret=ca
refused 'kong.existingSecret' --values "$small" --set-string identity.mode=require
refused '/identity/mode' --values "$small" --set identity.mode=off,identity.mode=maybe
refused '/additionalObjects/0' --values "$small" --set 'additionalObjects[0].kind=Secret'
# Unknown names, wrong types, duplicate or invalid values, and invalid networks.
refused 'THROTLE_FACTOR' --values "$small" --set auth.settings.THROTLE_FACTOR=2
refused "'queue'" --values "$small" --set auth.queue.prometheusUrl=http://prometheus
refused '/installWorker/queue/prometheusUrl' --values "$small" --set installWorker.queue.prometheusUrl=prometheus
refused '/installWorker/regions/0/name' --values "$small" --set 'installWorker.regions[0].name=East Asia'
refused 'each name must be unique' --values "$small" --set 'installWorker.regions[0].name=asia,installWorker.regions[1].name=asia'
refused 'LOG_LEVEL' --values "$small" --set desktop.settings.LOG_LEVEL=debug
refused '/desktop/settings/DRAIN_MS' --values "$small" --set-string desktop.settings.DRAIN_MS=15s
refused '/auth/replicas' --values "$small" --set auth.replicas=none
refused '/environment' --values "$small" --set environment=staging
refused '/trustedProxies/0' --values "$small" --set 'trustedProxies={everybody}'
refused 'DATABASE_URL' --values "$small" --set auth.settings.DATABASE_URL=postgres://a:b@c/d
