import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /**
   * `silent`: no response. `reset`: the connection is reset. `closed`: it is closed without a response. `truncated`:
   * it is closed in the middle of the body.
   */
  fault?: 'silent' | 'reset' | 'closed' | 'truncated';
}

/**
 * Starts an HTTP server that returns the same bytes to each request, including bytes that a server library would not
 * send.
 */
export async function scriptedServer(answer: ScriptedAnswer) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (data) => {
      requests.push(data.toString());
      send(socket, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(socket: Socket, { status = 200, headers = {}, body = '', fault }: ScriptedAnswer) {
  if (fault === 'silent') return;
  if (fault === 'reset') return void socket.resetAndDestroy();
  if (fault === 'closed') return void socket.end();
  const length = Buffer.byteLength(body) + (fault === 'truncated' ? 100 : 0);
  const lines = Object.entries({
    'content-length': String(length),
    connection: 'close',
    ...headers,
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} Answer\r\n${head}\r\n${body}`);
}
