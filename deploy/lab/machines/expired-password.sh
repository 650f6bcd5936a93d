# shellcheck shell=sh
# As of a VPS whose provider wants the first password changed.
chage -d 0 root
