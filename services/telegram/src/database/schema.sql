-- Generated from the migrations by `make schema`; compared with them by the medium tests.
-- For reading: partitions of a partitioned table are made by time and are not listed.

CREATE TABLE access_revocation (
  user_id uuid NOT NULL,
  revoked_at timestamp with time zone NOT NULL,
  CONSTRAINT access_revocation_pkey PRIMARY KEY (user_id)
);

CREATE TABLE announcement (
  id uuid NOT NULL,
  kind text NOT NULL,
  text_en text NOT NULL,
  text_id text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT announcement_ends_after_start CHECK ((starts_at < ends_at)),
  CONSTRAINT announcement_kind_check CHECK ((kind = ANY (ARRAY['information'::text, 'maintenance'::text]))),
  CONSTRAINT announcement_pkey PRIMARY KEY (id)
);
CREATE INDEX announcement_end ON announcement USING btree (ends_at);

CREATE TABLE brand (
  only_row boolean NOT NULL DEFAULT true,
  version integer NOT NULL,
  name text NOT NULL,
  accent text,
  logo_png bytea,
  logo_width integer,
  logo_height integer,
  mail_sender_name text,
  CONSTRAINT brand_only_row_check CHECK (only_row),
  CONSTRAINT brand_pkey PRIMARY KEY (only_row)
);

CREATE TABLE chat_language (
  chat_id bigint NOT NULL,
  language text NOT NULL,
  CONSTRAINT chat_language_pkey PRIMARY KEY (chat_id)
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

CREATE TABLE deleted_user (
  user_id uuid NOT NULL,
  deleted_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT deleted_user_pkey PRIMARY KEY (user_id)
);

CREATE TABLE dependency_test (
  name text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ok boolean,
  answer text,
  asked_at timestamp with time zone,
  CONSTRAINT dependency_test_pkey PRIMARY KEY (name)
);

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

CREATE TABLE link_code (
  code_hash text NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT link_code_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX link_code_by_user ON link_code USING btree (user_id, created_at);

CREATE TABLE notice (
  id uuid NOT NULL,
  user_id uuid,
  kind text NOT NULL,
  content jsonb NOT NULL,
  bot text,
  chat_id bigint,
  recipient text NOT NULL,
  status text NOT NULL DEFAULT 'waiting'::text,
  channel text,
  no_email boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  give_up_at timestamp with time zone NOT NULL DEFAULT (now() + '24:00:00'::interval),
  message_id bigint,
  message_closed boolean NOT NULL DEFAULT false,
  error text,
  sent_at timestamp with time zone,
  occurred_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT notice_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX notice_by_install ON ONLY notice USING btree (((content ->> 'installId'::text)), id DESC);
CREATE INDEX notice_by_status ON ONLY notice USING btree (status, id DESC);
CREATE INDEX notice_by_user ON ONLY notice USING btree (user_id, id DESC);
CREATE INDEX notice_in_progress ON ONLY notice USING btree (((content ->> 'installId'::text)), id DESC) WHERE ((kind = 'install_progress'::text) AND (status = 'sent'::text) AND (NOT message_closed));
CREATE INDEX notice_waiting ON ONLY notice USING btree (recipient, id) WHERE (status = 'waiting'::text);

CREATE TABLE notice_read (
  user_id uuid NOT NULL,
  read_until timestamp with time zone NOT NULL,
  CONSTRAINT notice_read_pkey PRIMARY KEY (user_id)
);

CREATE TABLE notice_setting (
  user_id uuid NOT NULL,
  event text NOT NULL,
  telegram boolean NOT NULL,
  email boolean NOT NULL,
  opt_in boolean NOT NULL DEFAULT false,
  CONSTRAINT notice_setting_pkey PRIMARY KEY (user_id, event)
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

CREATE TABLE telegram_bot (
  name text NOT NULL,
  running boolean NOT NULL DEFAULT true,
  started_at timestamp with time zone DEFAULT now(),
  bot_id bigint,
  update_offset bigint,
  last_update_at timestamp with time zone,
  message_count bigint NOT NULL DEFAULT 0,
  command_count bigint NOT NULL DEFAULT 0,
  error_count bigint NOT NULL DEFAULT 0,
  token_refused boolean NOT NULL DEFAULT false,
  problem text,
  paused_until timestamp with time zone,
  CONSTRAINT telegram_bot_pkey PRIMARY KEY (name)
);

CREATE TABLE telegram_chat (
  bot text NOT NULL,
  chat_id bigint NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  blocked_at timestamp with time zone,
  next_message_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT telegram_chat_pkey PRIMARY KEY (bot, chat_id)
);
CREATE INDEX telegram_chat_by_chat ON telegram_chat USING btree (chat_id);

CREATE TABLE telegram_link (
  user_id uuid NOT NULL,
  telegram_user_id bigint NOT NULL,
  username text,
  display_name text NOT NULL,
  notifications_enabled boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT telegram_link_pkey PRIMARY KEY (user_id),
  CONSTRAINT telegram_link_telegram_user_id_key UNIQUE (telegram_user_id)
);

CREATE TABLE telegram_update (
  bot text NOT NULL,
  update_id bigint NOT NULL,
  handled_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT telegram_update_pkey PRIMARY KEY (bot, update_id)
);

CREATE TABLE throttle (
  key text NOT NULL,
  used_until timestamp with time zone NOT NULL,
  CONSTRAINT throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX throttle_used_until ON throttle USING btree (used_until);
