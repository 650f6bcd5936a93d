// make rolling: two of every service under load, each restarted after the other; nothing may fail, be lost or doubled.
// usage: rolling.mjs [ROUNDS]   (2)
import { Record, putLoad } from './load.mjs';
import { gatherPeople } from './people.mjs';
import { startProduct, pause } from './product.mjs';
import { prove } from './proof.mjs';
import { restart, SERVICES } from './restart.mjs';
import { importTestImage } from './test-image.mjs';

const rounds = Number(process.argv[2] ?? 2);
const REPLICAS = 2;
/** How long the quiet load is measured, before and after. */
const QUIET_MS = 15_000;
const WARM_UP_MS = 20_000;

const product = await startProduct({ env: { REPLICAS: String(REPLICAS) } });
let wrong = ['it did not come to an end'];
try {
  console.log(product.output.split('\n').find((line) => line.includes('services are ready')));
  const record = new Record();
  const version = importTestImage(product);
  const people = await gatherPeople(product, record.add);
  const load = putLoad({ ...people, version });

  await pause(WARM_UP_MS);
  record.phase = 'before';
  await pause(QUIET_MS);
  record.phase = 'during';
  const restarts = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const service of SERVICES) {
      for (let replica = 0; replica < REPLICAS; replica += 1) {
        restarts.push(await restart(product, service, replica));
        tellRestart(round, restarts.at(-1), record);
      }
    }
  }
  record.phase = 'after';
  await pause(QUIET_MS);
  await load.stop();

  console.log('phase     requests   p50 ms   p99 ms   worst ms');
  for (const phase of ['warm-up', 'before', 'during', 'after'])
    tellFigures(phase, record.figures(phase));
  const { customers } = people;
  const count = (of) => customers.reduce((sum, one) => sum + one[of].length, 0);
  const [stream] = load.streams;
  console.log(`  ${count('topups')} payments, ${count('installs')} installs`);
  console.log(`  the event stream was opened ${stream.opened} times, ${stream.events} events`);
  const ends = product.output.split('\n').filter((line) => / ended \(/.test(line));
  wrong = await prove(product, { customers, record, ends });
} catch (error) {
  wrong = [error.stack];
} finally {
  await product.stop();
}
for (const line of wrong.slice(0, 50)) console.log(`  WRONG: ${line}`);
console.log(
  wrong.length === 0 ? 'nothing failed, nothing lost, nothing doubled' : `${wrong.length} wrong`,
);
process.exit(wrong.length === 0 ? 0 : 1);

function tellRestart(round, { name, going, coming }, { failures }) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `  round ${round}: ${name.padEnd(11)} gone in ${seconds(going)}, ready after ${seconds(coming)}, ` +
      `${failures.length} failures so far`,
  );
}

function tellFigures(phase, { requests, p50, p99, worst }) {
  const cells = [requests, p50, p99, worst].map((n, i) => String(n).padStart([8, 9, 9, 11][i]));
  console.log(`${phase.padEnd(8)}  ${cells.join('')}`);
}
