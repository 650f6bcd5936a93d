import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { AgentCalls } from '@casement/install-engine/agent-api/agent-calls.js';
import type { AgentState } from '@casement/install-engine/agent-api/agent-state.js';
import { MemoryInstalls } from '@casement/install-engine/agent-api/memory-installs.js';
import { advance } from '@casement/install-engine/convert/advance.js';
import type { ConvertPorts } from '@casement/install-engine/convert/ports.js';
import { stageArchive } from '@casement/install-engine/convert/steps/prepare.js';
import type { ConvertSettings } from '@casement/install-engine/convert/settings.js';
import {
  newConvertState,
  recoveryState,
  type ConvertJob,
  type ConvertState,
} from '@casement/install-engine/convert/state.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { NO_ORIGINS, type ChunkOrigins } from '@casement/windows-image/origins/chunk-origins.js';
import { requireManifest } from '@casement/install-engine/preflight/examine.js';
import {
  hostKeyFingerprint,
  type LinuxAccess,
} from '@casement/install-engine/linux/linux-access.js';
import type { VpsCredentials } from '@casement/install-engine/ssh/credentials.js';
import { ReusableConnection } from '@casement/install-engine/ssh/with-linux.js';
import type { LinuxSettings } from '@casement/install-engine/machine/linux-settings.js';
import type { WindowsSettings } from '@casement/install-engine/windows/settings.js';
import type { Toolkit } from '@casement/install-engine/stage/toolkit.js';
import {
  recoveryReportRequest,
  type RecoveryOrder,
  type RecoveryReportRequest,
} from '@casement/proto/http/install/recovery.js';
import { agentServer } from './agent-server.js';
import { ProgressPrinter } from './progress-printer.js';

export interface Conversion extends Pick<
  ConvertJob,
  'host' | 'port' | 'ssh' | 'imageSha256' | 'boot' | 'network'
> {
  images: ChunkStore;
  origins?: ChunkOrigins;
  toolkit: Toolkit;
  settings: ConvertSettings;
  /** Networks exempt from the address policy. */
  allowed: string[];
  /**
   * `listen` is HOST:PORT of this command's server. `url` is its address as seen from the VPS, where `{port}` is
   * replaced.
   */
  listen: string;
  agentUrl: string;
  credentials: VpsCredentials;
  rdpPassword: string;
  /** Chooses the settings of Windows. If absent, the image's settings stay. */
  windows?: ((linux: LinuxSettings | null) => WindowsSettings) | undefined;
  /** Whether the disk gets a boot guard. A report of its recovery system ends the conversion. */
  guard?: boolean;
  /**
   * Orders for the first starts of the recovery system, that of the second system if there is one. The report of the
   * start after them ends the conversion.
   */
  orders?: RecoveryOrder['order'][];
  /** System that the recovery system installs after its report. */
  again?: SecondSystem | undefined;
  /** Whether Windows also reports its own settings, see WindowsConfiguration. */
  facts?: boolean;
  /** Maximum wait for Windows' report after a conversion without a sign-in. */
  reportWithinMs?: number;
  /** Called with the report that Windows sends at its first start. */
  onWindowsUp?: (form: Record<string, unknown>) => void;
  /** Called at the end of the conversion, while Windows can still reach this command's server. */
  onEnd?: (state: ConvertState) => Promise<void>;
  /** Called about once a second. */
  onProgress?: (state: ConvertState) => void;
  signal?: AbortSignal;
}

export interface SecondSystem {
  imageSha256: string;
  /** Access to a Linux; missing for Windows. */
  linux?: LinuxAccess;
}

export interface Converted {
  state: ConvertState;
  agent: AgentState;
  /** Seconds spent in each phase. */
  phases: Map<string, number>;
  /** Last report of the recovery system before the conversion ended or the second image was ordered. */
  recovery: RecoveryReportRequest | null;
}

/** Forwards Windows' reports after their token was accepted. */
class ObservedCalls extends AgentCalls {
  onWindowsUp: ((form: Record<string, unknown>) => void) | undefined;

  override async windowsUp(
    ...[installId, token, form]: Parameters<AgentCalls['windowsUp']>
  ): Promise<string> {
    const answer = await super.windowsUp(installId, token, form);
    // The tasks of the boot guard, the licence key and the script use the same call.
    if (!['guard', 'licence', 'script'].some((name) => name in form)) this.onWindowsUp?.(form);
    return answer;
  }
}

/** Converts a VPS and shows the progress on the terminal. `manual_review` also ends the conversion. */
export async function runConversion(conversion: Conversion): Promise<Converted> {
  const installs = new MemoryInstalls();
  // Responses contain the address, which is known only after the server listens.
  const [, listenHost, listenPort] = /^\[?(.*?)\]?:(\d+)$/.exec(conversion.listen)!;
  const served: { calls?: ObservedCalls } = {};
  const recoveries = new Map<string, Recovered>();
  const server = agentServer(
    () => served.calls!,
    (token, report) => {
      for (const [installId, recovered] of recoveries) {
        if (!installs.isRecoveryToken(installId, sha256Hex(token))) continue;
        return orderFor(recovered, recoveryReportRequest.parse(report), conversion.rdpPassword);
      }
      return null;
    },
  );
  server.listen(Number(listenPort), listenHost);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agentUrl = conversion.agentUrl.replace('{port}', String(port));
  const { images, origins } = conversion;
  served.calls = new ObservedCalls(installs, images, agentUrl, undefined, undefined, origins);
  served.calls.onWindowsUp = conversion.onWindowsUp;
  const { host, port: rdpPort, ssh, imageSha256, boot, network, guard } = conversion;
  const ports = portsOf(conversion, installs);
  const jobOf = (image: string): ConvertJob => {
    const installId = randomUUID();
    return {
      installId,
      host,
      port: rdpPort,
      ssh,
      imageSha256: image,
      agentUrl,
      boot,
      network,
      guard,
    };
  };
  const run = (job: ConvertJob, options: Conversion, recovered: Recovered, begin: Begin) => {
    recoveries.set(job.installId, recovered);
    return follow(job, ports, installs, options, recovered, begin);
  };
  try {
    const { again, orders = [] } = conversion;
    const recovered = newRecovered(again ? [] : orders);
    const first = await run(
      jobOf(imageSha256),
      { ...conversion, again: undefined },
      recovered,
      () => newConvertState(new Date()),
    );
    const { recovery, state } = first;
    const order = again?.linux ? 'return_to_linux' : 'install_again';
    if (!again || !recovery?.abilities.includes(order)) return first;
    const job = jobOf(again.imageSha256);
    const second = await run(job, conversion, newRecovered(orders), async () => {
      const begun = recoveryState({ ...state, plan: state.plan! }, recovery.boot_id, new Date());
      const manifest = await requireManifest(images, again.imageSha256);
      const token = await installs.issueToken(job.installId);
      const archive = await stageArchive(job, begun, manifest, token, ports);
      recovered.job = { order, job: archive.toString('base64') };
      if (!again.linux) return begun;
      return {
        ...begun,
        linux: { hostKey: hostKeyFingerprint(again.linux), proof: null, provenAt: null },
      };
    });
    return { ...second, recovery };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

interface Recovered {
  orders: readonly RecoveryOrder['order'][];
  report: RecoveryReportRequest | null;
  boots: Set<string>;
  /** Order of the second system and its job. */
  job: Pick<RecoveryOrder, 'order' | 'job'> | null;
}
const newRecovered = (orders: Recovered['orders']): Recovered => ({
  orders,
  report: null,
  boots: new Set(),
  job: null,
});

/** Password that the order `reset_password` sets, and that the proof then needs. */
const resetPasswordOf = (rdpPassword: string): string => `${rdpPassword} 2`;

function orderFor(
  recovered: Recovered,
  report: RecoveryReportRequest,
  rdpPassword: string,
): RecoveryOrder {
  recovered.boots.add(report.boot_id);
  const order = recovered.orders[recovered.boots.size - 1];
  if (order === 'reset_password') {
    if (report.password_reset?.result === 'written')
      return { order: 'restart_windows', poll_seconds: 5 };
    const password = Buffer.from(resetPasswordOf(rdpPassword)).toString('base64');
    return { order, poll_seconds: 5, reset_id: randomUUID(), password };
  }
  if (!order) recovered.report = report;
  return { order: order ?? 'wait', poll_seconds: 30, ...recovered.job };
}

/** Returns the first state of an install whose tokens can be issued. */
type Begin = () => ConvertState | Promise<ConvertState>;

const portsOf = (conversion: Conversion, installs: MemoryInstalls): ConvertPorts => ({
  settings: conversion.settings,
  addresses: new AddressPolicy({ allowed: conversion.allowed }),
  images: conversion.images,
  origins: conversion.origins ?? NO_ORIGINS,
  versions: () => Promise.resolve([]),
  toolkit: () => Promise.resolve(conversion.toolkit),
  agent: installs,
  vpsCredentials: () => Promise.resolve(conversion.credentials),
  rdpPassword: () =>
    Promise.resolve(
      conversion.orders?.includes('reset_password')
        ? resetPasswordOf(conversion.rdpPassword)
        : conversion.rdpPassword,
    ),
  linuxAccess: () => Promise.resolve(conversion.again!.linux!),
  issueAgentToken: (installId) => installs.issueToken(installId),
  now: () => new Date(),
});

async function untilReported(
  id: string,
  installs: MemoryInstalls,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + ms;
  while (
    (await installs.state(id)).windowsUpAt === null &&
    performance.now() < until &&
    !signal.aborted
  ) {
    await sleep(1000);
  }
}

async function follow(
  job: ConvertJob,
  ports: ConvertPorts,
  installs: MemoryInstalls,
  {
    rdpPassword,
    windows,
    facts,
    guard,
    again,
    onProgress,
    onEnd,
    reportWithinMs = 0,
    signal = new AbortController().signal,
  }: Conversion,
  recovered: Recovered,
  begin: Begin,
): Promise<Converted> {
  let state: ConvertState;
  const linuxSettings = (access: LinuxAccess) => () => ({
    hostName: state.plan!.linux?.computerName ?? null,
    access,
    network: state.plan!.network,
    sshPort: state.plan!.rdpPort ?? job.port,
  });
  installs.add({
    installId: job.installId,
    imageSha256: job.imageSha256,
    addresses: [job.host],
    guard,
    secrets: () => ({
      rdpPassword,
      network: state.plan!.network,
      rdpPort: state.plan!.rdpPort ?? job.port,
      ...(windows && { settings: windows(state.plan!.linux ?? null) }),
      ...(facts && { facts }),
    }),
    ...(again?.linux && { linux: linuxSettings(again.linux) }),
  });
  state = await begin();
  const printer = new ProgressPrinter(process.stdout);
  const connection = new ReusableConnection();
  const worker = { epoch: 1, signal, connection };
  for (;;) {
    printer.show(state, await installs.state(job.installId));
    onProgress?.(state);
    const { state: next, nextRunInMs } = await advance(job, state, ports, worker);
    state = next;
    if (nextRunInMs !== 0) connection.close();
    if (nextRunInMs === null || state.status === 'manual_review' || recovered.report) break;
    // Polls more often than necessary so that the display stays current.
    await sleep(Math.min(nextRunInMs, 1000));
  }
  if (state.status === 'completed') {
    await untilReported(job.installId, installs, reportWithinMs, signal);
  }
  installs.setStatus(job.installId, state.status);
  printer.finish();
  await onEnd?.(state);
  const agent = await installs.state(job.installId);
  return { state, agent, phases: printer.seconds, recovery: recovered.report };
}
