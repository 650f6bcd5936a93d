#!/bin/sh
# First process of the benchmark VM, in place of the stage's init. Runs each way of writing the disk in turn.
# engine.mjs evaluates the log lines and their timestamps.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
# shellcheck disable=SC3040 # the toolkit's sh knows it
set -o pipefail
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs -o mode=0700,size=80% tmpfs /run
exec </dev/null >/dev/console 2>&1
# shellcheck source=/dev/null
. /etc/casement/job.env
# shellcheck source=services/install/engine/agent/lib.sh
. /usr/lib/casement/lib.sh

for module in /usr/lib/casement/modules/*; do insmod "$module"; done
ip link set eth0 up
ip addr add 10.0.2.15/24 dev eth0
disk=/dev/vda
echo "$disk" >/run/disk
echo "$BENCH_NONCE" >/run/nonce
: >/run/committed

fail() {
  log "bench failed: $*"
  poweroff -f
}

# Removes all state of the previous run from disk and memory, but leaves old data where the image has zeros.
make_fresh() {
  rm -rf /run/claims /run/written.* /run/verified.* /run/zeroed /run/rate
  blkdiscard "$disk" || fail "the disk can't be emptied"
  head -c 16777216 /dev/zero | tr '\0' '\377' | dd of="$disk" bs=1M seek="$BENCH_ZEROS" conv=notrunc 2>/dev/null
  sync
  echo 3 >/proc/sys/vm/drop_caches
}

has_zeros() { dd if="$disk" bs=1M skip="$BENCH_ZEROS" count=16 2>/dev/null | cmp -s -n 16777216 - /dev/zero; }

memory() { # KEY: without starting a process, it is asked for while the writer is measured
  while read -r key value _; do [ "$key" = "$1:" ] && echo "$value" && return; done </proc/meminfo
}

keep_lowest() {
  lowest=$(memory MemAvailable)
  while :; do
    free=$(memory MemAvailable)
    [ "$free" -ge "$lowest" ] || lowest=$free
    echo "$lowest" >/run/lowest
    sleep 0.5
  done
}

# Runs the stage's own program, which logs when it has written the disk and when it has read it back.
casement() { # TOKEN
  printf 'header = "Authorization: Bearer %s"\n' "$1" >/run/curl.conf
  keep_lowest &
  keeper=$!
  setsid /usr/lib/casement/write.sh || return 1
  kill "$keeper"
  log "memory $(memory MemTotal) lowest $(cat /run/lowest)"
  has_zeros
}

curl_gunzip_dd() {
  curl -q -sS "$BENCH_URL/image.gz" | gzip -dc | dd of="$disk" bs=1M iflag=fullblock conv=notrunc 2>/dev/null &&
    sync && has_zeros
}

curl_dd() {
  while read -r offset mib; do
    curl -q -sS -r "$((offset * 1048576))-$(((offset + mib) * 1048576 - 1))" "$BENCH_URL/image.raw" |
      dd of="$disk" bs=1M seek="$offset" iflag=fullblock conv=notrunc 2>/dev/null || return 1
  done </etc/casement/pieces
  sync
}

choose_hasher
log "write zeros $(cat /sys/block/vda/queue/write_zeroes_max_bytes)"
# The fifth round ends with the writer, whose disk is compared.
order='casement curl_gunzip_dd curl_dd'
for token in $BENCH_TOKENS; do
  for way in $order; do
    make_fresh
    log "$way begins"
    "$way" "$token" || fail "$way"
    log "$way ends"
  done
  # Rotates the order, so that no method always runs first.
  order="${order#* } ${order%% *}"
done
sync
log 'bench done'
poweroff -f
