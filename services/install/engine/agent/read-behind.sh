# shellcheck shell=sh disable=SC2154 # write.sh has them
# Sourced by write.sh: reads back, while the workers write, what they have finished (ADR 45). What the device gave back
# right is in /run/verified.0 and is not read again; all else is left to verify_all, which alone calls a chunk bad.

# Hundredths of a second: so long is writing alone compared with writing and reading, ...
SPAN=300
# ... and so long holds what was found.
HOLDS=6000
# Writing has to keep so many tenths of its pace.
KEEPS=8

# Whether the device itself can be asked, past the kernel's memory, and what it does can be counted.
can_read_behind() {
  [ -r "/sys/block/${disk##*/}/stat" ] && dd if="$disk" bs=4096 count=1 iflag=direct >/dev/null 2>&1
}

# Sets `now`, `stored` (sectors that the device has been given) and `fetched` (bytes that have come over the network).
look() {
  now=$(uptime_hundredths)
  read -r _ _ _ _ _ _ stored _ <"/sys/block/${disk##*/}/stat"
  fetched=0
  for card in /sys/class/net/*/statistics/rx_bytes; do
    read -r received <"$card" && fetched=$((fetched + received))
  done
}

# The first INDEX RAW_SHA256 RAW_BYTES that are written and were not read yet. A line with one word only is not whole yet.
list_unread() {
  awk -v all=/run/all-chunks -v read=/run/read '
    FILENAME == read { read_before[$1]; next }
    FILENAME != all { if (NF > 1) written[$1]; next }
    $1 in written && !($1 in read_before) { print $1, $2, $4 }' /run/read /run/written.* /run/all-chunks
}

is_writing() { [ -e /run/writing ]; }

# Not while someone waits for us to end.
until_then() { is_writing && [ "$(uptime_hundredths)" -lt "$1" ]; }

pause() { # HUNDREDTHS
  end=$(($(uptime_hundredths) + $1))
  while until_then $end; do sleep 0.1; done
}

# read_for HUNDREDTHS: past the kernel's memory. What the kernel has of a place and did not write yet it writes before it
# reads there past its memory, and waits for that; a fdatasync would wait for what all the others have written too.
read_for() {
  end=$(($(uptime_hundredths) + $1))
  while until_then $end; do
    list_unread >/run/unread
    [ -s /run/unread ] || sleep 0.3
    while until_then $end && read -r index raw raw_bytes; do
      echo "$index" >>/run/read
      if read_back "$index" "$raw" "$raw_bytes" ,direct; then
        echo "$index $raw_bytes" >>/run/verified.0
      else
        log "chunk $index came back wrong behind the writer: it is read again"
      fi
    done </run/unread
  done
}

# keeps_pace TIME STORED FETCHED TIME STORED FETCHED, alone and then with reading. Where the network is what writing waits
# for, the disk's pace changes with what is packed in a byte; where it waits for the disk the network's does. Where
# reading takes something from writing, both are slower.
keeps_pace() {
  [ $(($5 * $1 * 10)) -ge $(($2 * $4 * KEEPS)) ] || [ $(($6 * $1 * 10)) -ge $(($3 * $4 * KEEPS)) ]
}

# Until /run/writing is gone. Where reading and writing share what the machine can do, reading later costs no more: found
# twice in a row, it is left to the end.
read_behind() {
  can_read_behind || return 0
  while is_writing && [ -z "$(list_unread)" ]; do sleep 0.3; done
  slower=0
  while is_writing; do
    look
    began=$now stored_before=$stored fetched_before=$fetched
    pause $SPAN
    look
    alone="$((now - began)) $((stored - stored_before)) $((fetched - fetched_before))"
    began=$now stored_before=$stored fetched_before=$fetched
    read_for $SPAN
    look
    is_writing || break
    # shellcheck disable=SC2086 # three words
    if keeps_pace $alone $((now - began)) $((stored - stored_before)) $((fetched - fetched_before)); then
      slower=0
      read_for $HOLDS
    else
      slower=$((slower + 1))
      [ $slower -lt 2 ] || {
        log "reading makes writing slower: the rest is read at the end"
        break
      }
    fi
  done
}

# Only what no writer left to it: it shall take nothing from them.
start_reading() {
  : >/run/read
  : >/run/writing
  read_behind &
  reader=$!
  renice -n 19 -p $reader >/dev/null 2>&1
}

# What it is reading it ends.
stop_reading() {
  rm -f /run/writing
  wait "$reader"
}
