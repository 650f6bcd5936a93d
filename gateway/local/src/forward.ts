import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import { Pool } from 'undici';
import { type Answer, kongError, readAll } from './access.js';
import type { Exchange } from './gateway.js';
import type { KongService } from './kong-file.js';
import type { Locate } from './replicas.js';
import { escapePath } from './routing.js';

const HOP = 'connection,keep-alive,proxy-connection,upgrade,transfer-encoding,trailer'.split(',');
/** nginx's own list of what must not run twice. */
const ONCE = ['POST', 'PATCH', 'LOCK'];
const pools = new WeakMap<KongService, Map<string, Pool>>();

function poolOf(service: KongService, address: string): Pool {
  const { connect_timeout: timeout, read_timeout: read } = service;
  const own = pools.get(service) ?? new Map<string, Pool>();
  pools.set(service, own);
  const settings = { connect: { timeout }, headersTimeout: read, bodyTimeout: read };
  const pool = own.get(address) ?? new Pool(`http://${address}`, settings);
  own.set(address, pool);
  return pool;
}

/**
 * Whether Kong would try again elsewhere: always when no connection came about, otherwise only what
 * may run twice. An answer, whatever it says, is never tried again.
 */
export function isWorthRepeating(method: string, error: NodeJS.ErrnoException): boolean {
  const { code = '', syscall } = error;
  if (syscall === 'connect' || /ECONNREFUSED|CONNECT_TIMEOUT/.test(code)) return true;
  return /SOCKET|ECONNRESET|EPIPE|TIMEOUT/.test(code) && !ONCE.includes(method);
}

/** Without what ends at this hop and what Connection lists; the body is framed anew. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = { ...headers };
  const listed = String(headers.connection ?? '').split(',');
  for (const name of [...HOP, ...listed]) delete kept[name.trim().toLowerCase()];
  if (kept.te !== 'trailers') delete kept.te;
  return kept;
}

/** The service's path and what the route leaves of the request's. */
function upstreamUri({ path = '', query, match }: Exchange, base: string): string {
  const rest = match?.route.strip_path ? path.slice(match.taken.length) : path;
  return escapePath(base.replace(/\/$/, '') + rest.replace(/^(?=[^/])/, '/') || '/') + query;
}

function upstreamHeaders(
  { req, match, ...x }: Exchange,
  { host, port }: KongService,
): IncomingHttpHeaders {
  const told = req.headers;
  const forwarded: IncomingHttpHeaders = {
    'x-forwarded-proto': 'http',
    'x-forwarded-host': told.host?.replace(/:\d*$/, ''),
    'x-forwarded-port': `${req.socket.localPort}`,
    'x-forwarded-path': req.url?.replace(/\?.*$/s, ''),
    'x-forwarded-prefix': match?.route.strip_path ? match.taken : undefined,
  };
  for (const name in forwarded) if (x.trusted) forwarded[name] = told[name] ?? forwarded[name];
  return {
    ...{ ...endToEnd(told), ...forwarded, expect: undefined },
    ...(x.body && { 'content-length': `${x.body.length}` }),
    host: port === 80 ? host : `${host}:${port}`,
    'x-real-ip': x.client,
    'x-forwarded-for': [told['x-forwarded-for'], x.peer].filter(Boolean).join(', '),
    ...x.correlation,
  };
}

/** Sends the request on, its body streaming; resolves to the upstream's answer or why there is none. */
export async function forward(x: Exchange, locate: Locate): Promise<Answer> {
  const { req, res, match } = x;
  const { method = 'GET' } = req;
  const say = (status: number, why: string) => kongError(status, why, req.headers.accept);
  const service = match?.service;
  if (!service) return say(503, 'no Service found with those values');
  const left = new AbortController();
  res.on('close', () => {
    left.abort();
    req.resume();
  });
  const { expect, 'content-length': length, 'transfer-encoding': chunked } = req.headers;
  if (expect && !x.body) res.writeContinue();
  const hasBody = Number(length) > 0 || chunked;
  // What may have to be sent again is read first, as Kong does unless it is told to stream.
  if (hasBody && service.retries > 0 && match.route.request_buffering !== false)
    x.body ??= await readAll(req);
  const started = Date.now();
  const upstream = { uri: upstreamUri(x, service.path), waited: -1 };
  x.upstream = upstream;
  const tried = new Set<string>();
  for (let repeats = hasBody && !x.body ? 0 : service.retries; ; repeats -= 1) {
    const address = locate(service, tried);
    tried.add(address);
    try {
      const answer = await poolOf(service, address).request({
        ...{ path: upstream.uri, method, signal: left.signal },
        headers: upstreamHeaders(x, service),
        // Of a failed call the pool destroys the body; the caller's connection must outlive that.
        body: x.body ?? (hasBody ? req.pipe(new PassThrough()) : null),
      });
      upstream.waited = Date.now() - started;
      return { status: answer.statusCode, headers: endToEnd(answer.headers), body: answer.body };
    } catch (error) {
      const failure = error as NodeJS.ErrnoException;
      if (repeats > 0 && !left.signal.aborted && isWorthRepeating(method, failure)) continue;
      req.resume();
      const { code = '' } = failure;
      if (/TIMEOUT|ETIMEDOUT/.test(code)) return say(504, 'The upstream server is timing out');
      if (/ENOTFOUND|EAI_AGAIN/.test(code)) return say(503, 'name resolution failed');
      return say(502, 'An invalid response was received from the upstream server');
    }
  }
}
