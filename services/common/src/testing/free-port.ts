import { createServer } from 'node:net';

// Above the range from which Linux takes ports for outgoing connections, so that a port found free here is not lost to one
// before its server listens; a part of it for each worker of the test run, so that they don't take each other's.
const LOWEST = 61_000;
const SPAN = 450;
const first = LOWEST + (Number(process.env['JEST_WORKER_ID'] ?? 0) % 10) * SPAN;
const handedOut = new Set<number>();

/** A loopback port without a listener; never the same one twice in a test file. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * SPAN);
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
