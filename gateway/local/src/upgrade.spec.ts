import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { isWebSocket, tunnel } from './upgrade.js';

describe('tunnel', () => {
  /** Stream that produces bytes endlessly and reads none. */
  const flood = () => {
    const received = { bytes: 0 };
    const stream = new Duplex({
      read() {
        received.bytes += 16_384;
        this.push(Buffer.alloc(16_384));
      },
      write: () => undefined,
    });
    return { stream, received };
  };

  it('reads no more from either side than the other side accepts', async () => {
    const [caller, service] = [flood(), flood()];
    const over = tunnel(caller.stream, service.stream, 0);
    for (let n = 0; n < 1000; n += 1) await turn();
    expect(caller.received.bytes).toBeGreaterThan(0);
    expect(caller.received.bytes).toBeLessThan(200_000);
    expect(service.received.bytes).toBeLessThan(200_000);
    caller.stream.destroy();
    await over;
    expect(service.stream.destroyed).toBe(true);
  });
});

describe('isWebSocket', () => {
  const asked = (headers: Record<string, string>, method = 'GET') =>
    isWebSocket({ method, headers } as never);
  const asking = { connection: 'keep-alive, Upgrade', upgrade: 'WebSocket' };

  it('is true for a GET with an upgrade to websocket, in any spelling', () => {
    expect(asked(asking)).toBe(true);
  });

  it.each([
    ['another protocol', { ...asking, upgrade: 'h2c' }, 'GET'],
    ['one of several protocols', { ...asking, upgrade: 'websocket, h2c' }, 'GET'],
    ['Connection without "upgrade"', { ...asking, connection: 'keep-alive' }, 'GET'],
    ['another method', asking, 'POST'],
    ['a body', { ...asking, 'content-length': '1' }, 'GET'],
    ['a body without a length', { ...asking, 'transfer-encoding': 'chunked' }, 'GET'],
  ])('is false for %s', (_, headers, method) => expect(asked(headers, method)).toBe(false));
});
