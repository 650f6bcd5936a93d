import { mkdirSync } from 'node:fs';
import { isPortFree } from './ports.js';
import { isTelegramConfigured } from './environment.js';
import { startCasement } from './casement.js';
import { prepareDataFolders } from './data-folders.js';
import { cleanUpPreviousRun } from './processes/leftovers.js';
import type { Casement } from './process-definitions.js';
import { requirePrograms, type Programs } from './programs.js';
import { forgetAdminPassword, loadSecrets, type Secrets } from './secrets.js';
import { readSettings, type Settings } from './settings.js';
import { Stack } from './stack.js';
import { StopRequest } from './processes/stop-request.js';

const print = (line: string) => console.log(`  ${line}`);

/** Runs Casement in the foreground until it is stopped. Resolves with the exit code. */
export async function run(env: NodeJS.ProcessEnv, programs: Programs): Promise<number> {
  let stack: Stack | undefined;
  const stop = new StopRequest(
    () => {
      console.log('\nCasement is stopping');
      stack?.abort();
    },
    () => {
      stack?.kill();
      process.exit(1);
    },
  );
  try {
    const casement = await prepare(env, programs);
    stack = new Stack(casement.folders.runFile, print);
    if (stop.isReceived) stack.abort();
    await startCasement(stack, casement);
    console.log(`\n${readyMessage(casement.settings, casement.secrets)}`);
    forgetAdminPassword(casement.settings.dataDir, casement.secrets);
    await stop.received;
    await stack.stop();
    return 0;
  } catch (error) {
    await stack?.stop();
    if (stop.isReceived) return 0;
    console.error(`\n${(error as Error).message}`);
    return 1;
  }
}

/** Performs every check that can fail before the first process is started. */
async function prepare(env: NodeJS.ProcessEnv, programs: Programs): Promise<Casement> {
  const settings = readSettings(env);
  requirePrograms(programs);
  console.log(`Casement is starting; data and logs are in ${settings.dataDir}`);
  mkdirSync(settings.dataDir, { recursive: true });
  const folders = prepareDataFolders(settings.dataDir);
  await cleanUpPreviousRun(folders.runFile, print);
  await requireFixedPorts(settings);
  return { settings, folders, secrets: loadSecrets(settings.dataDir), programs, print };
}

/** @throws an error for the first fixed port that another program uses */
async function requireFixedPorts(settings: Settings): Promise<void> {
  const { port, mailPort, sandboxPort, configured } = settings;
  const needed: [number, string, string][] = [[port, 'PORT', 'the product']];
  if (!configured['SMTP_URL']) needed.push([mailPort, 'MAIL_PORT', 'the mail page']);
  if (
    !configured['TRIPAY_BASE_URL'] ||
    !configured['BINANCE_BASE_URL'] ||
    !isTelegramConfigured(settings)
  ) {
    needed.push([sandboxPort, 'SANDBOX_PORT', 'the payment sandbox']);
  }
  for (const [number, variable, what] of needed) {
    if (await isPortFree(number)) continue;
    throw new Error(
      `Port ${number}, needed for ${what}, is taken by another program: ` +
        `end that, or choose another port with ${variable}=${number + 1} make start.`,
    );
  }
}

/** Message at the end of the start. People and tests wait for its first line. */
function readyMessage(settings: Settings, secrets: Secrets) {
  const { port, mailPort, sandboxPort, configured } = settings;
  const username = configured['ADMIN_USERNAME'] ?? 'admin';
  const password = configured['ADMIN_PASSWORD'] ? undefined : secrets.adminPassword;
  const lines = [
    `Casement is ready at http://localhost:${port}`,
    !configured['SMTP_URL'] && `  Mail           http://localhost:${mailPort}`,
    !(configured['TRIPAY_BASE_URL'] && configured['BINANCE_BASE_URL']) &&
      `  Payments       http://localhost:${sandboxPort}`,
    !isTelegramConfigured(settings) && `  Telegram       http://localhost:${sandboxPort}/telegram`,
    `  Administrator  ${username}`,
    password && `  Password       ${password} (shown only now; change it after signing in)`,
    '  Ctrl-C stops everything',
  ];
  return lines.filter(Boolean).join('\n');
}
