#!/usr/bin/env bash
# platform.sh: how backup.sh, restore.sh and rotate.sh reach an installation. Their first argument is compose
# (deploy/compose.yaml) or kubernetes (the chart's release RELEASE, casement, in NAMESPACE, casement).
# shellcheck disable=SC2034 # used by the scripts that source this file

services=(auth billing install telegram security)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
env_file=${ENV_FILE:-$root/deploy/.env}
namespace=${NAMESPACE:-casement}
release=${RELEASE:-casement}

say() { echo "== $*" >&2; }
fail() { echo "$*" >&2; exit 1; }

# Each platform defines the same functions:
#   open_databases                    makes pg usable
#   pg SERVICE PROGRAM ARGUMENT...    runs a program of PostgreSQL as the service's role in its database
#   node_in SERVICE FILE ARGUMENT...  runs a command of a service's image in its environment
#   stop_services, start_services
#   secret_of SERVICE VARIABLE        prints a secret
#   set_secret SERVICE VARIABLE       stores the secret on standard input
#   restart SERVICE                   replaces its processes and waits until they are ready
#   publish_certificates FOLDER
case ${1:-} in
compose)
  compose() { docker compose --env-file "$env_file" -f "$root/deploy/compose.yaml" "$@"; }
  open_databases() { compose up --wait postgres >&2; }
  pg() {
    local service=$1
    shift
    compose exec -T -e "PGUSER=$service" -e "PGDATABASE=$service" postgres "$@"
  }
  node_in() {
    local service=$1
    shift
    compose run --rm --no-deps -T "$service" "$@"
  }
  stop_services() { compose stop gateway web install-desktop "${services[@]}" >&2; }
  # NATS is emptied because its events may be newer than the databases. The services recreate the stream.
  empty_nats() { compose rm -sf nats >&2 && docker volume rm casement_nats >&2; }
  prepare_images() { :; }
  start_services() { compose up --wait >&2; }
  variable_of() { # secrets that each service has under the same name
    case $2 in DATA_ENCRYPTION_KEY) echo "${1^^}_$2" ;; *) echo "$2" ;; esac
  }
  secret_of() { sed -n "s/^$(variable_of "$@")=//p" "$env_file" | tail -n 1 | sed -E "s/^(['\"])(.*)\1\$/\2/"; }
  set_secret() {
    local name value quote="'"
    name=$(variable_of "$@")
    IFS= read -r value
    # compose converts \n only inside double quotes, and interpolates $ there.
    [[ $value != *'\n'* ]] || quote='"'
    [[ $value != *"$quote"* ]] || fail "$name must not contain $quote."
    (umask 077 && { grep -v "^$name=" "$env_file" || true; printf '%s=%s%s%s\n' "$name" "$quote" "$value" "$quote"; } >"$env_file.new")
    mv "$env_file.new" "$env_file"
  }
  restart() { compose up --wait --no-deps "$1" >&2; }
  # Containers mount the folder, so there is nothing to publish.
  publish_certificates() { :; }
  ;;
kubernetes)
  kube() { kubectl -n "$namespace" "$@"; }
  # Has the label of a migration, which the network policies admit to PostgreSQL.
  open_databases() {
    trap 'kube delete pod casement-database --ignore-not-found --wait=false >&2' EXIT
    kube apply -f - >&2 <<YAML
apiVersion: v1
kind: Pod
metadata:
  name: casement-database
  labels:
    app.kubernetes.io/name: casement
    app.kubernetes.io/instance: $release
    app.kubernetes.io/component: migration
spec:
  automountServiceAccountToken: false
  securityContext: { runAsNonRoot: true, runAsUser: 999, seccompProfile: { type: RuntimeDefault } }
  containers:
    - name: postgres
      image: ${POSTGRES_IMAGE:-postgres:18-bookworm}
      command: [sleep, '86400']
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
YAML
    kube wait --for=condition=Ready pod/casement-database --timeout=5m >&2
  }
  # Passes the connection on standard input, so that no command line shows the password.
  pg() {
    local service=$1
    shift
    # shellcheck disable=SC2016 # expanded in the pod
    { connection "$service" && echo && cat; } | kube exec -i casement-database -- sh -c \
      'while read -r line && [ -n "$line" ]; do export "$line"; done; exec "$@"' sh "$@"
  }
  connection() {
    local url pattern='^postgres(ql)?://([^:@/]+):([^@/]*)@([^:/?]+)(:([0-9]+))?/([^?]+)(\?(.*))?$'
    url=$(secret_of "$1" DATABASE_DIRECT_URL)
    [ -n "$url" ] || url=$(secret_of "$1" DATABASE_URL)
    [[ $url =~ $pattern ]] || fail "DATABASE_URL of $1 is not postgres://ROLE:PASSWORD@HOST:PORT/DATABASE."
    plain() { printf '%b\n' "$1=${2//%/\\x}"; }
    plain PGUSER "${BASH_REMATCH[2]}"
    plain PGPASSWORD "${BASH_REMATCH[3]}"
    plain PGHOST "${BASH_REMATCH[4]}"
    plain PGPORT "${BASH_REMATCH[6]:-5432}"
    plain PGDATABASE "${BASH_REMATCH[7]}"
    # The pod has no authorities, so the certificate is not verified.
    case ${BASH_REMATCH[9]} in *sslmode=disable*) ;; *sslmode=*) echo PGSSLMODE=require ;; esac
  }
  node_in() {
    local service=$1
    shift
    kube exec -i "deploy/$service" -c "$service" -- node "$@"
  }
  counts=()
  stop_services() {
    local name replicas before
    # A restore that stopped early has left its counts in the annotation.
    while IFS='=' read -r name replicas before; do
      counts+=("$name=${before:-$replicas}")
    done < <(kube get deployments -l "app.kubernetes.io/instance=$release" -o \
      'jsonpath={range .items[*]}{.metadata.name}={.spec.replicas}={.metadata.annotations.casement\.io/replicas}{"\n"}{end}')
    [[ ${counts[*]} == *=[1-9]* ]] || fail 'Every Deployment has 0 replicas. Set their numbers by kubectl scale, then repeat.'
    say "replicas before: ${counts[*]}"
    for one in "${counts[@]}"; do
      kube annotate deployment "${one%=*}" --overwrite "casement.io/replicas=${one#*=}" >&2
      kube scale deployment "${one%=*}" --replicas=0 >&2
    done
    kube wait --for=delete pod -l "app.kubernetes.io/instance=$release,app.kubernetes.io/component!=migration" --timeout=5m >&2
  }
  # NATS may belong to others, so the operator empties it, by hand or by a command.
  empty_nats() {
    local answer=''
    if [ -n "${EMPTY_NATS:-}" ]; then
      bash -euo pipefail -c "$EMPTY_NATS" >&2 && return
    else
      say 'The services are stopped. Empty NATS now, in another terminal (docs/backup.md#recreate-the-nats-storage).'
      read -rp 'Type emptied to continue: ' answer || true
      [ "$answer" != emptied ] || return 0
    fi
    start_services
    fail 'NATS was not emptied. No database was replaced, and the services are started again.'
  }
  # Only the API starts. The workers, which delete unneeded chunks, follow when the images are complete.
  prepare_images() { scale install=1; }
  scale() {
    kube scale deployment "${1%=*}" --replicas="${1#*=}" >&2
    kube rollout status "deployment/${1%=*}" --timeout=10m >&2
  }
  start_services() {
    for one in "${counts[@]}"; do
      scale "$one"
      kube annotate deployment "${one%=*}" casement.io/replicas- >&2
    done
  }
  reference() { # SERVICE VARIABLE: prints the Secret and its key
    local path="{.spec.template.spec.containers[*].env[?(@.name==\"$2\")].valueFrom.secretKeyRef"
    kube get deployment "$1" -o "jsonpath=$path.name} $path.key}"
  }
  secret_of() {
    local name key
    read -r name key < <(reference "$1" "$2") || true
    [ -z "$name" ] || kube get secret "$name" -o "jsonpath={.data.$key}" | base64 -d
  }
  set_secret() {
    local name key
    read -r name key < <(reference "$1" "$2") || true
    [ -n "$name" ] || fail "The Deployment $1 reads no Secret for $2."
    printf '{"data":{"%s":"%s"}}' "$key" "$(tr -d '\n' | base64 -w 0)" |
      kube patch secret "$name" --type=merge --patch-file=/dev/stdin >&2
  }
  restart() {
    local deployments=("$1")
    [ "$1" != install ] || readarray -t deployments < <(kube get deployments -o name \
      -l "app.kubernetes.io/instance=$release" | sed -n 's/^deployment.apps.\(install\(-worker.*\)\?\)$/\1/p')
    for one in "${deployments[@]}"; do kube rollout restart "deployment/$one" >&2; done
    for one in "${deployments[@]}"; do kube rollout status "deployment/$one" --timeout=10m >&2; done
  }
  publish_certificates() {
    for one in "${services[@]}" desktop; do
      kube create secret generic "casement-identity-$one" --from-file="$1/$one" --dry-run=client -o yaml |
        kube apply -f - >&2
    done
  }
  ;;
*)
  fail "usage: $0 compose|kubernetes ..."
  ;;
esac

query() { pg "$1" psql -qXAt -v ON_ERROR_STOP=1 -c "$2" </dev/null; }
migrations_of() { query "$1" 'SELECT name FROM migration ORDER BY name'; }
