// make upgrade-test: runs the previous version and this one on one database, under constant load. usage: upgrade.js
// [COMMIT] default: the previous release
import { chooseAddresses, serviceNames, type ServiceName } from '@casement/local/addresses.js';
import { repositoryRoot as own } from '@casement/local/paths.js';
import { answered, ExtraProcesses } from './extra-processes.js';
import { answersWithoutTls, hasIdentities, refusals, IdentityRollout } from './identities.js';
import { Record, startLoad } from './load.js';
import { createTestUsers } from './test-users.js';
import { pause, startProduct } from './product.js';
import { prove } from './proof.js';
import { restart } from './restart.js';
import { importTestImage } from './test-image.js';
import { buildPreviousVersion } from './previous-version.js';

/** Duration of the load in each state. */
const STATE_MS = 20_000;
/** Below the limit of 30 new orders, which only a payment that the new version processes resets. */
const ORDERS_EACH = 25;

const before = buildPreviousVersion(process.argv[2]);
if (!before) {
  console.log('Nothing has been released before this commit, so there is nothing to upgrade from.');
  process.exit(0);
}
/** Also enables identities if the previous version did not have them. */
const identityRollout = hasIdentities(before) ? null : await IdentityRollout.start();
const product = await startProduct({
  root: before,
  env: identityRollout ? { NATS_URL: identityRollout.natsUrl } : {},
}).catch(async (error: unknown) => {
  await identityRollout?.stop();
  throw error;
});
const extraProcesses = new ExtraProcesses(product);
let wrong = ['it did not come to an end'];
try {
  const record = new Record();
  const version = importTestImage(product);
  const testUsers = await createTestUsers(product, record.add);
  const load = startLoad({ ...testUsers, version, ordersEach: ORDERS_EACH });
  const goTo = (base: string) =>
    Object.values(testUsers)
      .flat()
      .forEach((one) => (one.base = base));
  const state = async (name: string) => {
    record.phase = name;
    await pause(STATE_MS);
    print(name, record);
  };

  await state('warm-up');
  await state('the old version');
  for (const name of serviceNames)
    console.log(`  ${await extraProcesses.run(own, name, 'migrate.js')}`);
  await state('the old version on the new schema');

  // A rollout replaces pods one by one, so the gateway and gRPC must work with any mix of both versions.
  record.phase = 'warm-up';
  const [oldOne, newOne, accepting, requiring] = await Promise.all([
    chooseAddresses(1),
    chooseAddresses(1),
    chooseAddresses(1),
    chooseAddresses(1),
  ]);
  let present = await extraProcesses.startServices('new', own, newOne, [oldOne, accepting]);
  const leaving = await extraProcesses.startServices('old', before, oldOne, [newOne]);
  const mixed = await extraProcesses.startGateway(own, oldOne, newOne);
  let fresh = await extraProcesses.startGateway(own, newOne);
  goTo(mixed);
  await state('warm-up');
  await state('both versions at once');
  const shares: { [version: string]: { [service: string]: number } } = {
    old: await answered(oldOne),
    new: await answered(newOne),
  };
  console.log(`  answered: ${JSON.stringify(shares)}`);
  goTo(fresh);
  await extraProcesses.end(leaving);
  await state('the new version');

  // Certificates are first accepted, then required.
  const steps = [
    { mode: 'accept', at: accepting, between: [newOne, requiring] },
    { mode: 'require', at: requiring, between: [accepting] },
  ];
  if (!identityRollout) steps.length = 0;
  const identity = await identityRollout?.prepare();
  const answeredWithoutTls: { [mode: string]: boolean } = {};
  let at = newOne;
  for (const step of steps) {
    record.phase = 'warm-up';
    const stepIdentity = { ...identity, mode: step.mode };
    const next = await extraProcesses.startServices(
      step.mode,
      own,
      step.at,
      step.between,
      stepIdentity,
    );
    const both = await extraProcesses.startGateway(own, at, step.at);
    fresh = await extraProcesses.startGateway(own, step.at);
    goTo(both);
    await state('warm-up');
    await state(`identities: ${step.mode} beside the step before`);
    answeredWithoutTls[step.mode] = await answersWithoutTls(step.at.grpc.auth);
    shares[step.mode] = await answered(step.at);
    goTo(fresh);
    await extraProcesses.end(present);
    await state(`identities: ${step.mode}`);
    [present, at] = [next, step.at];
  }
  // Simulates a rollback: the old version must read the data of the new one.
  goTo(product.base);
  await state('the old version again');
  await load.stop();
  // A pod of the old version that is restarted during the upgrade runs on the new schema.
  for (const name of serviceNames) await restart(product, name);
  record.phase = 'the old version after a restart';
  for (const one of testUsers.customers) await one.browse();
  print(record.phase, record);

  goTo(fresh);
  const inside = (service: string, program: string) =>
    extraProcesses.run(own, service as ServiceName, program.split('/dist/')[1]!);
  const ends = product.output.split('\n').filter((line) => / ended \(/.test(line));
  wrong = await prove({ ...product, inside }, { customers: testUsers.customers, record, ends });
  if (identityRollout) {
    const labels = steps.map(({ mode }) => mode);
    wrong.push(...refusals(product, identityRollout, labels));
    if (JSON.stringify(answeredWithoutTls) !== '{"accept":true,"require":false}')
      wrong.push(
        `calls without a certificate were answered: ${JSON.stringify(answeredWithoutTls)}`,
      );
  }
  for (const [which, counts] of Object.entries(shares))
    for (const [name, count] of Object.entries(counts))
      if (count === 0) wrong.push(`the ${which} ${name} was asked nothing while both ran`);
} catch (error) {
  wrong = [String((error as Error).stack)];
} finally {
  for (const name of await extraProcesses.stop()) wrong.push(`${name} ended unexpectedly`);
  await product.stop();
  await identityRollout?.stop();
}
for (const line of wrong.slice(0, 50)) console.log(`  WRONG: ${line}`);
console.log(wrong.length === 0 ? 'both versions work on one database' : `${wrong.length} wrong`);
process.exit(wrong.length === 0 ? 0 : 1);

function print(name: string, record: Record): void {
  const { requests, p99 } = record.figures(name);
  const failures = record.failures.length;
  console.log(`  ${name}: ${requests} requests, p99 ${p99} ms, ${failures} failures so far`);
}
