# shellcheck shell=sh
# Sourced by every part of the stage: communication with the service and the console.

# The system's own kernel, for the boot guard. Missing where memory is short.
# shellcheck disable=SC2034 # read by guard.sh and again.sh
KERNEL=/usr/lib/casement/vmlinuz

uptime_hundredths() {
  read -r up _ </proc/uptime
  echo "${up%.*}${up#*.}"
}

# Logs to the console and, with the next report, to the customer's page. Must not contain secrets.
log() {
  read -r up _ </proc/uptime
  echo "CASEMENT [$up] $*"
  echo "[$up] $*" >>/run/log
}

restart_now() {
  sync
  # busybox's `reboot -f` calls the kernel directly. The sysrq trigger is the fallback for kernels on which that call
  # hangs.
  reboot -f &
  sleep 10
  echo b >/proc/sysrq-trigger
}

# Must be called only by the first process: if the restart hangs, that process exits and the kernel panic restarts the
# machine. Does not return.
back_to_linux() {
  log "restarting into Linux"
  restart_now
  sleep 60
  exit 1
}

# Claims the decision between the commit and the return to Linux. Succeeds only once.
decide() { (set -C && : >/run/decided) 2>/dev/null; }

# call SECONDS PATH [curl arguments]: prints the service's response and fails unless the status is 200. Afterwards
# `sent` holds the number of request bytes that left this machine; 0 means the request cannot have arrived. The token
# is in curl's own config file, never among its arguments.
call() {
  seconds=$1 path=$2
  shift 2
  answer=/run/answer.$$
  status=$(curl -q -sS -K /run/curl.conf --connect-timeout 10 --max-time "$seconds" \
    -o "$answer" -w '%{http_code} %{size_request} %{time_connect}' "$@" "$API_URL/$path" 2>/run/curl.err)
  code=$? connected=${status##* } status=${status% *}
  [ "$code" -eq 0 ] || status="000 ${status#* }"
  # shellcheck disable=SC2034 # read by the caller
  sent=${status#* } status=${status%% *}
  cat "$answer" 2>/dev/null
  rm -f "$answer"
  [ "$status" = 200 ]
}

# Whether curl (`code`, `connected`) connected and then timed out (28).
is_stalled() {
  case $code/$connected in 28/*[1-9]*) return 0 ;; esac
  return 1
}

recent_log() { tail -n 10 /run/log | cut -c1-300 >/run/log.tail; }

# failure CODE FINAL DETAIL: FINAL is yes if the stage gives up, no if it keeps retrying.
failure() {
  log "$1: $3"
  recent_log
  tries=0
  until call 20 failure --data-urlencode "nonce=$(cat /run/nonce)" --data-urlencode "code=$1" \
    --data-urlencode "final=$2" --data-urlencode "detail=$3" --data-urlencode "log@/run/log.tail" >/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 5 ] || return 0
    sleep 3
  done
}

# new_nonce: names this boot. The service grants the commit to a nonce.
new_nonce() { head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n' >/run/nonce; }

use_token() { printf 'header = "Authorization: Bearer %s"\n' "$1" >/run/curl.conf; }

# The modules are numbered, so that the glob lists them in load order.
load_modules() {
  for module in /usr/lib/casement/modules/*; do
    [ -e "$module" ] || continue
    insmod "$module" 2>>/run/insmod.err || log "not loaded: ${module##*/}"
  done
}

# sum_of COLUMN: sums a column of stdin. With "%d" busybox's awk would count in 32 bits and stop at 2 GiB.
sum_of() { awk -v column="$1" '{ sum += $column } END { printf "%.0f", sum }'; }

# Bytes written plus bytes read back.
bytes_done() { cat /run/written.* /run/verified.* 2>/dev/null | sum_of 2; }

# report [EVENT]: sends the progress of the write. Fails if the service did not accept it. The sequence is the uptime
# in hundredths of a second, so it grows with every report of this boot, whichever process sends it.
report() {
  done_bytes=$(bytes_done)
  total=$(cat /run/total 2>/dev/null || echo 0)
  rate=$(cat /run/rate 2>/dev/null || echo 0)
  eta=
  [ "$rate" -gt 0 ] && eta=$(((total - done_bytes) / rate))
  recent_log
  call 20 progress --data-urlencode "nonce=$(cat /run/nonce)" -d "sequence=$(uptime_hundredths)" \
    -d "phase=$(cat /run/phase)" -d "bytes_done=$done_bytes" -d "bytes_total=$total" -d "rate=$rate" \
    -d "eta=$eta" -d "event=${1:-}" -d "guard=${REPORT_GUARD#yes}" --data-urlencode "log@/run/log.tail" >/dev/null
}

# reached EVENT: retries until the service accepts the report, because the service waits for the event.
reached() {
  log "$1"
  until report "$1"; do sleep 3; done
}

# Reports every 4 s until killed and maintains the rate as a moving average: three parts old, one part new.
report_for_ever() {
  before=0 since=$(uptime_hundredths)
  while :; do
    sleep 4
    done_bytes=$(bytes_done)
    now=$(uptime_hundredths)
    new=$(((done_bytes - before) * 100 / (now - since)))
    old=$(cat /run/rate 2>/dev/null || echo 0)
    # bytes_done drops when verified chunks are discarded to be verified again.
    [ "$new" -lt 0 ] && new=0
    [ "$old" -gt 0 ] && new=$(((old * 3 + new) / 4))
    echo "$new" >/run/rate
    before=$done_bytes since=$now
    report
  done
}

# Prints the sha256 of a file or of stdin. The faster program depends on the CPU's instruction set and differs by a
# factor of four in either direction, so choose_hasher measures.
hash_of() {
  read -r hasher 2>/dev/null </run/hasher
  case $hasher in
    openssl) sum=$(openssl dgst -sha256 -r "$@") ;;
    *) sum=$(sha256sum "$@") ;;
  esac
  echo "${sum%% *}"
}

choose_hasher() {
  head -c 16777216 /dev/zero >/run/sample
  from=$(uptime_hundredths)
  openssl dgst -sha256 -r /run/sample >/dev/null
  middle=$(uptime_hundredths)
  sha256sum /run/sample >/dev/null
  to=$(uptime_hundredths)
  if [ $((middle - from)) -lt $((to - middle)) ]; then echo openssl; else echo sha256sum; fi >/run/hasher
  rm -f /run/sample
  log "hashing with $(cat /run/hasher): $((middle - from)) against $((to - middle)) hundredths"
}
