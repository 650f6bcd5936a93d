# shellcheck shell=sh
# Starts another shell from .bashrc, like users who prefer zsh or fish.
echo 'exec /bin/dash' >/root/.bashrc
