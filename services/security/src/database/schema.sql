-- Generated from the migrations by `make schema`; compared with them by the medium tests.
-- For reading: partitions of a partitioned table are made by time and are not listed.

CREATE TABLE alert (
  id uuid NOT NULL,
  type text NOT NULL,
  severity text NOT NULL,
  ip text NOT NULL,
  source text,
  user_id uuid,
  rule text NOT NULL,
  message text NOT NULL,
  count integer NOT NULL,
  outcome text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ip_from_second text GENERATED ALWAYS AS (regexp_replace(ip, '^([^.:]*[.:]){1}'::text, ''::text)) STORED,
  ip_from_third text GENERATED ALWAYS AS (regexp_replace(ip, '^([^.:]*[.:]){2}'::text, ''::text)) STORED,
  ip_from_fourth text GENERATED ALWAYS AS (regexp_replace(ip, '^([^.:]*[.:]){3}'::text, ''::text)) STORED,
  CONSTRAINT alert_outcome_check CHECK ((outcome = ANY (ARRAY['none'::text, 'blocked'::text, 'simulated'::text]))),
  CONSTRAINT alert_pkey PRIMARY KEY (id),
  CONSTRAINT alert_severity_check CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  CONSTRAINT alert_type_check CHECK ((type = ANY (ARRAY['brute_force'::text, 'rate_limit'::text, 'suspicious'::text])))
);
CREATE INDEX alert_begins_ip ON alert USING btree (ip text_pattern_ops);
CREATE INDEX alert_begins_ip_from_fourth ON alert USING btree (ip_from_fourth text_pattern_ops);
CREATE INDEX alert_begins_ip_from_second ON alert USING btree (ip_from_second text_pattern_ops);
CREATE INDEX alert_begins_ip_from_third ON alert USING btree (ip_from_third text_pattern_ops);
CREATE INDEX alert_by_rule ON alert USING btree (rule, created_at);
CREATE INDEX alert_by_severity ON alert USING btree (severity, created_at DESC, id DESC);
CREATE INDEX alert_by_source ON alert USING btree (source, created_at DESC);
CREATE INDEX alert_by_time ON alert USING btree (created_at DESC, id DESC);
CREATE INDEX alert_by_type ON alert USING btree (type, created_at DESC, id DESC);

CREATE TABLE alert_rollup (
  hour timestamp with time zone NOT NULL,
  type text NOT NULL,
  severity text NOT NULL,
  count integer NOT NULL,
  CONSTRAINT alert_rollup_pkey PRIMARY KEY (hour, type, severity)
);

CREATE TABLE alert_rollup_state (
  only_one boolean NOT NULL DEFAULT true,
  until timestamp with time zone NOT NULL,
  CONSTRAINT alert_rollup_state_only_one_check CHECK (only_one),
  CONSTRAINT alert_rollup_state_pkey PRIMARY KEY (only_one)
);

CREATE TABLE allowed_network (
  network text NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT allowed_network_pkey PRIMARY KEY (network)
);

CREATE TABLE audit_entry (
  id uuid NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  target text NOT NULL,
  before text NOT NULL,
  after text NOT NULL,
  ip text,
  service text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  actor_role text,
  api_key_id uuid,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX audit_by_action ON ONLY audit_entry USING btree (action text_pattern_ops, occurred_at DESC);
CREATE INDEX audit_by_actor ON ONLY audit_entry USING btree (actor_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_target ON ONLY audit_entry USING btree (target, occurred_at DESC, id DESC);
CREATE INDEX audit_by_time ON ONLY audit_entry USING btree (occurred_at DESC, id DESC);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

CREATE TABLE blocked_ip (
  id uuid NOT NULL,
  ip text NOT NULL,
  block_type text NOT NULL,
  reason text NOT NULL,
  rule text,
  blocked_by uuid,
  blocked_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  attempts integer NOT NULL DEFAULT 1,
  in_force_at timestamp with time zone,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  lift_reason text,
  removed_at timestamp with time zone,
  ip_from_second text GENERATED ALWAYS AS (regexp_replace(ip, '^([^.:]*[.:]){1}'::text, ''::text)) STORED,
  ip_from_third text GENERATED ALWAYS AS (regexp_replace(ip, '^([^.:]*[.:]){2}'::text, ''::text)) STORED,
  ip_from_fourth text GENERATED ALWAYS AS (regexp_replace(ip, '^([^.:]*[.:]){3}'::text, ''::text)) STORED,
  CONSTRAINT blocked_ip_block_type_check CHECK ((block_type = ANY (ARRAY['auto'::text, 'manual'::text, 'temporary'::text]))),
  CONSTRAINT blocked_ip_pkey PRIMARY KEY (id)
);
CREATE INDEX blocked_ip_begins_ip ON blocked_ip USING btree (ip text_pattern_ops);
CREATE INDEX blocked_ip_begins_ip_from_fourth ON blocked_ip USING btree (ip_from_fourth text_pattern_ops);
CREATE INDEX blocked_ip_begins_ip_from_second ON blocked_ip USING btree (ip_from_second text_pattern_ops);
CREATE INDEX blocked_ip_begins_ip_from_third ON blocked_ip USING btree (ip_from_third text_pattern_ops);
CREATE INDEX blocked_ip_by_ip ON blocked_ip USING btree (ip, blocked_at DESC);
CREATE INDEX blocked_ip_by_time ON blocked_ip USING btree (blocked_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX blocked_ip_by_type ON blocked_ip USING btree (block_type, blocked_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX blocked_ip_ending ON blocked_ip USING btree (expires_at) WHERE (lifted_at IS NULL);
CREATE INDEX blocked_ip_in_force ON blocked_ip USING btree (block_type, expires_at) WHERE (lifted_at IS NULL);
CREATE INDEX blocked_ip_lifted ON blocked_ip USING btree (blocked_at DESC, id DESC) WHERE ((lifted_at IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX blocked_ip_open ON blocked_ip USING btree (blocked_at DESC, id DESC) WHERE (lifted_at IS NULL);
CREATE INDEX blocked_ip_open_by_id ON blocked_ip USING btree (id) WHERE (lifted_at IS NULL);
CREATE INDEX blocked_ip_pending ON blocked_ip USING btree (blocked_at DESC, id DESC) WHERE ((lifted_at IS NULL) AND (in_force_at IS NULL));
CREATE UNIQUE INDEX blocked_ip_once ON blocked_ip USING btree (ip) WHERE (lifted_at IS NULL);

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

CREATE TABLE offender (
  key text NOT NULL,
  counted_from timestamp with time zone,
  offences integer NOT NULL DEFAULT 0,
  last_offence_at timestamp with time zone,
  grace_until timestamp with time zone,
  CONSTRAINT offender_pkey PRIMARY KEY (key)
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

CREATE TABLE recovery (
  id uuid NOT NULL,
  ip text NOT NULL,
  recovery_type text NOT NULL,
  triggered_by uuid,
  reason text NOT NULL DEFAULT ''::text,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  error text NOT NULL DEFAULT ''::text,
  result text NOT NULL DEFAULT ''::text,
  started_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamp with time zone,
  CONSTRAINT recovery_check CHECK (((status = 'in_progress'::text) = (finished_at IS NULL))),
  CONSTRAINT recovery_pkey PRIMARY KEY (id),
  CONSTRAINT recovery_recovery_type_check CHECK ((recovery_type = ANY (ARRAY['unblock'::text, 'reset-attempts'::text, 'clear-alerts'::text, 'full-recovery'::text, 'expired-block'::text, 'block-repair'::text]))),
  CONSTRAINT recovery_status_check CHECK ((status = ANY (ARRAY['in_progress'::text, 'success'::text, 'failed'::text])))
);
CREATE INDEX recovery_by_status ON recovery USING btree (status, started_at DESC, id DESC) INCLUDE (finished_at);
CREATE INDEX recovery_by_time ON recovery USING btree (started_at DESC, id DESC);
CREATE INDEX recovery_waiting ON recovery USING btree (next_attempt_at) WHERE (status = 'in_progress'::text);

CREATE TABLE recovery_check (
  only_one boolean NOT NULL DEFAULT true,
  last_check timestamp with time zone,
  CONSTRAINT recovery_check_only_one_check CHECK (only_one),
  CONSTRAINT recovery_check_pkey PRIMARY KEY (only_one)
);

CREATE TABLE rule (
  name text NOT NULL,
  description text NOT NULL,
  message text NOT NULL,
  kinds text[] NOT NULL,
  per text NOT NULL,
  counts text NOT NULL,
  threshold integer NOT NULL,
  window_seconds integer NOT NULL,
  during text,
  alert_type text NOT NULL,
  severity text NOT NULL,
  decision text NOT NULL,
  block_minutes integer NOT NULL DEFAULT 0,
  growth double precision NOT NULL DEFAULT 4,
  max_block_minutes integer NOT NULL DEFAULT 10080,
  mode text NOT NULL DEFAULT 'on'::text,
  CONSTRAINT rule_alert_type_check CHECK ((alert_type = ANY (ARRAY['brute_force'::text, 'rate_limit'::text, 'suspicious'::text]))),
  CONSTRAINT rule_check CHECK (((decision = 'none'::text) OR (block_minutes > 0))),
  CONSTRAINT rule_counts_check CHECK ((counts = ANY (ARRAY['signals'::text, 'targets'::text, 'addresses'::text]))),
  CONSTRAINT rule_decision_check CHECK ((decision = ANY (ARRAY['none'::text, 'temporary'::text, 'block'::text]))),
  CONSTRAINT rule_during_fkey FOREIGN KEY (during) REFERENCES rule(name),
  CONSTRAINT rule_growth_check CHECK ((growth >= (1)::double precision)),
  CONSTRAINT rule_mode_check CHECK ((mode = ANY (ARRAY['on'::text, 'simulate'::text, 'off'::text]))),
  CONSTRAINT rule_per_check CHECK ((per = ANY (ARRAY['address'::text, 'account'::text, 'everywhere'::text]))),
  CONSTRAINT rule_pkey PRIMARY KEY (name),
  CONSTRAINT rule_severity_check CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  CONSTRAINT rule_threshold_check CHECK ((threshold > 0)),
  CONSTRAINT rule_window_seconds_check CHECK ((window_seconds > 0))
);
CREATE TRIGGER rule_changed AFTER INSERT OR DELETE OR UPDATE ON rule FOR EACH STATEMENT EXECUTE FUNCTION count_rule_change();

CREATE TABLE rule_hit (
  key text NOT NULL,
  rule text NOT NULL,
  hit_at timestamp with time zone NOT NULL,
  CONSTRAINT rule_hit_pkey PRIMARY KEY (key, rule),
  CONSTRAINT rule_hit_rule_fkey FOREIGN KEY (rule) REFERENCES rule(name)
);

CREATE TABLE rule_set (
  only_one boolean NOT NULL DEFAULT true,
  version bigint NOT NULL,
  CONSTRAINT rule_set_only_one_check CHECK (only_one),
  CONSTRAINT rule_set_pkey PRIMARY KEY (only_one)
);

CREATE TABLE signal (
  id uuid NOT NULL,
  kind text NOT NULL,
  ip text,
  source text,
  user_id uuid,
  service text NOT NULL,
  detail text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  count integer NOT NULL DEFAULT 1,
  CONSTRAINT signal_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX signal_by_kind ON ONLY signal USING btree (kind, occurred_at);
CREATE INDEX signal_by_source ON ONLY signal USING btree (source, kind, occurred_at) WHERE (source IS NOT NULL);
CREATE INDEX signal_by_user ON ONLY signal USING btree (user_id, kind, occurred_at) WHERE (user_id IS NOT NULL);

CREATE TABLE throttle (
  key text NOT NULL,
  used_until timestamp with time zone NOT NULL,
  CONSTRAINT throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX throttle_used_until ON throttle USING btree (used_until);

CREATE OR REPLACE FUNCTION audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF TG_OP = 'UPDATE' AND OLD.action IN ('profile.updated', 'api_key.created') THEN
          OLD.before := '';
          OLD.after := '';
          IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NEW; END IF;
        END IF;
        IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit_entry_default' THEN RETURN OLD; END IF;
        RAISE EXCEPTION 'audit entries are never changed or removed' USING ERRCODE = 'restrict_violation';
      END $function$;

CREATE OR REPLACE FUNCTION count_rule_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      UPDATE rule_set SET version = version + 1;
      RETURN NULL;
    END $function$;
