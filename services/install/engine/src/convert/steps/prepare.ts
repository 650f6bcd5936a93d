import { Readable } from 'node:stream';
import {
  isData,
  type DataChunk,
  type ImageManifest,
} from '@casement/windows-image/store/manifest.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { EngineError } from '../../failures/engine-error.js';
import type { Plan } from '../../machine/plan.js';
import { requireManifest } from '../../preflight/examine.js';
import { sampleChunks } from '../../preflight/reach.js';
import { REMOTE_DIR } from '../../ssh/remote.js';
import { jobArchive } from '../../stage/job-files.js';
import { sendToolkit } from '../../stage/toolkit.js';
import { withExaminedLinux, type Step, type StepContext } from '../context.js';
import type { ConvertSettings } from '../settings.js';
import type { ConvertJob, ConvertState } from '../state.js';

/** GRUB reads the stage from /boot, kexec from REMOTE_DIR. */
const BOOT_DIR = '/boot/casement';

/**
 * Builds the RAM stage on the VPS. A repeated run starts over with a new token. A recovery system gets its job with
 * the response to its report.
 */
export const prepare: Step = async (context) => {
  if (context.state.recoveryBoot !== undefined) return { next: 'check-in' };
  const toolkit = await context.ports.toolkit();
  return withExaminedLinux(context, async (linux) => {
    const { job, ports, worker } = context;
    const plan = planOf(context);
    await sendToolkit(linux, toolkit, plan.toolsInMemory ?? false);
    await ports.agent.reset(job.installId, worker.epoch);
    const manifest = await requireManifest(ports.images, job.imageSha256);
    const token = await ports.issueAgentToken(job.installId, worker.epoch);
    const archive = await stageArchive(job, context.state, manifest, token, ports);
    const content = { size: archive.length, content: Readable.from([archive]) };
    await linux.upload(`${REMOTE_DIR}/job.cpio.gz`, content, 3 * 60_000);
    const answer = await linux.change(
      'build-stage',
      {
        KERNEL_IMAGE: plan.kernel.image,
        MODULES_ROOT: plan.kernel.modulesRoot ?? '',
        MODULES: plan.modules.join(' '),
        JOB_SHA256: sha256Hex(archive),
        STAGE_DIR: plan.boot.way === 'grub' ? BOOT_DIR : REMOTE_DIR,
        GUARD: job.guard ? 'yes' : '',
      },
      { code: 'STAGE_BUILD_FAILED', what: 'building the installer', timeoutMs: 3 * 60_000 },
    );
    const stagePath = /^STAGE=(\S{1,300})$/m.exec(answer)?.[1];
    if (!stagePath) throw new EngineError('STAGE_BUILD_FAILED', {}, { detail: answer.slice(-500) });
    return { next: 'arm', learned: { stagePath } };
  });
};

/** A smaller sample would not reveal a path that drops large packets. */
const MIN_SAMPLE_BYTES = 64 * 1024;

/** Smallest sampled chunk of at least MIN_SAMPLE_BYTES; the largest one if all are smaller. */
function stageSample({ chunks }: ImageManifest): DataChunk | null {
  const bySize = sampleChunks(chunks.filter(isData)).sort(
    (one, other) => one.zstdBytes - other.zstdBytes,
  );
  return bySize.find(({ zstdBytes }) => zstdBytes >= MIN_SAMPLE_BYTES) ?? bySize.at(-1) ?? null;
}

/** Builds the archive of the stage's scripts and job. */
export const stageArchive = (
  { installId, agentUrl }: Pick<ConvertJob, 'installId' | 'agentUrl'>,
  state: ConvertState,
  manifest: ImageManifest,
  token: string,
  { settings, now }: { settings: Pick<ConvertSettings, 'stageDeadlineMs'>; now: () => Date },
): Promise<Buffer> =>
  jobArchive(planOf({ state }), {
    installId,
    agentUrl,
    token,
    manifest,
    sample: stageSample(manifest),
    origins: state.origins ?? null,
    deadlineSeconds: Math.round(settings.stageDeadlineMs / 1000),
    now: Math.floor(now().getTime() / 1000),
  });

export function planOf({ state }: Pick<StepContext, 'state'>): Plan {
  if (!state.plan) throw new EngineError('ENGINE_FAULT', {}, { detail: 'no plan' });
  return state.plan;
}
