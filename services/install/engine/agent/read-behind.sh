# shellcheck shell=sh disable=SC2154 # write.sh has them
# Sourced by write.sh: verifies finished chunks on the disk while the workers write (ADR 45). Chunks that read back
# correctly are listed in /run/verified.0 and not read again. The others are left to verify_all; only it declares a
# chunk bad.

# Hundredths of a second for each measurement: writing only, then writing and reading.
SPAN=300
# Hundredths of a second for which a measurement stays valid.
HOLDS=6000
# Minimum write rate while reading, in tenths of the rate without reading.
KEEPS=8

# Checks that the device supports direct I/O, bypassing the page cache, and has I/O statistics.
can_read_behind() {
  [ -r "/sys/block/${disk##*/}/stat" ] && dd if="$disk" bs=4096 count=1 iflag=direct >/dev/null 2>&1
}

# Sets `now`, `stored` (sectors written to the device) and `fetched` (bytes received from the network).
look() {
  now=$(uptime_hundredths)
  read -r _ _ _ _ _ _ stored _ <"/sys/block/${disk##*/}/stat"
  fetched=0
  for card in /sys/class/net/*/statistics/rx_bytes; do
    read -r received <"$card" && fetched=$((fetched + received))
  done
}

# Prints INDEX RAW_SHA256 RAW_BYTES of written chunks that were not read yet. A line with a single word is incomplete.
list_unread() {
  awk -v all=/run/all-chunks -v read=/run/read '
    FILENAME == read { read_before[$1]; next }
    FILENAME != all { if (NF > 1) written[$1]; next }
    $1 in written && !($1 in read_before) { print $1, $2, $4 }' /run/read /run/written.* /run/all-chunks
}

is_writing() { [ -e /run/writing ]; }

# Whether to continue: false at the given uptime (hundredths of a second) or as soon as stop_reading is called.
until_then() { is_writing && [ "$(uptime_hundredths)" -lt "$1" ]; }

pause() { # HUNDREDTHS
  end=$(($(uptime_hundredths) + $1))
  while until_then $end; do sleep 0.1; done
}

# read_for HUNDREDTHS: reads with direct I/O. Before a direct read, the kernel writes only the dirty pages of that
# range and waits for them. An fdatasync would also wait for the data of all other workers.
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

# keeps_pace TIME STORED FETCHED TIME STORED FETCHED: compares writing only with writing and reading. If the network
# is the bottleneck, the disk rate varies with compressibility; if the disk is, the network rate does. Reading slows
# writing down only if both rates drop.
keeps_pace() {
  [ $(($5 * $1 * 10)) -ge $(($2 * $4 * KEEPS)) ] || [ $(($6 * $1 * 10)) -ge $(($3 * $4 * KEEPS)) ]
}

# Runs until /run/writing is removed. If reading and writing share the machine's throughput, reading later costs no
# more. After two such measurements in a row, the remaining chunks are left to verify_all.
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

# Starts the reader at the lowest priority so that it takes no CPU time from the writers.
start_reading() {
  : >/run/read
  : >/run/writing
  read_behind &
  reader=$!
  renice -n 19 -p $reader >/dev/null 2>&1
}

# Lets the reader finish its current chunk.
stop_reading() {
  rm -f /run/writing
  wait "$reader"
}
