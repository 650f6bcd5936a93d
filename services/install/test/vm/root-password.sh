#!/usr/bin/env bash
# root-password.sh: tests the script behind "How to create a root password" in a real machine, with real sshd, PAM and
# passwd. For every cause that keeps root out, the script must print "Done" only if root can sign in afterwards, and
# otherwise the reason.
set -euo pipefail
# shellcheck source=services/install/test/vm/lib.sh
. "$(dirname "$0")/lib.sh"
trap 'lab stop >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
exec 8>"$lock"
flock 8
boot 8>&-
node services/install/test/vm/root-password.mjs "$(vps_address)"
