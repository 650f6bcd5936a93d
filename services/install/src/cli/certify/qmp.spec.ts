import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { qmp } from './qmp.js';

let folder: string;
let server: Server;
let asked: unknown[];

/** Acts as QEMU: sends a greeting and occasional events, and answers each line. */
async function listen(answer: (socket: Socket, request: { execute: string }) => void) {
  asked = [];
  server = createServer((socket) => {
    socket.write('{"QMP": {"version": {}}}\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const request = JSON.parse(data.toString()) as { execute: string };
      asked.push(request);
      socket.write('{"event": "RTC_CHANGE"}\r\n');
      answer(socket, request);
    });
  }).listen(join(folder, 'qmp'));
  await once(server, 'listening');
}

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'qmp-'))));
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

describe(qmp.name, () => {
  it('negotiates capabilities first and skips events', async () => {
    await listen((socket, { execute }) => socket.write(`{"return": {"of": "${execute}"}}\r\n`));
    const answer = await qmp(join(folder, 'qmp'), 'screendump', { filename: '/x' });
    expect(answer).toEqual({ of: 'screendump' });
    expect(asked).toEqual([
      { execute: 'qmp_capabilities' },
      { execute: 'screendump', arguments: { filename: '/x' } },
    ]);
  });

  it("fails with QEMU's error message", async () => {
    await listen((socket, { execute }) =>
      socket.write(
        execute === 'qmp_capabilities'
          ? '{"return": {}}\r\n'
          : '{"error": {"class": "GenericError", "desc": "no console"}}\r\n',
      ),
    );
    await expect(qmp(join(folder, 'qmp'), 'screendump')).rejects.toThrow('no console');
  });

  it('fails if QEMU closes the connection or does not listen', async () => {
    await listen((socket) => socket.end());
    await expect(qmp(join(folder, 'qmp'), 'screendump')).rejects.toThrow('closed the connection');
    await expect(qmp(join(folder, 'nothing'), 'screendump')).rejects.toThrow('ENOENT');
  });
});
