# shellcheck shell=sh
chage -E 2020-01-01 root
