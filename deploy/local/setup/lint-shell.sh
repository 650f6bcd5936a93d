#!/bin/sh
# lint-shell.sh: shellcheck for every shell script of the tree, where shellcheck is there.
set -eu
cd "$(dirname "$0")/../../.."
command -v shellcheck >/dev/null || { echo 'shellcheck is not there: shell scripts were not checked' && exit 0; }
git grep -lE '^#!.*sh$|^# shellcheck shell' | xargs shellcheck
