-- Generated from the migrations by `make schema`; compared with them by the medium tests.
-- For reading: partitions of a partitioned table are made by time and are not listed.

CREATE EXTENSION pg_trgm;

CREATE TABLE access_revocation (
  user_id uuid NOT NULL,
  revoked_at timestamp with time zone NOT NULL,
  CONSTRAINT access_revocation_pkey PRIMARY KEY (user_id)
);

CREATE TABLE closed_user (
  user_id uuid NOT NULL,
  deletion_id uuid NOT NULL,
  closed boolean NOT NULL,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT closed_user_pkey PRIMARY KEY (user_id)
);

CREATE TABLE dead_letter (
  id uuid NOT NULL,
  consumer text NOT NULL,
  message_id text NOT NULL,
  subject text NOT NULL,
  envelope text NOT NULL,
  error text NOT NULL,
  deliveries integer NOT NULL,
  dead_at timestamp with time zone NOT NULL DEFAULT now(),
  replay_requested_at timestamp with time zone,
  CONSTRAINT dead_letter_consumer_message_id_key UNIQUE (consumer, message_id),
  CONSTRAINT dead_letter_pkey PRIMARY KEY (id)
);

CREATE TABLE dependency_test (
  name text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ok boolean,
  answer text,
  asked_at timestamp with time zone,
  CONSTRAINT dependency_test_pkey PRIMARY KEY (name)
);

CREATE TABLE desktop_session (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  auth_session_id uuid NOT NULL,
  auth_epoch integer NOT NULL,
  install_id uuid NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  certificate_sha256 text NOT NULL,
  ticket_hash text,
  ticket_expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  replica text,
  client_address text,
  opened_at timestamp with time zone,
  reported_at timestamp with time zone,
  active_at timestamp with time zone,
  bytes_to_windows bigint NOT NULL DEFAULT 0,
  bytes_to_browser bigint NOT NULL DEFAULT 0,
  end_ordered text,
  ended_at timestamp with time zone,
  end_reason text,
  CONSTRAINT desktop_session_check CHECK (((opened_at IS NULL) OR ((ticket_hash IS NULL) AND (replica IS NOT NULL) AND (client_address IS NOT NULL) AND (reported_at IS NOT NULL) AND (active_at IS NOT NULL)))),
  CONSTRAINT desktop_session_check1 CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  CONSTRAINT desktop_session_check2 CHECK (((ended_at IS NULL) OR (opened_at IS NOT NULL))),
  CONSTRAINT desktop_session_pkey PRIMARY KEY (id),
  CONSTRAINT desktop_session_ticket_hash_key UNIQUE (ticket_hash)
);
CREATE INDEX desktop_session_by_user ON desktop_session USING btree (user_id, created_at);
CREATE INDEX desktop_session_ended ON desktop_session USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX desktop_session_open ON desktop_session USING btree (reported_at) WHERE ((opened_at IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX desktop_session_opened ON desktop_session USING btree (id DESC) WHERE (opened_at IS NOT NULL);
CREATE INDEX desktop_session_unopened ON desktop_session USING btree (ticket_expires_at) WHERE (opened_at IS NULL);

CREATE TABLE idempotency_key (
  user_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  fingerprint bytea NOT NULL,
  claim uuid NOT NULL,
  claimed_until timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  done_at timestamp with time zone,
  answer text,
  made text,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (user_id, key_hash)
);
CREATE INDEX idempotency_key_created ON idempotency_key USING btree (created_at);

CREATE TABLE image_certification (
  manifest_sha256 text NOT NULL,
  verdict text NOT NULL,
  code text,
  message text,
  finished_at timestamp with time zone NOT NULL,
  report text NOT NULL,
  attached_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT image_certification_manifest_sha256_check CHECK ((manifest_sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT image_certification_pkey PRIMARY KEY (manifest_sha256),
  CONSTRAINT image_certification_verdict_check CHECK ((verdict = ANY (ARRAY['certified'::text, 'failed'::text])))
);

CREATE TABLE image_copy (
  manifest_sha256 text NOT NULL,
  origin text NOT NULL,
  place text NOT NULL,
  verified_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT image_copy_pkey PRIMARY KEY (manifest_sha256, origin)
);

CREATE TABLE image_job (
  id uuid NOT NULL,
  kind text NOT NULL,
  version_id uuid,
  source_kind text,
  source text,
  source_sealed text,
  sha256 text,
  min_memory bigint,
  status text NOT NULL DEFAULT 'queued'::text,
  step text,
  step_since timestamp with time zone,
  bytes_done bigint NOT NULL DEFAULT 0,
  bytes_total bigint,
  failure jsonb,
  attempts integer NOT NULL DEFAULT 0,
  requested_by uuid,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  lease_owner text,
  lease_epoch bigint NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  handshake_only boolean NOT NULL DEFAULT false,
  upload_id uuid,
  drivers_upload_id uuid,
  edition integer,
  recipe text,
  disk_gib integer,
  log text[] NOT NULL DEFAULT '{}'::text[],
  firmware text,
  origin text,
  CONSTRAINT image_job_check CHECK (((source_sealed IS NULL) OR (status = ANY (ARRAY['queued'::text, 'running'::text])))),
  CONSTRAINT image_job_drivers_upload_id_fkey FOREIGN KEY (drivers_upload_id) REFERENCES image_upload(id) ON DELETE SET NULL,
  CONSTRAINT image_job_firmware_check CHECK ((firmware = ANY (ARRAY['uefi'::text, 'bios'::text]))),
  CONSTRAINT image_job_kind_check CHECK ((kind = ANY (ARRAY['import'::text, 'verify'::text, 'collect'::text, 'inspect'::text, 'build'::text, 'replicate'::text]))),
  CONSTRAINT image_job_pkey PRIMARY KEY (id),
  CONSTRAINT image_job_source_kind_check CHECK ((source_kind = ANY (ARRAY['file'::text, 'url'::text, 'command'::text, 'upload'::text]))),
  CONSTRAINT image_job_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT image_job_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES image_upload(id) ON DELETE SET NULL,
  CONSTRAINT image_job_version_id_fkey FOREIGN KEY (version_id) REFERENCES windows_version(id) ON DELETE CASCADE
);
CREATE INDEX image_job_by_drivers ON image_job USING btree (drivers_upload_id) WHERE (drivers_upload_id IS NOT NULL);
CREATE INDEX image_job_by_upload ON image_job USING btree (upload_id) WHERE (upload_id IS NOT NULL);
CREATE INDEX image_job_by_version ON image_job USING btree (version_id, id DESC);
CREATE INDEX image_job_open ON image_job USING btree (created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE UNIQUE INDEX image_job_one_collection ON image_job USING btree (kind) WHERE ((kind = 'collect'::text) AND (status = 'queued'::text));
CREATE UNIQUE INDEX image_job_one_inspection ON image_job USING btree (upload_id) WHERE ((kind = 'inspect'::text) AND (status = ANY (ARRAY['queued'::text, 'running'::text])));
CREATE UNIQUE INDEX image_job_one_per_version ON image_job USING btree (version_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE TABLE image_upload (
  id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  size bigint NOT NULL,
  status text NOT NULL DEFAULT 'uploading'::text,
  sha256 text,
  editions jsonb,
  failure jsonb,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT image_upload_kind_check CHECK ((kind = ANY (ARRAY['iso'::text, 'drivers'::text, 'image'::text]))),
  CONSTRAINT image_upload_pkey PRIMARY KEY (id),
  CONSTRAINT image_upload_size_check CHECK ((size > 0)),
  CONSTRAINT image_upload_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'checking'::text, 'ready'::text, 'failed'::text])))
);

CREATE TABLE image_upload_part (
  upload_id uuid NOT NULL,
  number integer NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  CONSTRAINT image_upload_part_number_check CHECK ((number >= 0)),
  CONSTRAINT image_upload_part_pkey PRIMARY KEY (upload_id, number),
  CONSTRAINT image_upload_part_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES image_upload(id) ON DELETE CASCADE
);

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  processed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_processed ON inbox USING btree (processed_at);

CREATE TABLE install (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  username text,
  ip text NOT NULL,
  win_ver text NOT NULL,
  win_name text NOT NULL,
  manifest_sha256 text NOT NULL,
  vps_password text,
  rdp_password text,
  correlation_id text,
  status text NOT NULL,
  version integer NOT NULL DEFAULT 0,
  engine_state jsonb NOT NULL,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  lease_owner text,
  lease_epoch bigint NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  agent_token_hash text,
  agent_state jsonb NOT NULL,
  status_changed_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  fetched_bytes bigint NOT NULL DEFAULT 0,
  rdp_checked_at timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  ssh_port integer,
  ssh_user text,
  turn bigint NOT NULL DEFAULT 0,
  label text,
  windows_options jsonb,
  account_password text,
  rdp_port integer,
  boot_guard boolean NOT NULL DEFAULT false,
  recovery_token_hash text,
  product_key text,
  script_sealed text,
  kind text NOT NULL DEFAULT 'windows'::text,
  price integer NOT NULL DEFAULT 1,
  linux_access text,
  CONSTRAINT install_agent_token_hash_key UNIQUE (agent_token_hash),
  CONSTRAINT install_check CHECK (((status <> ALL (ARRAY['completed'::text, 'failed'::text])) OR ((vps_password IS NULL) AND (agent_token_hash IS NULL)))),
  CONSTRAINT install_kind_check CHECK ((kind = ANY (ARRAY['windows'::text, 'linux'::text]))),
  CONSTRAINT install_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60))),
  CONSTRAINT install_pkey PRIMARY KEY (id),
  CONSTRAINT install_price_check CHECK ((price = ANY (ARRAY[0, 1]))),
  CONSTRAINT install_recovery_token_hash_key UNIQUE (recovery_token_hash),
  CONSTRAINT install_status_check CHECK ((status = ANY (ARRAY['reserving'::text, 'pending'::text, 'preparing'::text, 'running'::text, 'manual_review'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX install_by_age ON install USING btree (created_at);
CREATE INDEX install_by_change ON install USING btree (status_changed_at DESC);
CREATE INDEX install_by_machine ON install USING btree (user_id, ip, id DESC);
CREATE INDEX install_by_status ON install USING btree (status, id DESC);
CREATE INDEX install_by_status_back ON install USING btree (status, id);
CREATE INDEX install_by_user ON install USING btree (user_id, id DESC);
CREATE INDEX install_due ON install USING btree (run_after) WHERE (status = ANY (ARRAY['reserving'::text, 'pending'::text, 'preparing'::text, 'running'::text, 'manual_review'::text]));
CREATE INDEX install_in_turn ON install USING btree (turn, run_after) WHERE (status = ANY (ARRAY['pending'::text, 'preparing'::text, 'running'::text, 'manual_review'::text]));
CREATE INDEX install_rdp_password_due ON install USING btree (finished_at) WHERE (rdp_password IS NOT NULL);
CREATE INDEX install_searched ON install USING gin (lower(((ip || '
'::text) || COALESCE(username, ''::text))) gin_trgm_ops);
CREATE INDEX install_waiting ON install USING btree (turn) WHERE (status = 'pending'::text);
CREATE INDEX install_waiting_by_user ON install USING btree (user_id, turn) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX install_one_per_address ON install USING btree (ip, COALESCE(ssh_port, 22)) WHERE (status = ANY (ARRAY['reserving'::text, 'pending'::text, 'preparing'::text, 'running'::text, 'manual_review'::text]));

CREATE TABLE install_batch (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  client text,
  correlation_id text,
  status text NOT NULL,
  at_a_time integer,
  size integer NOT NULL,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  lease_owner text,
  lease_epoch bigint NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  pause_reason text,
  windows_options jsonb,
  secret_options text,
  CONSTRAINT install_batch_check CHECK (((status <> ALL (ARRAY['running'::text, 'paused'::text])) OR ((at_a_time IS NOT NULL) AND (started_at IS NOT NULL)))),
  CONSTRAINT install_batch_pkey PRIMARY KEY (id),
  CONSTRAINT install_batch_status_check CHECK ((status = ANY (ARRAY['checking'::text, 'ready'::text, 'running'::text, 'paused'::text, 'cancelled'::text, 'ended'::text])))
);
CREATE INDEX install_batch_by_user ON install_batch USING btree (user_id, id DESC);
CREATE INDEX install_batch_due ON install_batch USING btree (run_after) WHERE (finished_at IS NULL);
CREATE INDEX install_batch_with_secrets ON install_batch USING btree (created_at) WHERE (secret_options IS NOT NULL);

CREATE TABLE install_batch_row (
  batch_id uuid NOT NULL,
  number integer NOT NULL,
  ip text NOT NULL,
  win_ver text NOT NULL,
  win_name text,
  ssh_port integer,
  ssh_user text,
  status text NOT NULL,
  credentials text,
  credentials_until timestamp with time zone,
  check_id uuid,
  install_id uuid,
  failure jsonb,
  field text,
  install_seconds integer,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  CONSTRAINT install_batch_row_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES install_batch(id) ON DELETE CASCADE,
  CONSTRAINT install_batch_row_check CHECK (((credentials IS NULL) = (credentials_until IS NULL))),
  CONSTRAINT install_batch_row_check1 CHECK (((credentials IS NULL) OR (status = ANY (ARRAY['checking'::text, 'unfit'::text, 'ready'::text, 'starting'::text, 'no_quota'::text])))),
  CONSTRAINT install_batch_row_check2 CHECK (((credentials IS NOT NULL) OR (status <> ALL (ARRAY['checking'::text, 'ready'::text, 'starting'::text])))),
  CONSTRAINT install_batch_row_check3 CHECK (((status <> ALL (ARRAY['starting'::text, 'installing'::text, 'review'::text, 'completed'::text])) OR (install_id IS NOT NULL))),
  CONSTRAINT install_batch_row_install_id_key UNIQUE (install_id),
  CONSTRAINT install_batch_row_pkey PRIMARY KEY (batch_id, number),
  CONSTRAINT install_batch_row_status_check CHECK ((status = ANY (ARRAY['refused'::text, 'checking'::text, 'unfit'::text, 'ready'::text, 'starting'::text, 'installing'::text, 'review'::text, 'completed'::text, 'failed'::text, 'no_quota'::text, 'expired'::text, 'cancelled'::text])))
);
CREATE INDEX install_batch_row_expiring ON install_batch_row USING btree (credentials_until) WHERE (credentials IS NOT NULL);

CREATE TABLE install_recovery (
  install_id uuid NOT NULL,
  boot_id text NOT NULL,
  reported_at timestamp with time zone NOT NULL DEFAULT now(),
  logs jsonb NOT NULL,
  CONSTRAINT install_recovery_install_id_fkey FOREIGN KEY (install_id) REFERENCES install(id) ON DELETE CASCADE,
  CONSTRAINT install_recovery_pkey PRIMARY KEY (install_id)
);

CREATE TABLE install_step (
  id uuid NOT NULL,
  install_id uuid NOT NULL,
  name text NOT NULL,
  phase text NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  worker text NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  outcome text,
  CONSTRAINT install_step_install_id_fkey FOREIGN KEY (install_id) REFERENCES install(id) ON DELETE CASCADE,
  CONSTRAINT install_step_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX install_step_by_install ON ONLY install_step USING btree (install_id, started_at);

CREATE TABLE lease (
  name text NOT NULL,
  lease_owner text,
  lease_epoch integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT lease_pkey PRIMARY KEY (name)
);

CREATE TABLE outbox (
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL,
  subject text NOT NULL,
  ordering_key text,
  payload text NOT NULL,
  correlation_id text NOT NULL,
  actor_id text NOT NULL DEFAULT ''::text,
  occurred_at timestamp with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  available_at timestamp with time zone NOT NULL DEFAULT now(),
  published_at timestamp with time zone,
  CONSTRAINT outbox_id_key UNIQUE (id),
  CONSTRAINT outbox_pkey PRIMARY KEY (seq)
);
CREATE INDEX outbox_published ON outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX outbox_waiting ON outbox USING btree (seq) WHERE (published_at IS NULL);
CREATE INDEX outbox_waiting_by_key ON outbox USING btree (ordering_key, seq) WHERE ((published_at IS NULL) AND (ordering_key IS NOT NULL));

CREATE TABLE partitioned_table (
  name text NOT NULL,
  step_days integer NOT NULL,
  retention_days integer,
  CONSTRAINT partitioned_table_pkey PRIMARY KEY (name),
  CONSTRAINT partitioned_table_retention_days_check CHECK ((retention_days > 0)),
  CONSTRAINT partitioned_table_step_days_check CHECK ((step_days > 0))
);

CREATE TABLE password_reset (
  install_id uuid NOT NULL,
  id uuid NOT NULL,
  boot_id text NOT NULL,
  status text NOT NULL,
  password text,
  tries integer NOT NULL DEFAULT 0,
  failure jsonb,
  expires_at timestamp with time zone NOT NULL,
  run_after timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  CONSTRAINT password_reset_check CHECK (((status = ANY (ARRAY['done'::text, 'failed'::text])) = (password IS NULL))),
  CONSTRAINT password_reset_check1 CHECK (((status = ANY (ARRAY['done'::text, 'failed'::text])) = (run_after IS NULL))),
  CONSTRAINT password_reset_install_id_fkey FOREIGN KEY (install_id) REFERENCES install(id) ON DELETE CASCADE,
  CONSTRAINT password_reset_pkey PRIMARY KEY (install_id),
  CONSTRAINT password_reset_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'writing'::text, 'starting'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX password_reset_due ON password_reset USING btree (run_after) WHERE (run_after IS NOT NULL);

CREATE TABLE script (
  id uuid NOT NULL,
  user_id uuid,
  name text NOT NULL,
  description text NOT NULL,
  content_sealed text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT script_pkey PRIMARY KEY (id)
);
CREATE INDEX script_user_id_idx ON script USING btree (user_id);

CREATE TABLE throttle (
  key text NOT NULL,
  used_until timestamp with time zone NOT NULL,
  CONSTRAINT throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX throttle_used_until ON throttle USING btree (used_until);

CREATE TABLE vps_check (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  ip text NOT NULL,
  win_ver text,
  win_name text,
  manifest_sha256 text,
  vps_password text,
  status text NOT NULL,
  state jsonb NOT NULL,
  token_hash text,
  token_chunks text[] NOT NULL DEFAULT '{}'::text[],
  fingerprint text,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  lease_owner text,
  lease_epoch bigint NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  finished_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  client text,
  ssh_port integer,
  ssh_user text,
  batch_id uuid,
  turn bigint NOT NULL DEFAULT 0,
  CONSTRAINT vps_check_check CHECK (((status = ANY (ARRAY['pending'::text, 'running'::text])) OR ((vps_password IS NULL) AND (token_hash IS NULL)))),
  CONSTRAINT vps_check_pkey PRIMARY KEY (id),
  CONSTRAINT vps_check_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'passed'::text, 'refused'::text, 'failed'::text]))),
  CONSTRAINT vps_check_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX vps_check_by_address ON vps_check USING btree (ip, created_at);
CREATE INDEX vps_check_by_age ON vps_check USING btree (created_at);
CREATE INDEX vps_check_by_client ON vps_check USING btree (client, created_at);
CREATE INDEX vps_check_by_user ON vps_check USING btree (user_id, created_at);
CREATE INDEX vps_check_due ON vps_check USING btree (run_after) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
CREATE INDEX vps_check_in_turn ON vps_check USING btree (turn, run_after) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
CREATE INDEX vps_check_waiting_by_user ON vps_check USING btree (user_id, turn) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX vps_check_one_of_form_per_user ON vps_check USING btree (user_id) WHERE ((status = ANY (ARRAY['pending'::text, 'running'::text])) AND (batch_id IS NULL));
CREATE UNIQUE INDEX vps_check_one_per_address ON vps_check USING btree (ip, COALESCE(ssh_port, 22)) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));

CREATE TABLE webhook_delivery (
  id uuid NOT NULL,
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event text NOT NULL,
  ordering_key text,
  payload text NOT NULL,
  status text NOT NULL DEFAULT 'waiting'::text,
  next_try_at timestamp with time zone NOT NULL DEFAULT now(),
  give_up_at timestamp with time zone NOT NULL DEFAULT (now() + '24:00:00'::interval),
  failures integer NOT NULL DEFAULT 0,
  tries jsonb NOT NULL DEFAULT '[]'::jsonb,
  answer text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_delivery_endpoint_id_event_id_key UNIQUE (endpoint_id, event_id),
  CONSTRAINT webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON DELETE CASCADE,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_delivery_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_delivery_by_age ON webhook_delivery USING btree (created_at);
CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery USING btree (endpoint_id, id DESC);
CREATE INDEX webhook_delivery_due ON webhook_delivery USING btree (endpoint_id, next_try_at) WHERE (status = 'waiting'::text);
CREATE INDEX webhook_delivery_in_order ON webhook_delivery USING btree (endpoint_id, ordering_key, seq) WHERE ((status = 'waiting'::text) AND (ordering_key IS NOT NULL));

CREATE TABLE webhook_endpoint (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  paused_at timestamp with time zone,
  pause_reason text,
  failing_since timestamp with time zone,
  slow boolean NOT NULL DEFAULT true,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  lease_owner text,
  lease_epoch bigint NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  listening_until timestamp with time zone,
  CONSTRAINT webhook_endpoint_check CHECK (((paused_at IS NULL) = (pause_reason IS NULL))),
  CONSTRAINT webhook_endpoint_check1 CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL))),
  CONSTRAINT webhook_endpoint_check2 CHECK (((listening_until IS NULL) OR (paused_at IS NOT NULL))),
  CONSTRAINT webhook_endpoint_pause_reason_check CHECK ((pause_reason = ANY (ARRAY['owner'::text, 'failing'::text, 'gone'::text]))),
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_endpoint_by_user ON webhook_endpoint USING btree (user_id, id);
CREATE INDEX webhook_endpoint_listening ON webhook_endpoint USING btree (listening_until) WHERE (listening_until IS NOT NULL);

CREATE TABLE windows_version (
  id uuid NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  manifest_sha256 text,
  image_imported_at timestamp with time zone,
  image_verified_at timestamp with time zone,
  withdrawn_manifest_sha256 text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  processor text,
  boot_guard boolean NOT NULL DEFAULT true,
  kind text NOT NULL DEFAULT 'windows'::text,
  enabled boolean NOT NULL DEFAULT true,
  CONSTRAINT windows_version_kind_check CHECK ((kind = ANY (ARRAY['windows'::text, 'linux'::text]))),
  CONSTRAINT windows_version_pkey PRIMARY KEY (id),
  CONSTRAINT windows_version_slug_key UNIQUE (slug)
);
