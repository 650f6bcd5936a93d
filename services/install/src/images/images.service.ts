import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CertificationReport } from '@casement/proto/http/install/windows/certifications.js';
import type {
  ImageFacts,
  ImageState,
  ImportImageRequest,
  WindowsImage,
} from '@casement/proto/http/install/windows/images.js';
import type {
  AdminLinuxVersion,
  ImageKind,
  LinuxVersion,
} from '@casement/proto/http/install/linux.js';
import { currentContext } from '@casement/common/core/context/request-context.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { CHUNK_STORE, importFolder } from '../image-store/image-store.js';
import { InstallConfig } from '../config.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { imageTotals, isData, type ImageManifest } from '@casement/windows-image/store/manifest.js';
import { ImageUploadsService } from '../uploads/image-uploads.service.js';
import { imageErrors } from './images.errors.js';
import { importFiles, importPath } from './file-source.js';
import { ImageJobsService, type StoredImageJob } from '../image-jobs/image-jobs.service.js';
import { toWindowsImage } from './images.mapper.js';
import { ImageCopiesRepository } from './image-copies.repository.js';
import { InstallsService } from '../installs/installs.service.js';
import { VersionImages, type StoredVersion } from '../windows-versions/version-images.service.js';
import { sealedUrlContext, shownUrl } from './url-source.js';

/** Cache size. Entries never expire because the facts of an image never change. */
const MAX_CACHED = 200;

const log = logger('images');

type Firmware = AdminLinuxVersion['firmware'][number];
interface KnownImage {
  image: ImageFacts;
  /** Firmware of a Linux image; empty for Windows. */
  firmware: Firmware[];
}

/** Images of Windows and Linux versions, for administrators. `ImageRunner` does the queued work. */
@Injectable()
export class ImagesService {
  private readonly facts = new Map<string, KnownImage>();

  constructor(
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly jobs: ImageJobsService,
    private readonly images: VersionImages,
    private readonly copies: ImageCopiesRepository,
    private readonly installs: InstallsService,
    private readonly uploads: ImageUploadsService,
    private readonly audit: Audit,
    private readonly secrets: SecretBox,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /** Returns one entry per Windows version, newest first. */
  async list(): Promise<WindowsImage[]> {
    return (await this.of('windows')).map(({ image }) => image);
  }

  /** Returns one entry per Linux version, newest first. */
  async listLinux(): Promise<AdminLinuxVersion[]> {
    return (await this.of('linux')).map(({ version, image, firmware }) => ({
      ...image,
      enabled: version.enabled,
      firmware,
    }));
  }

  /** Linux versions that customers can choose, newest first. */
  async offeredLinux(): Promise<LinuxVersion[]> {
    return (await this.of('linux'))
      .filter(({ version, image }) => version.enabled && image.state === 'ready')
      .map(({ version: { id, name, slug }, firmware }) => ({ id, name, slug, firmware }));
  }

  private async of(kind: ImageKind) {
    const [versions, jobs, active] = await Promise.all([
      this.images.list(kind),
      this.jobs.latestOfVersions(),
      this.installs.countActiveByImage(),
    ]);
    const copies = await this.copies.of(
      versions.flatMap(({ manifestSha256 }) => manifestSha256 ?? []),
    );
    return Promise.all(
      versions.map(async (version) => {
        const name = version.manifestSha256 ?? version.withdrawnManifestSha256;
        const complete = copies.filter(({ image }) => image === version.manifestSha256);
        const { firmware, ...state } = await this.stateOf(version);
        const image = toWindowsImage(version, {
          ...state,
          activeInstalls: (name && active.get(name)) || 0,
          job: jobs.get(version.id),
          copies: this.config.IMAGE_ORIGINS.map(({ name: origin }) => ({
            origin,
            verifiedAt: complete.find((copy) => copy.origin === origin)?.verifiedAt ?? null,
          })),
        });
        return { version, image, firmware };
      }),
    );
  }

  files(): ReturnType<typeof importFiles> {
    return importFiles(importFolder(this.config));
  }

  /** @throws NOT_FOUND */
  async job(id: string): Promise<StoredImageJob> {
    const job = await this.jobs.find(id);
    if (!job || job.versionId === null) throw imageErrors.jobNotFound();
    return job;
  }

  /**
   * Queues an import. The version keeps its image until the new one is complete.
   * @throws NOT_FOUND, IMAGE_BUSY if the image has an open job, VALIDATION_FAILED for a missing file, UPLOAD_STATE
   * for an upload that is not ready
   */
  async import(unit: UnitOfWork, request: ImportImageRequest): Promise<StoredImageJob> {
    const { windows_version_id: versionId, source: sourceKind, location } = request;
    if (sourceKind === 'file') await this.checkFile(location);
    const id = newId();
    return unit.transaction(async (tx) => {
      const version = await this.images.lock(tx, versionId);
      const upload = sourceKind === 'upload' ? await this.uploads.use(tx, location, 'image') : null;
      const source = sourceKind === 'url' ? shownUrl(location) : (upload?.name ?? location);
      const job = await this.jobs.add(tx, {
        id,
        kind: 'import',
        uploadId: upload?.id ?? null,
        versionId,
        sourceKind,
        source,
        sourceSealed:
          sourceKind === 'url' ? this.secrets.seal(location, sealedUrlContext(id)) : null,
        sha256: request.sha256 || null,
        minMemory: request.min_memory_mib === '' ? null : request.min_memory_mib * 2 ** 20,
        handshakeOnly: request.handshake_only,
        requestedBy: actorId(),
      });
      if (!job) throw imageErrors.busy(version.name);
      await this.record(tx, 'windows-image.import-requested', version, { source });
      return job;
    });
  }

  /** @throws NOT_FOUND */
  async certification(versionId: string): Promise<CertificationReport> {
    const version = await this.images.find(versionId);
    const image = version?.manifestSha256 ?? version?.withdrawnManifestSha256;
    if (!image) throw imageErrors.notFound();
    const report = await this.images.certificationOf(image);
    if (!report) throw imageErrors.uncertified();
    return report;
  }

  /** @throws NOT_FOUND, IMAGE_BUSY */
  verify(unit: UnitOfWork, versionId: string): Promise<StoredImageJob> {
    return unit.transaction(async (tx) => {
      const version = await this.versionWithImage(tx, versionId);
      const job = await this.jobs.add(tx, { kind: 'verify', versionId, requestedBy: actorId() });
      if (!job) throw imageErrors.busy(version.name);
      await this.record(tx, 'windows-image.verification-requested', version);
      return job;
    });
  }

  /**
   * Queues a copy of the version's image to an origin, or the verification of an existing copy.
   * @throws NOT_FOUND if the version has no undamaged image, VALIDATION_FAILED for an unknown origin, IMAGE_BUSY
   */
  replicate(unit: UnitOfWork, versionId: string, origin: string): Promise<StoredImageJob> {
    if (!this.config.IMAGE_ORIGINS.some(({ name }) => name === origin)) {
      throw imageErrors.originUnknown();
    }
    return unit.transaction(async (tx) => {
      const version = await this.images.lock(tx, versionId);
      if (!version.manifestSha256) throw imageErrors.notFound();
      const requestedBy = actorId();
      const job = await this.jobs.add(tx, { kind: 'replicate', versionId, origin, requestedBy });
      if (!job) throw imageErrors.busy(version.name);
      await this.record(tx, 'windows-image.replication-requested', version, { origin });
      return job;
    });
  }

  /** @throws NOT_FOUND, IMAGE_JOB_ENDED */
  async cancel(id: string): Promise<StoredImageJob> {
    const { versionId } = await this.job(id);
    return this.db.transaction(async (tx) => {
      // Not locked because ending a job locks the job first and then the version.
      const version = await this.images.get(versionId!);
      const job = await this.jobs.cancel(tx, id);
      if (!job) throw imageErrors.jobEnded();
      if (job.kind === 'import' || job.kind === 'build') await this.jobs.addCollection(tx);
      await this.record(tx, `windows-image.${job.kind}-cancelled`, version);
      return job;
    });
  }

  /**
   * Removes the image from the version. A collection later deletes chunks that no other image needs.
   *
   * @throws NOT_FOUND, IMAGE_IN_USE while an install writes it, IMAGE_BUSY while the image has an open job
   */
  remove(versionId: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      const version = await this.versionWithImage(tx, versionId);
      const image = version.manifestSha256 ?? version.withdrawnManifestSha256!;
      if (await this.installs.isImageInUse(tx, image)) throw imageErrors.inUse(version.name);
      if (await this.jobs.isBusy(tx, versionId)) throw imageErrors.busy(version.name);
      await this.images.unassign(tx, versionId);
      await this.jobs.addCollection(tx);
      await this.record(tx, 'windows-image.deleted', version, { image });
    });
  }

  private async checkFile(name: string): Promise<void> {
    await importPath(importFolder(this.config), name).catch((error: unknown) => {
      throw error instanceof ImageRefused ? imageErrors.sourceRefused(error) : error;
    });
  }

  private async versionWithImage(tx: EntityManager, id: string): Promise<StoredVersion> {
    const version = await this.images.lock(tx, id);
    if (!version.manifestSha256 && !version.withdrawnManifestSha256) throw imageErrors.notFound();
    return version;
  }

  private async stateOf(
    version: StoredVersion,
  ): Promise<{ state: ImageState; image: ImageFacts | null; firmware: Firmware[] }> {
    const { manifestSha256: ready, withdrawnManifestSha256: withdrawn } = version;
    const name = ready ?? withdrawn;
    if (!name) return { state: 'none', image: null, firmware: [] };
    try {
      const known = await this.factsOf(name);
      const state = withdrawn && !ready ? 'damaged' : known ? 'ready' : 'missing';
      return { state, image: known?.image ?? null, firmware: known?.firmware ?? [] };
    } catch (error) {
      log.warn({ err: error }, 'image store not reachable');
      return { state: 'unknown', image: null, firmware: [] };
    }
  }

  private async factsOf(name: string): Promise<KnownImage | null> {
    const known = this.facts.get(name);
    if (known) return known;
    const manifest = await this.store.readManifest(name);
    if (!manifest) return null;
    const facts = { image: toFacts(name, manifest), firmware: manifest.linux?.firmware ?? [] };
    if (this.facts.size >= MAX_CACHED) this.facts.clear();
    this.facts.set(name, facts);
    return facts;
  }

  private async record(
    tx: EntityManager,
    action: string,
    { id, name }: StoredVersion,
    more: object = {},
  ): Promise<void> {
    await this.audit.record(tx, {
      action,
      target: `windows-version:${id}`,
      after: { name, ...more },
    });
  }
}

const actorId = (): string | null => currentContext()?.actor?.userId ?? null;

function toFacts(sha256: string, manifest: ImageManifest): ImageFacts {
  const { firmware, rawSize, minDisk, minMemory, rdpProof, drivers, processor, virtioWin } =
    manifest;
  const { languages = null, chunks } = manifest;
  const { dataBytes, fetchBytes } = imageTotals(manifest);
  return {
    sha256,
    firmware,
    raw_size: rawSize,
    data_bytes: dataBytes,
    stored_bytes: fetchBytes,
    chunks: chunks.filter(isData).length,
    min_disk: minDisk,
    min_memory: minMemory,
    handshake_only: rdpProof === 'handshake',
    drivers: drivers ?? null,
    processor: processor ?? null,
    virtio_win: virtioWin ? `0.1.${virtioWin}` : null,
    languages,
  };
}
