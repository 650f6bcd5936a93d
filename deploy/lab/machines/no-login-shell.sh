# shellcheck shell=sh
usermod --shell /usr/sbin/nologin root
