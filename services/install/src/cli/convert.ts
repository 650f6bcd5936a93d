import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AddressPolicy } from '@casement/common/net/address-policy.js';
import { AgentCalls } from '../engine/agent-api/agent-calls.js';
import { MemoryInstalls } from '../engine/agent-api/memory-installs.js';
import { KeptConnection } from '../engine/ssh/with-linux.js';
import { advance } from '../engine/convert/advance.js';
import type { ConvertPorts } from '../engine/convert/ports.js';
import { CONVERT_SETTINGS, type ConvertSettings } from '../engine/convert/settings.js';
import {
  newConvertState,
  STEPS,
  type ConvertJob,
  type ConvertState,
} from '../engine/convert/state.js';
import { FolderChunkStore } from '../engine/image/folder-chunk-store.js';
import { importRawImage } from '../engine/image/import-raw.js';
import {
  ConfiguredOrigins,
  NO_ORIGINS,
  type ChunkOrigins,
} from '../engine/image/origins/chunk-origins.js';
import { imageOrigins } from '../engine/image/origins/origin-settings.js';
import { openPrivateKey } from '../engine/ssh/private-key.js';
import { loadToolkit } from '../engine/stage/toolkit.js';
import { agentServer } from './agent-server.js';
import { helpText, readOptions, type ConvertOptions } from './options.js';
import { ProgressPrinter } from './progress-printer.js';

/** Limits that are not a step's. */
const OTHER_LIMITS = {
  deadline: 'stageDeadlineMs',
  silence: 'silenceMs',
  stuck: 'stuckMs',
} as const;
/** How the password is tried. */
const SIGN_IN_LIMITS = {
  again: 'againMs',
  'late-again': 'lateAgainMs',
  name: 'nameWithinMs',
} as const;

/** With --limit NAME=SECONDS, for tests that can't wait as long as a customer can. */
function settingsOf(options: ConvertOptions): ConvertSettings {
  const { limits, signIn } = CONVERT_SETTINGS;
  const settings = { ...CONVERT_SETTINGS, limits: { ...limits }, signIn: { ...signIn } };
  for (const text of options.limit) {
    const [name = '', seconds] = text.split('=');
    const ms = Number(seconds) * 1000;
    const step = STEPS.find((known) => known === name);
    if (step) settings.limits[step] = { ...settings.limits[step], ms };
    else if (name in OTHER_LIMITS) settings[OTHER_LIMITS[name as keyof typeof OTHER_LIMITS]] = ms;
    else if (name in SIGN_IN_LIMITS)
      settings.signIn[SIGN_IN_LIMITS[name as keyof typeof SIGN_IN_LIMITS]] = ms;
    else throw new Error(`--limit: there is no ${name}`);
  }
  return settings;
}

/** @throws Error with what is wrong with the key */
async function keyOf({ key, passphrase }: ConvertOptions): Promise<string | null> {
  if (key === undefined) return null;
  const opened = await openPrivateKey(await readFile(key, 'utf8'), passphrase);
  if ('problem' in opened) throw new Error(`--key: ${opened.problem}`);
  return opened.key;
}

/** All of them are taken to have the image. @throws ZodError with what is wrong with the file */
async function originsOf({ origins }: ConvertOptions): Promise<ChunkOrigins> {
  if (origins === undefined) return NO_ORIGINS;
  const listed = imageOrigins.parse(await readFile(origins, 'utf8'));
  const names = new Set(listed.map(({ name }) => name));
  return new ConfiguredOrigins(listed, () => Promise.resolve(names));
}

async function convert(options: ConvertOptions): Promise<ConvertState> {
  const images = new FolderChunkStore(options.store);
  const toolkit = await loadToolkit(options.toolkit);
  const { sha256: imageSha256 } = await importRawImage(options.image, images, {
    handshakeOnly: options['handshake-only'],
  });
  const installs = new MemoryInstalls();

  // The address is known only once the server listens, and the calls must name it.
  const [, listenHost, listenPort] = /^\[?(.*?)\]?:(\d+)$/.exec(options.listen)!;
  const served: { calls?: AgentCalls } = {};
  const server = agentServer(() => served.calls!);
  server.listen(Number(listenPort), listenHost);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agentUrl = options['agent-url'].replace('{port}', String(port));
  const origins = await originsOf(options);
  served.calls = new AgentCalls(installs, images, agentUrl, undefined, undefined, origins);

  const credentials = { password: options.rootPassword, key: await keyOf(options) };
  const job: ConvertJob = {
    installId: randomUUID(),
    host: options.host,
    port: options.port,
    ssh: { port: options['ssh-port'] ?? options.port, user: options.user },
    imageSha256,
    agentUrl,
    boot: options.boot,
  };
  const ports: ConvertPorts = {
    settings: settingsOf(options),
    addresses: new AddressPolicy({ allowed: options.allow }),
    images,
    origins,
    versions: () => Promise.resolve([]),
    toolkit: () => Promise.resolve(toolkit),
    agent: installs,
    vpsCredentials: () => Promise.resolve(credentials),
    rdpPassword: () => Promise.resolve(options.rdpPassword),
    issueAgentToken: (installId) => installs.issueToken(installId),
    now: () => new Date(),
  };
  try {
    return await follow(job, ports, installs, options);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Step by step to the end; what needs an administrator ends here too. */
async function follow(
  job: ConvertJob,
  ports: ConvertPorts,
  installs: MemoryInstalls,
  options: ConvertOptions,
): Promise<ConvertState> {
  let state = newConvertState(new Date());
  installs.add({
    installId: job.installId,
    imageSha256: job.imageSha256,
    addresses: [job.host],
    secrets: () => ({
      rdpPassword: options.rdpPassword,
      network: state.plan!.network,
      rdpPort: job.port,
    }),
  });
  const printer = new ProgressPrinter(process.stdout);
  const connection = new KeptConnection();
  const worker = { epoch: 1, signal: new AbortController().signal, connection };
  for (;;) {
    printer.show(state, await installs.state(job.installId));
    const { state: next, againInMs } = await advance(job, state, ports, worker);
    state = next;
    if (againInMs !== 0) connection.close();
    if (againInMs === null || state.status === 'manual_review') break;
    // Reads the report more often than the flow does, for the display.
    await sleep(Math.min(againInMs, 1000));
  }
  installs.setStatus(job.installId, state.status);
  printer.finish();
  if (options.report) {
    const agent = await installs.state(job.installId);
    const phases = Object.fromEntries(printer.seconds);
    await writeFile(options.report, `${JSON.stringify({ phases, agent, state }, null, 2)}\n`);
  }
  return state;
}

function conclude(state: ConvertState): number {
  const { status, failure, restored, lastAnswer, rdp } = state;
  if (status === 'completed') {
    console.log(`completed: ${rdp?.proof ?? 'unproven'} (${lastAnswer})`);
    return 0;
  }
  console.log(`${status}: ${failure?.code}: ${failure?.message} ${failure?.cure}`);
  if (failure?.detail) console.log(`detail: ${failure.detail}`);
  if (restored?.linux && restored.clean) console.log('The VPS is Linux; nothing of ours is on it.');
  else if (restored) console.log(`May remain on the VPS: ${restored.left.join(', ') || 'nothing'}`);
  return 1;
}

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') console.log(helpText);
  else process.exitCode = conclude(await convert(options));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
