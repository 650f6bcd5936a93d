# shellcheck shell=sh
# Checks whether this VPS reaches our service and the image: downloads a few chunks, verifies them and measures the
# rate. Input: API_URL, IMAGE_URL, TOKEN, CHUNKS (words of zstd-sha256:bytes), ORIGINS (names of stores that have them
# too). Output: KEY=VALUE lines.
cd "$DIR" && [ -O . ] || exit 1
run=tools/toolkit-run
# The token is passed in curl's config file because arguments are visible to all users of the system.
printf 'header = "Authorization: Bearer %s"\n' "$TOKEN" >probe.curl
fetch() { "$run" curl -q -sS -K probe.curl --connect-timeout 10 --max-time 60 "$@" 2>probe.err; }

if ! fetch -f -o probe.time "$API_URL/time"; then
  echo "API=unreachable"
  echo "DETAIL=$(head -c 300 probe.err)"
  rm -f probe.*
  exit 0
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
rm -f probe.*
