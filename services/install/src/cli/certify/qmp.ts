import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const LIMIT_MS = 5000;

/**
 * Sends one command to QEMU's control socket (QMP). Each call opens a new connection because each restart of the
 * machine is a new QEMU process.
 * @throws Error if nothing listens on the socket or QEMU refuses the command
 */
export async function qmp(
  socket: string,
  command: string,
  args: Record<string, unknown> = {},
): Promise<unknown> {
  const line = connect(socket);
  line.setTimeout(LIMIT_MS, () => line.destroy(new Error('QEMU does not respond')));
  try {
    await once(line, 'connect');
    const answers: AsyncIterator<string, unknown> = createInterface({ input: line })[
      Symbol.asyncIterator
    ]();
    await answers.next(); // QMP greeting
    const ask = async (request: object): Promise<unknown> => {
      line.write(`${JSON.stringify(request)}\n`);
      for (;;) {
        const next = await answers.next();
        if (next.done) throw new Error('QEMU closed the connection');
        const answer = JSON.parse(next.value) as { return?: unknown; error?: { desc: string } };
        if (answer.error) throw new Error(answer.error.desc);
        if ('return' in answer) return answer.return;
      }
    };
    await ask({ execute: 'qmp_capabilities' });
    return await ask({ execute: command, arguments: args });
  } finally {
    line.destroy();
  }
}
