import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import type { ImageRefused } from '@casement/windows-image/image-failures.js';
import { openUrl, shownUrl, type UrlOptions } from './url-source.js';

/** The only loopback address that the tests may connect to. */
const HOST = '127.0.0.10';

describe(openUrl, () => {
  const servers: Server[] = [];
  const asked: string[] = [];

  const serve = async (listener: RequestListener, host = HOST) => {
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      listener(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    servers.push(server);
    return `http://${host}:${(server.address() as AddressInfo).port}`;
  };
  const options = (over: Partial<UrlOptions> = {}): UrlOptions => ({
    addresses: new AddressPolicy({ allowed: [`${HOST}/32`] }),
    maxSize: 1000,
    ...over,
  });
  const read = async (url: string, over: Partial<UrlOptions> = {}) => {
    const source = await openUrl(url, options(over));
    const content = (await buffer(Readable.from(source.bytes))).toString();
    return { content, size: source.size };
  };
  const refusal = (url: string, over: Partial<UrlOptions> = {}) =>
    read(url, over).then(
      () => ({ code: 'READ', message: '' }),
      ({ code, message }: ImageRefused) => ({ code, message }),
    );

  beforeEach(() => void (asked.length = 0));
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('downloads a file with a Content-Length', async () => {
    const url = await serve((_, response) => response.end('an image'));
    expect(await read(`${url}/image.raw`)).toEqual({ content: 'an image', size: 8 });
  });

  it('downloads a file in chunked transfer encoding', async () => {
    const url = await serve((_, response) => {
      response.write('an ');
      response.end('image');
    });
    expect(await read(url)).toEqual({ content: 'an image', size: null });
  });

  it('follows redirects, also to another server', async () => {
    const second = await serve((_, response) => response.end('moved'));
    const first = await serve((_, response) =>
      response.writeHead(302, { location: `${second}/there` }).end(),
    );
    expect((await read(`${first}/here`)).content).toBe('moved');
    expect(asked).toEqual(['/here', '/there']);
  });

  it.each([
    ['a private address', 'http://10.0.0.1/x'],
    ['loopback', 'http://127.0.0.1:9/x'],
    ['loopback in another notation', 'http://0x7f.1:9/x'],
    ['a link-local address, where clouds keep credentials', 'http://169.254.169.254/latest'],
    ['IPv6 loopback', 'http://[::1]:9/x'],
    ['an IPv4-mapped IPv6 address', 'http://[::ffff:127.0.0.1]:9/x'],
    ['a name that leads to loopback', 'http://localhost:9/x'],
  ])('does not connect to %s', async (_, url) => {
    expect((await refusal(url)).code).toBe('ADDRESS_REFUSED');
  });

  it('applies the address policy to each redirect', async () => {
    const inside = await serve((_, response) => response.end('secret'), '127.0.0.11');
    const first = await serve((_, response) => response.writeHead(301, { location: inside }).end());
    expect((await refusal(first)).code).toBe('ADDRESS_REFUSED');
    expect(asked).toHaveLength(1);
  });

  it.each(['file:///etc/passwd', 'http://user:word@example.com/', 'gopher://x/'])(
    'does not follow a redirect to %s',
    async (location) => {
      const url = await serve((_, response) => response.writeHead(302, { location }).end());
      expect((await refusal(url)).code).toBe('SOURCE_REDIRECTS');
    },
  );

  it('gives up after five redirects', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: '/again' }).end());
    expect((await refusal(url)).code).toBe('SOURCE_REDIRECTS');
    expect(asked).toHaveLength(6);
  });

  it('fails if the body ends before its Content-Length', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('a part', () => response.destroy());
    });
    expect((await refusal(url)).code).toBe('SOURCE_CUT_SHORT');
  });

  it('rejects a body that is delimited only by the end of the connection', async () => {
    const url = await serve((_, response) => {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { connection: 'close' });
      response.end('how much of it?');
    });
    expect((await refusal(url)).code).toBe('SOURCE_UNMEASURED');
  });

  it.each([404, 403, 500, 206])('rejects a response with status %i', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end('sorry'));
    const { code, message } = await refusal(url);
    expect(code).toBe('SOURCE_ANSWERED');
    expect(message).toContain(String(status));
  });

  it('rejects a file over the size limit, with and without a Content-Length', async () => {
    const sized = await serve((_, response) => response.end(Buffer.alloc(1001)));
    const unsaid = await serve((_, response) => {
      response.write(Buffer.alloc(600));
      response.end(Buffer.alloc(600));
    });
    expect((await refusal(sized)).code).toBe('SOURCE_TOO_LARGE');
    expect((await refusal(unsaid)).code).toBe('SOURCE_TOO_LARGE');
  });

  it('gives up on a server that stops sending or never responds', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('a part');
    });
    expect((await refusal(url, { silenceMs: 200 })).code).toBe('SOURCE_STALLED');
    const silent = await serve(() => undefined);
    expect((await refusal(silent, { silenceMs: 200 })).code).toBe('SOURCE_STALLED');
  });

  it('reveals only the host in error messages', async () => {
    const url = await serve((_, response) => response.writeHead(403).end());
    const { message } = await refusal(`${url}/private/image.raw?signature=verysecret`);
    expect(message).not.toMatch(/private|verysecret/);
  });
});

describe(shownUrl, () => {
  it('removes the query and fragment, which may be secret', () => {
    expect(shownUrl('https://example.com/a/b.raw?X-Signature=abc#part')).toBe(
      'https://example.com/a/b.raw?…',
    );
    expect(shownUrl('https://example.com/b.raw')).toBe('https://example.com/b.raw');
  });
});
