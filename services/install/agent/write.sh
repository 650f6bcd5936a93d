#!/bin/sh
# Replaces the disk, chunk by chunk, and reads it back. May be run again after a crash: chunks that were written
# are not written again, and in the end every one is read back from the disk.
# The one thing that nothing may get past.
[ -e /run/committed ] || exit 1
# shellcheck source=/dev/null
. /etc/casement/job.env
# shellcheck source=services/install/agent/lib.sh
. /usr/lib/casement/lib.sh

MIB=1048576
# A step of trouble on one chunk that is worth telling; it is tried again all the same.
COMPLAIN_AFTER=5

disk=$(cat /run/disk)
lists=/etc/casement
echo writing >/run/phase
data=$(cat "$lists/chunks" "$lists/last-chunks" | awk '{ sum += $4 } END { printf "%d", sum }')
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

# Whoever creates the file has the chunk: an exclusive open, without starting a process.
claim() {
  set -C
  { true >"/run/claims/$1"; } 2>/dev/null
  claimed=$?
  set +C
  return $claimed
}

# fetch ZSTD_SHA256 ZSTD_BYTES FILE: sets `problem` where it fails.
fetch() {
  status=$(curl -q -sS -K /run/curl.conf --connect-timeout 10 --speed-limit 1024 --speed-time 30 \
    -o "$3" -w '%{http_code} %{size_download}' "$IMAGE_URL/$1" 2>"$3.err")
  code=$? bytes=${status#* } status=${status%% *}
  problem=
  if [ "$status" != 200 ]; then
    problem=CHUNK_UNREACHABLE
  elif [ "$code" -eq 18 ] || [ "$bytes" -ne "$2" ]; then
    problem=CHUNK_TRUNCATED
  elif [ "$code" -ne 0 ]; then
    problem=CHUNK_UNREACHABLE
  elif [ "$(hash_of "$3")" != "$1" ]; then
    problem=CHUNK_CORRUPT
  fi
  [ -z "$problem" ]
}

# put INDEX ZSTD_SHA256 ZSTD_BYTES WORKER: fetches, checks, unpacks onto the disk.
put() {
  file=/run/chunk.$4 tries=0
  until fetch "$2" "$3" "$file" && unpack_at "$1" "$file"; do
    tries=$((tries + 1))
    log "chunk $1: $problem (try $tries)"
    if [ "$tries" -ge "$COMPLAIN_AFTER" ]; then
      failure "$problem" no "chunk $1"
      sleep 30
    else
      sleep "$tries"
    fi
  done
}

# unpack_at INDEX FILE: straight onto the disk, without a copy in memory or a pipe: dd only sets the place. Zeros are
# written like the rest; a "sparse" file would skip them.
unpack_at() {
  {
    dd bs=$MIB seek=$(($1 * (CHUNK_SIZE / MIB))) count=0 2>/dev/null &&
      zstd -dqc --no-sparse "$2" 2>/dev/null
  } 1<>"$disk" && return 0
  problem=DISK_WRITE_FAILED
  zstd -tq "$2" 2>/dev/null || problem=CHUNK_CORRUPT
  return 1
}

write_worker() { # NUMBER LIST
  while read -r index _ zstd raw_bytes zstd_bytes; do
    claim "$index" || continue
    put "$index" "$zstd" "$zstd_bytes" "$1"
    echo "$index $raw_bytes" >>"/run/written.$1"
  done <"$2"
  rm -f "/run/chunk.$1"
}

# What a killed run had finished stays finished; what it had begun is free again.
renew_claims() {
  rm -rf /run/claims
  mkdir -p /run/claims
  cat /run/written.* 2>/dev/null | while read -r index _; do : >"/run/claims/$index"; done
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

forget_cached() {
  sync
  blockdev --flushbufs "$disk"
  echo 3 >/proc/sys/vm/drop_caches
}

# read_back INDEX RAW_SHA256 RAW_BYTES: true if the disk gives back what was meant to be there.
read_back() {
  [ "$(dd if="$disk" bs=$MIB skip=$(($1 * (CHUNK_SIZE / MIB))) count="$3" iflag=count_bytes 2>/dev/null |
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

# Fails where a worker died; what it had begun is then free again.
write_all() {
  renew_claims
  write_zeros
  until wipe_end; do
    failure DISK_WRITE_FAILED no "the end of the disk"
    sleep 30
  done
  in_parallel write_worker "$lists/chunks" || return 1
  # The partition table last, when all else has arrived: a disk that is not whole must not look as if it could start.
  sync
  write_worker 0 "$lists/last-chunks"
  [ "$(distinct /run/written.*)" -eq "$(wc -l </run/all-chunks)" ]
}

write_until_whole() {
  until write_all; do
    log "not every part was written: once more"
    sleep 5
  done
  sync
}

# True only if each chunk was seen to be right: one that nobody looked at is as good as wrong.
verify_all() {
  rm -rf /run/claims /run/bad /run/bad-zeros /run/verified.*
  mkdir -p /run/claims
  forget_cached
  in_parallel verify_worker /run/all-chunks || return 1
  [ ! -e /run/bad ] || return 1
  [ "$(distinct /run/verified.*)" -eq "$(wc -l </run/all-chunks)" ] || return 1
  verify_zeros || {
    : >/run/bad-zeros
    return 1
  }
}

# Only what came back wrong is fetched again.
forget_bad() {
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
  while cat /proc/[0-9]*/stat 2>/dev/null |
    awk -v group="$earlier" '$5 == group && $3 != "Z" { found = 1 } END { exit !found }'; do
    sleep 1
  done
}

end_earlier_run
echo $$ >/run/writer
cat "$lists/chunks" "$lists/last-chunks" >/run/all-chunks
report_for_ever &
echo $! >/run/reporter
count=$(worker_count)
log "writing $((data / MIB)) MiB with $count workers"
write_until_whole
reached written
round=1
until verify_all; do
  failure DISK_VERIFY_FAILED no "round $round: $(sort -u /run/bad 2>/dev/null | wc -l) chunks"
  forget_bad
  write_until_whole
  round=$((round + 1))
  [ "$round" -gt 3 ] && sleep 30
done
kill "$(cat /run/reporter)"
reached verified
