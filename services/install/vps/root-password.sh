#!/bin/sh
# Sets a root password and lets root sign in with it over SSH. Meant to be read before it is run.
# It asks for the password on the terminal: nothing is sent anywhere.
set -u

# The SSH server's settings as they were before.
take_back() {
  if [ -n "$ours" ]; then rm -f "$ours"; else mv "$config.before-casement" "$config"; fi
}

# Its name, and how it is reloaded, differ from system to system.
reload() {
  for name in ssh sshd; do
    systemctl reload "$name" 2>/dev/null || service "$name" reload 2>/dev/null || continue
    return 0
  done
  return 1
}

# A function is read as a whole before it runs: a download that is cut short does nothing.
main() {
  [ "$(id -u)" = 0 ] || {
    echo "Please run this as root, for example with sudo." >&2
    exit 1
  }
  # The script itself may come through a pipe: the password is asked for on the terminal.
  [ -r /dev/tty ] || {
    echo "Please run this in a terminal: it asks for the new password." >&2
    exit 1
  }

  echo "Choose a new password for root."
  passwd root </dev/tty || exit 1

  # sshd uses the first value it finds, and these files are read first, in the order of their names.
  config=/etc/ssh/sshd_config
  ours=
  if grep -qsi '^[[:space:]]*Include.*sshd_config\.d' "$config"; then
    mkdir -p /etc/ssh/sshd_config.d
    ours=/etc/ssh/sshd_config.d/00-casement.conf
    printf 'PermitRootLogin yes\nPasswordAuthentication yes\n' >"$ours"
  else
    cp "$config" "$config.before-casement"
    { printf 'PermitRootLogin yes\nPasswordAuthentication yes\n' && cat "$config.before-casement"; } >"$config"
  fi

  sshd=$(command -v sshd || echo /usr/sbin/sshd)
  "$sshd" -t || {
    take_back
    echo "The SSH server does not accept its settings; nothing was restarted." >&2
    exit 1
  }
  reload || {
    echo "The password is set, but the SSH server could not be told of its settings. Please restart this machine." >&2
    exit 1
  }
  echo "Done. Root can now sign in over SSH with the new password."
}

main
