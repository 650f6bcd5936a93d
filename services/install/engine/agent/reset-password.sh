# shellcheck shell=sh disable=SC2154,SC2015 # set by recovery.sh and casement.conf; no function exits
# Sourced by recovery.sh: has Windows set the password of its built-in administrator at its next start, on the service's
# order (docs/engine.md). `disk` and `part` are the disk and the partition of the recovery system.

RESET_FOLDER=Windows/Casement/reset
# Winlogon runs CmdLine before anyone can sign in if SetupType is 2, and then shows the sign-in screen.
# https://learn.microsoft.com/archive/msdn-technet-forums/b942a34d-c4a7-489c-bb01-45dd65fa9b20
RESET_COMMAND='cmd.exe /c %SystemRoot%\Casement\reset\reset.cmd'
# On the recovery partition while the hive is written: the sequence numbers that its header may have meanwhile.
RESET_MARKER=/run/guard/casement/reset
RESET_MOUNT=/run/reset

# Prints why C: must not be written, or nothing.
refusal_of() {
  if [ "$(dd if="$1" bs=1 skip=3 count=8 2>/dev/null)" = '-FVE-FS-' ]; then
    echo bitlocker
    return
  fi
  ntfs-3g.probe --readwrite "$1" 2>/dev/null
  case $? in
    0) ;;
    14) echo hibernated ;;
    15) echo not_closed ;;
    *) echo failed ;;
  esac
}

setup_values() { printf '%s\n' 'cd \Setup' lsval | hivexsh "$1" 2>/dev/null; }
other_values() { setup_values "$1" | grep -vE '^"(CmdLine|SetupType)"=' | sort; }
is_pending() { [ "$(printf '%s\n' 'cd \Setup' 'lsval CmdLine' | hivexsh "$1" 2>/dev/null)" = "$RESET_COMMAND" ]; }
sequence_of() { hive_bytes "$1" 4 | tr -d ' \n'; }

# edit_hive HIVE: has Windows run RESET_COMMAND once. hivexsh replaces all values of a key at once, so the others are
# written back as they were; their texts as bytes, because hivexsh accepts no other characters than those of ASCII.
edit_hive() {
  other_values "$1" >/run/values
  # shellcheck disable=SC2016 # awk
  awk '
    BEGIN { for (i = 32; i < 127; i++) bytes[sprintf("%c", i)] = sprintf("%02x,00,", i) }
    function refuse() { refused = 1; exit 1 }
    function text(quoted, i, letter, out) {
      for (i = 2; i < length(quoted); i++) {
        letter = substr(quoted, i, 1)
        if (letter == "\\") letter = substr(quoted, ++i, 1)
        if (!(letter in bytes)) refuse()
        out = out bytes[letter]
      }
      return out "00,00"
    }
    {
      if (!match($0, /^"[^"\\]+"=/)) refuse()
      name = substr($0, 2, RLENGTH - 3)
      value = substr($0, RLENGTH + 1)
      if (value ~ /^dword:[0-9a-f]+$/) sub(/dword:/, "dword:0x", value)
      else if (value ~ /^hex\([0-9]+\):/) { sub(/\(/, ":", value); sub(/\)/, "", value) }
      else if (value ~ /^".*"$/) value = "hex:1:" text(value)
      else if (match(value, /^str\([0-9]+\):/)) value = "hex:" substr(value, 5, RLENGTH - 6) ":" text(substr(value, RLENGTH + 1))
      else refuse()
      lines = lines name "\n" value "\n"
      count++
    }
    END { if (refused) exit 1; printf "cd \\Setup\nsetval %d\n%s", count + 2, lines }' /run/values >/run/edit &&
    printf '%s\n' SetupType dword:2 CmdLine "string:$RESET_COMMAND" commit >>/run/edit &&
    hivexsh -w "$1" </run/edit >/dev/null 2>&1 || return 1
  other_values "$1" | cmp -s - /run/values &&
    setup_values "$1" | grep -qxF '"SetupType"=dword:00000002' &&
    is_pending "$1"
}

change_marker() {
  mount -o remount,rw /run/guard || return 1
  if [ -n "$1" ]; then echo "$1" >"$RESET_MARKER"; else rm -f "$RESET_MARKER"; fi
  sync
  mount -o remount,ro /run/guard
}

# New files inherit the rights of their folder, which only SYSTEM and Administrators may open. Without a mapping of users,
# ntfs-3g would let everyone change them before Windows runs them. The accounts of the mapping do not exist.
open_c() {
  mkdir -p "$RESET_MOUNT"
  printf '%s\n' 1000::S-1-5-21-1-2-3-1000 :1000:S-1-5-21-1-2-3-513 >/run/users
  ntfs-3g -o usermapping=/run/users,inherit "$1" "$RESET_MOUNT" 2>/dev/null || return 1
  hive=$(place "$RESET_MOUNT" "$SYSTEM_HIVE") && folder=$(place "$RESET_MOUNT" "$RESET_FOLDER")
}
close_c() { umount "$RESET_MOUNT" && sync; }

# Starts the recovery system instead of Windows while the hive is incomplete. A kept guard counts nothing otherwise.
hold_windows() { set_in_block guard=counting "starts=$(value_in_block limit)"; }
release_windows() { set_in_block guard=kept starts= && change_marker ''; }

# Removes what a reset that failed left. Windows needs the files of an earlier one if it has not started since.
remove_files() {
  if is_pending "$hive"; then rm -f "$folder/SYSTEM" "$folder/password.new"; else rm -rf "$folder"; fi
}

# Ends a reset that lost its power or failed: writes the hive back if it may be incomplete, and removes the password.
# After a start of Windows the hive's sequence number is another one, and the copy is not used.
undo_reset() {
  [ -e "$RESET_MARKER" ] || return 0
  open_c "$(partition_of "$disk" "$WINDOWS_PARTITION")" || return 1
  # Removed once the hive is complete, whether as new or as before.
  if [ -e "$folder/SYSTEM" ] || [ "$(state_of_block)" != counting ]; then
    if [ "$(state_of_block)" = counting ] && grep -qwF "$(sequence_of "$hive")" "$RESET_MARKER" &&
      ! write_store "$folder/SYSTEM" "$hive"; then
      close_c
      return 1
    fi
    remove_files
  fi
  close_c || return 1
  if [ "$(state_of_block)" = counting ]; then release_windows; else change_marker ''; fi
}

# write_reset DEVICE PASSWORD: prints the result. Each step may be the last one: Windows then starts as before, or sets
# the password.
write_reset() {
  refusal=$(refusal_of "$1")
  if [ -n "$refusal" ]; then
    echo "$refusal"
  elif ! undo_reset; then
    echo failed
  elif ! open_c "$1"; then
    umount "$RESET_MOUNT" 2>/dev/null
    echo failed
  elif ! is_complete_store "$hive"; then
    close_c
    echo not_closed
  elif cp "$hive" /run/system && cp "$hive" /run/system.new && edit_hive /run/system.new &&
    change_marker "$(sequence_of /run/system) $(sequence_of /run/system.new)" && write_files "$2" && close_c &&
    write_hive "$1"; then
    echo written
  else
    umount "$RESET_MOUNT" 2>/dev/null
    undo_reset
    echo failed
  fi
}

# The password comes last and at once, because Windows may still have to run an earlier reset.
write_files() {
  mkdir -p "$folder" && cp /usr/lib/casement/reset.cmd /usr/lib/casement/password.ps1 "$folder" &&
    cp /run/system "$folder/SYSTEM" && printf '%s' "$1" >"$folder/password.new" && sync &&
    mv -f "$folder/password.new" "$folder/password.b64" && sync
}

write_hive() {
  hold_windows && open_c "$1" && write_store /run/system.new "$hive" && rm -f "$folder/SYSTEM" && close_c || return 1
  # Otherwise undo_reset does it before Windows starts.
  release_windows || true
}

# The result goes with the next report, after which the service orders the restart.
reset_password() {
  reset=$(value_of reset_id)
  result=$(write_reset "$(partition_of "$disk" "$WINDOWS_PARTITION")" "$(value_of password)")
  rm -f /run/order /run/system /run/system.new /run/values /run/edit
  tell "new password for Windows: $result"
  sed -E -e 's/^\{("password_reset":\{[^}]*\},)?/{"password_reset":{"id":"'"$reset"'","result":"'"$result"'"},/' \
    /run/report.json >/run/report.reset && mv /run/report.reset /run/report.json
}
