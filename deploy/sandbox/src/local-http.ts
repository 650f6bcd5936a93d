import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface LocalRequest {
  method: string;
  path: string;
  /** Everything after the question mark, exactly as sent. */
  rawQuery: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer;
}

/** `cut` closes the connection without a response. */
export type Answer = Reply | 'cut' | null;

/** Returns null if the handler does not know the path. */
export type Handler = (request: LocalRequest) => Answer | Promise<Answer>;

export interface LocalServer {
  port: number;
  close: () => Promise<void>;
}

/** Starts a small server for development tools. It listens only on loopback. */
export async function serveLocally(port: number, handler: Handler): Promise<LocalServer> {
  const server = createServer((request, response) => void answer(handler, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

export function html(body: string, contentSecurityPolicy: string, status = 200): Reply {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-store',
    },
    body,
  };
}

async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse) {
  const reply = await replyTo(handler, request).catch((error: unknown): Reply => ({
    status: 500,
    body: String(error),
  }));
  if (reply === 'cut') return void response.destroy();
  response.writeHead(reply.status ?? 200, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...reply.headers,
  });
  response.end(reply.body);
}

async function replyTo(handler: Handler, request: IncomingMessage): Promise<Reply | 'cut'> {
  // Prevents DNS rebinding: a foreign site that resolves to this address must not read our mails.
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  if (!['localhost', '127.0.0.1', '[::1]'].includes(host)) {
    return { status: 403, body: 'Only for this machine.' };
  }
  const [path = '/', rawQuery = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const reply = await handler({
    method: request.method ?? 'GET',
    path,
    rawQuery,
    query: new URLSearchParams(rawQuery),
    headers: request.headers as Record<string, string | undefined>,
    body: await text(request),
  });
  return reply ?? { status: 404, body: 'Not found.' };
}
