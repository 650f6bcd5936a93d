import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '@casement/local/paths.js';
import { Front } from './front.js';
import { Machines } from './machines.js';
import { PASSWORD, Person } from './person.js';
import { Product } from './product.js';
import { startReceiver } from './webhook-receiver.js';
import { chunksIn, importWindows, writeToolkit } from './windows.js';
import { CUSTOMER, World } from './world.js';

const LIVE_INSTALL_MS = 30_000;

/** Data that a demo keeps for its next start. */
interface Kept {
  /** Password of the administrator. */
  password: string;
  /** Port of the first start, which is in the webhook's URL. */
  receiverPort: number;
}

/** Written when the two weeks are complete. An incomplete demo is deleted at the next start. */
const markerOf = (dataDir: string) => join(dataDir, 'demo.json');

async function main(): Promise<number> {
  if (process.env['NODE_ENV'] === 'production') {
    console.error('The demo has known passwords and does not run with NODE_ENV=production.');
    return 1;
  }
  const dataDir = process.env['DEMO_DATA_DIR'] ?? join(repositoryRoot, '.demo');
  const marker = markerOf(dataDir);
  const isNew = !existsSync(marker);
  if (isNew && existsSync(join(dataDir, 'run.json'))) {
    console.log('The last demo was interrupted while it was created.');
    const reset = join(repositoryRoot, 'deploy/demo/reset.mjs');
    const { status } = spawnSync(process.execPath, [reset], { stdio: 'inherit' });
    if (status !== 0) return 1;
  }
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o711);
  const port = Number(process.env['PORT'] ?? 8080);
  const kept = isNew
    ? { password: randomBytes(9).toString('base64url') + 'aA1!', receiverPort: port }
    : (JSON.parse(readFileSync(marker, 'utf8')) as Kept);

  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const running = run(dataDir, port, kept, isNew);
  const product = await running.product;
  try {
    const interrupted = stopped.then(() => true);
    if (!(await Promise.race([running.ready.then(() => false), interrupted]))) await stopped;
  } finally {
    await running.stop();
    await product.stop();
  }
  return 0;
}

function run(dataDir: string, port: number, { password, receiverPort }: Kept, isNew: boolean) {
  writeToolkit(join(dataDir, 'demo-toolkit'));
  const product = Product.start(port, dataDir, password);
  let front: Front | undefined;
  let receiver: Server | undefined;
  let machines: Machines | undefined;
  let isStopping = false;
  const ready = (async () => {
    const started = await product;
    const images = join(dataDir, 'images', 'manifests');
    machines = new Machines(isNew ? importWindows(started) : chunksIn(images));
    // Payment callbacks arrive at the public address.
    front = new Front(started.base, machines, started.sandboxUrl);
    await front.listen(port);
    receiver = await startReceiver(receiverPort);
    const world = new World(started, machines, (line) => console.log(`  ${line}`));
    if (isNew) {
      console.log('Two weeks of business are being created (about two minutes)');
      await world.create();
      writeFileSync(markerOf(dataDir), JSON.stringify({ password, receiverPort }), { mode: 0o600 });
    } else {
      await world.returnToLife();
    }
    printReady(started, front, password);
    void keepAlive(world);
  })();

  async function keepAlive(world: World): Promise<void> {
    for (let round = 0; !isStopping; round += 1) {
      try {
        await world.startLiveInstall(round);
      } catch (error) {
        console.error(`  a simulated customer failed: ${(error as Error).message}`);
      }
      await sleep(LIVE_INSTALL_MS, undefined, { ref: false });
    }
  }

  return {
    product,
    ready,
    stop: async () => {
      isStopping = true;
      front?.close();
      receiver?.close();
      await machines?.stop();
    },
  };
}

function printReady(product: Product, front: Front, password: string): void {
  const link = (person: Person) => product.publicUrl + front.addLink(() => person.signIn());
  console.log(`
Casement is ready at ${product.publicUrl}
  Customer       ${link(new Person(product, CUSTOMER))}
  Administrator  ${link(new Person(product, 'admin', password))}
  Each link works once. Later sign in as ${CUSTOMER} (${PASSWORD}) or admin (${password}).
  Mail           ${product.mailUrl}
  Payments       ${product.sandboxUrl} (pay the orders of the pages here)
  Ctrl-C stops everything; make demo-reset deletes the demo's data`);
}

process.exitCode = await main().catch((error: Error) => {
  console.error(`\n${error.message}`);
  return 1;
});
process.exit();
