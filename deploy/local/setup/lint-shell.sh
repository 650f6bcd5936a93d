#!/bin/sh
# lint-shell.sh: runs shellcheck on every shell script of the repository, if it is installed.
set -eu
cd "$(dirname "$0")/../../.."
command -v shellcheck >/dev/null || { echo 'shellcheck is not there: shell scripts were not checked' && exit 0; }
git grep -lE '^#!.*sh$|^# shellcheck shell' | xargs shellcheck
