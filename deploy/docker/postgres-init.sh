#!/bin/bash
# Runs once, on an empty PostgreSQL. Creates a database for each service and a role that can access only that
# database.
set -euo pipefail

for service in auth billing install telegram security; do
  variable="${service^^}_DB_PASSWORD"
  PASSWORD=${!variable:?} psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 -v name="$service" \
    --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv password PASSWORD
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE CONNECT ON DATABASE :"name" FROM PUBLIC;
SQL
done
