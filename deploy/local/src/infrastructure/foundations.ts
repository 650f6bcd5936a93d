import { natsUsers } from '@casement/proto/access/nats-permissions.js';
import { serviceNames, type ServiceName } from '../addresses.js';
import { freshLog } from '../data-folders.js';
import { createDatabases, databaseUrl } from './databases.js';
import { isTelegramConfigured, type Wiring } from '../environment.js';
import { startMailCatcher } from '@casement/sandbox/mail-catcher/mail-catcher.js';
import { startNats } from './nats.js';
import type { Casement } from '../process-definitions.js';
import { freePort } from '../ports.js';
import { startPostgres } from './postgres.js';
import { startSandbox } from '@casement/sandbox/sandbox.js';
import type { SandboxBot } from '@casement/sandbox/telegram/telegram-types.js';
import {
  databasePassword,
  midtransAccount,
  natsPassword,
  stripeAccount,
  type Secrets,
} from '../secrets.js';
import type { Settings } from '../settings.js';
import type { Stack } from '../stack.js';
import type { ProcessDefinition } from '../processes/supervised.js';

type DatabaseUrls = Wiring['databaseUrls'];
type NatsUrls = Wiring['natsUrls'];

/** Starts the servers that the services need, except those that the environment already provides. */
export async function startInfrastructure(
  stack: Stack,
  casement: Casement,
): Promise<Omit<Wiring, 'addresses' | 'targetPort' | 'identities'>> {
  const sandboxUrl = `http://localhost:${casement.settings.sandboxPort}`;
  const [databaseUrls, natsUrls, smtpUrl] = await stack.startInParallel<
    [DatabaseUrls, NatsUrls, string, void]
  >([
    startDatabases(stack, casement),
    startMessages(stack, casement),
    startMail(stack, casement.settings),
    startSandboxes(stack, casement, sandboxUrl),
  ]);
  return { databaseUrls, natsUrls, smtpUrl, sandboxUrl };
}

/** Starts one PostgreSQL with a database for each service that has no configured database. */
async function startDatabases(stack: Stack, casement: Casement): Promise<DatabaseUrls> {
  const { folders, secrets, settings } = casement;
  const configured = (name: ServiceName) =>
    settings.configured[`${name.toUpperCase()}_DATABASE_URL`];
  const embedded = serviceNames.filter((name) => !configured(name));
  let superuserUrl = '';
  if (embedded.length > 0) {
    const options = {
      dataDir: folders.postgres,
      logFile: freshLog(folders, 'postgres'),
      password: databasePassword(secrets, 'postgres'),
      port: await freePort(),
      detached: true,
    };
    const definition: ProcessDefinition = {
      name: 'postgres',
      stopSignal: 'SIGINT',
      launch: async (onStart) => {
        const server = await startPostgres({ ...options, onStart });
        superuserUrl = server.url;
        return server.process;
      },
    };
    await stack.supervise([definition]);
    await createDatabases(superuserUrl, embedded, secrets);
  }
  const url = (name: ServiceName) => configured(name) ?? databaseUrl(superuserUrl, name, secrets);
  return Object.fromEntries(serviceNames.map((name) => [name, url(name)])) as DatabaseUrls;
}

/**
 * Starts a nats-server with a user for each service. If a server is configured, all services use the user in its URL.
 */
async function startMessages(stack: Stack, casement: Casement): Promise<NatsUrls> {
  const { settings, folders, secrets } = casement;
  const urls = (urlOf: (name: ServiceName) => string) =>
    Object.fromEntries(serviceNames.map((name) => [name, urlOf(name)])) as NatsUrls;
  const configured = settings.configured['NATS_URL'];
  if (configured) return urls(() => configured);
  const options = {
    dataDir: folders.nats,
    binDir: folders.bin,
    logFile: freshLog(folders, 'nats'),
    port: await freePort(),
    extra: [natsUsers((name) => `"${natsPassword(secrets, name)}"`)],
    detached: true,
  };
  const launch: ProcessDefinition['launch'] = async (onStart) =>
    (await startNats({ ...options, onStart })).process;
  await stack.supervise([{ name: 'nats', launch }]);
  return urls((name) => `nats://${name}:${natsPassword(secrets, name)}@127.0.0.1:${options.port}`);
}

async function startMail(stack: Stack, settings: Settings): Promise<string> {
  if (settings.configured['SMTP_URL']) return settings.configured['SMTP_URL'];
  const catcher = await startMailCatcher({ web: settings.mailPort, smtp: await freePort() });
  stack.onStop(() => catcher.close());
  return catcher.smtpUrl;
}

/** Returns the two bots as users see them in the sandbox. */
const sandboxBots = ({ telegram }: Secrets): SandboxBot[] => [
  { token: telegram.botToken, username: 'CasementBot', firstName: 'Casement' },
  { token: telegram.backupBotToken, username: 'CasementBackupBot', firstName: 'Casement Backup' },
];

async function startSandboxes(stack: Stack, casement: Casement, url: string): Promise<void> {
  const { settings, secrets, folders } = casement;
  const sandbox = await startSandbox({
    port: settings.sandboxPort,
    url,
    file: folders.sandboxFile,
    ...(!settings.configured['TRIPAY_BASE_URL'] && { tripay: secrets.tripay }),
    ...(!settings.configured['MIDTRANS_SERVER_KEY'] && { midtrans: midtransAccount(secrets) }),
    ...(!settings.configured['STRIPE_SECRET_KEY'] && {
      stripe: {
        ...stripeAccount(secrets),
        webhookUrl: new URL('/api/payments/stripe/callback', settings.publicUrl).href,
      },
    }),
    ...(!settings.configured['BINANCE_BASE_URL'] && { binance: secrets.binance }),
    ...(!isTelegramConfigured(settings) && {
      telegram: { bots: sandboxBots(secrets), file: `${folders.sandboxFile}.telegram` },
    }),
  });
  if (sandbox) stack.onStop(() => sandbox.close());
}
