import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Dispatcher, Pool } from 'undici';
import { type Answer, isOversized, kongError } from './access.js';
import type { Exchange, StartResponse } from './exchange.js';
import type { KongService } from './kong-file.js';
import type { replicas } from './replicas.js';
import { escapePath } from './routing.js';
import { tunnel } from './upgrade.js';

const HOP = new Set(
  'connection,keep-alive,proxy-connection,upgrade,transfer-encoding,trailer'.split(','),
);
/** Header names that nginx passes on. It drops all others. */
const PLAIN_NAME = /^[a-z\d-]+$/;
/** Methods that nginx treats as non-idempotent. */
const NON_IDEMPOTENT = ['POST', 'PATCH', 'LOCK'];
const CLIENT_CLOSED: NodeJS.ErrnoException = new Error('client disconnected');
const pools = new WeakMap<KongService, Map<string, Pool>>();

function poolOf(service: KongService, address: string): Pool {
  const { connect_timeout: timeout, read_timeout: read } = service;
  const own = pools.get(service) ?? new Map<string, Pool>();
  pools.set(service, own);
  const settings = { connect: { timeout }, headersTimeout: read };
  const pool = own.get(address) ?? new Pool(`http://${address}`, settings);
  own.set(address, pool);
  return pool;
}

const isTimeout = ({ code = '' }: NodeJS.ErrnoException) => /TIMEOUT|ETIMEDOUT/.test(code);

/**
 * Returns whether Kong would retry on another address: always if no connection was established, otherwise only for
 * idempotent methods. A response of any status is never retried.
 */
export function isRetryable(method: string, error: NodeJS.ErrnoException): boolean {
  const { code = '', syscall } = error;
  if (syscall === 'connect' || /ECONNREFUSED|CONNECT_TIMEOUT/.test(code)) return true;
  return /SOCKET|ECONNRESET|EPIPE|TIMEOUT/.test(code) && !NON_IDEMPOTENT.includes(method);
}

/** Removes hop-by-hop headers and headers listed in Connection; the body is reframed. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection = '' } = headers;
  const listed = connection && connection.split(',').map((name) => name.trim().toLowerCase());
  const passedHeaders: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (HOP.has(name) || listed.includes(name) || !PLAIN_NAME.test(name)) continue;
    if (name !== 'te' || headers.te === 'trailers') passedHeaders[name] = headers[name];
  }
  return passedHeaders;
}

/** Joins the service's path with the part of the request path that the route keeps. */
function upstreamUri({ path = '', query, match }: Exchange, base: string): string {
  const rest = match?.route.strip_path ? path.slice(match.taken.length) : path;
  return escapePath(base.replace(/\/$/, '') + rest.replace(/^(?=[^/])/, '/') || '/') + query;
}

function upstreamHeaders(
  { req, match, ...x }: Exchange,
  { host, port }: KongService,
): IncomingHttpHeaders {
  const requestHeaders = req.headers;
  const forwarded: IncomingHttpHeaders = {
    'x-forwarded-proto': 'http',
    'x-forwarded-host': requestHeaders.host?.replace(/:\d*$/, ''),
    'x-forwarded-port': `${req.socket.localPort}`,
    'x-forwarded-path': req.url?.replace(/\?.*$/s, ''),
    'x-forwarded-prefix': match?.route.strip_path ? match.taken : undefined,
  };
  for (const name in forwarded)
    if (x.trusted) forwarded[name] = requestHeaders[name] ?? forwarded[name];
  return {
    ...endToEnd(requestHeaders),
    ...forwarded,
    expect: undefined,
    ...(x.body && { 'content-length': `${x.body.length}` }),
    host: port === 80 ? host : `${host}:${port}`,
    'x-real-ip': x.client,
    'x-forwarded-for': [requestHeaders['x-forwarded-for'], x.peer].filter(Boolean).join(', '),
    ...x.correlation,
  };
}

type Options = Dispatcher.DispatchOptions;

/**
 * Makes one attempt. Resolves once the response has been passed on or was cut off; rejects if there was no response.
 */
function dispatch(pool: Pool, options: Options, { req, res, sent }: Exchange, pass: StartResponse) {
  return new Promise<void>((resolve, reject) => {
    let isUpgraded = false;
    pool.dispatch(options, {
      onRequestStart(controller) {
        if (res.closed) controller.abort(CLIENT_CLOSED);
        res.on(
          'close',
          () => !res.writableFinished && !isUpgraded && controller.abort(CLIENT_CLOSED),
        );
      },
      onRequestUpgrade(_, status, headers, socket) {
        isUpgraded = true;
        pass(status, { ...endToEnd(headers), connection: 'upgrade', upgrade: 'websocket' });
        const head = req.socket.bytesWritten;
        // Must run before the response's own `close` handler, which records the size.
        req.socket.prependListener('close', () => (sent.size = req.socket.bytesWritten - head));
        void tunnel(req.socket, socket, options.bodyTimeout ?? 0).then(resolve);
      },
      onResponseStart(_, status, headers) {
        if (status >= 200) pass(status, endToEnd(headers));
      },
      onResponseData(controller, chunk) {
        sent.size += chunk.length;
        if (res.write(chunk)) return;
        controller.pause();
        res.once('drain', () => controller.resume());
      },
      onResponseEnd() {
        res.end();
        resolve();
      },
      onResponseError(_, error) {
        if (!res.headersSent) return reject(error);
        res.destroy();
        resolve();
      },
    });
  });
}

/**
 * Forwards the request with a streamed body and passes on the upstream's response. Resolves to the reason if the
 * upstream did not respond.
 */
export async function forward(
  x: Exchange,
  { locate }: Pick<ReturnType<typeof replicas>, 'locate'>,
  pass: StartResponse,
): Promise<Answer | undefined> {
  const { req, res, match } = x;
  const { method = 'GET' } = req;
  const refuse = (status: number, why: string) => {
    if (status === 503) x.extra = { ...x.extra, 'retry-after': '2' };
    return kongError(status, why, req.headers.accept);
  };
  const service = match?.service;
  if (!service) return refuse(503, 'no Service found with those values');
  res.on('close', () => req.resume());
  const { expect, 'content-length': length, 'transfer-encoding': coding } = req.headers;
  if (expect) res.writeContinue();
  const hasBody = Number(length) > 0 || !!coding;
  // Buffers a body first if its length is unknown or the request may be retried, like Kong without streaming.
  const isBuffered = service.retries > 0 && match.route.request_buffering !== false;
  if (hasBody && (coding || isBuffered)) x.body = await buffer(req);
  if (isOversized(x)) return refuse(413, 'Request size limit exceeded');
  const started = Date.now();
  const upstream = { uri: upstreamUri(x, service.path), waited: -1 };
  x.upstream = upstream;
  const tried = new Set<string>();
  for (let repeats = hasBody && !x.body ? 0 : service.retries; ; repeats -= 1) {
    const address = locate(service, tried);
    if (!address) {
      req.resume();
      return refuse(503, 'failure to get a peer from the ring-balancer');
    }
    tried.add(address);
    // The pool destroys the body of a failed call, but the caller's connection must survive. After an early response
    // the rest of the body is drained so that the next request can be read.
    const streamed = () => req.pipe(new PassThrough()).on('close', () => req.resume());
    const body = x.body ?? (hasBody ? streamed() : null);
    const options: Options = {
      path: upstream.uri,
      method,
      body,
      bodyTimeout: service.read_timeout,
      ...(x.isWebSocket && { upgrade: 'websocket' }),
      headers: upstreamHeaders(x, service),
    };
    try {
      await dispatch(poolOf(service, address), options, x, (status, headers) => {
        upstream.waited = Date.now() - started;
        pass(status, headers);
      });
      return undefined;
    } catch (error) {
      const failure = error as NodeJS.ErrnoException;
      if (repeats > 0 && !res.closed && isRetryable(method, failure)) continue;
      req.resume();
      const { code = '' } = failure;
      if (isTimeout(failure)) return refuse(504, 'The upstream server is timing out');
      if (/ENOTFOUND|EAI_AGAIN/.test(code)) return refuse(503, 'name resolution failed');
      return refuse(502, 'An invalid response was received from the upstream server');
    }
  }
}
