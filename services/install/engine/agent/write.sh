#!/bin/sh
# Replaces the disk, chunk by chunk, and reads it back. May be run again after a crash: chunks that were written
# are not written again, and in the end every one is read back from the disk.
# The one thing that nothing may get past.
[ -e /run/committed ] || exit 1
# shellcheck source=/dev/null
. /etc/casement/job.env
# shellcheck source=services/install/engine/agent/lib.sh
. /usr/lib/casement/lib.sh
# shellcheck source=services/install/engine/agent/origins.sh
. /usr/lib/casement/origins.sh
# shellcheck source=services/install/engine/agent/read-behind.sh
. /usr/lib/casement/read-behind.sh

MIB=1048576
# A step of trouble on one chunk that is worth telling; it is tried again all the same.
COMPLAIN_AFTER=5
# So many neighbours are fetched by one program: starting programs costs more than what they do.
RUN=4

disk=$(cat /run/disk)
lists=/etc/casement
echo writing >/run/phase
data=$(cat "$lists/chunks" "$lists/last-chunks" | sum_of 4)
# Every byte counts twice: written, and read back.
echo $((data * 2)) >/run/total

# Each worker holds a packed chunk; its programs, and what the kernel has not written yet, need up to three times as
# much again.
worker_count() {
  free_mib=$(($(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo) / 1024))
  # shellcheck disable=SC2017 # a worker more or less is decided by whole MiB
  count=$(((free_mib - 128) / (CHUNK_SIZE / MIB * 4)))
  [ "$count" -gt 4 ] && count=4
  [ "$count" -lt 1 ] && count=1
  echo "$count"
}

# The process that creates the file has the chunk: an exclusive open, without starting a process.
claim() {
  set -C
  { true >"/run/claims/$1"; } 2>/dev/null
  claimed=$?
  set +C
  return $claimed
}

# put INDEX ZSTD_SHA256 ZSTD_BYTES WORKER [ORIGIN]: fetches, checks, unpacks onto the disk, and does not give up. Each
# origin is tried once, but for the one that has just failed, and our own route last; then all of them again.
put() {
  file=/run/chunk.$4 tries=0 tried=${5:-}
  choose_origin "$tried"
  until fetch "$2" "$3" "$file" && unpack_at "$1" "$file"; do
    log "chunk $1 from $origin: $problem"
    blame "$problem"
    if [ "$origin" != own ]; then
      tried="$tried $origin"
      choose_origin "$tried"
      continue
    fi
    tries=$((tries + 1)) tried=
    if [ "$tries" -ge "$COMPLAIN_AFTER" ]; then
      failure "$problem" no "chunk $1"
      sleep 30
    else
      sleep "$tries"
    fi
    choose_origin
  done
  praise
}

# go_to INDEX: where the processes that share this output write next.
go_to() { dd bs=$MIB seek=$(($1 * (CHUNK_SIZE / MIB))) count=0 2>/dev/null; }

# Zeros are written like the rest; a "sparse" file would skip them.
unpack() { zstd -dqc --no-sparse "$@" 2>/dev/null; }

# unpack_at INDEX FILE: straight onto the disk, without a copy in memory.
unpack_at() {
  { go_to "$1" && unpack "$2"; } 1<>"$disk" && return 0
  problem=DISK_WRITE_FAILED
  zstd -tq "$2" 2>/dev/null || problem=CHUNK_CORRUPT
  return 1
}

# stream_at INDEX RAW_BYTES URL...: neighbours onto the disk as they come. Nothing is hashed on the way, for the disk will
# be read back; but no process may write beyond the neighbours, where zeros are trusted (ADR 12).
stream_at() {
  first=$1 wanted=$(($1 * CHUNK_SIZE + $2))
  shift 2
  limits_of_origin
  # shellcheck disable=SC2086 # one word each
  {
    go_to "$first" &&
      curl -q -s -K /run/curl.conf --fail --fail-early $limits -w '%{stderr}%{num_redirects}\n' \
        "$@" 2>"/run/redirects.$worker" | unpack
    streamed=$?
    # proc(5): pos is the place that the next byte would have.
    while read -r key value; do [ "$key" = pos: ] && place=$value; done </proc/self/fdinfo/1
  } 1<>"$disk"
  [ "$place" -le "$wanted" ] || rm -f /run/zeroed
  [ "$streamed" -eq 0 ] && [ "$place" -eq "$wanted" ]
}

# stream RUN: RUN is a line of list_runs; from `origin`. False where anything is not as it should be.
stream() {
  index=$1 bytes=0 urls=
  while [ $# -gt 0 ]; do
    address_of "$3"
    bytes=$((bytes + $2)) urls="$urls $address"
    shift 4
  done
  # shellcheck disable=SC2086 # one word each
  stream_at "$index" "$bytes" $urls
}

# write_run WORKER RUN: all at once where that goes well, else chunk by chunk, which knows what is wrong.
write_run() {
  worker=$1 whole='' failed=''
  shift
  if [ -z "$carefully" ]; then
    choose_origin
    if stream "$@"; then
      whole=yes
      praise
    else
      log "chunk $1 and its neighbours from $origin: not whole"
      redirects=$(tail -n 1 "/run/redirects.$worker")
      blame CHUNK_UNREACHABLE && failed=$origin
    fi
  fi
  while [ $# -gt 0 ]; do
    [ -n "$whole" ] || put "$1" "$3" "$4" "$worker" "$failed"
    echo "$1 $2 $origin" >>"/run/written.$worker"
    shift 4
  done
}

write_worker() { # NUMBER LIST
  while read -r run; do
    claim "${run%% *}" || continue
    # shellcheck disable=SC2086 # its words
    write_run "$1" $run
  done <"$2"
  rm -f "/run/chunk.$1"
}

# list_runs MAX LIST: INDEX RAW_BYTES ZSTD_SHA256 ZSTD_BYTES of each chunk that is not on the disk, a line for MAX
# neighbours. What a killed run had finished stays finished; what it had begun is done again.
list_runs() {
  : >>/run/written.0
  awk -v max="$1" -v list="$2" '
    FILENAME != list { written[$1]; next }
    $1 in written { next }
    { printf "%s%s %s %s %s", n && n < max && $1 == last + 1 ? " " : (n ? "\n" : ""), $1, $4, $3, $5 }
    { n = n < max && $1 == last + 1 ? n + 1 : 1; last = $1 }
    END { if (n) print "" }' /run/written.* "$2"
}

write_zeros() {
  [ -e /run/zeroed ] && return 0
  # BLKZEROOUT: the kernel has the device write zeros, or writes them itself. Never a plain discard, after which
  # a device may give back anything.
  while read -r offset bytes; do
    until blkdiscard -z -o "$offset" -l "$bytes" "$disk" 2>/dev/null || zero_by_hand "$offset" "$bytes"; do
      failure DISK_WRITE_FAILED no "zeros at $offset"
      sleep 30
    done
  done <"$lists/zeros"
  touch /run/zeroed
}

zero_by_hand() { # OFFSET BYTES, whole sectors
  dd if=/dev/zero of="$disk" bs=$MIB seek=$(($1 / MIB)) count=$(($2 / MIB)) conv=notrunc 2>/dev/null &&
    dd if=/dev/zero of="$disk" bs=512 seek=$((($1 + $2 / MIB * MIB) / 512)) count=$(($2 % MIB / 512)) \
      conv=notrunc 2>/dev/null
}

# Behind the image nothing of the old system's partition table may stay.
wipe_end() {
  [ $((DISK_SIZE - RAW_SIZE)) -ge $MIB ] || return 0
  dd if=/dev/zero of="$disk" bs=512 seek=$(((DISK_SIZE - MIB) / 512)) count=2048 conv=notrunc 2>/dev/null
}

# The device's own memory too: fdatasync.
forget_cached() {
  sync
  sync -d "$disk"
  blockdev --flushbufs "$disk"
  echo 3 >/proc/sys/vm/drop_caches
}

# read_back INDEX RAW_SHA256 RAW_BYTES [,direct]: true if the disk gives back what was meant to be there.
read_back() {
  [ "$(dd if="$disk" bs=$MIB skip=$(($1 * (CHUNK_SIZE / MIB))) count="$3" iflag=count_bytes"${4:-}" 2>/dev/null |
    hash_of)" = "$2" ]
}

verify_worker() { # NUMBER LIST
  while read -r index raw _ raw_bytes _; do
    claim "$index" || continue
    if read_back "$index" "$raw" "$raw_bytes"; then
      echo "$index $raw_bytes" >>"/run/verified.$1"
    else
      echo "$index" >>/run/bad
    fi
  done <"$2"
}

# Where the device takes "write zeros" as a command, the kernel's word is good. Where the kernel had to write
# them itself they are read back like any other data.
verify_zeros() {
  [ "$(cat "/sys/block/${disk##*/}/queue/write_zeroes_max_bytes" 2>/dev/null || echo 0)" -gt 0 ] && return 0
  while read -r offset bytes; do
    dd if="$disk" bs=512 skip=$((offset / 512)) count=$((bytes / 512)) 2>/dev/null |
      cmp -s -n "$bytes" - /dev/zero || return 1
  done <"$lists/zeros"
}

in_parallel() { # FUNCTION LIST
  workers=
  number=0
  while [ "$number" -lt "$count" ]; do
    number=$((number + 1))
    "$1" "$number" "$2" &
    workers="$workers $!"
  done
  ended=0
  for worker in $workers; do wait "$worker" || ended=1; done
  return $ended
}

distinct() { cat "$@" 2>/dev/null | awk '!seen[$1]++ { count++ } END { print count + 0 }'; }

# Fails where a worker died, and what it had begun is then free again; or where one wrote beyond its place. What was
# read before is worth nothing then, nor where this is done again for any other reason.
write_all() {
  rm -rf /run/claims /run/verified.*
  mkdir -p /run/claims
  write_zeros
  until wipe_end; do
    failure DISK_WRITE_FAILED no "the end of the disk"
    sleep 30
  done
  list_runs $RUN "$lists/chunks" >/run/runs
  [ -z "$smooth" ] || start_reading
  in_parallel write_worker /run/runs && sync
  arrived=$?
  [ -z "$smooth" ] || stop_reading
  [ "$arrived" -eq 0 ] || return 1
  # The partition table last, when all else has arrived: a disk that is not whole must not look as if it could start.
  list_runs 1 "$lists/last-chunks" >/run/last-run
  (carefully=yes && write_worker 0 /run/last-run)
  [ "$(distinct /run/written.*)" -eq "$(wc -l </run/all-chunks)" ] && [ -e /run/zeroed ]
}

write_until_whole() {
  until write_all; do
    smooth=
    log "not every part was written: once more"
    sleep 5
  done
  sync
}

# True only if each chunk was seen to be right, since the last of them was begun: one that was not read counts as wrong.
verify_all() {
  rm -rf /run/claims /run/bad /run/bad-zeros
  mkdir -p /run/claims
  : >>/run/verified.0
  awk 'FILENAME == ARGV[1] { if (NF > 1) verified[$1]; next } !($1 in verified)' /run/verified.0 /run/all-chunks \
    >/run/unverified
  log "$(wc -l </run/unverified) of $(wc -l </run/all-chunks) chunks are still to be read back"
  forget_cached
  in_parallel verify_worker /run/unverified || return 1
  [ ! -e /run/bad ] || return 1
  [ "$(distinct /run/verified.*)" -eq "$(wc -l </run/all-chunks)" ] || return 1
  verify_zeros || {
    : >/run/bad-zeros
    return 1
  }
}

# Only what came back wrong is fetched again, and is looked at before it is written.
forget_bad() {
  carefully=yes smooth=
  sort -u /run/bad 2>/dev/null | while read -r index; do
    for list in /run/written.*; do
      awk -v bad="$index" '$1 != bad' "$list" >/run/list && cat /run/list >"$list"
    done
  done
  [ ! -e /run/bad-zeros ] || rm -f /run/zeroed
}

# A run before this one may have been killed and have left behind what it had started: none of that may still write
# while this one does. Each run is a session and a group of its own (see init).
end_earlier_run() {
  earlier=$(cat /run/writer 2>/dev/null) || return 0
  [ "$earlier" != $$ ] || return 0
  kill -9 "-$earlier" 2>/dev/null
  # It may have been killed while a stream went beyond its place, before it could report that.
  rm -f /run/zeroed
  while cat /proc/[0-9]*/stat 2>/dev/null |
    awk -v group="$earlier" '$5 == group && $3 != "Z" { found = 1 } END { exit !found }'; do
    sleep 1
  done
}

# Once it may be what came over the network, which was not looked at; then it is the disk.
came_back_wrong() {
  if [ -z "$carefully" ]; then
    log "$1"
    [ ! -s /run/bad ] || blame_givers /run/bad
  else
    failure DISK_VERIFY_FAILED no "$1"
  fi
}

end_earlier_run
echo $$ >/run/writer
# Until anything goes wrong what is written is read behind the writer; then all of it at the end.
carefully='' smooth=yes
cat "$lists/chunks" "$lists/last-chunks" >/run/all-chunks
report_for_ever &
echo $! >/run/reporter
count=$(worker_count)
log "writing $((data / MIB)) MiB with $count workers"
write_until_whole
reached written
round=1
until verify_all; do
  came_back_wrong "round $round: $(sort -u /run/bad 2>/dev/null | wc -l) chunks came back wrong"
  forget_bad
  write_until_whole
  round=$((round + 1))
  [ "$round" -gt 3 ] && sleep 30
done
kill "$(cat /run/reporter)"
reached verified
