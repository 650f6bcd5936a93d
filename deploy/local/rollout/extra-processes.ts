// Processes of any version that share a running product's databases, NATS and keys, on other ports.
import { join } from 'node:path';
import { serviceNames, type Addresses, type ServiceName } from '@casement/local/addresses.js';
import {
  gatewayEnvironment,
  serviceEnvironment,
  type ProcessContext,
} from '@casement/local/environment.js';
import {
  lastLines,
  runToEnd,
  startProcess,
  stopProcess,
  type RunningProcess,
} from '@casement/local/processes/processes.js';
import { variablesOf, variablesOfAll } from '@casement/local/programs.js';
import { loadSecrets } from '@casement/local/secrets.js';
import { readSettings } from '@casement/local/settings.js';
import { freePort, until, type Product } from './product.js';
import { isReady } from './restart.js';

/** Value of `GRPC_IDENTITY`, with the matching certificate folder and NATS users. */
export interface Identity extends Partial<Pick<ProcessContext, 'identities' | 'natsUrls'>> {
  mode: string;
}

/** Run file format of releases before services had NATS users and certificates. */
interface LegacyWiring {
  natsUrl?: string;
}

export class ExtraProcesses {
  private running: RunningProcess[] = [];
  private readonly context: Omit<ProcessContext, 'variables'>;

  constructor(private readonly product: Product) {
    const settings = readSettings({ ...process.env, ...product.settings });
    const wiring: Omit<ProcessContext, 'settings' | 'secrets' | 'variables'> & LegacyWiring =
      product.run().wiring;
    const { natsUrls = forEach(() => wiring.natsUrl ?? ''), identities = '' } = wiring;
    const secrets = loadSecrets(settings.dataDir);
    this.context = { ...wiring, natsUrls, identities, settings, secrets };
  }

  /** Runs a service's command without blocking the load. @returns its last line */
  async run(
    root: string,
    service: ServiceName,
    program: string,
    ...args: string[]
  ): Promise<string> {
    const logFile = this.logFile(`${service}-${program.replace(/\W+/g, '-')}`);
    const file = join(root, 'services', service, 'dist', program);
    const variables = await variablesOfAll((name) => variablesOf(root, name));
    const context = { ...this.context, variables };
    const env = { ...serviceEnvironment(service, context), LOG_LEVEL: 'warn' };
    const spec = { name: `${service}'s ${program}`, logFile, env };
    await runToEnd(
      { ...spec, command: process.execPath, args: [file, ...args] },
      new AbortController().signal,
    );
    return lastLines(logFile, 1);
  }

  /** Starts all five services of the version in `root`; gRPC calls are balanced over `others` as well. */
  async startServices(
    label: string,
    root: string,
    addresses: Addresses,
    others: Addresses[] = [],
    identity?: Identity,
  ): Promise<RunningProcess[]> {
    const variables = await variablesOfAll((name) => variablesOf(root, name));
    const context = { ...this.context, variables, addresses: { ...addresses, further: others } };
    if (identity) {
      const { mode, ...own } = identity;
      const configured = { ...context.settings.configured, GRPC_IDENTITY: mode };
      Object.assign(context, own, { settings: { ...context.settings, configured } });
    }
    const started: RunningProcess[] = [];
    for (const name of serviceNames) {
      const file = join(root, 'services', name, 'dist/main.js');
      started.push(await this.start(`${label}-${name}`, file, serviceEnvironment(name, context)));
    }
    for (const name of serviceNames) {
      await until(`the ${label} ${name}`, () => isReady(addresses.http[name]));
    }
    return started;
  }

  /** Starts this version's gateway for all the addresses. @returns its URL */
  async startGateway(root: string, ...all: Addresses[]): Promise<string> {
    const env = {
      ...gatewayEnvironment(
        { ...this.context, variables: NO_VARIABLES },
        join(root, 'gateway/kong.yml'),
      ),
      PORT: String(await freePort()),
      UPSTREAMS: JSON.stringify({
        ...Object.fromEntries(serviceNames.map((name) => [name, hosts(all, name)])),
        web: hosts([this.context.addresses], 'web'),
      }),
    };
    await this.start(`gateway-${env.PORT}`, join(root, 'gateway/local/dist/main.js'), env);
    const url = `http://localhost:${env.PORT}`;
    await until('the gateway', () =>
      fetch(`${url}/config.json`)
        .then(({ ok }) => ok)
        .catch(() => false),
    );
    return url;
  }

  /** @returns the processes that ended without being stopped */
  async stop(): Promise<string[]> {
    const ended = this.running.filter(({ child }) => hasEnded(child)).map(({ name }) => name);
    await Promise.all(this.running.map((one) => stopProcess(one)));
    return ended;
  }

  async end(processes: RunningProcess[]): Promise<void> {
    this.running = this.running.filter((one) => !processes.includes(one));
    await Promise.all(processes.map((one) => stopProcess(one)));
  }

  async start(name: string, file: string, env: NodeJS.ProcessEnv): Promise<RunningProcess> {
    const spec = { name, command: process.execPath, args: [file], env };
    const started = await startProcess({ ...spec, logFile: this.logFile(name) });
    this.running.push(started);
    return started;
  }

  private readonly logFile = (name: string) => join(this.product.dataDir, 'logs', `${name}.log`);
}

const forEach = <Value>(value: (name: ServiceName) => Value) =>
  Object.fromEntries(serviceNames.map((name) => [name, value(name)])) as Record<ServiceName, Value>;
const NO_VARIABLES = forEach(() => new Set<string>());
const hosts = (all: Addresses[], name: ServiceName | 'web') =>
  all.map(({ http }) => `127.0.0.1:${http[name]}`).join();
const hasEnded = ({ exitCode, signalCode }: RunningProcess['child']) =>
  exitCode !== null || signalCode !== null;

/** Returns the number of calls that each service has answered since it started, from its metrics. */
export async function answered({ http }: Addresses): Promise<Record<string, number>> {
  const counts = serviceNames.map(async (name) => {
    const metrics = await (await fetch(`http://127.0.0.1:${http[name]}/internal/metrics`)).text();
    const lines = metrics.matchAll(/^casement_http_request_seconds_count\{.*\} (\d+)$/gm);
    return [name, [...lines].reduce((sum, [, count]) => sum + Number(count), 0)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}
