import { chooseTargetPort } from './settings.js';
import { join } from 'node:path';
import { CALLERS } from '@casement/proto/access/access.js';
import { chooseAddresses, serviceNames, type ServiceName } from './addresses.js';
import { LocalAuthority, writeIdentity } from './certificates.js';
import { freshLog } from './data-folders.js';
import { serviceEnvironment, type Surroundings } from './environment.js';
import { startFoundations } from './foundations/foundations.js';
import { gatewayPart, relayParts, serviceParts, webPart, type Casement } from './parts.js';
import { variablesOfAll } from './programs.js';
import type { Stack } from './stack.js';

/** Starts everything, the foundations first. Resolves when the gateway serves the page. */
export async function startCasement(stack: Stack, casement: Casement): Promise<void> {
  const { settings, secrets, programs, say } = casement;
  // Runs concurrently with everything, because it takes longest on the first start and is needed last.
  const toolkit = buildToolkit(stack, casement);
  stack.onStop(() => toolkit);
  const foundations = await startFoundations(stack, casement);
  say('database, messages, mail and payments are up');
  const addresses = await chooseAddresses(settings.replicas);
  const identities = await makeIdentities(casement);
  const wiring = { ...foundations, addresses, identities, targetPort: chooseTargetPort(settings) };
  const variables = await variablesOfAll(programs.variables);
  const around = { ...wiring, settings, secrets, variables };

  await stack.together(serviceNames.map((name) => migrate(stack, name, casement, around)));
  say('databases are migrated');
  const services = [
    ...serviceNames.flatMap((name) => serviceParts(name, casement, around)),
    ...relayParts(casement, around, await programs.relay.variables()),
  ];
  await stack.supervise(services);
  say(`services are ready: ${services.map(({ name }) => name).join(', ')}`);
  await stack.supervise([webPart(casement, around)]);
  await stack.supervise([gatewayPart(casement, around)]);
  say('pages and gateway are ready; the tools for a VPS follow (the first start builds them)');
  await toolkit;
  stack.publish(wiring);
}

/** Issues a certificate for each gRPC client and server, from an authority that exists only for this run. */
async function makeIdentities({ folders }: Casement): Promise<string> {
  const authority = await LocalAuthority.create();
  for (const name of CALLERS) {
    const files = await authority.issue({ uris: [`spiffe://casement/${name}`] });
    writeIdentity(join(folders.identities, name), files);
  }
  return folders.identities;
}

/**
 * Builds the programs that an install runs on the VPS. Everything works without them, so a failure is only reported.
 */
async function buildToolkit(stack: Stack, casement: Casement): Promise<void> {
  const { programs, settings, folders, say } = casement;
  if (!programs.toolkit || settings.given['TOOLKIT_DIR']) return;
  const logFile = freshLog(folders, 'toolkit');
  const args = [join(folders.root, 'toolkit')];
  try {
    await stack.runStep({ name: 'toolkit', command: programs.toolkit, args, logFile });
  } catch {
    if (stack.isStopping) return;
    say(`the tools for a VPS could not be built, so no install can run; see ${logFile}`);
  }
}

function migrate(stack: Stack, name: ServiceName, casement: Casement, around: Surroundings) {
  return stack.runStep({
    name: `${name} migration`,
    command: process.execPath,
    args: [casement.programs.service(name).migrate],
    env: serviceEnvironment(name, around),
    logFile: freshLog(casement.folders, `${name}.migrate`),
  });
}
