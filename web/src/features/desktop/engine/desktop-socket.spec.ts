import type { SocketWatch } from './desktop-socket.js';

/** A browser's WebSocket, as far as it matters: what is sent and closed is noted, what comes is dispatched by the test. */
class BrowserSocket extends EventTarget {
  readonly sent: unknown[] = [];
  readonly closed: (number | undefined)[] = [];
  constructor(readonly url: string) {
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

describe('the WebSocket of a desktop', () => {
  beforeAll(async () => {
    Object.assign(globalThis, { WebSocket: BrowserSocket });
    sockets = await import('./desktop-socket.js');
  });
  afterAll(() => Object.assign(globalThis, { WebSocket: known }));

  const open = () =>
    new sockets.DesktopSocket('wss://host/api/desktop') as unknown as BrowserSocket;
  const watching = () =>
    ({ onSent: jest.fn(), onReceived: jest.fn(), onClosed: jest.fn() }) satisfies SocketWatch;
  const closing = (code: number) => Object.assign(new Event('close'), { code });

  it('tells who waited for it what passes, and why it was closed', () => {
    const watch = watching();
    sockets.watchNextSocket(watch);
    const socket = open();
    socket.send(new Uint8Array(12));
    socket.dispatchEvent(new MessageEvent('message', { data: new ArrayBuffer(30) }));
    socket.dispatchEvent(new MessageEvent('message', { data: 'a text' }));
    socket.dispatchEvent(closing(4010));
    expect(socket.sent).toEqual([new Uint8Array(12)]);
    expect(watch.onSent.mock.calls).toEqual([[12]]);
    expect(watch.onReceived.mock.calls).toEqual([[30], [0]]);
    expect(watch.onClosed.mock.calls).toEqual([[4010]]);
  });

  it('is followed by one alone', () => {
    const [first, second] = [watching(), watching()];
    sockets.watchNextSocket(first);
    open().send(new Uint8Array(1));
    sockets.watchNextSocket(second);
    open().send(new Uint8Array(2));
    open().send(new Uint8Array(4));
    expect(first.onSent.mock.calls).toEqual([[1]]);
    expect(second.onSent.mock.calls).toEqual([[2]]);
  });

  it('is closed in its order', () => {
    const close = sockets.watchNextSocket(watching());
    const socket = open();
    close();
    expect(socket.closed).toEqual([1000]);
  });

  it('is closed as soon as it is opened where that was given up meanwhile', () => {
    sockets.watchNextSocket(watching())();
    expect(open().closed).toEqual([1000]);
  });
});
