#!/bin/sh
# Sets a root password and lets root sign in with it over SSH. Please read this script before you run it. It asks for
# the password on the terminal and sends no data anywhere.
set -u

RULES='PermitRootLogin yes
PasswordAuthentication yes
'

# Restores the SSH server's previous settings.
take_back() {
  [ -z "$ours" ] || rm -f "$ours"
  [ ! -e "$config.before-casement" ] || mv "$config.before-casement" "$config"
}

# Puts our setting first because sshd uses the first value that it finds.
put_first() {
  cp "$config" "$config.before-casement"
  { printf '%s' "$RULES" && cat "$config.before-casement"; } >"$config"
}

# The service name and the reload command differ between systems.
reload() {
  for name in ssh sshd; do
    systemctl reload "$name" 2>/dev/null || service "$name" reload 2>/dev/null || continue
    return 0
  done
  # If a socket starts sshd per connection, it reads its settings each time (Ubuntu since 22.10).
  for name in ssh sshd; do
    systemctl is-active --quiet "$name.socket" 2>/dev/null && return 0
  done
  return 1
}

# Prints the SSH server's effective settings for root, including all files and Match blocks; empty if sshd is too old
# to print them.
settings_of_root() {
  "$sshd" -T -C user=root,host=localhost,addr=127.0.0.1 2>/dev/null
}
setting_is_not() { # NAME VALUE
  settings_of_root | grep -i "^$1 " | grep -qiv "^$1 $2\$"
}
rules_hold() { ! setting_is_not permitrootlogin yes && ! setting_is_not passwordauthentication yes; }

# names_root: checks whether a list contains root. Users may be followed by @ and their origin.
names_root() { settings_of_root | sed -n "s/^$1 //p" | tr ' ' '\n' | grep -qE '^(root|\*)(@.*)?$'; }
password_is_enough() {
  methods=$(settings_of_root | sed -n 's/^authenticationmethods //p')
  [ -z "$methods" ] || echo "$methods" | tr ' ' '\n' | grep -qE '^(any|password|keyboard-interactive(:[^,]*)?)$'
}
has_list() { settings_of_root | grep -q "^$1 "; }

# Prints reasons why root still cannot sign in with the right password; empty if root can.
reasons() {
  setting_is_not permitrootlogin yes && echo "PermitRootLogin is not \"yes\" for root (a Match block in $config or sshd_config.d)"
  setting_is_not passwordauthentication yes && echo "PasswordAuthentication is not \"yes\" for root (a Match block in $config or sshd_config.d)"
  has_list allowusers && ! names_root allowusers && echo "AllowUsers does not name root"
  names_root denyusers && echo "DenyUsers names root"
  has_list allowgroups && ! names_root allowgroups && echo "AllowGroups does not name the group root"
  names_root denygroups && echo "DenyGroups names the group root"
  settings_of_root | grep '^forcecommand ' | grep -qv '^forcecommand none$' && echo "ForceCommand keeps root from running commands"
  password_is_enough || echo "AuthenticationMethods asks for more than a password"
  shell=$(sed -n 's/^root:.*:\([^:]*\)$/\1/p' /etc/passwd)
  case $shell in */nologin | */false) echo "root's shell is $shell; change it with: usermod -s /bin/sh root" ;; esac
  expires=$(sed -n 's/^root:\([^:]*:\)\{6\}\([0-9]*\):.*/\2/p' /etc/shadow 2>/dev/null)
  if [ -n "$expires" ] && [ "$expires" -le "$(($(date +%s) / 86400))" ]; then
    echo "the account of root has expired; renew it with: chage -E -1 root"
  fi
}

# Signs in over SSH from this machine. ssh itself asks for the password on the terminal.
sign_in() {
  port=$(settings_of_root | sed -n 's/^port //p' | head -n 1)
  # First address that sshd listens on, or this machine's own address if it listens on all.
  address=$(settings_of_root | sed -n 's/^listenaddress \[\{0,1\}\([^]]*\)\]\{0,1\}:[0-9]*$/\1/p' | head -n 1)
  case $address in '' | 0.0.0.0) address=127.0.0.1 ;; ::) address=::1 ;; esac
  # A server that was just reloaded may refuse the first connection.
  ssh -F /dev/null -p "${port:-22}" -o ConnectionAttempts=10 -o ConnectTimeout=10 -o PubkeyAuthentication=no \
    -o PreferredAuthentications=password,keyboard-interactive -o StrictHostKeyChecking=no \
    -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR "root@$address" true </dev/null >/dev/null
}

# sh reads a complete function before running it, so a truncated download does nothing.
main() {
  [ "$(id -u)" = 0 ] || {
    echo "Please run this as root, for example with sudo." >&2
    exit 1
  }
  # Prompts on the terminal because the script itself may be read from a pipe.
  [ -r /dev/tty ] || {
    echo "Please run this in a terminal: it asks for the new password." >&2
    exit 1
  }

  echo "Choose a new password for root."
  passwd root </dev/tty || exit 1

  sshd=$(command -v sshd || echo /usr/sbin/sshd)
  # sshd needs this folder even to check its settings; a socket-activated server creates it late.
  mkdir -p /run/sshd
  config=/etc/ssh/sshd_config
  ours=
  if grep -qsi '^[[:space:]]*Include.*sshd_config\.d' "$config"; then
    # sshd reads these files in name order, so ours comes first.
    mkdir -p /etc/ssh/sshd_config.d
    ours=/etc/ssh/sshd_config.d/00-0-casement.conf
    printf '%s' "$RULES" >"$ours"
  fi
  # Also needed if other settings precede the Include line or another file is read first.
  if [ -z "$ours" ] || ! rules_hold; then put_first; fi

  "$sshd" -t || {
    take_back
    echo "The SSH server does not accept its settings; nothing was restarted." >&2
    exit 1
  }
  reload || {
    echo "The password is set, but the SSH server could not be told of its settings. Please restart this machine." >&2
    exit 1
  }
  left=$(reasons)
  [ -z "$left" ] || {
    echo "The password is set, but root still cannot sign in with it:" >&2
    echo "$left" | sed 's/^/- /' >&2
    exit 1
  }
  command -v ssh >/dev/null || {
    echo "The password is set, and the SSH server's settings let root sign in with it. It was not tried: there is no ssh here."
    exit 0
  }
  echo "Signing in with it, to be sure. Please type the new password once more."
  sign_in || {
    echo "The password is set, but signing in with it failed. If you typed it correctly, the reason is in the log:" >&2
    echo "journalctl -n 20 -t sshd, or the end of /var/log/auth.log or /var/log/secure." >&2
    exit 1
  }
  echo "Done. Root can now sign in over SSH with the new password."
}

main
