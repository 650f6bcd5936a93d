-- Generated from the migrations by `make schema`; compared with them by the medium tests.
-- For reading: partitions of a partitioned table are made by time and are not listed.

CREATE TABLE balance (
  user_id uuid NOT NULL,
  quota integer NOT NULL DEFAULT 0,
  entries integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT balance_entries_check CHECK ((entries >= 0)),
  CONSTRAINT balance_pkey PRIMARY KEY (user_id),
  CONSTRAINT balance_quota_check CHECK (((quota >= 0) AND (quota <= 1000000000)))
);
CREATE TRIGGER balance_follows_ledger BEFORE INSERT OR DELETE OR UPDATE ON balance FOR EACH ROW EXECUTE FUNCTION balance_follows_ledger();
CREATE TRIGGER balance_no_truncate BEFORE TRUNCATE ON balance FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

CREATE TABLE bpay_claim (
  topup_id uuid NOT NULL,
  transaction_id text NOT NULL,
  problem text NOT NULL,
  claimed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT bpay_claim_pkey PRIMARY KEY (topup_id, transaction_id),
  CONSTRAINT bpay_claim_topup_id_fkey FOREIGN KEY (topup_id) REFERENCES topup(id),
  CONSTRAINT bpay_claim_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES bpay_transfer(transaction_id)
);

CREATE TABLE bpay_credited_id (
  id text NOT NULL,
  transaction_id text NOT NULL,
  CONSTRAINT bpay_credited_id_pkey PRIMARY KEY (id),
  CONSTRAINT bpay_credited_id_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES bpay_transfer(transaction_id)
);

CREATE TABLE bpay_history (
  only_row boolean NOT NULL DEFAULT true,
  covered_until timestamp with time zone,
  lease uuid,
  leased_until timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  started_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  served_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  next_fetch_at timestamp with time zone NOT NULL DEFAULT now(),
  minute timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  calls integer NOT NULL DEFAULT 0,
  order_ids_until timestamp with time zone,
  order_ids_served_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  failure text,
  failing_since timestamp with time zone,
  failures integer NOT NULL DEFAULT 0,
  CONSTRAINT bpay_history_only_row_check CHECK (only_row),
  CONSTRAINT bpay_history_pkey PRIMARY KEY (only_row)
);

CREATE TABLE bpay_transfer (
  transaction_id text NOT NULL,
  order_type text NOT NULL,
  amount numeric(30,8) NOT NULL,
  currency text NOT NULL,
  receiver_id text NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  ambiguous boolean NOT NULL DEFAULT false,
  topup_id uuid,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  order_id text,
  CONSTRAINT bpay_transfer_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT bpay_transfer_order_id_check CHECK (((length(order_id) >= 1) AND (length(order_id) <= 100))),
  CONSTRAINT bpay_transfer_pkey PRIMARY KEY (transaction_id),
  CONSTRAINT bpay_transfer_topup_id_fkey FOREIGN KEY (topup_id) REFERENCES topup(id),
  CONSTRAINT bpay_transfer_topup_id_key UNIQUE (topup_id),
  CONSTRAINT bpay_transfer_transaction_id_check CHECK (((length(transaction_id) >= 1) AND (length(transaction_id) <= 100)))
);
CREATE INDEX bpay_transfer_by_identity ON bpay_transfer USING btree (bpay_identity(transaction_id));
CREATE INDEX bpay_transfer_by_order_id ON bpay_transfer USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX bpay_transfer_unused ON bpay_transfer USING btree (amount) WHERE (topup_id IS NULL);
CREATE TRIGGER bpay_transfer_ids_credit_once AFTER UPDATE OF topup_id, order_id ON bpay_transfer FOR EACH ROW EXECUTE FUNCTION bpay_transfer_ids_credit_once();
CREATE TRIGGER bpay_transfer_pays_once BEFORE UPDATE ON bpay_transfer FOR EACH ROW EXECUTE FUNCTION bpay_transfer_pays_once();

CREATE TABLE bpay_unreadable_row (
  fingerprint text NOT NULL,
  label text NOT NULL,
  problem text NOT NULL,
  times_seen integer NOT NULL DEFAULT 1,
  first_seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT bpay_unreadable_row_pkey PRIMARY KEY (fingerprint)
);

CREATE TABLE bpay_verify_try (
  user_id uuid NOT NULL,
  minute timestamp with time zone NOT NULL,
  tries integer NOT NULL,
  CONSTRAINT bpay_verify_try_pkey PRIMARY KEY (user_id)
);

CREATE TABLE closed_account (
  user_id uuid NOT NULL,
  closed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT closed_account_pkey PRIMARY KEY (user_id)
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

CREATE TABLE discount_tier (
  min_quantity integer NOT NULL,
  basis_points integer NOT NULL,
  CONSTRAINT discount_tier_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 9999))),
  CONSTRAINT discount_tier_min_quantity_check CHECK ((min_quantity >= 1)),
  CONSTRAINT discount_tier_pkey PRIMARY KEY (min_quantity)
);

CREATE TABLE gateway_callback (
  id uuid NOT NULL,
  body bytea NOT NULL,
  body_sha256 text NOT NULL,
  deliveries integer NOT NULL DEFAULT 1,
  topup_id uuid,
  outcome text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  last_received_at timestamp with time zone NOT NULL DEFAULT now(),
  processed_at timestamp with time zone,
  provider text NOT NULL DEFAULT 'tripay'::text,
  CONSTRAINT gateway_callback_body_sha256_key UNIQUE (body_sha256),
  CONSTRAINT gateway_callback_pkey PRIMARY KEY (id),
  CONSTRAINT gateway_callback_processed_has_outcome CHECK (((processed_at IS NULL) = (outcome IS NULL))),
  CONSTRAINT gateway_callback_provider_check CHECK ((provider = ANY (ARRAY['tripay'::text, 'midtrans'::text, 'stripe'::text]))),
  CONSTRAINT gateway_callback_topup_id_fkey FOREIGN KEY (topup_id) REFERENCES topup(id)
);
CREATE INDEX gateway_callback_open ON gateway_callback USING btree (next_attempt_at) WHERE (processed_at IS NULL);
CREATE INDEX gateway_callback_topup ON gateway_callback USING btree (topup_id);

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

CREATE TABLE install_hold (
  install_id uuid NOT NULL,
  user_id uuid NOT NULL,
  state text NOT NULL,
  round integer NOT NULL DEFAULT 1,
  version integer NOT NULL DEFAULT '-1'::integer,
  uncharged boolean NOT NULL DEFAULT false,
  next_check_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  free boolean NOT NULL DEFAULT false,
  CONSTRAINT install_hold_pkey PRIMARY KEY (install_id),
  CONSTRAINT install_hold_round_check CHECK ((round >= 1)),
  CONSTRAINT install_hold_state_check CHECK ((state = ANY (ARRAY['held'::text, 'captured'::text, 'released'::text, 'refunded'::text, 'insufficient'::text, 'refused'::text])))
);
CREATE INDEX install_hold_due ON install_hold USING btree (next_check_at) WHERE (state = 'held'::text);

CREATE TABLE lease (
  name text NOT NULL,
  lease_owner text,
  lease_epoch integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT lease_pkey PRIMARY KEY (name)
);

CREATE TABLE ledger_entry (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  entry_no integer NOT NULL,
  kind text NOT NULL,
  amount integer NOT NULL,
  balance_after integer NOT NULL,
  source text NOT NULL,
  topup_id uuid,
  install_id uuid,
  actor_id uuid,
  reason text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  note text,
  voucher_code text,
  CONSTRAINT ledger_entry_amount_fits_kind CHECK (
CASE kind
    WHEN 'credit'::text THEN ((amount > 0) AND (num_nonnulls(topup_id, voucher_code) = 1))
    WHEN 'hold'::text THEN ((amount = '-1'::integer) AND (install_id IS NOT NULL))
    WHEN 'release'::text THEN ((amount = 1) AND (install_id IS NOT NULL))
    WHEN 'capture'::text THEN ((amount = 0) AND (install_id IS NOT NULL))
    WHEN 'adjustment'::text THEN (amount <> 0)
    WHEN 'refund'::text THEN (((amount = 1) AND (install_id IS NOT NULL)) OR ((amount <> 0) AND (topup_id IS NOT NULL)))
    ELSE false
END),
  CONSTRAINT ledger_entry_balance_after_check CHECK ((balance_after >= 0)),
  CONSTRAINT ledger_entry_entry_no_check CHECK ((entry_no >= 1)),
  CONSTRAINT ledger_entry_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entry_source_key UNIQUE (source),
  CONSTRAINT ledger_entry_topup_id_fkey FOREIGN KEY (topup_id) REFERENCES topup(id),
  CONSTRAINT ledger_entry_user_id_entry_no_key UNIQUE (user_id, entry_no),
  CONSTRAINT ledger_entry_user_id_fkey FOREIGN KEY (user_id) REFERENCES balance(user_id),
  CONSTRAINT ledger_entry_voucher_code_fkey FOREIGN KEY (voucher_code) REFERENCES voucher(code)
);
CREATE INDEX ledger_entry_of_voucher ON ledger_entry USING btree (voucher_code, user_id) WHERE (voucher_code IS NOT NULL);
CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_entry_moves_balance AFTER INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_moves_balance();
CREATE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_entry_not_free BEFORE INSERT ON ledger_entry FOR EACH ROW WHEN ((new.install_id IS NOT NULL)) EXECUTE FUNCTION free_holds_have_no_entries();

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

CREATE TABLE payment_method (
  code text NOT NULL,
  provider text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  group_name text NOT NULL DEFAULT ''::text,
  icon_url text,
  fee_flat bigint NOT NULL,
  fee_ppm integer NOT NULL,
  minimum_fee bigint,
  maximum_fee bigint,
  minimum_amount bigint,
  maximum_amount bigint,
  is_enabled boolean NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  withdrawn_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT payment_method_code_check CHECK (((length(code) >= 1) AND (length(code) <= 40))),
  CONSTRAINT payment_method_fee_flat_check CHECK ((fee_flat >= 0)),
  CONSTRAINT payment_method_fee_ppm_check CHECK (((fee_ppm >= 0) AND (fee_ppm <= 1000000))),
  CONSTRAINT payment_method_pkey PRIMARY KEY (code),
  CONSTRAINT payment_method_provider_check CHECK ((provider = ANY (ARRAY['tripay'::text, 'midtrans'::text, 'stripe'::text, 'binance'::text])))
);

CREATE TABLE product (
  id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  price_sen bigint NOT NULL,
  image_hash text,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT product_deleted_has_no_image CHECK (((deleted_at IS NULL) OR (image_hash IS NULL))),
  CONSTRAINT product_image_hash_fkey FOREIGN KEY (image_hash) REFERENCES product_image(hash),
  CONSTRAINT product_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT product_pkey PRIMARY KEY (id),
  CONSTRAINT product_price_sen_check CHECK (((price_sen >= 100) AND (price_sen <= '100000000000'::bigint)))
);

CREATE TABLE product_image (
  hash text NOT NULL,
  content bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT product_image_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 5242880))),
  CONSTRAINT product_image_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT product_image_pkey PRIMARY KEY (hash)
);

CREATE TABLE quota_request (
  actor_id uuid NOT NULL,
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  new_quota integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT quota_request_pkey PRIMARY KEY (actor_id, idempotency_key)
);

CREATE TABLE receipt (
  id uuid NOT NULL,
  kind text NOT NULL,
  year integer NOT NULL,
  serial integer NOT NULL,
  number text NOT NULL,
  corrects text,
  topup_id uuid NOT NULL,
  user_id uuid NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  seller_name text NOT NULL,
  seller_address text NOT NULL,
  seller_tax_id text NOT NULL,
  buyer_name text,
  buyer_address text,
  buyer_tax_id text,
  product_name text NOT NULL,
  quantity integer NOT NULL,
  unit_price_sen bigint NOT NULL,
  total_amount bigint NOT NULL,
  discount_basis_points integer NOT NULL,
  discount_amount bigint NOT NULL,
  final_amount bigint NOT NULL,
  fee_amount bigint NOT NULL,
  paid_usdt_micro bigint,
  payment_name text NOT NULL,
  reference text NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  tax_label text,
  tax_rate_basis_points integer,
  tax_base_factor text,
  tax_amount bigint,
  CONSTRAINT receipt_amounts_add_up CHECK ((final_amount = (total_amount - discount_amount))),
  CONSTRAINT receipt_buyer_is_complete CHECK ((num_nulls(buyer_name, buyer_address, buyer_tax_id) = ANY (ARRAY[0, 3]))),
  CONSTRAINT receipt_corrects_fkey FOREIGN KEY (corrects) REFERENCES receipt(number),
  CONSTRAINT receipt_credit_note_corrects CHECK (((kind = 'credit_note'::text) = (corrects IS NOT NULL))),
  CONSTRAINT receipt_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'credit_note'::text]))),
  CONSTRAINT receipt_kind_year_serial_key UNIQUE (kind, year, serial),
  CONSTRAINT receipt_number_key UNIQUE (number),
  CONSTRAINT receipt_pkey PRIMARY KEY (id),
  CONSTRAINT receipt_quantity_check CHECK ((quantity > 0)),
  CONSTRAINT receipt_serial_check CHECK ((serial > 0)),
  CONSTRAINT receipt_tax_is_complete CHECK ((num_nulls(tax_label, tax_rate_basis_points, tax_base_factor, tax_amount) = ANY (ARRAY[0, 4]))),
  CONSTRAINT receipt_topup_id_fkey FOREIGN KEY (topup_id) REFERENCES topup(id),
  CONSTRAINT receipt_topup_id_kind_key UNIQUE (topup_id, kind)
);
CREATE INDEX receipt_by_month ON receipt USING btree (issued_at, id);
CREATE INDEX receipt_of_user ON receipt USING btree (user_id, issued_at, id);
CREATE TRIGGER receipt_is_final BEFORE DELETE OR UPDATE ON receipt FOR EACH ROW EXECUTE FUNCTION receipt_is_final();
CREATE TRIGGER receipt_no_truncate BEFORE TRUNCATE ON receipt FOR EACH STATEMENT EXECUTE FUNCTION receipt_is_final();

CREATE TABLE receipt_buyer (
  user_id uuid NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  tax_id text NOT NULL,
  CONSTRAINT receipt_buyer_pkey PRIMARY KEY (user_id)
);

CREATE TABLE receipt_counter (
  kind text NOT NULL,
  year integer NOT NULL,
  issued integer NOT NULL,
  CONSTRAINT receipt_counter_issued_check CHECK ((issued > 0)),
  CONSTRAINT receipt_counter_pkey PRIMARY KEY (kind, year)
);

CREATE TABLE receipt_logo (
  since timestamp with time zone NOT NULL,
  version integer NOT NULL,
  png bytea,
  CONSTRAINT receipt_logo_pkey PRIMARY KEY (since)
);

CREATE TABLE receipt_settings (
  only_row boolean NOT NULL DEFAULT true,
  receipt_prefix text NOT NULL DEFAULT 'RCP'::text,
  credit_note_prefix text NOT NULL DEFAULT 'CN'::text,
  seller_name text NOT NULL DEFAULT ''::text,
  seller_address text NOT NULL DEFAULT ''::text,
  seller_tax_id text NOT NULL DEFAULT ''::text,
  tax_label text,
  tax_rate_basis_points integer,
  tax_base_factor text,
  CONSTRAINT receipt_settings_only_row_check CHECK (only_row),
  CONSTRAINT receipt_settings_pkey PRIMARY KEY (only_row),
  CONSTRAINT receipt_settings_prefixes_differ CHECK ((receipt_prefix <> credit_note_prefix)),
  CONSTRAINT receipt_settings_tax_base_factor_check CHECK ((tax_base_factor ~ '^[1-9][0-9]{0,2}/[1-9][0-9]{0,2}$'::text)),
  CONSTRAINT receipt_settings_tax_is_complete CHECK ((num_nulls(tax_label, tax_rate_basis_points, tax_base_factor) = ANY (ARRAY[0, 3]))),
  CONSTRAINT receipt_settings_tax_rate_basis_points_check CHECK (((tax_rate_basis_points >= 1) AND (tax_rate_basis_points <= 9999)))
);

CREATE TABLE refund (
  topup_id uuid NOT NULL,
  attempt integer NOT NULL,
  by_hand boolean NOT NULL,
  state text NOT NULL,
  origin text NOT NULL,
  quantity integer NOT NULL,
  taken integer NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  reference text,
  failure text,
  actor_id uuid,
  next_check_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  called_at timestamp with time zone,
  CONSTRAINT refund_amount_check CHECK ((amount > 0)),
  CONSTRAINT refund_attempt_check CHECK ((attempt >= 0)),
  CONSTRAINT refund_check CHECK (((taken >= 0) AND (taken <= quantity))),
  CONSTRAINT refund_is_checked CHECK (((state = 'refund_pending'::text) = (next_check_at IS NOT NULL))),
  CONSTRAINT refund_origin_check CHECK ((origin = ANY (ARRAY['administrator'::text, 'provider'::text, 'dispute'::text]))),
  CONSTRAINT refund_pkey PRIMARY KEY (topup_id),
  CONSTRAINT refund_quantity_check CHECK ((quantity > 0)),
  CONSTRAINT refund_state_check CHECK ((state = ANY (ARRAY['refund_pending'::text, 'by_hand'::text, 'refunded'::text, 'not_refunded'::text]))),
  CONSTRAINT refund_topup_id_fkey FOREIGN KEY (topup_id) REFERENCES topup(id)
);
CREATE INDEX refund_to_check ON refund USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE TABLE throttle (
  key text NOT NULL,
  used_until timestamp with time zone NOT NULL,
  CONSTRAINT throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX throttle_used_until ON throttle USING btree (used_until);

CREATE TABLE topup (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  user_no integer,
  merchant_ref text NOT NULL,
  reference text,
  product_id uuid,
  product_name text NOT NULL,
  quantity integer NOT NULL,
  unit_price_sen bigint NOT NULL,
  total_amount bigint NOT NULL,
  discount_basis_points integer NOT NULL,
  discount_amount bigint NOT NULL,
  final_amount bigint NOT NULL,
  payment_method text NOT NULL,
  payment_name text NOT NULL,
  status text NOT NULL,
  payable_amount bigint,
  checkout_url text,
  pay_url text,
  qr_url text,
  pay_code text,
  expires_at timestamp with time zone NOT NULL,
  paid_at timestamp with time zone,
  refunded_at timestamp with time zone,
  refund_short integer NOT NULL DEFAULT 0,
  review text[],
  review_since timestamp with time zone,
  bpay_micro bigint,
  bpay_reserved_until timestamp with time zone,
  idempotency_key text,
  request_hash text,
  checks integer NOT NULL DEFAULT 0,
  next_check_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  instructions jsonb,
  qr_string text,
  reminded_at timestamp with time zone,
  charge_currency text,
  charge_minor bigint,
  charge_rate numeric(15,6),
  charge_rate_at timestamp with time zone,
  receipt_number text,
  refund_taken integer,
  credit_note_number text,
  reconciled_at timestamp with time zone,
  reconciliation text,
  voucher_code text,
  CONSTRAINT topup_amounts_add_up CHECK ((final_amount = (total_amount - discount_amount))),
  CONSTRAINT topup_bpay_amount_is_reserved CHECK (((bpay_micro IS NULL) = (bpay_reserved_until IS NULL))),
  CONSTRAINT topup_bpay_amount_is_unique EXCLUDE USING gist (int8range(bpay_micro, bpay_micro, '[]'::text) WITH &&, tstzrange(created_at, bpay_reserved_until) WITH &&) WHERE ((bpay_micro IS NOT NULL)),
  CONSTRAINT topup_bpay_micro_check CHECK ((bpay_micro > 0)),
  CONSTRAINT topup_charge_currency_check CHECK ((charge_currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT topup_charge_is_complete CHECK ((num_nulls(charge_currency, charge_minor, charge_rate, charge_rate_at) = ANY (ARRAY[0, 4]))),
  CONSTRAINT topup_charge_minor_check CHECK ((charge_minor > 0)),
  CONSTRAINT topup_charge_rate_check CHECK ((charge_rate > (0)::numeric)),
  CONSTRAINT topup_check CHECK (((refund_short >= 0) AND (refund_short <= quantity))),
  CONSTRAINT topup_discount_amount_check CHECK ((discount_amount >= 0)),
  CONSTRAINT topup_final_amount_check CHECK ((final_amount > 0)),
  CONSTRAINT topup_merchant_ref_key UNIQUE (merchant_ref),
  CONSTRAINT topup_paid_has_time CHECK (((status = 'PAID'::text) = (paid_at IS NOT NULL))),
  CONSTRAINT topup_pkey PRIMARY KEY (id),
  CONSTRAINT topup_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE SET NULL,
  CONSTRAINT topup_quantity_check CHECK ((quantity >= 1)),
  CONSTRAINT topup_reconciliation_check CHECK ((reconciliation = ANY (ARRAY['not_checked'::text, 'confirmed'::text, 'unknown_at_provider'::text, 'other_status'::text, 'other_amount'::text]))),
  CONSTRAINT topup_reference_key UNIQUE (reference),
  CONSTRAINT topup_review_check CHECK (((cardinality(review) > 0) AND (review <@ ARRAY['amount_mismatch'::text, 'reference_mismatch'::text, 'paid_twice'::text, 'refund_short'::text, 'account_deleted'::text, 'paid_late'::text, 'paid_after_refund'::text, 'receiver_unknown'::text, 'refunded_in_part'::text, 'disputed'::text, 'refund_failed'::text, 'dispute_lost'::text, 'dispute_reversed'::text]))),
  CONSTRAINT topup_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'UNPAID'::text, 'PAID'::text, 'EXPIRED'::text, 'FAILED'::text]))),
  CONSTRAINT topup_unit_price_sen_check CHECK ((unit_price_sen > 0)),
  CONSTRAINT topup_unpaid_has_reference CHECK (((status <> 'UNPAID'::text) OR (reference IS NOT NULL))),
  CONSTRAINT topup_voucher_code_fkey FOREIGN KEY (voucher_code) REFERENCES voucher(code)
);
CREATE INDEX topup_bpay_amount ON topup USING btree (bpay_micro, bpay_reserved_until) WHERE (bpay_micro IS NOT NULL);
CREATE INDEX topup_bpay_reserved ON topup USING btree (bpay_reserved_until, created_at) WHERE (bpay_micro IS NOT NULL);
CREATE INDEX topup_by_payment ON topup USING btree (paid_at) INCLUDE (final_amount) WHERE ((paid_at IS NOT NULL) AND (refunded_at IS NULL));
CREATE INDEX topup_newest ON topup USING btree (created_at DESC, id DESC);
CREATE INDEX topup_newest_by_status ON topup USING btree (status, created_at DESC, id DESC);
CREATE INDEX topup_of_voucher ON topup USING btree (voucher_code, user_id, status) WHERE (voucher_code IS NOT NULL);
CREATE INDEX topup_refunded ON topup USING btree (refunded_at) WHERE (refunded_at IS NOT NULL);
CREATE INDEX topup_to_check ON topup USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX topup_to_expire ON topup USING btree (expires_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'UNPAID'::text]));
CREATE INDEX topup_to_reconcile ON topup USING btree (paid_at) WHERE ((status = 'PAID'::text) AND ((reconciliation IS NULL) OR (reconciliation <> ALL (ARRAY['confirmed'::text, 'not_checked'::text]))));
CREATE INDEX topup_to_review ON topup USING btree (review_since, id) WHERE (review IS NOT NULL);
CREATE INDEX topup_without_credit_note ON topup USING btree (refunded_at, id) WHERE ((status = 'PAID'::text) AND (refunded_at IS NOT NULL) AND (credit_note_number IS NULL));
CREATE INDEX topup_without_receipt ON topup USING btree (paid_at, id) WHERE ((status = 'PAID'::text) AND (receipt_number IS NULL));
CREATE UNIQUE INDEX topup_idempotency ON topup USING btree (user_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE UNIQUE INDEX topup_user_no ON topup USING btree (user_id, user_no);
CREATE TRIGGER topup_gets_number AFTER INSERT ON topup FOR EACH ROW EXECUTE FUNCTION topup_gets_number();
CREATE TRIGGER topup_paid_is_final BEFORE UPDATE ON topup FOR EACH ROW EXECUTE FUNCTION topup_paid_is_final();

CREATE TABLE topup_count (
  user_id uuid NOT NULL,
  topups integer NOT NULL,
  CONSTRAINT topup_count_pkey PRIMARY KEY (user_id),
  CONSTRAINT topup_count_topups_check CHECK ((topups >= 0))
);

CREATE TABLE topup_limits (
  only_row boolean NOT NULL DEFAULT true,
  min_quantity integer NOT NULL,
  max_quantity integer NOT NULL,
  CONSTRAINT topup_limits_check CHECK (((max_quantity >= min_quantity) AND (max_quantity <= 1000000))),
  CONSTRAINT topup_limits_min_quantity_check CHECK ((min_quantity >= 1)),
  CONSTRAINT topup_limits_only_row_check CHECK (only_row),
  CONSTRAINT topup_limits_pkey PRIMARY KEY (only_row)
);

CREATE TABLE voucher (
  id uuid NOT NULL,
  code text NOT NULL,
  label text NOT NULL,
  basis_points integer,
  quota integer,
  max_uses integer,
  max_uses_per_user integer NOT NULL,
  min_quantity integer NOT NULL,
  valid_from date,
  valid_until date,
  disabled_at timestamp with time zone,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT voucher_basis_points_check CHECK (((basis_points >= 1) AND (basis_points <= 9000))),
  CONSTRAINT voucher_code_check CHECK ((code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'::text)),
  CONSTRAINT voucher_code_key UNIQUE (code),
  CONSTRAINT voucher_days_in_order CHECK ((valid_from <= valid_until)),
  CONSTRAINT voucher_has_one_value CHECK ((num_nonnulls(basis_points, quota) = 1)),
  CONSTRAINT voucher_max_uses_check CHECK ((max_uses > 0)),
  CONSTRAINT voucher_max_uses_per_user_check CHECK ((max_uses_per_user > 0)),
  CONSTRAINT voucher_min_quantity_check CHECK ((min_quantity > 0)),
  CONSTRAINT voucher_pkey PRIMARY KEY (id),
  CONSTRAINT voucher_quota_check CHECK (((quota >= 1) AND (quota <= 10000))),
  CONSTRAINT voucher_quota_is_limited CHECK (((quota IS NULL) OR (max_uses IS NOT NULL)))
);
CREATE INDEX voucher_newest ON voucher USING btree (created_at, id);
CREATE UNIQUE INDEX voucher_typed ON voucher USING btree (replace(code, '-'::text, ''::text));

CREATE OR REPLACE FUNCTION balance_follows_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' AND NEW.quota = 0 AND NEW.entries = 0 THEN RETURN NEW; END IF;
      IF TG_OP = 'UPDATE' AND NEW.user_id = OLD.user_id AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
      RAISE EXCEPTION 'a balance moves only with a ledger entry' USING ERRCODE = 'restrict_violation';
    END $function$;

CREATE OR REPLACE FUNCTION bpay_identity(id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(id, '^[A-Za-z_]+(?=[0-9]+$)'::text, ''::text);

CREATE OR REPLACE FUNCTION bpay_transfer_ids_credit_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      DECLARE
        ids text[] := array_remove(ARRAY[bpay_identity(NEW.transaction_id), NEW.order_id], NULL);
      BEGIN
        IF NEW.topup_id IS NULL THEN RETURN NULL; END IF;
        INSERT INTO bpay_credited_id SELECT DISTINCT id, NEW.transaction_id FROM unnest(ids) id
          ON CONFLICT DO NOTHING;
        IF OLD.topup_id IS NULL AND EXISTS (SELECT FROM bpay_credited_id c
          WHERE c.id = ANY(ids) AND c.transaction_id <> NEW.transaction_id) THEN
          RAISE EXCEPTION 'an id of this transfer was credited before' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION bpay_transfer_pays_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF OLD.topup_id IS NOT NULL AND NEW.topup_id IS DISTINCT FROM OLD.topup_id THEN
        RAISE EXCEPTION 'a transfer pays one top-up only' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $function$;

CREATE OR REPLACE FUNCTION free_holds_have_no_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF EXISTS (SELECT 1 FROM install_hold WHERE install_id = NEW.install_id AND free) THEN
          RAISE EXCEPTION 'a free install has no ledger entries' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
      END $function$;

CREATE OR REPLACE FUNCTION ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION 'ledger entries are never changed or removed' USING ERRCODE = 'restrict_violation';
    END $function$;

CREATE OR REPLACE FUNCTION ledger_moves_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE b balance%ROWTYPE;
    BEGIN
      UPDATE balance
         SET quota = quota + NEW.amount, entries = entries + 1, updated_at = now()
       WHERE user_id = NEW.user_id
      RETURNING * INTO b;
      IF b.quota IS DISTINCT FROM NEW.balance_after OR b.entries IS DISTINCT FROM NEW.entry_no THEN
        RAISE EXCEPTION 'entry was computed without the lock on its balance'
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION receipt_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      DECLARE buyer text[] := ARRAY['buyer_name', 'buyer_address', 'buyer_tax_id'];
      BEGIN
        IF TG_OP = 'UPDATE' AND num_nonnulls(NEW.buyer_name, NEW.buyer_address, NEW.buyer_tax_id) = 0
          AND to_jsonb(NEW) - buyer = to_jsonb(OLD) - buyer THEN RETURN NEW; END IF;
        RAISE EXCEPTION 'a receipt is never changed or removed' USING ERRCODE = 'restrict_violation';
      END $function$;

CREATE OR REPLACE FUNCTION topup_gets_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE n integer;
    BEGIN
      INSERT INTO topup_count AS c (user_id, topups) VALUES (NEW.user_id, 1)
        ON CONFLICT (user_id) DO UPDATE SET topups = c.topups + 1
        RETURNING topups INTO n;
      UPDATE topup SET user_no = n WHERE id = NEW.id;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION topup_paid_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF OLD.status = 'PAID' AND NEW.status <> 'PAID' THEN
        RAISE EXCEPTION 'a paid top-up stays paid' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $function$;
