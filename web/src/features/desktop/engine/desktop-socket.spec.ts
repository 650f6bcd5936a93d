import { constants, deflateRawSync } from 'node:zlib';
import { DESKTOP_DEFLATE } from '@casement/proto/http/install/desktops/desktops.js';
import { waitFor } from '@testing-library/react';
import type { SocketWatch } from './desktop-socket.js';

/** Fake browser WebSocket: records what is sent and closed; the test dispatches incoming events. */
class BrowserSocket extends EventTarget {
  readonly sent: unknown[] = [];
  readonly closed: (number | undefined)[] = [];
  constructor(
    readonly url: string,
    readonly subprotocol: string,
  ) {
    super();
  }
  send(data: unknown) {
    this.sent.push(data);
  }
  close(code?: number) {
    this.closed.push(code);
  }
}

const known = globalThis.WebSocket;
let sockets: typeof import('./desktop-socket.js');

describe('desktop WebSocket', () => {
  beforeAll(async () => {
    Object.assign(globalThis, { WebSocket: BrowserSocket });
    sockets = await import('./desktop-socket.js');
  });
  afterAll(() => Object.assign(globalThis, { WebSocket: known }));

  const open = () =>
    new sockets.DesktopSocket('wss://host/api/desktop') as unknown as BrowserSocket;
  const watching = () =>
    ({ onSent: jest.fn(), onReceived: jest.fn(), onClosed: jest.fn() }) satisfies SocketWatch;
  /** A message as compressed by the relay. */
  const message = (text: string) => {
    const bytes = deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH });
    return new MessageEvent('message', { data: new Uint8Array(bytes).buffer });
  };
  const closing = (code: number) => new CloseEvent('close', { code, wasClean: true });
  /** Records the events that IronRDP's listeners receive. */
  const recordEvents = (socket: BrowserSocket) => {
    const events: string[] = [];
    socket.addEventListener('message', (event) => {
      events.push(new TextDecoder().decode((event as MessageEvent<ArrayBuffer>).data));
    });
    socket.addEventListener('close', (event) =>
      events.push(`closed ${(event as CloseEvent).code}`),
    );
    return events;
  };

  it('requests compression and delivers messages in order, then the close event', async () => {
    const socket = open();
    const events = recordEvents(socket);
    expect(socket.subprotocol).toBe(DESKTOP_DEFLATE);
    socket.dispatchEvent(message('first'));
    // Large enough to be split into several chunks.
    const picture = 'pixel'.repeat(40_000);
    socket.dispatchEvent(message(picture));
    socket.dispatchEvent(closing(4010));
    await waitFor(() => expect(events).toContain('closed 4010'));
    expect(events.join('') === `first${picture}closed 4010`).toBe(true);
  });

  it('passes messages and its close reason to its readers', async () => {
    const watch = watching();
    sockets.watchNextSocket(watch);
    const socket = open();
    socket.send(new Uint8Array(12));
    socket.dispatchEvent(message('thirty bytes, as Windows sent '));
    socket.dispatchEvent(closing(4010));
    await waitFor(() => expect(watch.onClosed.mock.calls).toEqual([[4010]]));
    expect(socket.sent).toEqual([new Uint8Array(12)]);
    expect(watch.onSent.mock.calls).toEqual([[12]]);
    expect(watch.onReceived.mock.calls).toEqual([[30]]);
  });

  it('closes on uncompressed data', async () => {
    const socket = open();
    const events = recordEvents(socket);
    socket.dispatchEvent(
      new MessageEvent('message', { data: new Uint8Array([7, 7, 7, 7]).buffer }),
    );
    await waitFor(() => expect(socket.closed).toEqual([1000]));
    socket.dispatchEvent(closing(1000));
    await waitFor(() => expect(events).toEqual(['closed 1000']));
  });

  it('reports to a single watcher', () => {
    const [first, second] = [watching(), watching()];
    sockets.watchNextSocket(first);
    open().send(new Uint8Array(1));
    sockets.watchNextSocket(second);
    open().send(new Uint8Array(2));
    open().send(new Uint8Array(4));
    expect(first.onSent.mock.calls).toEqual([[1]]);
    expect(second.onSent.mock.calls).toEqual([[2]]);
  });

  it('closes with code 1000', () => {
    const close = sockets.watchNextSocket(watching());
    const socket = open();
    close();
    expect(socket.closed).toEqual([1000]);
  });

  it('closes immediately after opening if it was cancelled in the meantime', () => {
    sockets.watchNextSocket(watching())();
    expect(open().closed).toEqual([1000]);
  });
});
