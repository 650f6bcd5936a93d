import { createServer } from 'node:net';

// Below the range from which Linux and macOS take ports for outgoing connections, so that a free port is not lost to
// a client before its server listens.
const LOWEST = 20_000;
const HIGHEST = 31_999;
const handedOut = new Set<number>();

/** Returns a loopback port on which no process listens. Never returns the same port twice in this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isPortFree(port)) return port;
  }
}

/** Whether a server could listen on this port now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
