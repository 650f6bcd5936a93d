import { parse } from 'yaml';
import { z } from 'zod';
import { CHECK_FRAMING, CHECK_ID, HEADER_FILTER, LOG_FIELDS } from './lua.js';

/**
 * Closed list of the plugins, fields and values that this gateway implements like Kong. Any other content stops the
 * start, so that no setting is silently ignored.
 */
const { array, boolean, literal: is, strictObject, string } = z;
const text = string();
const num = z.number().positive();
const positiveInt = z.int().min(1);
const count = z.int().min(0).max(255);
const ms = positiveInt.default(60_000);
const names = strictObject({ headers: array(text) }).default({ headers: [] });
/** Kong would keep a space after the colon. */
const line = text.regex(/^[^:\s]+:\S.*$/, 'write Name:value without a space');
const lines = strictObject({ headers: array(line) }).default({ headers: [] });
const queue = strictObject({
  max_batch_size: positiveInt.default(1),
  max_coalescing_delay: z.number().min(0).default(1),
  max_retry_time: num.default(60),
});
const unit = z.enum(['bytes', 'kilobytes', 'megabytes']);
const fields = z.record(text, z.enum(Object.keys(LOG_FIELDS))).default({});
const url = z.url({ protocol: /^http$/ });
/** Supports only Kong's environment vault, which is read when the header is sent. */
const headerValue = text.regex(
  /^(?!\{vault:)|^\{vault:\/\/env\/[a-z0-9-]+\}$/,
  'use {vault://env/…}',
);

const plugin = <N extends string, C extends z.ZodRawShape>(name: N, config: C) =>
  strictObject({ name: is(name), config: strictObject(config) });
const rates = strictObject({
  minute: num.optional(),
  hour: num.optional(),
  limit_by: is('ip'),
  policy: is('local'),
  error_message: text.default('API rate limit exceeded'),
})
  .refine(({ minute, hour }) => minute ?? hour, 'limits by minute, by hour or by both')
  .refine(({ minute = 0, hour = minute }) => hour >= minute, {
    path: ['hour'],
    message: "can't be lower than the limit for minute",
  });
const known = [
  plugin('correlation-id', { header_name: text, generator: is('uuid'), echo_downstream: is(true) }),
  strictObject({ name: is('rate-limiting'), config: rates }),
  plugin('pre-function', {
    rewrite: z.tuple([is(CHECK_ID)]),
    access: z.tuple([is(CHECK_FRAMING)]),
  }),
  plugin('post-function', { header_filter: z.tuple([is(HEADER_FILTER)]) }),
  plugin('request-size-limiting', { allowed_payload_size: positiveInt, size_unit: unit }),
  plugin('response-transformer', { remove: names, add: lines }),
  plugin('request-termination', { status_code: z.int().min(200), content_type: text, body: text }),
  plugin('http-log', {
    http_endpoint: url,
    timeout: num.default(10_000),
    queue: queue.prefault({}),
    headers: z.record(text, headerValue).default({}),
    custom_fields_by_lua: fields,
  }),
  plugin('prometheus', { status_code_metrics: is(true) }),
] as const;
const error = 'this gateway does not know this plugin';
const plugins = array(z.discriminatedUnion('name', known, { error })).default([]);
const path = text.regex(/^~?\/(?!.*\/\/)/, 'start with / or ~/');
const route = strictObject({
  name: text,
  paths: array(path).min(1),
  methods: array(text.regex(/^[A-Z]+$/)).optional(),
  regex_priority: z.int().default(0),
  strip_path: boolean().default(true),
  plugins,
  request_buffering: boolean().optional(),
  response_buffering: boolean().optional(),
});
const service = strictObject({
  name: text,
  host: text,
  port: positiveInt.default(80),
  path: text.startsWith('/').default('/'),
  connect_timeout: ms,
  write_timeout: ms,
  read_timeout: ms,
  retries: z.int().min(0).default(5),
  plugins,
  routes: array(route).default([]),
});
const failures = strictObject({ tcp_failures: count, timeouts: count, http_failures: count });
const seconds = num.max(65_535);
const active = strictObject({
  type: is('http'),
  http_path: text.startsWith('/'),
  timeout: seconds,
  healthy: strictObject({ interval: seconds, successes: is(1) }),
  unhealthy: failures.extend({ interval: seconds }),
}).refine((it) => it.healthy.interval === it.unhealthy.interval, 'use one interval');
const upstream = strictObject({
  name: text,
  algorithm: is('least-connections'),
  /** Passive checks are not used: see kong.yml. */
  healthchecks: strictObject({ active }),
  targets: array(strictObject({ target: text.regex(/^[^\s:]+:\d+$/) })).min(1),
});
const level = { services: array(service).default([]), routes: array(route).default([]) };
/** @public Used by gateway/check-kong-schema.mjs. */
export const kongFile = strictObject({
  _format_version: is('3.0'),
  ...level,
  plugins,
  upstreams: array(upstream).default([]),
});

export type KongFile = z.output<typeof kongFile>;
export type KongService = z.output<typeof service>;
export type KongRoute = z.output<typeof route>;
export type KongUpstream = z.output<typeof upstream>;
type Plugin = z.output<typeof plugins>[number];
/** Plugins in force for a route. */
export type Plugins = { [P in Plugin as P['name']]?: P['config'] };

/** @throws Error that names each place and the unsupported value there */
export function parseKongFile(yaml: string): KongFile {
  const content: unknown = parse(yaml);
  const { success, data, error } = kongFile.safeParse(content);
  if (success) return data;
  const problems = error.issues.map(({ path, message }) => {
    let here: unknown = content;
    const where = path.map((key) => {
      here = (here as Record<PropertyKey, unknown> | undefined)?.[key];
      return (here as { name?: string } | undefined)?.name ?? String(key);
    });
    return `kong.yml: ${where.join(' > ')}: ${message}`;
  });
  throw new Error(problems.join('\n'));
}
