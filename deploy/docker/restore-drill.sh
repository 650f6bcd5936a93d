#!/usr/bin/env bash
# restore-drill.sh: fills three databases, dumps them, destroys the server with its data and restores them on a new
# one. Compares every table row by row, and checks the ledger with billing's own `verify`. Needs PostgreSQL's server
# and client programs (Debian: postgresql). Does not touch a running Casement.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
services=(billing security telegram)

bin=${PGBIN:-$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)}
[ -x "${bin:-/}/initdb" ] || {
  echo 'restore-drill needs PostgreSQL (Debian: apt-get install postgresql), or PGBIN with its programs.' >&2
  exit 1
}
work=$(mktemp -d)
chmod 711 "$work"
# PostgreSQL refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
  as=(setpriv --reuid=postgres --regid=postgres --init-groups)
  chown postgres "$work"
fi
server() { (cd "$work" && "${as[@]}" "$@"); }
stop() { server "$bin/pg_ctl" stop -s -m fast -D "$work/data" || true; }
trap 'stop 2>/dev/null; rm -rf "$work"' EXIT

port=$(node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})")
url() { echo "postgres://drill@127.0.0.1:$port/$1"; }
say() { echo "== $*"; }

new_server() {
  server "$bin/initdb" -D "$work/data" -U drill -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
  server "$bin/pg_ctl" start -s -w -D "$work/data" -l "$work/log" \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
  for name in "${services[@]}"; do "$bin/psql" -qX "$(url postgres)" -c "CREATE DATABASE $name"; done
}

run() { # SERVICE COMMAND: as the container would run it
  local name=$1 command=$2
  DATABASE_URL=$(url "$name") NATS_URL=nats://127.0.0.1:9 AUTH_JWKS_URL=http://127.0.0.1:9/jwks \
    LOG_LEVEL=warn node "$root/services/$name/dist/$command.js"
}

# Prints one line per table with the number of rows and an order-independent checksum.
picture() {
  local name=$1 table
  for table in $("$bin/psql" -qXAt "$(url "$name")" -c \
    "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"); do
    "$bin/psql" -qXAt "$(url "$name")" -c \
      "SELECT '$name', '$table', count(*), md5(coalesce(string_agg(r, E'\\n' ORDER BY r), '')) FROM (SELECT t::text AS r FROM $table t) rows"
  done
}

say "a server with three databases, by $("$bin/postgres" --version)"
new_server
for name in "${services[@]}"; do run "$name" migrate; done

say 'customers, their ledgers, blocks and links'
"$bin/psql" -qX -v ON_ERROR_STOP=1 "$(url billing)" >/dev/null <<'SQL'
INSERT INTO balance (user_id) SELECT gen_random_uuid() FROM generate_series(1, 200);
-- Each entry continues the one before, as the ledger itself demands.
DO $$ DECLARE u uuid; BEGIN
  FOR u IN SELECT user_id FROM balance LOOP
    FOR n IN 1..25 LOOP
      INSERT INTO ledger_entry (id, user_id, entry_no, kind, amount, balance_after, source, actor_id, reason)
      VALUES (gen_random_uuid(), u, n, 'adjustment', n, n * (n + 1) / 2, 'drill:' || u || ':' || n, u, 'drill');
    END LOOP;
  END LOOP;
END $$;
SQL
"$bin/psql" -qX -v ON_ERROR_STOP=1 "$(url security)" >/dev/null <<'SQL'
INSERT INTO blocked_ip (id, ip, block_type, reason, expires_at)
SELECT gen_random_uuid(), '198.51.' || n / 250 || '.' || n % 250, 'manual', 'drill', now() + interval '1 day'
  FROM generate_series(1, 1000) n;
SQL
"$bin/psql" -qX -v ON_ERROR_STOP=1 "$(url telegram)" >/dev/null <<'SQL'
INSERT INTO telegram_link (user_id, telegram_user_id, display_name)
SELECT gen_random_uuid(), n, 'drill ' || n FROM generate_series(1, 1000) n;
SQL
run billing verify | head -n 1
for name in "${services[@]}"; do picture "$name"; done >"$work/before"

say 'dump'
for name in "${services[@]}"; do "$bin/pg_dump" -Fc -f "$work/$name.dump" "$(url "$name")"; done

say 'destroy'
stop
server rm -rf "$work/data"

say 'restore'
new_server
for name in "${services[@]}"; do
  "$bin/pg_restore" --exit-on-error --no-owner -d "$(url "$name")" "$work/$name.dump"
done

say 'what is back'
for name in "${services[@]}"; do picture "$name"; done >"$work/after"
diff "$work/before" "$work/after" || {
  echo 'What came back is not what was there.' >&2
  exit 1
}
grep -cE '\|' "$work/after" | sed 's/$/ tables are alike, row by row/'
grep -E '\|(ledger_entry|blocked_ip|telegram_link)\|' "$work/after" | awk -F'|' '{ print $3, "rows of", $2 }'
run billing verify | head -n 1
# Verifies that the restored database enforces its own rules: ledger entries cannot be changed.
if "$bin/psql" -qX "$(url billing)" -c 'UPDATE ledger_entry SET amount = amount + 1' 2>"$work/refusal"; then
  echo 'An entry of the ledger could be changed.' >&2
  exit 1
fi
grep -o 'ledger entries are never changed or removed' "$work/refusal"
for name in "${services[@]}"; do run "$name" migrate; done
say 'the drill has passed'
