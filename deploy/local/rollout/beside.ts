// Processes of any version on a running product's databases, messages and keys, with ports of their own.
import { join } from 'node:path';
import { serviceNames } from '../dist/addresses.js';
import { gatewayEnvironment, serviceEnvironment } from '../dist/environment.js';
import { lastLines, runToEnd, startProcess, stopProcess } from '../dist/processes.js';
import { variablesOf, variablesOfAll } from '../dist/programs.js';
import { loadSecrets } from '../dist/secrets.js';
import { readSettings } from '../dist/settings.js';
import { freePort, until } from './product.mjs';
import { isReady } from './restart.mjs';

export class Beside {
  running = [];

  constructor(product) {
    const settings = readSettings({ ...process.env, ...product.settings });
    this.product = product;
    const { wiring } = product.run();
    // A product of before the services had NATS users and certificates.
    const { natsUrls = forEach(() => wiring.natsUrl), identities = '' } = wiring;
    const secrets = loadSecrets(settings.dataDir);
    this.around = { ...wiring, natsUrls, identities, settings, secrets };
  }

  /** Runs a service's command to its end; the load goes on meanwhile. */
  async run(root, service, program, ...args) {
    const logFile = this.logFile(`${service}-${program.replace(/\W+/g, '-')}`);
    const file = join(root, 'services', service, 'dist', program);
    const variables = await variablesOfAll((name) => variablesOf(root, name));
    const around = { ...this.around, variables };
    const env = { ...serviceEnvironment(service, around), LOG_LEVEL: 'warn' };
    const spec = { name: `${service}'s ${program}`, logFile, env };
    await runToEnd(
      { ...spec, command: process.execPath, args: [file, ...args] },
      new AbortController().signal,
    );
    return lastLines(logFile, 1);
  }

  /**
   * All five services of the version in `root`, ready; their gRPC is balanced over `others` as well.
   *
   * @param identity `GRPC_IDENTITY`, with the folder of certificates and the NATS users that go with it
   */
  async startServices(label, root, addresses, others = [], identity = undefined) {
    const variables = await variablesOfAll((name) => variablesOf(root, name));
    const around = { ...this.around, variables, addresses: { ...addresses, further: others } };
    if (identity) {
      const { mode, ...own } = identity;
      const given = { ...around.settings.given, GRPC_IDENTITY: mode };
      Object.assign(around, own, { settings: { ...around.settings, given } });
    }
    const started = [];
    for (const name of serviceNames) {
      const file = join(root, 'services', name, 'dist/main.js');
      started.push(await this.start(`${label}-${name}`, file, serviceEnvironment(name, around)));
    }
    for (const name of serviceNames) {
      await until(`the ${label} ${name}`, () => isReady(addresses.http[name]));
    }
    return started;
  }

  /** This version's gateway before all of these addresses. */
  async startGateway(root, ...all) {
    const env = {
      ...gatewayEnvironment(this.around, join(root, 'gateway/kong.yml')),
      PORT: String(await freePort()),
      UPSTREAMS: JSON.stringify({
        ...Object.fromEntries(serviceNames.map((name) => [name, hosts(all, name)])),
        web: hosts([this.around.addresses], 'web'),
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
  async stop() {
    const gone = this.running.filter(({ child }) => hasEnded(child)).map(({ name }) => name);
    await Promise.all(this.running.map((one) => stopProcess(one)));
    return gone;
  }

  async end(processes) {
    this.running = this.running.filter((one) => !processes.includes(one));
    await Promise.all(processes.map((one) => stopProcess(one)));
  }

  async start(name, file, env) {
    const spec = { name, command: process.execPath, args: [file], env };
    const started = await startProcess({ ...spec, logFile: this.logFile(name) });
    this.running.push(started);
    return started;
  }

  logFile = (name) => join(this.product.dataDir, 'logs', `${name}.log`);
}

const forEach = (value) => Object.fromEntries(serviceNames.map((name) => [name, value(name)]));
const hosts = (all, name) => all.map(({ http }) => `127.0.0.1:${http[name]}`).join();
const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

/** How many calls each service has answered since it started, by its own metrics. */
export async function answered({ http }) {
  const counts = serviceNames.map(async (name) => {
    const metrics = await (await fetch(`http://127.0.0.1:${http[name]}/internal/metrics`)).text();
    const lines = metrics.matchAll(/^casement_http_request_seconds_count\{.*\} (\d+)$/gm);
    return [name, [...lines].reduce((sum, [, count]) => sum + Number(count), 0)];
  });
  return Object.fromEntries(await Promise.all(counts));
}
