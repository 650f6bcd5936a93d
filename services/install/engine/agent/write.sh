#!/bin/sh
# Replaces the disk chunk by chunk and verifies it by reading it back. Safe to run again after a crash: written chunks
# are skipped, and in the end every chunk is read back from the disk. Exits unless the commit was granted; this guard
# must stay first.
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
# Consecutive failures of one chunk after which they are reported. The chunk is retried regardless.
COMPLAIN_AFTER=5
# Number of adjacent chunks fetched by one process, because starting a process for each chunk is expensive.
RUN=4

disk=$(cat /run/disk)
lists=/etc/casement
echo writing >/run/phase
data=$(cat "$lists/chunks" "$lists/last-chunks" | sum_of 4)
# Every byte counts twice: written and read back.
echo $((data * 2)) >/run/total

# Each worker holds one compressed chunk. Its programs and dirty pages need up to three times that size in addition.
worker_count() {
  free_mib=$(($(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo) / 1024))
  # shellcheck disable=SC2017 # a worker more or less is decided by whole MiB
  count=$(((free_mib - 128) / (CHUNK_SIZE / MIB * 4)))
  [ "$count" -gt 4 ] && count=4
  [ "$count" -lt 1 ] && count=1
  echo "$count"
}

# Claims a chunk by creating its file with an exclusive open, without starting a process.
claim() {
  set -C
  { true >"/run/claims/$1"; } 2>/dev/null
  claimed=$?
  set +C
  return $claimed
}

# put INDEX ZSTD_SHA256 ZSTD_BYTES WORKER [ORIGIN]: fetches, verifies and unpacks a chunk onto the disk, retrying
# without limit. Tries each origin once, except ORIGIN, which has just failed, then our own route, then starts over
# with all.
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

# go_to INDEX: moves the offset of the shared output to the chunk's position.
go_to() { dd bs=$MIB seek=$(($1 * (CHUNK_SIZE / MIB))) count=0 2>/dev/null; }

# Writes zeros like other data; a "sparse" file would skip them.
unpack() { zstd -dqc --no-sparse "$@" 2>/dev/null; }

# unpack_at INDEX FILE: unpacks straight onto the disk without a copy in memory.
unpack_at() {
  { go_to "$1" && unpack "$2"; } 1<>"$disk" && return 0
  problem=DISK_WRITE_FAILED
  zstd -tq "$2" 2>/dev/null || problem=CHUNK_CORRUPT
  return 1
}

# stream_at INDEX RAW_BYTES URL...: streams adjacent chunks onto the disk as they arrive. The data is not hashed on
# the way because the disk is read back later. The output must not exceed the adjacent chunks because zeros behind
# them are trusted (ADR 12).
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
    # pos is the current file offset (proc(5)).
    while read -r key value; do [ "$key" = pos: ] && place=$value; done </proc/self/fdinfo/1
  } 1<>"$disk"
  [ "$place" -le "$wanted" ] || rm -f /run/zeroed
  [ "$streamed" -eq 0 ] && [ "$place" -eq "$wanted" ]
}

# stream RUN: streams a line of list_runs from `origin`. Fails on any error.
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

# write_run WORKER RUN: streams the run. On failure falls back to single chunks, which identifies the bad chunk.
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

# list_runs MAX LIST: prints INDEX RAW_BYTES ZSTD_SHA256 ZSTD_BYTES of each chunk that is not on the disk, one line
# per MAX adjacent chunks. Chunks finished by a killed run stay finished; its unfinished chunks are repeated.
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
  # BLKZEROOUT makes the device write zeros, or the kernel writes them itself. A plain discard is never used because
  # the device may then return any data.
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

# Clears the end of the disk, so that no part of the old system's partition table remains behind the image.
wipe_end() {
  [ $((DISK_SIZE - RAW_SIZE)) -ge $MIB ] || return 0
  dd if=/dev/zero of="$disk" bs=512 seek=$(((DISK_SIZE - MIB) / 512)) count=2048 conv=notrunc 2>/dev/null
}

# `sync -d` (fdatasync) also flushes the device's own write cache.
forget_cached() {
  sync
  sync -d "$disk"
  blockdev --flushbufs "$disk"
  echo 3 >/proc/sys/vm/drop_caches
}

# read_back INDEX RAW_SHA256 RAW_BYTES [,direct]: succeeds if the disk returns the expected data.
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

# Trusts the kernel if the device has a "write zeros" command. Zeros written by the kernel itself are read back like
# other data.
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

# Fails if a worker died or wrote beyond its range. Each pass releases the unfinished chunks for other workers and
# discards the earlier verification results.
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
  # The partition table is written last, so that an incomplete disk never looks bootable.
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

# Succeeds only if every chunk was read back correctly since the last write pass began. An unread chunk counts as
# wrong.
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

# Marks the wrong chunks as unwritten. The next pass fetches only these chunks and verifies each one before writing.
forget_bad() {
  carefully=yes smooth=
  sort -u /run/bad 2>/dev/null | while read -r index; do
    for list in /run/written.*; do
      awk -v bad="$index" '$1 != bad' "$list" >/run/list && cat /run/list >"$list"
    done
  done
  [ ! -e /run/bad-zeros ] || rm -f /run/zeroed
}

# Kills processes left by an earlier run that was killed, so that they cannot write during this run. Each run is a
# separate session and process group (see init).
end_earlier_run() {
  earlier=$(cat /run/writer 2>/dev/null) || return 0
  [ "$earlier" != $$ ] || return 0
  kill -9 "-$earlier" 2>/dev/null
  # The earlier run may have been killed while a stream exceeded its range, before it could report that.
  rm -f /run/zeroed
  while cat /proc/[0-9]*/stat 2>/dev/null |
    awk -v group="$earlier" '$5 == group && $3 != "Z" { found = 1 } END { exit !found }'; do
    sleep 1
  done
}

# The first mismatch may be a network error because streams are not verified. Later mismatches are blamed on the disk.
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
# Until the first error, chunks are verified while others are being written; after that, all chunks are verified at
# the end.
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
