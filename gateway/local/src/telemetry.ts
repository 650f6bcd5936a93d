import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Exchange } from './exchange.js';
import type { Plugins } from './kong-file.js';
import { LOG_FIELDS } from './lua.js';
import type { Locate } from './replicas.js';

const MAX_ENTRIES = 10_000;

/** Sets a field of the entry. JSON omits undefined values. */
function set(target: unknown, [key = '', ...rest]: string[], value: unknown): void {
  const record = target as Record<string, unknown>;
  if (rest.length > 0) set((record[key] ??= {}), rest, value);
  else record[key] = value;
}

/**
 * Resolves `{vault://env/log-secret}` to the variable LOG_SECRET, or to an empty text if it is not set. Other values
 * stay unchanged.
 */
function resolve(value: string): string {
  const [, name] = /^\{vault:\/\/env\/(.+)\}$/.exec(value) ?? [];
  return name === undefined ? value : (process.env[name.toUpperCase().replaceAll('-', '_')] ?? '');
}

/**
 * @returns a function that accepts an entry; entries are posted in batches and dropped if undeliverable. Never
 * throws.
 */
function httpLog(config: NonNullable<Plugins['http-log']>, locate: Locate) {
  const { max_batch_size: size, max_coalescing_delay, max_retry_time } = config.queue;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [name, value] of Object.entries(config.headers)) headers[name] = resolve(value);
  const fields = Object.entries(config.custom_fields_by_lua);
  const entries: string[] = [];
  let sending: Promise<void> | undefined;
  const endpoint = new URL(config.http_endpoint);
  const at = { host: endpoint.hostname, port: Number(endpoint.port || 80) };
  const post = (body: string, signal = AbortSignal.timeout(config.timeout)) => {
    endpoint.host = locate(at) ?? endpoint.host;
    return fetch(endpoint, { method: 'POST', body, headers, signal })
      .then((answer) => answer.arrayBuffer().then(() => answer.status < 400))
      .catch(() => false);
  };
  async function drain(): Promise<void> {
    if (size > 1) await wait(max_coalescing_delay * 1000);
    while (entries.length > 0) {
      const batch = entries.splice(0, size).join();
      const deadline = Date.now() + max_retry_time * 1000;
      const body = size === 1 ? batch : `[${batch}]`;
      for (let pause = 10; !(await post(body)) && Date.now() + pause < deadline; pause *= 2)
        await wait(pause, undefined, { ref: false });
    }
  }
  return (entry: object, req: IncomingMessage): void => {
    for (const [field, lua] of fields) set(entry, field.split('.'), LOG_FIELDS[lua]?.(req));
    entries.push(JSON.stringify(entry));
    if (entries.length > MAX_ENTRIES) entries.shift();
    sending ??= drain().finally(() => (sending = undefined));
  };
}

/** Builds a log entry in Kong's format; sizes exclude headers. */
function toEntry({ req, match, upstream, sent, ...x }: Exchange, status: number): object {
  const { url: uri = '', method, headers } = req;
  const redacted = headers.authorization && { authorization: 'REDACTED' };
  const querystring = x.query ? Object.fromEntries(new URLSearchParams(x.query)) : {};
  const url = `http://${headers.host}${uri}`;
  const size = Number(headers['content-length'] ?? 0);
  const request = Date.now() - x.started;
  const proxy = upstream?.waited ?? -1;
  const { name, host, port } = match?.service ?? {};
  return {
    request: { method, uri, url, size, querystring, headers: { ...headers, ...redacted } },
    response: { status, size: sent.size, headers: { ...sent.headers } },
    latencies: { request, proxy, kong: request - Math.max(0, proxy) },
    upstream_uri: upstream?.uri ?? '',
    service: name && { name, host, port },
    route: match && { name: match.route.name, paths: match.route.paths },
    client_ip: x.client,
    started_at: x.started,
  };
}

/** Records each finished request: Kong's http-log and its Prometheus counter. */
export function telemetry(locate: Locate) {
  const logs = new Map<object, ReturnType<typeof httpLog>>();
  const counts = new Map<string, number>();
  const record = (x: Exchange): void => {
    // 499: the client closed the connection before the response.
    const status = x.res.headersSent ? x.res.statusCode : 499;
    const { 'http-log': log, prometheus } = x.plugins;
    if (prometheus && x.match?.service) {
      const { service, route } = x.match;
      const source = (x.upstream?.waited ?? -1) < 0 ? 'kong' : 'service';
      const labels = `service="${service.name}",route="${route.name}",code="${status}"`;
      const key = `${labels},source="${source}",consumer=""`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    if (!log) return;
    if (!logs.has(log)) logs.set(log, httpLog(log, locate));
    logs.get(log)?.(toEntry(x, status), x.req);
  };
  const line = ([labels, n]: [string, number]) => `kong_http_requests_total{${labels}} ${n}\n`;
  return { record, metrics: () => [...counts].map(line).join('') };
}
