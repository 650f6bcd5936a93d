import { readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Exchange } from './exchange.js';
import type { Plugins } from './kong-file.js';

export type Answer = { status: number; headers: OutgoingHttpHeaders; body: string };
/** The route that accepts bodies without a length. */
const CALLBACKS = 'billing-callbacks';
/** Kong's lua_max_req_headers. */
const MAX_HEADERS = 100;
const UNITS = { bytes: 1, kilobytes: 1024, megabytes: 1024 ** 2 };
const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const TITLE = '<meta charset="utf-8">\n    <title>Error</title>';
const HEAD = `<!doctype html>\n<html>\n  <head>\n    ${TITLE}\n  </head>`;
/** Content of KONG_ERROR_TEMPLATE_JSON. */
const ENVELOPE = readFileSync(new URL('../../error.json', import.meta.url), 'utf8');
const SHAPES: Record<string, readonly [before: string, after: string]> = {
  'application/json': ENVELOPE.split('%s') as [string, string],
  'application/xml': [`${XML}\n<error>\n  <message>`, '</message>\n</error>\n'],
  'text/html': [`${HEAD}\n  <body>\n    <h1>Error</h1>\n    <p>`, '.</p>\n  </body>\n</html>\n'],
  'text/plain': ['', '\n'],
};

function own(status: number, type: string, body: string): Answer {
  const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
  return { status, headers, body };
}
/** Returns Kong's own errors in the first supported format of the caller's Accept header. */
export function kongError(status: number, message: string, accept = ''): Answer {
  const wanted = accept.split(',').map((part) => part.replace(/;.*/, '').trim());
  const type = wanted.find((t) => Object.hasOwn(SHAPES, t)) ?? 'application/json';
  return own(status, `${type}; charset=utf-8`, (SHAPES[type] ?? []).join(message));
}

/** Kong's local policy. Windows are aligned to the clock, and a rejected call does not count. */
export function rateLimiter({ minute, hour }: NonNullable<Plugins['rate-limiting']>) {
  const window = (label: string, seconds: number, limit?: number) =>
    limit ? [{ label, seconds, limit, number: 0, used: new Map<string, number>() }] : [];
  const windows = [...window('minute', 60, minute), ...window('hour', 3600, hour)];
  return (address: string, now = Date.now() / 1000) => {
    const states = windows.map((w) => {
      const number = Math.floor(now / w.seconds);
      // Counts of the previous window are dropped when a new window starts.
      if (number !== w.number) Object.assign(w, { number, used: new Map() });
      const left = Math.max(0, w.limit - (w.used.get(address) ?? 0));
      return { ...w, left, reset: Math.max(1, Math.ceil((number + 1) * w.seconds - now)) };
    });
    const allowed = states.every((w) => w.left > 0);
    if (allowed) for (const w of states) w.used.set(address, w.limit - --w.left);
    const { limit, left, reset } = states.reduce((a, b) => (b.left < a.left ? b : a));
    const headers: Record<string, number> = { 'ratelimit-limit': limit };
    for (const w of states) headers[`x-ratelimit-limit-${w.label}`] = w.limit;
    for (const w of states) headers[`x-ratelimit-remaining-${w.label}`] = w.left;
    Object.assign(headers, { 'ratelimit-remaining': left, 'ratelimit-reset': reset });
    return { allowed, headers: allowed ? headers : { ...headers, 'retry-after': reset } };
  };
}
const limiters = new WeakMap<object, ReturnType<typeof rateLimiter>>();

/** Returns whether a body that was read exceeds the limit of its route. */
export function isOversized({ body, plugins }: Exchange): boolean {
  const size = plugins['request-size-limiting'];
  return !!size && !!body && body.length > size.allowed_payload_size * UNITS[size.size_unit];
}

/** Runs the access phase in Kong's order: nginx's own checks, route, size, rate, termination. */
export function refusal(x: Exchange): Answer | undefined {
  const { req, plugins } = x;
  const refuse = (status: number, message: string) =>
    kongError(status, message, req.headers.accept);
  if (x.refused) return refuse(...x.refused);
  if (!x.isBodyAllowed) {
    x.extra = { 'retry-after': '1' };
    return refuse(429, 'Too many uploads at the same time. Please try again in a moment.');
  }
  if (!x.match) return refuse(404, 'no Route matched with those values');

  const { expect, connection, 'content-length': length, 'transfer-encoding': coding } = req.headers;
  // CHECK_FRAMING, which all our files contain.
  if (req.rawHeaders.length > 2 * MAX_HEADERS) return refuse(431, 'Too many headers');
  if (coding && x.match.route.name !== CALLBACKS) return refuse(411, 'Length Required');
  if (/content-length/i.test(connection ?? '')) return refuse(400, 'Bad request');
  const size = plugins['request-size-limiting'];
  if (size && Number(length) > size.allowed_payload_size * UNITS[size.size_unit])
    return refuse(expect ? 417 : 413, 'Request size limit exceeded');
  const rate = plugins['rate-limiting'];
  if (rate) {
    const take = limiters.get(rate) ?? rateLimiter(rate);
    limiters.set(rate, take);
    const { allowed, headers } = take(x.client);
    x.extra = headers;
    if (!allowed) return refuse(429, rate.error_message);
  }
  const end = plugins['request-termination'];
  return end && own(end.status_code, end.content_type, end.body);
}
