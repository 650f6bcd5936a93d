// make upgrade-test: the version before and this one on one database, under load all the time.
// usage: upgrade.mjs [COMMIT]   the newest tag; without tags the commit before the newest migration
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAddresses, serviceNames, upstreams } from '../dist/addresses.js';
import { gatewayEnvironment, serviceEnvironment } from '../dist/environment.js';
import { builtPrograms } from '../dist/programs.js';
import { loadSecrets } from '../dist/secrets.js';
import { readSettings } from '../dist/settings.js';
import { Record, putLoad } from './load.mjs';
import { gatherPeople } from './people.mjs';
import { freePort, pause, startProduct, until } from './product.mjs';
import { prove } from './proof.mjs';
import { isReady, restart } from './restart.mjs';

const repository = join(import.meta.dirname, '..', '..', '..');
/** How long each state is under load. */
const STATE_MS = 15_000;
const children = [];

const commit = chooseCommit(process.argv[2]);
const worktree = join(
  process.env.DATA_DIR ?? join(repository, '.data'),
  'upgrade',
  commit.slice(0, 12),
);
console.log(`  from ${commit.slice(0, 12)} (${git('log', '-1', '--format=%s', commit)})`);
git('worktree', 'prune');
if (!existsSync(worktree)) git('worktree', 'add', '--detach', worktree, commit);
sh(process.execPath, ['deploy/local/setup/install-modules.mjs']);
sh('npm', ['run', '--silent', 'build']);

const product = await startProduct({ root: worktree });
let wrong = ['it did not come to an end'];
try {
  const record = new Record();
  const people = await gatherPeople(product, record.tell);
  const everybody = Object.values(people).flat();
  const load = putLoad(people);
  const state = async (name, base) => {
    record.phase = name;
    for (const one of everybody) one.base = base;
    await pause(STATE_MS);
    const { requests, p99 } = record.figures(name);
    console.log(
      `  ${name}: ${requests} requests, p99 ${p99} ms, ${record.failures.length} failures so far`,
    );
  };

  await state('warm-up', product.base);
  await state('the old version alone', product.base);
  const around = await surroundings();
  for (const name of serviceNames) await migrate(name, around);
  await state('the old version on the new schema', product.base);
  await startNew(around);
  const fresh = await startGateway(around, upstreams(around.addresses));
  await state('warm-up', fresh);
  const beside = await startGateway(around, besideEachOther(around));
  await state('both at once', beside);
  await state('the new version alone', fresh);
  // Alone again, as after a rollback: what the new one has written is there for the old one.
  await state('the old version again', product.base);
  await load.stop();
  // A pod of the old version that is replaced meanwhile must come up on the new schema.
  for (const name of serviceNames)
    console.log(`  the old ${(await restart(product, name)).name} starts again`);

  for (const one of everybody) one.base = fresh;
  const newBooks = { ...product, inside: (...args) => insideNew(around, args) };
  wrong = await prove(newBooks, { customers: people.customers, record, said: [] });
} catch (error) {
  wrong = [error.stack];
} finally {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  await product.stop();
}
for (const line of wrong.slice(0, 50)) console.log(`  WRONG: ${line}`);
console.log(wrong.length === 0 ? 'both versions work on one database' : `${wrong.length} wrong`);
process.exit(wrong.length === 0 ? 0 : 1);

function chooseCommit(given) {
  if (given) return git('rev-parse', '--verify', `${given}^{commit}`);
  const [tag] = git('tag', '--sort=-creatordate', '--merged', 'HEAD').split('\n').filter(Boolean);
  if (tag) return git('rev-parse', `${tag}^{commit}`);
  const migrations = ':(glob)services/*/src/database/migrations/*.ts';
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', migrations);
  return git('rev-parse', `${newest}^`);
}

/** The old product's database, messages and keys, with ports of our own. */
async function surroundings() {
  const settings = readSettings({ ...process.env, ...product.settings });
  const secrets = loadSecrets(settings.dataDir);
  return { ...product.run().wiring, addresses: await chooseAddresses(1), settings, secrets };
}

async function migrate(name, around) {
  const env = serviceEnvironment(name, around);
  console.log(`  ${await runNode([builtPrograms.service(name).migrate], env)}`);
}

async function startNew(around) {
  for (const name of serviceNames) {
    startNode(`new-${name}`, builtPrograms.service(name).main, serviceEnvironment(name, around));
  }
  for (const name of serviceNames) {
    await until(`the new ${name}`, () => isReady(around.addresses.http[name]));
  }
}

/** Every request may meet either version; the gateway goes round them. */
function besideEachOther({ addresses }) {
  const [old, own] = [product.run().wiring.addresses, addresses].map(({ http }) => http);
  const both = serviceNames.map((name) => [name, `127.0.0.1:${old[name]},127.0.0.1:${own[name]}`]);
  return { ...Object.fromEntries(both), web: `127.0.0.1:${old.web}` };
}

async function startGateway(around, map) {
  const port = await freePort();
  const env = {
    ...gatewayEnvironment(around, builtPrograms.kongFile),
    PORT: String(port),
    UPSTREAMS: JSON.stringify({ ...map, web: besideEachOther(around).web }),
  };
  startNode(`new-gateway-${port}`, builtPrograms.gateway, env);
  const url = `http://localhost:${port}`;
  await until('the new gateway', () =>
    fetch(`${url}/config.json`)
      .then(({ ok }) => ok)
      .catch(() => false),
  );
  return url;
}

const insideNew = (around, [service, program, ...args]) =>
  runNode([join(repository, program), ...args], {
    ...serviceEnvironment(service, around),
    LOG_LEVEL: 'warn',
  });

function startNode(name, file, env) {
  const log = openSync(join(product.dataDir, 'logs', `${name}.log`), 'a');
  const stdio = ['ignore', log, log];
  children.push(spawn(process.execPath, [file], { cwd: repository, env, stdio }));
}

/** Not in one go: everybody goes on with their work meanwhile. */
async function runNode(args, env) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${said}`);
  return said.trim();
}

function sh(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: worktree,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}
