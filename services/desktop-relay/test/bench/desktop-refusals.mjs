// Attacks the desktop relay through the gateway while other users work. None of their calls may fail, and every
// attacker must be disconnected. Prints call durations before, during and after the attack. Usage:
// desktop-refusals.mjs [SECONDS]
import { randomBytes } from 'node:crypto';
import WebSocket from 'ws';
import { Record, startLoad } from '@casement/local/rollout/load.js';
import { createTestUsers } from '@casement/local/rollout/test-users.js';
import { pause, startProduct } from '@casement/local/rollout/product.js';
import { firstMessage } from './first-message.mjs';

const SECONDS = Number(process.argv[2] ?? 60);
const QUIET_MS = 20_000;
/** Concurrent attackers by kind. The kinds run one after the other; each attacker has a separate address. */
const ATTACKERS = { tickets: 4, silence: 100, nonsense: 4, 'too large': 1 };
/** Pause between two attempts. Four attackers that each send a ticket every 0.24 s send 1,000 per minute. */
const BREATH_MS = 240;

const SENT = {
  tickets: firstMessage,
  silence: () => null,
  nonsense: () => randomBytes(4_096),
  'too large': () => randomBytes(3 * 2 ** 20),
};

const product = await startProduct();
const ends = new Map();
let failures = ['it did not come to an end'];
try {
  const record = new Record();
  const testUsers = await createTestUsers(product, record.add);
  const load = startLoad(testUsers);
  await pause(QUIET_MS);
  record.phase = 'before';
  await pause(QUIET_MS);
  record.phase = 'during';
  await attack(Date.now() + SECONDS * 1_000);
  record.phase = 'after';
  await pause(QUIET_MS);
  await load.stop();
  console.log('phase   requests  p50 ms  p99 ms  worst ms');
  for (const phase of ['before', 'during', 'after']) {
    const { requests, p50, p99, worst } = record.figures(phase);
    console.log(phase.padEnd(6), ...[requests, p50, p99, worst].map((n) => String(n).padStart(8)));
  }
  for (const [end, count] of ends) console.log(`  ${count} × ${end}`);
  failures = record.failures.map(({ name, status, why }) => `${name}: ${status} ${why ?? ''}`);
  const unended = [...ends.keys()].filter((end) => /open|1000|1006/.test(end));
  failures.push(...unended.map((end) => `an attacker was not shown out: ${end}`));
} catch (error) {
  failures = [error.stack];
} finally {
  await product.stop();
}
for (const failure of failures.slice(0, 20)) console.log(`  WRONG: ${failure}`);
console.log(failures.length === 0 ? 'no one else was affected' : `${failures.length} wrong`);
process.exit(failures.length === 0 ? 0 : 1);

async function attack(until) {
  await Promise.all(
    Object.entries(ATTACKERS).flatMap(([kind, count], k) =>
      Array.from({ length: count }, async (_, n) => {
        while (Date.now() < until) {
          const end = `${kind}: ${await tryOnce(SENT[kind](), `198.18.${k}.${n}`)}`;
          ends.set(end, (ends.get(end) ?? 0) + 1);
          await pause(BREATH_MS);
        }
      }),
    ),
  );
}

/** @returns how the connection ended */
function tryOnce(message, address) {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${product.base.replace('http', 'ws')}/api/desktop`, {
      origin: product.base,
      headers: { 'x-real-ip': address },
    });
    const timer = setTimeout(() => {
      socket.terminate();
      resolve('still open after 20 s');
    }, 20_000);
    const end = (how) => {
      clearTimeout(timer);
      resolve(how);
    };
    socket.on('open', () => message && socket.send(message));
    socket.on('unexpected-response', (_, { statusCode }) => end(`answer ${statusCode}`));
    socket.on('error', () => undefined);
    socket.on('close', (code) => end(`closed with ${code}`));
  });
}
