#!/usr/bin/env bash
# new-certificates.sh [FOLDER [trust|switch|retire]]: creates certificates with which the services and the desktop relay
# authenticate each other (GRPC_IDENTITY). Running it again issues new certificates from the same authority, which
# running processes load within seconds. FOLDER/ca.key signs all of them. Keep it, or store it elsewhere and restore it
# for the next run. A new authority takes three runs: trust (a second authority), switch (to its certificates), retire
# (the first authority). Before each, every process must have loaded the files of the previous run.
set -euo pipefail
folder=${1:-$(dirname "$0")/../identity}
days=${DAYS:-397}
curve=(-algorithm EC -pkeyopt ec_paramgen_curve:P-256)

mkdir -p "$folder"
# Only the owner may enter this folder. Each container sees its own subfolder, whose files its user must be able to
# read.
chmod 700 "$folder"
cd "$folder"
new_authority() { # NAME: creates NAME.key and NAME.crt
  (umask 077 && openssl genpkey "${curve[@]}" -out "$1.key")
  openssl req -x509 -new -key "$1.key" -days 3650 -subj '/CN=Casement' -out "$1.crt" \
    -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign,cRLSign'
}
# openssl signs with the first certificate of ca.crt. The second one is only trusted.
case ${2:-} in
'') [ -e ca.key ] || new_authority ca ;;
trust)
  [ ! -e next.key ] || { echo 'There is a second authority already. Continue with switch.' >&2; exit 1; }
  new_authority next
  cat next.crt >>ca.crt
  ;;
switch)
  openssl x509 -in ca.crt -out old.crt
  cat next.crt old.crt >ca.crt
  mv next.key ca.key
  rm next.crt
  ;;
retire)
  [ ! -e next.key ] || { echo 'Run switch first.' >&2; exit 1; }
  openssl x509 -in ca.crt -out only.crt
  mv only.crt ca.crt
  rm -f old.crt
  ;;
*) echo "usage: $0 [FOLDER [trust|switch|retire]]" >&2; exit 2 ;;
esac
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
  chmod 755 "$service"
  chmod 644 "$draft"/*.crt "$draft/tls.key"
  mv "$draft/tls.key" "$draft/tls.crt" "$draft/ca.crt" "$service/"
  rm -r "$draft"
done
echo "certificates for $days days in $folder"
