# shellcheck shell=sh
# Common setting of users who prefer zsh or fish.
echo 'exec /bin/dash' >/root/.bashrc
