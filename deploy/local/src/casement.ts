import { chooseTargetPort } from './settings.js';
import { join } from 'node:path';
import { CALLERS } from '@casement/proto/access/access.js';
import { chooseAddresses, serviceNames, type ServiceName } from './addresses.js';
import { LocalAuthority, writeIdentity } from './certificates.js';
import { freshLog } from './data-folders.js';
import { serviceEnvironment, type ProcessContext } from './environment.js';
import { startInfrastructure } from './infrastructure/foundations.js';
import {
  gatewayProcess,
  relayProcesses,
  serviceProcesses,
  webProcess,
  type Casement,
} from './process-definitions.js';
import { variablesOfAll } from './programs.js';
import type { Stack } from './stack.js';

/** Starts the infrastructure and then all processes. Resolves when the gateway serves the pages. */
export async function startCasement(stack: Stack, casement: Casement): Promise<void> {
  const { settings, secrets, programs, print } = casement;
  // Runs concurrently with everything else because it takes longest on the first start and is needed last.
  const toolkit = buildToolkit(stack, casement);
  stack.onStop(() => toolkit);
  const foundations = await startInfrastructure(stack, casement);
  print('database, messages, mail and payments are up');
  const addresses = await chooseAddresses(settings.replicas);
  const identities = await makeIdentities(casement);
  const wiring = { ...foundations, addresses, identities, targetPort: chooseTargetPort(settings) };
  const variables = await variablesOfAll(programs.variables);
  const context = { ...wiring, settings, secrets, variables };

  await stack.startInParallel(serviceNames.map((name) => migrate(stack, name, casement, context)));
  // Before the services start, so that their commands, such as doctor, also work while one does not.
  stack.publish(wiring);
  print('databases are migrated');
  const services = [
    ...serviceNames.flatMap((name) => serviceProcesses(name, casement, context)),
    ...relayProcesses(casement, context, await programs.relay.variables()),
  ];
  await stack.supervise(services);
  print(`services are ready: ${services.map(({ name }) => name).join(', ')}`);
  await stack.supervise([webProcess(casement, context)]);
  await stack.supervise([gatewayProcess(casement, context)]);
  print('pages and gateway are ready; the tools for a VPS follow (the first start builds them)');
  await toolkit;
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
 * Builds the programs that an install runs on the VPS. A failure is only reported, because everything except installs
 * works without them.
 */
async function buildToolkit(stack: Stack, casement: Casement): Promise<void> {
  const { programs, settings, folders, print } = casement;
  if (!programs.toolkit || settings.configured['TOOLKIT_DIR']) return;
  const logFile = freshLog(folders, 'toolkit');
  const args = [join(folders.root, 'toolkit')];
  try {
    await stack.runStep({ name: 'toolkit', command: programs.toolkit, args, logFile });
  } catch {
    if (stack.isStopping) return;
    print(`the tools for a VPS could not be built, so no install can run; see ${logFile}`);
  }
}

function migrate(stack: Stack, name: ServiceName, casement: Casement, context: ProcessContext) {
  return stack.runStep({
    name: `${name} migration`,
    command: process.execPath,
    args: [casement.programs.service(name).migrate],
    env: serviceEnvironment(name, context),
    logFile: freshLog(casement.folders, `${name}.migrate`),
  });
}
