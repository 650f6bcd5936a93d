-- Generated from the migrations by `make schema`; compared with them by the medium tests.
-- For reading: partitions of a partitioned table are made by time and are not listed.

CREATE EXTENSION pg_trgm;

CREATE TABLE account_deletion (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  requested_by uuid NOT NULL,
  step text NOT NULL,
  claimed_until timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT account_deletion_pkey PRIMARY KEY (user_id),
  CONSTRAINT account_deletion_step_check CHECK ((step = ANY (ARRAY['closing'::text, 'reopening'::text])))
);
CREATE INDEX account_deletion_claim ON account_deletion USING btree (claimed_until);

CREATE TABLE account_recovery (
  user_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  cancel_hash bytea NOT NULL,
  effective_at timestamp with time zone NOT NULL,
  CONSTRAINT account_recovery_cancel_key UNIQUE (cancel_hash),
  CONSTRAINT account_recovery_pkey PRIMARY KEY (user_id),
  CONSTRAINT account_recovery_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX account_recovery_due ON account_recovery USING btree (effective_at);

CREATE TABLE api_key (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  key_hash bytea NOT NULL,
  ending text NOT NULL,
  scopes text[] NOT NULL,
  networks text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_address text,
  revoked_at timestamp with time zone,
  CONSTRAINT api_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_key_pkey PRIMARY KEY (id),
  CONSTRAINT api_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX api_key_of_user ON api_key USING btree (user_id);
CREATE INDEX api_key_revoked ON api_key USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE TABLE api_key_network (
  api_key_id uuid NOT NULL,
  network text NOT NULL,
  first_used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT api_key_network_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id) ON DELETE CASCADE,
  CONSTRAINT api_key_network_pkey PRIMARY KEY (api_key_id, network)
);

CREATE TABLE brand (
  only_row boolean NOT NULL DEFAULT true,
  version integer NOT NULL,
  name text NOT NULL,
  accent text,
  logo_light text,
  logo_dark text,
  favicon text,
  support_email text,
  support_chat_url text,
  mail_sender_name text,
  footer_links jsonb NOT NULL,
  landing_texts jsonb NOT NULL,
  CONSTRAINT brand_favicon_fkey FOREIGN KEY (favicon) REFERENCES brand_image(hash),
  CONSTRAINT brand_logo_dark_fkey FOREIGN KEY (logo_dark) REFERENCES brand_image(hash),
  CONSTRAINT brand_logo_light_fkey FOREIGN KEY (logo_light) REFERENCES brand_image(hash),
  CONSTRAINT brand_only_row_check CHECK (only_row),
  CONSTRAINT brand_pkey PRIMARY KEY (only_row)
);

CREATE TABLE brand_image (
  hash text NOT NULL,
  png bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT brand_image_pkey PRIMARY KEY (hash)
);

CREATE TABLE captcha_challenge (
  id uuid NOT NULL,
  answer_hash bytea NOT NULL,
  honeypot_field text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT captcha_challenge_pkey PRIMARY KEY (id)
);
CREATE INDEX captcha_challenge_expiry ON captcha_challenge USING btree (expires_at);

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

CREATE TABLE deleted_user (
  id uuid NOT NULL,
  deleted_at timestamp with time zone NOT NULL DEFAULT now(),
  legacy_id text,
  CONSTRAINT deleted_user_legacy_id_key UNIQUE (legacy_id),
  CONSTRAINT deleted_user_pkey PRIMARY KEY (id)
);
CREATE INDEX deleted_user_lately ON deleted_user USING btree (deleted_at);

CREATE TABLE dependency_test (
  name text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ok boolean,
  answer text,
  asked_at timestamp with time zone,
  CONSTRAINT dependency_test_pkey PRIMARY KEY (name)
);

CREATE TABLE device_login (
  id uuid NOT NULL,
  device_code_hash bytea NOT NULL,
  user_code_hash bytea NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  networks text[] NOT NULL,
  expires_in_days integer,
  address text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  interval_seconds integer NOT NULL,
  last_asked_at timestamp with time zone,
  approved_by uuid,
  approved_epoch integer,
  denied_at timestamp with time zone,
  CONSTRAINT device_login_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT device_login_device_code_key UNIQUE (device_code_hash),
  CONSTRAINT device_login_pkey PRIMARY KEY (id),
  CONSTRAINT device_login_user_code_key UNIQUE (user_code_hash)
);
CREATE INDEX device_login_approved_by ON device_login USING btree (approved_by) WHERE (approved_by IS NOT NULL);
CREATE INDEX device_login_expires ON device_login USING btree (expires_at);

CREATE TABLE email_change (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT email_change_pkey PRIMARY KEY (user_id),
  CONSTRAINT email_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

CREATE TABLE email_reservation (
  undo_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT email_reservation_pkey PRIMARY KEY (undo_hash),
  CONSTRAINT email_reservation_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX email_reservation_email ON email_reservation USING btree (lower(email));
CREATE INDEX email_reservation_expiry ON email_reservation USING btree (expires_at);
CREATE INDEX email_reservation_of_user ON email_reservation USING btree (user_id);

CREATE TABLE email_verification (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamp with time zone NOT NULL,
  link_hash bytea,
  CONSTRAINT email_verification_id_key UNIQUE (id),
  CONSTRAINT email_verification_pkey PRIMARY KEY (user_id),
  CONSTRAINT email_verification_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX email_verification_link ON email_verification USING btree (link_hash) WHERE (link_hash IS NOT NULL);

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

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  processed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_processed ON inbox USING btree (processed_at);

CREATE TABLE lease (
  name text NOT NULL,
  lease_owner text,
  lease_epoch integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT lease_pkey PRIMARY KEY (name)
);

CREATE TABLE legal_version (
  page text NOT NULL,
  version integer NOT NULL,
  text_en text NOT NULL,
  text_id text NOT NULL,
  change_en text NOT NULL,
  change_id text NOT NULL,
  asks_acceptance boolean NOT NULL,
  published_at timestamp with time zone,
  mailed_up_to uuid,
  CONSTRAINT legal_version_pkey PRIMARY KEY (page, version)
);
CREATE UNIQUE INDEX legal_version_draft ON legal_version USING btree (page) WHERE (published_at IS NULL);

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

CREATE TABLE outgoing_mail (
  id uuid NOT NULL,
  kind text NOT NULL,
  sealed text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL,
  give_up_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT outgoing_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX outgoing_mail_due ON outgoing_mail USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

CREATE TABLE partitioned_table (
  name text NOT NULL,
  step_days integer NOT NULL,
  retention_days integer,
  CONSTRAINT partitioned_table_pkey PRIMARY KEY (name),
  CONSTRAINT partitioned_table_retention_days_check CHECK ((retention_days > 0)),
  CONSTRAINT partitioned_table_step_days_check CHECK ((step_days > 0))
);

CREATE TABLE passkey (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  device text NOT NULL,
  synced boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkey_credential_key UNIQUE (credential_id),
  CONSTRAINT passkey_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_of_user ON passkey USING btree (user_id);

CREATE TABLE passkey_challenge (
  challenge_hash bytea NOT NULL,
  purpose text NOT NULL,
  user_id uuid,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge USING btree (expires_at);
CREATE INDEX passkey_challenge_of_user ON passkey_challenge USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE TABLE password_reset (
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  email text NOT NULL,
  epoch integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_reset_pkey PRIMARY KEY (user_id),
  CONSTRAINT password_reset_token_hash_key UNIQUE (token_hash),
  CONSTRAINT password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

CREATE TABLE recovery_code (
  code_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (code_hash),
  CONSTRAINT recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX recovery_code_of_user ON recovery_code USING btree (user_id);

CREATE TABLE refresh_token (
  token_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  generation integer NOT NULL,
  CONSTRAINT refresh_token_pkey PRIMARY KEY (token_hash),
  CONSTRAINT refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX refresh_token_session ON refresh_token USING btree (session_id);

CREATE TABLE session (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  generation integer NOT NULL DEFAULT 1,
  rotated_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  revoked_because text,
  device text NOT NULL DEFAULT 'Unknown device'::text,
  address text,
  confirmed_at timestamp with time zone,
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX session_expiry ON session USING btree (expires_at);
CREATE INDEX session_of_user ON session USING btree (user_id);
CREATE INDEX session_revoked ON session USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE TABLE terms_acceptance (
  user_id uuid NOT NULL,
  version integer NOT NULL,
  accepted_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT terms_acceptance_pkey PRIMARY KEY (user_id, version),
  CONSTRAINT terms_acceptance_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

CREATE TABLE throttle (
  key text NOT NULL,
  used_until timestamp with time zone NOT NULL,
  CONSTRAINT throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX throttle_used_until ON throttle USING btree (used_until);

CREATE TABLE two_factor (
  user_id uuid NOT NULL,
  sealed_secret text NOT NULL,
  enabled_at timestamp with time zone,
  last_time_step bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT two_factor_pkey PRIMARY KEY (user_id),
  CONSTRAINT two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

CREATE TABLE two_factor_challenge (
  id_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  epoch integer NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT two_factor_challenge_pkey PRIMARY KEY (id_hash),
  CONSTRAINT two_factor_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX two_factor_challenge_expiry ON two_factor_challenge USING btree (expires_at);
CREATE INDEX two_factor_challenge_of_user ON two_factor_challenge USING btree (user_id);

CREATE TABLE user_account (
  id uuid NOT NULL,
  username text NOT NULL,
  email text,
  email_verified_at timestamp with time zone,
  password_hash text NOT NULL,
  admin boolean NOT NULL DEFAULT false,
  epoch integer NOT NULL DEFAULT 1,
  epoch_raised_at timestamp with time zone,
  first_name text,
  avatar_url text,
  deleting_since timestamp with time zone,
  imported_at timestamp with time zone,
  legacy_id text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  email_changed_at timestamp with time zone,
  language text NOT NULL DEFAULT 'en'::text,
  suspended_at timestamp with time zone,
  suspended_reason text,
  admin_note text,
  language_chosen boolean NOT NULL DEFAULT false,
  time_zone text NOT NULL DEFAULT 'Asia/Jakarta'::text,
  CONSTRAINT user_account_email_check CHECK ((email <> ''::text)),
  CONSTRAINT user_account_language_check CHECK ((language = ANY (ARRAY['en'::text, 'id'::text]))),
  CONSTRAINT user_account_pkey PRIMARY KEY (id)
);
CREATE INDEX user_account_admin ON user_account USING btree (id) WHERE admin;
CREATE INDEX user_account_by_username ON user_account USING btree (lower(username), id) INCLUDE (username);
CREATE INDEX user_account_email_begins ON user_account USING btree (lower(email) text_pattern_ops);
CREATE INDEX user_account_epoch_raised ON user_account USING btree (epoch_raised_at) WHERE (epoch_raised_at IS NOT NULL);
CREATE INDEX user_account_newest ON user_account USING btree (created_at DESC, id DESC);
CREATE INDEX user_account_search ON user_account USING gin (lower(((username || '
'::text) || COALESCE(email, ''::text))) gin_trgm_ops);
CREATE INDEX user_account_username_begins ON user_account USING btree (lower(username) text_pattern_ops);
CREATE UNIQUE INDEX user_account_email_key ON user_account USING btree (lower(email)) WHERE (email_verified_at IS NOT NULL);
CREATE UNIQUE INDEX user_account_legacy_id ON user_account USING btree (legacy_id) WHERE (legacy_id IS NOT NULL);
CREATE UNIQUE INDEX user_account_username_key ON user_account USING btree (lower(username));
CREATE TRIGGER user_account_added AFTER INSERT ON user_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE TRIGGER user_account_removed AFTER DELETE ON user_account REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();

CREATE TABLE user_count (
  part integer NOT NULL,
  users bigint NOT NULL,
  CONSTRAINT user_count_pkey PRIMARY KEY (part)
);

CREATE OR REPLACE FUNCTION count_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        UPDATE user_count
          SET users = users + (SELECT count(*) FROM changed) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
          WHERE part = pg_backend_pid() % 16;
        RETURN NULL;
      END $function$;
