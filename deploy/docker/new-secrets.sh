#!/usr/bin/env bash
# new-secrets.sh: prints every secret that deploy/compose.yaml needs, for deploy/.env (docs/compose.md). Keep the output.
# With another DATA_ENCRYPTION_KEY, a service can no longer read its sealed data.
set -euo pipefail

hex() { openssl rand -hex "$1"; }
name() { printf '%s=%s\n' "$1" "$2"; }

for one in POSTGRES {AUTH,BILLING,INSTALL,TELEGRAM,SECURITY}_DB NATS_{AUTH,BILLING,INSTALL,TELEGRAM,SECURITY}; do
  # Starts with a letter because NATS would parse some hexadecimal words as numbers.
  name "${one}_PASSWORD" "p$(hex 20)"
done
for one in AUTH BILLING INSTALL TELEGRAM SECURITY; do
  name "${one}_DATA_ENCRYPTION_KEY" "k1:$(openssl rand -base64 32)"
done
# On one line: newlines are written as \n, which compose converts back inside double quotes.
name JWT_SIGNING_KEY "\"$(openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 | awk '{ printf "%s\\n", $0 }')\""
name GATEWAY_LOG_SECRET "$(hex 20)"
name ADMIN_PASSWORD "$(hex 12)"
