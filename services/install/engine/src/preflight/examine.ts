import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { EngineError, type RecordedFailure } from '../failures/engine-error.js';
import type { FailureCode } from '../failures/failures.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { imageTotals, isData, type ImageManifest } from '@casement/windows-image/store/manifest.js';
import { lostAddresses } from '../machine/network-plan.js';
import { vpsScript } from '../scripts.js';
import type { SshLimits } from '../ssh/connect.js';
import type { VpsCredentials } from '../ssh/credentials.js';
import { assignments, type RemoteLinux } from '../ssh/remote.js';
import { withLinuxAt, type SshAccount, type Worker } from '../ssh/with-linux.js';
import type { Toolkit } from '../stage/toolkit.js';
import { refused, type Check } from './check.js';
import { parseFacts, rootDisk, type Facts } from '../machine/facts.js';
import { evaluate } from './evaluate.js';
import {
  evaluateReach,
  fetchSeconds,
  parseReach,
  probeVariables,
  sampleChunks,
  type Reach,
} from './reach.js';
import { driversOfAny } from './needed-drivers.js';
import type { ImageRequirements, PreflightSettings, VersionRequirements } from './requirements.js';

/** In this order. */
const EXAMINE_STAGES = ['connecting', 'examining', 'measuring'] as const;
type ExamineStage = (typeof EXAMINE_STAGES)[number];

/** What was asked; never changes. */
interface ExamineJob {
  id: string;
  host: string;
  ssh: SshAccount;
  /** The image's manifest; null where no Windows version was named. */
  imageSha256: string | null;
  agentUrl: string;
}

interface FoundDisk {
  name: string;
  /** In bytes. */
  size: number;
  /** It holds Linux, and Windows is written over it. The others stay as they are. */
  erased: boolean;
}

/** All that is known, as plain JSON: what one worker leaves for the next. */
export interface Examination {
  stage: ExamineStage;
  fingerprint: string | null;
  osName: string | null;
  /** Where our tools lie while they measure: in memory, so that the disk is not touched. */
  memoryDir?: string;
  /** As the VPS names itself. Of a check that an older version finished there is none. */
  hostname?: string | null;
  /** Every disk, and which of them an install erases. */
  disks?: FoundDisk[];
  /** What Windows will not have of Linux's addresses. Of a check that an older version finished there is none. */
  lostAddresses?: string[];
  checks: Check[];
  /** Compressed bytes per second, as measured from the VPS. */
  rate: number | null;
  /** How long fetching the image will take at this rate. */
  expectedSeconds: number | null;
  /** How long the install will take in all. */
  installSeconds?: number | null;
  /** Why it could not be examined to the end. */
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
  /** Those that customers can choose. */
  versions(): Promise<VersionRequirements[]>;
  /** @throws EngineError TOOLKIT_MISSING */
  toolkit(): Promise<Toolkit>;
  /** Decrypted for this one use. @throws where they were erased */
  vpsCredentials(id: string): Promise<VpsCredentials>;
  /** A token that opens these chunks (zstd hashes) and nothing else, until the check ends. */
  issueToken(id: string, epoch: number, chunks: string[]): Promise<string>;
  /** What an install takes beside fetching its image, in seconds. */
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

/** Without these nothing of ours runs on the VPS, so there is no speed to measure. */
const NEEDED_TO_MEASURE = ['root', 'system', 'architecture', 'virtualisation'];

const SEND_MS = 5 * 60_000;
const PROBE_MS = 5 * 60_000;

/**
 * Runs the examination's present stage once; it changes nothing on the VPS's disk. Keep what it returns, then call
 * again while it is `running`. Any worker may go on from there, as often as it likes.
 * @throws EngineError as the reason why the VPS can't be examined, and the reason of the signal
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
      return look(context);
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

const look = (context: ExamineContext) =>
  withVps(context, async (linux) => {
    const { seen, ports } = context;
    const manifest = await manifestOf(context);
    const { stdout } = await linux.read(await vpsScript('facts'));
    const facts = parseFacts(stdout);
    const versions = await ports.versions();
    const image = manifest ?? anyImage(facts, ports.preflight, versions);
    const checks = evaluate(facts, image, ports.preflight, ports.now(), versions);
    const { osName, hostname, memoryDir } = facts;
    const state = {
      ...seen,
      checks,
      osName,
      hostname,
      memoryDir,
      disks: foundDisks(facts),
      lostAddresses: lostAddresses(facts),
    };
    const blocked = checks.some(
      ({ name, result }) => result === 'refused' && NEEDED_TO_MEASURE.includes(name),
    );
    if (blocked) return { state, status: 'refused' as const };
    if (facts.memoryDir === '') {
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
): Promise<Reach> {
  const toolkit = await ports.toolkit();
  const dir = `${seen.memoryDir || '/dev/shm'}/casement-check.${job.id}.${worker.epoch}`;
  const sample = sampleChunks(manifest?.chunks.filter(isData) ?? []);
  await linux.upload(`${dir}/busybox`, toolkit.open('busybox'), SEND_MS);
  await linux.upload(`${dir}/toolkit.cpio.gz`, toolkit.open('toolkit.cpio.gz'), SEND_MS);
  const script = [
    assignments({
      DIR: dir,
      BUSYBOX_SHA256: toolkit.busyboxSha256,
      TOOLKIT_SHA256: toolkit.archiveSha256,
      // A check's token opens no image, only these chunks: by our own route.
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
  throw new EngineError(
    'TOOLKIT_DAMAGED',
    {},
    { detail: `status ${exitCode}: ${stderr.slice(-500)}` },
  );
}

/** Where no version was named nothing of an image is fetched: only whether the VPS reaches us is known. */
const unmeasured = (reach: Reach): Reach => ({ ...reach, rate: null });

/** Where no version was named, the VPS is held only to what every version asks. */
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

/** A moment's trouble: the stage is tried again while the check has time. */
const PASSING: readonly FailureCode[] = ['SSH_LOST', 'REMOTE_BUSY'];

export const isPassing = ({ stage }: Examination, code: FailureCode): boolean =>
  stage !== 'connecting' && PASSING.includes(code);
