import type {
  ImageFacts,
  ImageJob,
  ImageState,
  WindowsImage,
} from '@casement/proto/http/install/windows/images.js';
import type { ListedVersion } from '../windows-versions/version-images.service.js';
import type { StoredImageJob } from '../image-jobs/image-jobs.service.js';

export function toImageJob(job: StoredImageJob): ImageJob {
  const { kind, status, bytesDone, bytesTotal } = job;
  const running = status === 'running';
  const known = running && bytesTotal !== null && bytesTotal > 0;
  // The other steps and replications count in percent or files, not bytes.
  const inBytes = job.step !== 'converting' && job.step !== 'building' && kind !== 'replicate';
  return {
    id: job.id,
    kind: kind === 'verify' || kind === 'build' || kind === 'replicate' ? kind : 'import',
    windows_version_id: job.versionId ?? '',
    status,
    step: running ? job.step : null,
    source: job.origin ?? job.source,
    percent: known ? Math.min(100, Math.floor((bytesDone / bytesTotal) * 1000) / 10) : null,
    bytes_done: inBytes ? bytesDone : 0,
    bytes_total: inBytes ? bytesTotal : null,
    rate: running && inBytes ? rateOf(job) : null,
    log: job.log,
    failure: job.failure,
    created_at: job.createdAt.toISOString(),
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
}

/** Averaged over the entire step, so that the rate is steady and survives a restart of the service. */
function rateOf({ stepSince, updatedAt, bytesDone }: StoredImageJob): number | null {
  const seconds = stepSince ? (updatedAt.getTime() - stepSince.getTime()) / 1000 : 0;
  return seconds > 0 ? bytesDone / seconds : null;
}

export function toWindowsImage(
  version: ListedVersion,
  known: {
    state: ImageState;
    image: ImageFacts | null;
    activeInstalls: number;
    /** Contains one entry per configured origin. `verifiedAt` is `null` if the copy is not complete. */
    copies: { origin: string; verifiedAt: Date | null }[];
    job: StoredImageJob | undefined;
  },
): WindowsImage {
  return {
    windows_version_id: version.id,
    name: version.name,
    slug: version.slug,
    state: known.state,
    image: known.image,
    imported_at: version.imageImportedAt?.toISOString() ?? null,
    verified_at: version.imageVerifiedAt?.toISOString() ?? null,
    certification: version.certification,
    active_installs: known.activeInstalls,
    copies: known.copies.map(({ origin, verifiedAt }) => ({
      origin,
      verified_at: verifiedAt?.toISOString() ?? null,
    })),
    job: known.job ? toImageJob(known.job) : null,
  };
}
