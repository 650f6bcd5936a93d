import { type Agent, type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface Call {
  method?: string;
  headers?: Record<string, string | string[]>;
  /** A list is sent chunk by chunk without a length. */
  body?: string | Buffer | string[];
  agent?: Agent;
}
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
  text: string;
}

/** Makes one call with the unmodified path; unlike fetch, it normalizes nothing. */
export function call(base: string, path: string, options: Call = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const req = open(base, path, options);
    req.on('error', reject);
    req.on('response', (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const body = Buffer.concat(chunks);
        const { statusCode: status = 0, headers, rawHeaders } = res;
        resolve({ status, headers, rawHeaders, body, text: body.toString() });
      });
    });
    if (Array.isArray(options.body)) {
      for (const part of options.body) req.write(part);
      req.end();
    } else req.end(options.body);
  });
}

/** Starts a call and returns it open: the test writes, reads and ends it. */
export function open(
  base: string,
  path: string,
  { method = 'GET', headers, body, agent }: Call = {},
): ClientRequest {
  const { hostname: host, port } = new URL(base);
  const framing = Array.isArray(body)
    ? { 'transfer-encoding': 'chunked' }
    : body === undefined
      ? {}
      : { 'content-length': `${Buffer.byteLength(body)}` };
  return request({
    host,
    port: port || 80,
    path,
    method,
    headers: { ...framing, ...headers },
    agent: agent ?? false,
  });
}

export interface RawReply {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  text: string;
}

/**
 * Sends raw bytes that no HTTP client would send, and reads until the gateway closes.
 *
 * @param request latin1; must contain `Connection: close`
 */
export async function raw(base: string, request: string): Promise<RawReply> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port || 80), hostname);
  // A gateway that refuses early may reset the connection while it still has unread data.
  socket.on('error', () => undefined);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(Buffer.from(request, 'latin1'));
  await new Promise((closed) => socket.on('close', closed));
  const answer = Buffer.concat(chunks).toString();
  const end = answer.indexOf('\r\n\r\n');
  const [line = '', ...fields] = answer.slice(0, end).split('\r\n');
  const headers = fields.map((field): [string, string] => {
    const [name = ''] = field.split(':', 1);
    return [name.toLowerCase(), field.slice(name.length + 1).trim()];
  });
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: answer.slice(end + 4),
  };
}
