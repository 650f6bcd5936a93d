# shellcheck shell=sh
# Sets start options in Windows' boot store, so that Windows restarts instead of waiting for someone at the screen.
# Images built by Casement have them already. In Windows, guard.ps1 sets them again and restores the earlier values.
# Sourced by guard.sh and, for other parts of the registry, by recovery.sh.
# https://learn.microsoft.com/previous-versions/windows/desktop/bcd/bcd-enumerations

# Names in bcdedit, elements, and values as bytes.
START_OPTIONS='recoveryenabled 16000009 00
bootstatuspolicy 250000e0 01,00,00,00,00,00,00,00
bootlog 26000090 01'
SYSTEM_HIVE=Windows/System32/config/SYSTEM
DEFAULT_LOADER='\Objects\{9dea862c-5cdd-4e70-acc1-f32b344d4795}\Elements\23000003'

# hive_bytes STORE OFFSET: prints four bytes.
hive_bytes() { dd if="$1" bs=1 skip="$2" count=4 2>/dev/null | od -An -v -tx1; }

# Fails if the last changes are only in the store's log, of which hivex knows nothing.
is_complete_store() { [ "$(hive_bytes "$1" 4)" = "$(hive_bytes "$1" 8)" ]; }

# option_of STORE ELEMENTS ELEMENT: prints the value as bytes, or nothing.
option_of() {
  printf '%s\n' "cd $2\\$3" lsval | hivexsh "$1" 2>/dev/null | sed -n 's/^"Element"=hex(3)://p'
}

# set_option STORE ELEMENTS ELEMENT BYTES
set_option() {
  # Fails if the element exists.
  printf '%s\n' "cd $2" "add $3" commit | hivexsh -w "$1" 2>/dev/null
  printf '%s\n' "cd $2\\$3" 'setval 1' Element "hex:3:$4" commit | hivexsh -w "$1" &&
    [ "$(option_of "$1" "$2" "$3")" = "$4" ]
}

# edit_store STORE EARLIER: writes the options' earlier values to EARLIER as NAME=NUMBER, without a number where the
# store has no value. Does not change a store that already has the options.
edit_store() {
  is_complete_store "$1" || return 1
  loader=$(printf '%s\n' "cd $DEFAULT_LOADER" 'lsval Element' | hivexsh "$1" 2>/dev/null)
  case $loader in \{*-*\}) ;; *) return 1 ;; esac
  : >"$2"
  while read -r name element value; do
    found=$(option_of "$1" "\\Objects\\$loader\\Elements" "$element")
    # One byte suffices: bcdedit has no policy above 3.
    echo "$name=${found:+$((0x${found%%,*}))}" >>"$2"
    [ "$found" = "$value" ] || set_option "$1" "\\Objects\\$loader\\Elements" "$element" "$value" || return 1
  done <<END
$START_OPTIONS
END
}

# write_store NEW STORE: writes in place, because a new file would lose the permissions and a truncated one its old
# content. What follows the end of a shorter store is ignored by its header.
write_store() {
  dd if="$1" of="$2" bs=65536 conv=notrunc 2>/dev/null && sync && head -c "$(wc -c <"$1")" "$2" | cmp -s "$1" -
}

# swap_store STORE KEPT EARLIER: edits the store on the disk by way of a copy. Keeps the original as KEPT. A store that
# can't be edited stays as it is.
swap_store() {
  cp "$1" /run/bcd && cp /run/bcd /run/bcd.new && edit_store /run/bcd.new "$3" || return 1
  if cmp -s /run/bcd /run/bcd.new; then return 0; fi
  cp /run/bcd "$2" && sync || return 1
  if write_store /run/bcd.new "$1"; then return 0; fi
  cat /run/bcd >"$1" && sync
  return 1
}
