import type {
  ImageFacts,
  ImageJob,
  ImageState,
  WindowsImage,
} from '@casement/proto/http/images.js';
import type { ListedVersion } from '../windows-versions/windows-versions.repository.js';
import type { ImageJobEntity } from './image-job.entity.js';

export function toImageJob(job: ImageJobEntity): ImageJob {
  const { kind, status, bytesDone, bytesTotal } = job;
  const running = status === 'running';
  const known = running && bytesTotal !== null && bytesTotal > 0;
  // A conversion and a build count in percent themselves.
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

/** Over the whole step: steady, and a restart of the service does not matter. */
function rateOf({ stepSince, updatedAt, bytesDone }: ImageJobEntity): number | null {
  const seconds = stepSince ? (updatedAt.getTime() - stepSince.getTime()) / 1000 : 0;
  return seconds > 0 ? bytesDone / seconds : null;
}

export function toWindowsImage(
  version: ListedVersion,
  known: {
    state: ImageState;
    image: ImageFacts | null;
    activeInstalls: number;
    /** Of every origin that there is; null where it does not have all of the image. */
    copies: { origin: string; verifiedAt: Date | null }[];
    job: ImageJobEntity | undefined;
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
