// registers.mjs SOCKET: prints the CPU registers of a QEMU machine twice within a second.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const socket = connect(process.argv[2]);
const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
const ask = async (execute, args) => {
  socket.write(`${JSON.stringify({ execute, arguments: args })}\n`);
  for (;;) {
    const answer = JSON.parse((await lines.next()).value);
    if ('return' in answer || 'error' in answer) return answer.return ?? answer.error;
  }
};
await lines.next();
await ask('qmp_capabilities', {});
for (const _ of [1, 2]) {
  console.log(await ask('human-monitor-command', { 'command-line': 'info registers -a' }));
  await sleep(1000);
}
socket.end();
