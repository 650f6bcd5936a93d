import { createServer } from 'node:net';

// Above Linux's range of ephemeral ports, so that a free port is not taken by an outgoing connection before its
// server listens. Each worker of the test run uses its own part of the range.
const LOWEST = 61_000;
const SPAN = 450;
const first = LOWEST + (Number(process.env['JEST_WORKER_ID'] ?? 0) % 10) * SPAN;
const handedOut = new Set<number>();

/** Returns a loopback port without a listener. Never returns the same port twice in a test file. */
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
