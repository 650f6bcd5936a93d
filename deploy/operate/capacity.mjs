// capacity.mjs INSTALLS_PER_DAY [--image-gib 8] [--minutes 25] [--peak 15] [--origins]: computes workers, database and
// bandwidth from the measured figures of docs/capacity.md.
import { parseArgs } from 'node:util';

/** `make soak-workers`: 2,000 simulated VPSs, the largest of 1, 2, 4 and 8 workers. */
const MEASURED = { statements: 298.7, events: 7, workerMib: 198 };
/** More than measured, because the soak has no telegram, security and browsers. */
const PLANNED_EVENTS = 25;
/** Defaults of the chart (values.yaml) and of the services. */
const SETTING = { perWorker: 12, replicas: 2, services: 5, poolSize: 10, eventsPerDay: 50_000 };
/** docs/images/storing.md. Three chunks and a redirect for each other chunk pass through install. */
const CHUNK_MIB = 16;
const REDIRECT_KB = 1;
const PREFLIGHT_CHUNKS = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'image-gib': { type: 'string', default: '8' },
    minutes: { type: 'string', default: '25' },
    peak: { type: 'string', default: '15' },
    origins: { type: 'boolean', default: false },
  },
});
const [perDay, imageGib, minutes, peak] = [
  positionals[0],
  ...['image-gib', 'minutes', 'peak'].map((name) => values[name]),
].map(Number);
if (![perDay, imageGib, minutes, peak].every((number) => number > 0)) {
  console.error(
    'usage: capacity.mjs INSTALLS_PER_DAY [--image-gib 8] [--minutes 25] [--peak 15] [--origins]',
  );
  process.exit(2);
}

const perHour = (perDay * peak) / 100;
const atOnce = Math.ceil((perHour * minutes) / 60);
const workers = Math.max(SETTING.replicas, Math.ceil(atOnce / SETTING.perWorker));
const processes = SETTING.services * SETTING.replicas + workers;
const connections = processes * (SETTING.poolSize + 1);
const events = perDay * PLANNED_EVENTS;
const chunks = (imageGib * 1024) / CHUNK_MIB;
const imageBytes = imageGib * 2 ** 30;
const passingBytes = values.origins
  ? Math.min(PREFLIGHT_CHUNKS, chunks) * CHUNK_MIB * 2 ** 20 + chunks * REDIRECT_KB * 1000
  : imageBytes;
const mbits = (bytes) => Math.round((perHour * bytes * 8) / 3600 / 1e6).toLocaleString('en');

const rows = [
  ['installs in the busiest hour', perHour.toFixed(1), `assumed: ${peak} % of the day`],
  ['installs at once', atOnce, `assumed: ${minutes} minutes each`],
  [
    'install-workers',
    workers,
    `set: ${SETTING.perWorker} per worker, at least ${SETTING.replicas}`,
  ],
  [
    'their memory',
    `${workers * MEASURED.workerMib} MiB`,
    `measured: ${MEASURED.workerMib} MiB per worker`,
  ],
  [
    'database connections',
    connections,
    `computed: ${processes} processes × ${SETTING.poolSize + 1}`,
  ],
  ['in a rollout', connections * 2, 'computed: old and new processes'],
  [
    'statements per second',
    ((perHour * MEASURED.statements) / 3600).toFixed(1),
    `measured: ${MEASURED.statements} per install`,
  ],
  [
    'events per day',
    events.toLocaleString('en'),
    `planned: ${PLANNED_EVENTS} per install (measured: ${MEASURED.events} by install and billing); set: at most ${SETTING.eventsPerDay.toLocaleString('en')}`,
  ],
  [
    'image traffic of install',
    `${mbits(passingBytes)} Mbit/s in and out`,
    `assumed: ${imageGib} GiB compressed${values.origins ? ', from origins' : ''}`,
  ],
  ...(values.origins
    ? [['image traffic of origins', `${mbits(imageBytes)} Mbit/s`, 'computed']]
    : []),
];
for (const [name, value, basis] of rows) {
  console.log(`${name.padEnd(30)}${String(value).padEnd(26)}${basis}`);
}
if (events > SETTING.eventsPerDay) console.log('Raise nats.eventsPerDay.');
if (connections * 2 > 90) {
  console.log("Raise PostgreSQL's max_connections (100) or use a pooler: docs/postgresql.md.");
}
