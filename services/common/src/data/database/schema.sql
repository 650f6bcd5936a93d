-- Generated from the migrations by `make schema`; compared with them by the medium tests.
-- For reading: partitions of a partitioned table are made by time and are not listed.

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

CREATE TABLE throttle (
  key text NOT NULL,
  used_until timestamp with time zone NOT NULL,
  CONSTRAINT throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX throttle_used_until ON throttle USING btree (used_until);
