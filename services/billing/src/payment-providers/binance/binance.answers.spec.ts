import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type {
  ExternalDependencies,
  ExternalDependency,
} from '@casement/common/platform/operations/external-dependencies.js';
import { Redactor } from '@casement/common/platform/operations/redactor.js';
import { scriptedServer, type ScriptedAnswer } from '@casement/common/testing/scripted-server.js';
import { BillingConfig } from '../../config.js';
import { BinanceHistory } from './binance.history.js';

const page = (title: string, text = '') =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>${text}</body></html>`;
const html = { 'content-type': 'text/html' };

/** Returns the result of a connection test as Operations shows it. */
async function test(baseUrl: string, proxyUrl = '', timeoutMs = 30_000): Promise<string> {
  let dependency: ExternalDependency | undefined;
  const dependencies = { add: (one: ExternalDependency) => (dependency = one) };
  const config = {
    BINANCE_BASE_URL: baseUrl,
    BINANCE_API_KEY: 'key',
    BINANCE_API_SECRET: 'secret-secret',
    BINANCE_RECEIVER_ID: '1',
    BINANCE_TIMEOUT_MS: timeoutMs,
    BINANCE_PROXY_URL: proxyUrl,
  } as BillingConfig;
  const history = new BinanceHistory(config, dependencies as unknown as ExternalDependencies);
  const redactor = new Redactor(['secret-secret', 'proxy-password']);
  const answer = await dependency!
    .ask({ userId: '', admin: true } as never)
    .catch((error: unknown) => redactor.redactError(error));
  await history.onModuleDestroy();
  return answer.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
}

async function answered(answer: ScriptedAnswer): Promise<string> {
  const server = await scriptedServer(answer);
  try {
    return await test(server.url, '', answer.fault === 'silent' ? 100 : undefined);
  } finally {
    await server.close();
  }
}

/**
 * Responses observed from Binance or from a network in front of it. Error codes without a link are from Binance's
 * error documentation (binance-spot-api-docs, errors.md and rest-api.md).
 */
const TABLE: [name: string, answer: ScriptedAnswer, message: string][] = [
  [
    'rows',
    { body: '{"code":"000000","message":"success","success":true,"data":[]}' },
    'HOST: 200, transfers in the last hour: 0',
  ],
  [
    // jptsantossilva/BEC issue 22, ccxt/ccxt issue 16044.
    '451 with a JSON message',
    {
      status: 451,
      body: `{"code":0,"msg":"Service unavailable from a restricted location according to 'b. Eligibility' in https://www.binance.com/en/terms."}`,
    },
    'HOST: HTTP 451, Binance does not serve the country of this address. Set BINANCE_PROXY_URL to a proxy in a country that it serves.',
  ],
  [
    '451 with an HTML page',
    { status: 451, headers: html, body: page('Unavailable For Legal Reasons') },
    'HOST: HTTP 451, Binance does not serve the country of this address. Set BINANCE_PROXY_URL to a proxy in a country that it serves.',
  ],
  [
    // sammchardy/python-binance issue 1413.
    "CloudFront's page for a blocked country",
    {
      status: 403,
      headers: html,
      body: page(
        'ERROR: The request could not be satisfied',
        'The Amazon CloudFront distribution is configured to block access from your country.',
      ),
    },
    'HOST: HTTP 403, Binance does not serve the country of this address. Set BINANCE_PROXY_URL to a proxy in a country that it serves.',
  ],
  [
    // bebasid/bebasid issue 262: Indonesian providers block Binance with a block page.
    "a provider's page with status 200",
    { headers: html, body: page('Internet  Positif\n') },
    'HOST: HTTP 200 with a web page ("Internet Positif") instead of JSON. A network in between may block the API.',
  ],
  [
    "a redirect to a provider's page",
    { status: 302, headers: { location: 'http://block.example.net/?from=api' } },
    'HOST: HTTP 302, a redirect to block.example.net. The API never redirects: a network in between may block it.',
  ],
  [
    'a redirect without a Location header',
    { status: 301 },
    'HOST: HTTP 301, a redirect to another page. The API never redirects: a network in between may block it.',
  ],
  [
    'a firewall’s page without a title',
    { status: 403, headers: html, body: '<html>no</html>' },
    'HOST: HTTP 403 with a web page instead of JSON. A network in between may block the API.',
  ],
  [
    'too many requests with Retry-After',
    { status: 429, headers: { 'retry-after': '7' }, body: '{"code":-1003,"msg":""}' },
    'HOST: too many calls, again in 7 s',
  ],
  [
    'a ban with an HTML page',
    { status: 418, headers: { ...html, 'retry-after': '900' }, body: page("I'm a teapot") },
    'HOST: too many calls, again in 900 s',
  ],
  [
    'a wrong clock, without the server time',
    { status: 400, body: '{"code":-1021,"msg":"Timestamp for this request is outside."}' },
    'HOST: -1021, our clock is not theirs',
  ],
  [
    'a wrong signature',
    { status: 400, body: '{"code":-1022,"msg":"Signature for this request is not valid."}' },
    'HOST: -1022, Signature for this request is not valid.',
  ],
  [
    'a malformed key',
    { status: 401, body: '{"code":-2014,"msg":"API-key format invalid."}' },
    'HOST: -2014, API-key format invalid.',
  ],
  [
    'a key restricted to other addresses',
    { status: 401, body: '{"code":-2015,"msg":"Invalid API-key, IP, or permissions for action."}' },
    'HOST: -2015, Invalid API-key, IP, or permissions for action.',
  ],
  [
    'a server error',
    { status: 503, body: '{"code":-1000}' },
    'HOST: HTTP 503: the provider reported an internal error',
  ],
  [
    'an error of a proxy in front',
    { status: 502, headers: html, body: page('502 Bad Gateway') },
    'HOST: HTTP 502 with a web page ("502 Bad Gateway") instead of JSON. A network in between may block the API.',
  ],
  ['no content', { status: 200 }, 'HOST: HTTP 200 without content'],
  [
    'JSON that ends early',
    { body: '{"code":"000000","data":[' },
    'HOST: HTTP 200, cut off or not JSON',
  ],
  ['JSON of another API', { body: '{"status":"ok"}' }, 'HOST: HTTP 200 with unexpected JSON'],
  [
    'rows without a success flag',
    { body: '{"code":"000001","data":[]}' },
    'HOST: HTTP 200 with unexpected JSON',
  ],
  [
    'a truncated body',
    { body: '{"code":"000000"', fault: 'truncated' },
    'HOST: the answer is shorter than announced (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
  ],
  [
    'a closed connection',
    { fault: 'closed' },
    'HOST: the connection was closed before the answer was complete (UND_ERR_SOCKET)',
  ],
  [
    'a connection reset',
    { fault: 'reset' },
    'HOST: the connection was reset, by the other side or by a network in between (ECONNRESET)',
  ],
  ['no response', { fault: 'silent' }, 'HOST: it did not answer in time'],
];

describe('Binance connection test', () => {
  it.each(TABLE)('explains %s', async (_name, answer, message) => {
    expect(await answered(answer)).toBe(message);
  });

  it('explains a refused connection', async () => {
    const server = await scriptedServer({});
    await server.close();
    expect(await test(server.url)).toBe('HOST: the connection was refused (ECONNREFUSED)');
  });

  it('explains an https URL whose server does not speak TLS', async () => {
    const server = await scriptedServer({ body: 'plain' });
    const message = await test(server.url.replace('http:', 'https:'));
    await server.close();
    expect(message).toMatch(/it does not speak TLS on this port/);
  });
});

/** Starts an HTTP proxy that supports CONNECT. */
async function proxyServer(refusal?: number) {
  const asked: IncomingMessage[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request);
    if (refusal) return socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
    const [host, port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const one of [onward, socket]) one.on('error', () => one.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: `http://user:proxy-password@127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('Binance calls through BINANCE_PROXY_URL', () => {
  const ok = { body: '{"code":"000000","message":"success","success":true,"data":[]}' };

  it('send CONNECT with user and password, and never send the proxy the API key', async () => {
    const [server, proxy] = [await scriptedServer(ok), await proxyServer()];
    expect(await test(server.url, proxy.url)).toBe(
      'HOST through the proxy HOST: 200, transfers in the last hour: 0',
    );
    const [{ method, url, headers }] = proxy.asked;
    expect(`${method} http://${url}`).toBe(`CONNECT ${server.url}`);
    expect(headers['proxy-authorization']).toBe(
      `Basic ${Buffer.from('user:proxy-password').toString('base64')}`,
    );
    expect(headers).not.toHaveProperty('x-mbx-apikey');
    expect(server.requests[0]).not.toContain('proxy-password');
    await Promise.all([server.close(), proxy.close()]);
  });

  it.each([
    [407, 'the proxy refused the user or the password (HTTP 407)'],
    [403, 'the proxy refused to connect (HTTP 403)'],
    [502, 'the proxy refused to connect (HTTP 502)'],
  ])('explain a proxy that answers %i', async (status, reason) => {
    const [server, proxy] = [await scriptedServer(ok), await proxyServer(status)];
    const message = await test(server.url, proxy.url);
    expect(message).toBe(`HOST through the proxy HOST: ${reason}`);
    expect(server.requests).toEqual([]);
    await Promise.all([server.close(), proxy.close()]);
  });

  it('explain a proxy that is down, without its password, and never bypass it', async () => {
    const [server, proxy] = [await scriptedServer(ok), await proxyServer()];
    await proxy.close();
    expect(await test(server.url, proxy.url)).toBe(
      'HOST through the proxy HOST: the connection was refused (ECONNREFUSED)',
    );
    expect(server.requests).toEqual([]);
    await server.close();
  });
});
