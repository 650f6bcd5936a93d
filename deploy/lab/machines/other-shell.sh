# shellcheck shell=sh
# As those write it who prefer zsh or fish.
echo 'exec /bin/dash' >/root/.bashrc
