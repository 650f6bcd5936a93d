#!/usr/bin/env bash
# new-certificates.sh [FOLDER]: a certificate for each service and for the relay of desktops, by which they know each other
# (GRPC_IDENTITY). Run again, it makes new ones by the same authority, which running processes take over within seconds.
# FOLDER/ca.key signs all of them: keep it, or move it away and back for the next time.
set -euo pipefail
folder=${1:-$(dirname "$0")/../identity}
days=${DAYS:-397}
curve=(-algorithm EC -pkeyopt ec_paramgen_curve:P-256)

mkdir -p "$folder"
# Only its owner passes this folder; a container sees its own subfolder, whose files its user has to read.
chmod 700 "$folder"
cd "$folder"
if [ ! -e ca.key ]; then
  (umask 077 && openssl genpkey "${curve[@]}" -out ca.key)
  openssl req -x509 -new -key ca.key -days 3650 -subj '/CN=Casement' -out ca.crt \
    -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign,cRLSign'
fi
for service in auth billing install desktop telegram security; do
  draft=$(mktemp -d ".$service.XXXXXX")
  openssl genpkey "${curve[@]}" -out "$draft/tls.key"
  openssl req -new -key "$draft/tls.key" -subj "/CN=$service" -out "$draft/request"
  openssl x509 -req -in "$draft/request" -CA ca.crt -CAkey ca.key -CAcreateserial -days "$days" -out "$draft/tls.crt" \
    -extfile /dev/stdin 2>/dev/null <<EOF
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=URI:spiffe://casement/$service
EOF
  cp ca.crt "$draft/ca.crt"
  mkdir -p "$service"
  chmod 644 "$draft"/*.crt "$draft/tls.key"
  mv "$draft/tls.key" "$draft/tls.crt" "$draft/ca.crt" "$service/"
  rm -r "$draft"
done
echo "certificates for $days days in $folder"
