# shellcheck shell=sh
# Checks whether this VPS reaches our service and the image: downloads a few chunks, verifies them and measures the
# rate. Input: API_URL, IMAGE_URL, TOKEN, CHUNKS (words of zstd-sha256:bytes), ORIGINS (names of stores that have them
# too). Output: KEY=VALUE lines.
cd "$DIR" && [ -O . ] || exit 1
run=tools/toolkit-run
# The token is passed in curl's config file because arguments are visible to all users of the system.
printf 'header = "Authorization: Bearer %s"\n' "$TOKEN" >probe.curl
# Runs curl. Records if curl was killed or could not run, because such a failure proves nothing about the network.
fetch() {
  "$run" curl -q -sS -K probe.curl --connect-timeout 10 --max-time 60 "$@" 2>probe.err
  code=$?
  [ "$code" -lt 126 ] || echo blocked >probe.blocked
  return "$code"
}
leave() { # STATUS
  rm -f probe.*
  exit "$1"
}
# Prints the proxies of environment, shells, package managers and downloaders, as URL or host:port.
proxies() {
  {
    env
    cat /etc/environment /etc/profile /etc/profile.d/*.sh /root/.bashrc /root/.profile /etc/apt/apt.conf \
      /etc/apt/apt.conf.d/* /etc/yum.conf /etc/dnf/dnf.conf /etc/sysconfig/proxy /etc/wgetrc /root/.curlrc 2>/dev/null
  } | sed -n -e '/[Nn][Oo]_[Pp]/d' -e '/^[[:space:]]*[#/]/d' \
    -e "s/.*[Pp][Rr][Oo][Xx][Yy][A-Za-z_:]*[[:space:]=\"'][[:space:]=:\"']*\([^\"';[:space:]]*:[0-9][0-9]*\).*/\1/p" |
    awk '!seen[$0]++' | head -n 3
}
# Prints the proxy that reaches our service. It never gets our token, so our service answers 401. Its password is neither
# in arguments nor in the output.
print_way_out() {
  for proxy in $(proxies); do
    printf 'proxy = "%s"\n' "$proxy" >probe.proxy
    status=$("$run" curl -q -s -K probe.proxy -o probe.out -w '%{http_code}' --connect-timeout 10 --max-time 20 "$API_URL/time")
    case $status in
      200 | 401)
        proxy=${proxy##*@}
        echo "PROXY=${proxy#*://}"
        return
        ;;
    esac
  done
}

if ! fetch -f -o probe.time "$API_URL/time"; then
  [ ! -e probe.blocked ] || leave 97
  echo "API=unreachable"
  echo "DETAIL=$(head -c 300 probe.err)"
  print_way_out
  leave 0
fi
echo "API=ok"
echo "API_TIME=$(sed -n 's/^TIME=//p' probe.time)"
bytes=0
started=$(cut -d' ' -f1 /proc/uptime)
for chunk in $CHUNKS; do
  hash=${chunk%%:*} size=${chunk#*:}
  result=ok
  if ! status=$(fetch -o probe.chunk -w '%{http_code}' "$IMAGE_URL/$hash"); then
    # curl also fails if fewer bytes arrived than announced.
    result=unreachable
    [ "$status" = 200 ] && result=truncated
  elif [ "$status" = 404 ]; then
    result=missing
  elif [ "$status" != 200 ]; then
    result=unreachable
  elif [ "$(wc -c <probe.chunk)" -ne "$size" ]; then
    result=truncated
  elif [ "$(sha256sum <probe.chunk | cut -d' ' -f1)" != "$hash" ]; then
    result=corrupt
  fi
  echo "CHUNK=hash=$hash result=$result"
  [ "$result" = ok ] && bytes=$((bytes + size))
done
echo "BYTES=$bytes"
seconds_since() { awk -v from="$1" '{ printf "%.2f", $1 - from }' /proc/uptime; }
echo "SECONDS=$(seconds_since "$started")"

# measure ORIGIN: takes at most ORIGIN_SECONDS. curl does not send our token to the target of a redirect.
ORIGIN_SECONDS=15
measure() {
  bytes=0 result=ok started=$(cut -d' ' -f1 /proc/uptime)
  for chunk in $CHUNKS; do
    hash=${chunk%%:*}
    spent=$(seconds_since "$started")
    left=$((ORIGIN_SECONDS - ${spent%.*}))
    [ "$left" -gt 0 ] || break
    answer=$(fetch --location --max-redirs 3 --connect-timeout 5 --max-time "$left" -o probe.chunk \
      -w '%{http_code} %{size_download}' "$IMAGE_URL/$hash?origin=$1")
    code=$? status=${answer%% *} came=${answer##* }
    if [ "$status" = 200 ] && [ "$code" -eq 28 ]; then
      bytes=$((bytes + came)) result=slow
      break
    elif [ "$status" != 200 ] || [ "$code" -ne 0 ]; then
      result=unreachable
      break
    elif [ "$(sha256sum <probe.chunk | cut -d' ' -f1)" != "$hash" ]; then
      result=corrupt
      break
    fi
    bytes=$((bytes + came))
  done
  echo "ORIGIN=name=$1 result=$result bytes=$bytes seconds=$(seconds_since "$started")"
}
for origin in $ORIGINS; do measure "$origin"; done
[ ! -e probe.blocked ] || leave 97
leave 0
