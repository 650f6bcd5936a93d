import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { EngineError, type RecordedFailure } from '../failures/engine-error.js';
import type { NetworkOptions } from '@casement/proto/http/install/network-options.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { imageTotals, isData, type ImageManifest } from '@casement/windows-image/store/manifest.js';
import { linuxSettings, type LinuxSettings } from '../machine/linux-settings.js';
import {
  lostAddresses,
  planNetwork,
  withNetworkOptions,
  type NetworkPlan,
} from '../machine/network-plan.js';
import { vpsScript } from '../scripts.js';
import type { SshLimits } from '../ssh/connect.js';
import type { VpsCredentials } from '../ssh/credentials.js';
import { assignments, remoteFailure, type RemoteLinux } from '../ssh/remote.js';
import { withLinuxAt, type SshAccount, type Worker } from '../ssh/with-linux.js';
import type { Toolkit } from '../stage/toolkit.js';
import { refused, type Check } from './check.js';
import { parseFacts, rootDisk, type Facts } from '../machine/facts.js';
import { memoryFolder } from '../machine/room.js';
import { evaluate } from './evaluate.js';
import {
  evaluateReach,
  fetchSeconds,
  parseReach,
  probeVariables,
  sampleChunks,
  type ReachabilityReport,
} from './reach.js';
import { driversOfAny, processorOfAll } from './needed-drivers.js';
import type { ImageRequirements, PreflightSettings, VersionRequirements } from './requirements.js';

type ExamineStage = 'connecting' | 'examining' | 'measuring';

interface ExamineJob {
  id: string;
  host: string;
  ssh: SshAccount;
  /** SHA-256 of the manifest; `null` if no Windows version was selected. */
  imageSha256: string | null;
  agentUrl: string;
}

interface FoundDisk {
  name: string;
  /** Size in bytes. */
  size: number;
  /** Whether the disk holds Linux and will be overwritten by Windows. Other disks stay untouched. */
  erased: boolean;
}

/** Complete state of a check as plain JSON, sufficient for any worker to continue. */
export interface Examination {
  stage: ExamineStage;
  fingerprint: string | null;
  osName: string | null;
  /** In-memory folder of our tools, so that the disk is not modified. */
  memoryDir?: string;
  /** Whether our own file system is mounted in `memoryDir`. Missing in checks of an older version. */
  mountsMemory?: boolean;
  /** Missing in checks of an older version. */
  hostname?: string | null;
  /** Settings that Windows takes over. Missing in checks of an older version. */
  linux?: LinuxSettings;
  /** Customer's network settings for Windows. */
  networkOptions?: NetworkOptions;
  /** Network that Windows will get. Missing in checks of an older version and if it was refused. */
  network?: NetworkPlan;
  disks?: FoundDisk[];
  /** Addresses of Linux that Windows will not have. Missing in checks of an older version. */
  lostAddresses?: string[];
  checks: Check[];
  /** Measured download rate in compressed bytes per second. */
  rate: number | null;
  expectedSeconds: number | null;
  installSeconds?: number | null;
  failure: RecordedFailure | null;
}

export const NEW_EXAMINATION: Examination = {
  stage: 'connecting',
  fingerprint: null,
  osName: null,
  checks: [],
  rate: null,
  expectedSeconds: null,
  failure: null,
};

export interface ExaminePorts {
  ssh: SshLimits;
  preflight: PreflightSettings;
  addresses: Pick<AddressPolicy, 'check'>;
  images: ChunkStore;
  versions(): Promise<VersionRequirements[]>;
  /** @throws EngineError TOOLKIT_MISSING */
  toolkit(): Promise<Toolkit>;
  /** Decrypted for a single use. @throws if they were erased */
  vpsCredentials(id: string): Promise<VpsCredentials>;
  /** Issues a token that opens only these chunks (zstd hashes) until the check ends. */
  issueToken(id: string, epoch: number, chunks: string[]): Promise<string>;
  /** Duration of an install without the download, in seconds. */
  overheadSeconds(): Promise<number>;
  now(): Date;
}

export type ExamineStatus = 'running' | 'passed' | 'refused' | 'failed';

interface ExamineContext {
  job: ExamineJob;
  seen: Examination;
  ports: ExaminePorts;
  worker: Worker;
}

/** Checks that must pass before our tools can run and measure the download rate. */
const NEEDED_TO_MEASURE = ['root', 'system', 'architecture', 'virtualisation'];

const SEND_MS = 5 * 60_000;
const PROBE_MS = 5 * 60_000;

/**
 * Runs the current stage once without changing the VPS's disk. Store the result, then call again while the status is
 * `running`; any worker may continue.
 * @throws EngineError if the VPS cannot be examined, and the reason of the signal
 */
export async function examine(
  job: ExamineJob,
  seen: Examination,
  ports: ExaminePorts,
  worker: Worker,
): Promise<{ state: Examination; status: ExamineStatus }> {
  const context = { job, seen, ports, worker };
  switch (seen.stage) {
    case 'connecting':
      return connectTo(context);
    case 'examining':
      return inspectVps(context);
    case 'measuring':
      return measure(context);
  }
}

const connectTo = (context: ExamineContext) =>
  withVps(context, (linux) =>
    Promise.resolve({
      state: { ...context.seen, fingerprint: linux.fingerprint, stage: 'examining' as const },
      status: 'running' as const,
    }),
  );

const inspectVps = (context: ExamineContext) =>
  withVps(context, async (linux) => {
    const { job, seen, ports } = context;
    const manifest = await manifestOf(context);
    const { stdout } = await linux.read(await vpsScript('facts'));
    const { networkOptions = {} } = seen;
    const facts = withNetworkOptions(parseFacts(stdout), networkOptions);
    const versions = await ports.versions();
    const image =
      versions.find(({ imageSha256 }) => imageSha256 === job.imageSha256) ??
      manifest ??
      anyImage(facts, ports.preflight, versions);
    const { port } = job.ssh;
    const entered = { address: job.host, sshPort: port, rdpPort: port };
    const settings = { ...ports.preflight, entered };
    const checks = evaluate(facts, image, settings, ports.now(), versions);
    const { osName, hostname } = facts;
    const isPlanned = checks.some(({ name, result }) => name === 'network' && result === 'ok');
    const memory = memoryFolder(facts);
    const state = {
      ...seen,
      checks,
      osName,
      hostname,
      linux: linuxSettings(facts),
      ...(isPlanned && { network: planNetwork(facts, networkOptions) }),
      memoryDir: memory?.dir ?? '',
      mountsMemory: memory?.own ?? false,
      disks: foundDisks(facts),
      lostAddresses: lostAddresses(facts),
    };
    const blocked = checks.some(
      ({ name, result }) => result === 'refused' && NEEDED_TO_MEASURE.includes(name),
    );
    if (blocked) return { state, status: 'refused' as const };
    if (!memory) {
      const unmeasured = refused('service', 'not measured', 'FOLDER_NOEXEC', { dir: '/dev/shm' });
      return { state: { ...state, checks: [...checks, unmeasured] }, status: 'refused' as const };
    }
    return { state: { ...state, stage: 'measuring' as const }, status: 'running' as const };
  });

const measure = (context: ExamineContext) =>
  withVps(context, async (linux) => {
    const { seen, ports } = context;
    const manifest = await manifestOf(context);
    const reach = await reachFrom(context, linux, manifest);
    const fetchBytes = manifest ? imageTotals(manifest).fetchBytes : 0;
    const expectedSeconds = manifest ? fetchSeconds(reach.rate, fetchBytes) : null;
    const checks = [
      ...seen.checks,
      ...evaluateReach(manifest ? reach : unmeasured(reach), fetchBytes),
    ];
    const state = {
      ...seen,
      checks,
      rate: manifest ? reach.rate : null,
      expectedSeconds,
      installSeconds:
        expectedSeconds === null ? null : expectedSeconds + (await ports.overheadSeconds()),
    };
    const isRefused = checks.some(({ result }) => result === 'refused');
    return { state, status: isRefused ? ('refused' as const) : ('passed' as const) };
  });

function foundDisks(facts: Facts): FoundDisk[] {
  const erased = rootDisk(facts)?.name;
  return facts.disks.map(({ name, size }) => ({ name, size, erased: name === erased }));
}

async function reachFrom(
  { job, seen, ports, worker }: ExamineContext,
  linux: RemoteLinux,
  manifest: ImageManifest | null,
): Promise<ReachabilityReport> {
  const toolkit = await ports.toolkit();
  const dir = `${seen.memoryDir || '/dev/shm'}/casement-check.${job.id}.${worker.epoch}`;
  const sample = sampleChunks(manifest?.chunks.filter(isData) ?? []);
  if (seen.mountsMemory) {
    const mount = [assignments({ DIR: dir }), await vpsScript('mount-memory')].join('\n');
    const { exitCode, stderr } = await linux.read(mount);
    if (exitCode !== 0) {
      throw new EngineError('FOLDER_NOEXEC', { dir: seen.memoryDir ?? dir }, { detail: stderr });
    }
  }
  for (const file of ['busybox', 'toolkit.cpio.gz'] as const) {
    await linux.upload(`${dir}/${file}`, toolkit.open(file), SEND_MS, 'whole folder');
  }
  const script = [
    assignments({
      DIR: dir,
      BUSYBOX_SHA256: toolkit.busyboxSha256,
      TOOLKIT_SHA256: toolkit.archiveSha256,
      // No origins: a check's token gives access only to these chunks, through our own route.
      ...probeVariables(job.agentUrl, sample, []),
      TOKEN: await ports.issueToken(
        job.id,
        worker.epoch,
        sample.map(({ zstd }) => zstd),
      ),
    }),
    await vpsScript('check'),
    await vpsScript('unpack-tools'),
    await vpsScript('probe'),
  ].join('\n');
  const { exitCode, stdout, stderr } = await linux.read(script, PROBE_MS);
  if (exitCode === 0) return parseReach(stdout);
  throw remoteFailure(exitCode, 'TOOLKIT_DAMAGED', { dir }, stderr.slice(-500));
}

/** If no version is chosen, no chunk is downloaded, so only reachability is known. */
const unmeasured = (reach: ReachabilityReport): ReachabilityReport => ({ ...reach, rate: null });

/** If no version is chosen, only the requirements common to all versions apply. */
const anyImage = (
  facts: Facts,
  { firmwares }: PreflightSettings,
  versions: VersionRequirements[],
): ImageRequirements => ({
  rawSize: 0,
  minDisk: 0,
  minMemory: 0,
  firmware: firmwares.includes(facts.firmware) ? facts.firmware : (firmwares[0] ?? facts.firmware),
  drivers: driversOfAny(versions),
  processor: processorOfAll(versions),
});

const manifestOf = ({ job, ports }: ExamineContext): Promise<ImageManifest | null> =>
  job.imageSha256 === null ? Promise.resolve(null) : requireManifest(ports.images, job.imageSha256);

/** @throws EngineError IMAGE_MISSING */
export async function requireManifest(
  images: ChunkStore,
  imageSha256: string,
): Promise<ImageManifest> {
  const manifest = await images.readManifest(imageSha256);
  if (!manifest) throw new EngineError('IMAGE_MISSING', {}, { detail: imageSha256 });
  return manifest;
}

function withVps<T>(
  { job, seen, ports, worker }: ExamineContext,
  work: (linux: RemoteLinux) => Promise<T>,
): Promise<T> {
  return withLinuxAt(
    {
      id: job.id,
      host: job.host,
      port: job.ssh.port,
      username: job.ssh.user,
      credentials: () => ports.vpsCredentials(job.id),
      fingerprint: seen.fingerprint,
    },
    worker,
    ports,
    work,
  );
}

/** Transient failures, retried until the check's time limit. */
const TRANSIENT: readonly FailureCode[] = ['SSH_LOST', 'REMOTE_BUSY'];

export const isTransient = ({ stage }: Examination, code: FailureCode): boolean =>
  stage !== 'connecting' && TRANSIENT.includes(code);
