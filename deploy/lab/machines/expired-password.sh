# shellcheck shell=sh
# Simulates a provider that requires the first password to be changed.
chage -d 0 root
