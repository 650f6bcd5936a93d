import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CertificationReport } from '@casement/proto/http/certifications.js';
import type {
  ImageFacts,
  ImageState,
  ImportImageRequest,
  WindowsImage,
} from '@casement/proto/http/images.js';
import { currentContext } from '@casement/common/core/context/request-context.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { CHUNK_STORE } from '../agent/agent.tokens.js';
import { InstallConfig } from '../config.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { imageTotals, isData, type ImageManifest } from '@casement/windows-image/store/manifest.js';
import { importFolder } from '../folders.js';
import type { WindowsVersionEntity } from '../windows-versions/windows-version.entity.js';
import { ImageUploadsService } from '../uploads/image-uploads.service.js';
import { CertificationsRepository } from '../windows-versions/certifications.repository.js';
import { windowsVersionErrors } from '../windows-versions/windows-versions.errors.js';
import { imageErrors } from './images.errors.js';
import { WindowsVersionsRepository } from '../windows-versions/windows-versions.repository.js';
import { importFiles, importPath } from './file-source.js';
import { sourceContext, type ImageJobEntity } from './image-job.entity.js';
import { ImageJobsRepository } from './image-jobs.repository.js';
import { toWindowsImage } from './images.mapper.js';
import { ImageCopiesRepository } from './image-copies.repository.js';
import { ImagesRepository } from './images.repository.js';
import { shownUrl } from './url-source.js';

/** Facts of so many images are kept in memory; they never change. */
const MAX_KNOWN = 200;

const log = logger('images');

/** What administrators do with images. The work itself is done in the background, see `ImageRunner`. */
@Injectable()
export class ImagesService {
  private readonly known = new Map<string, ImageFacts>();

  constructor(
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly jobs: ImageJobsRepository,
    private readonly images: ImagesRepository,
    private readonly copies: ImageCopiesRepository,
    private readonly versions: WindowsVersionsRepository,
    private readonly certifications: CertificationsRepository,
    private readonly uploads: ImageUploadsService,
    private readonly audit: Audit,
    private readonly secrets: SecretBox,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /** One for every Windows version, newest first. */
  async list(): Promise<WindowsImage[]> {
    const [versions, jobs, active] = await Promise.all([
      this.versions.list(),
      this.jobs.latest(),
      this.images.activeInstalls(),
    ]);
    const copies = await this.copies.of(
      versions.flatMap(({ manifestSha256 }) => manifestSha256 ?? []),
    );
    return Promise.all(
      versions.map(async (version) => {
        const name = version.manifestSha256 ?? version.withdrawnManifestSha256;
        const whole = copies.filter(({ image }) => image === version.manifestSha256);
        return toWindowsImage(version, {
          ...(await this.stateOf(version)),
          activeInstalls: (name && active.get(name)) || 0,
          job: jobs.get(version.id),
          copies: this.config.IMAGE_ORIGINS.map(({ name: origin }) => ({
            origin,
            verifiedAt: whole.find((copy) => copy.origin === origin)?.verifiedAt ?? null,
          })),
        });
      }),
    );
  }

  /** The files in the import folder. */
  files(): ReturnType<typeof importFiles> {
    return importFiles(importFolder(this.config));
  }

  /** @throws NOT_FOUND */
  async job(id: string): Promise<ImageJobEntity> {
    const job = await this.jobs.find(id);
    if (!job || job.versionId === null) throw imageErrors.jobNotFound();
    return job;
  }

  /**
   * Asks for an import; the image that the version has stays until the new one is whole.
   *
   * @throws NOT_FOUND, IMAGE_BUSY where something is done to its image already, VALIDATION_FAILED for a missing file,
   *   UPLOAD_STATE for an upload that is not ready
   */
  async import(request: ImportImageRequest): Promise<ImageJobEntity> {
    const { windows_version_id: versionId, source: sourceKind, location } = request;
    if (sourceKind === 'file') await this.checkFile(location);
    const id = newId();
    return this.db.transaction(async (tx) => {
      const version = await this.version(tx, versionId);
      const upload = sourceKind === 'upload' ? await this.uploads.use(tx, location, 'image') : null;
      const source = sourceKind === 'url' ? shownUrl(location) : (upload?.name ?? location);
      const job = await this.jobs.insert(tx, {
        id,
        kind: 'import',
        uploadId: upload?.id ?? null,
        versionId,
        sourceKind,
        source,
        sourceSealed: sourceKind === 'url' ? this.secrets.seal(location, sourceContext(id)) : null,
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

  /** The report of its image's certification. @throws NOT_FOUND */
  async certification(versionId: string): Promise<CertificationReport> {
    const version = await this.images.find(versionId);
    const image = version?.manifestSha256 ?? version?.withdrawnManifestSha256;
    if (!image) throw imageErrors.notFound();
    const report = await this.certifications.find(image);
    if (!report) throw imageErrors.uncertified();
    return report;
  }

  /** @throws NOT_FOUND, IMAGE_BUSY */
  verify(versionId: string): Promise<ImageJobEntity> {
    return this.db.transaction(async (tx) => {
      const version = await this.versionWithImage(tx, versionId);
      const job = await this.jobs.insert(tx, { kind: 'verify', versionId, requestedBy: actorId() });
      if (!job) throw imageErrors.busy(version.name);
      await this.record(tx, 'windows-image.verification-requested', version);
      return job;
    });
  }

  /**
   * Copies the version's image to an origin, or reads it there again.
   * @throws NOT_FOUND where the version has none that is whole, VALIDATION_FAILED for an unknown origin, IMAGE_BUSY
   */
  replicate(versionId: string, origin: string): Promise<ImageJobEntity> {
    if (!this.config.IMAGE_ORIGINS.some(({ name }) => name === origin)) {
      throw imageErrors.originUnknown();
    }
    return this.db.transaction(async (tx) => {
      const version = await this.version(tx, versionId);
      if (!version.manifestSha256) throw imageErrors.notFound();
      const requestedBy = actorId();
      const job = await this.jobs.insert(tx, { kind: 'replicate', versionId, origin, requestedBy });
      if (!job) throw imageErrors.busy(version.name);
      await this.record(tx, 'windows-image.replication-requested', version, { origin });
      return job;
    });
  }

  /** @throws NOT_FOUND, IMAGE_JOB_ENDED */
  async cancel(id: string): Promise<ImageJobEntity> {
    const { versionId } = await this.job(id);
    return this.db.transaction(async (tx) => {
      // Not locked: the end of a job locks the job first and then the version.
      const version = await this.images.find(versionId!);
      if (!version) throw windowsVersionErrors.notFound();
      const job = await this.jobs.cancel(tx, id);
      if (!job) throw imageErrors.jobEnded();
      if (job.kind === 'import' || job.kind === 'build') await this.jobs.collect(tx);
      await this.record(tx, `windows-image.${job.kind}-cancelled`, version);
      return job;
    });
  }

  /**
   * Removes the image from the version. What no other version and no install needs is deleted in the background.
   *
   * @throws NOT_FOUND, IMAGE_IN_USE while an install writes it, IMAGE_BUSY while something is done to it
   */
  remove(versionId: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      const version = await this.versionWithImage(tx, versionId);
      const image = version.manifestSha256 ?? version.withdrawnManifestSha256!;
      if (await this.images.isInUse(tx, image)) throw imageErrors.inUse(version.name);
      if (await this.jobs.isBusy(tx, versionId)) throw imageErrors.busy(version.name);
      await this.images.unassign(tx, versionId);
      await this.jobs.collect(tx);
      await this.record(tx, 'windows-image.deleted', version, { image });
    });
  }

  private async checkFile(name: string): Promise<void> {
    await importPath(importFolder(this.config), name).catch((error: unknown) => {
      throw error instanceof ImageRefused ? imageErrors.sourceRefused(error) : error;
    });
  }

  private async version(tx: EntityManager, id: string): Promise<WindowsVersionEntity> {
    const version = await this.images.lockVersion(tx, id);
    if (!version) throw windowsVersionErrors.notFound();
    return version;
  }

  private async versionWithImage(tx: EntityManager, id: string): Promise<WindowsVersionEntity> {
    const version = await this.version(tx, id);
    if (!version.manifestSha256 && !version.withdrawnManifestSha256) throw imageErrors.notFound();
    return version;
  }

  private async stateOf(
    version: WindowsVersionEntity,
  ): Promise<{ state: ImageState; image: ImageFacts | null }> {
    const { manifestSha256: ready, withdrawnManifestSha256: withdrawn } = version;
    const name = ready ?? withdrawn;
    if (!name) return { state: 'none', image: null };
    try {
      const image = await this.factsOf(name);
      return { state: withdrawn && !ready ? 'damaged' : image ? 'ready' : 'missing', image };
    } catch (error) {
      log.warn({ err: error }, 'the image store does not answer');
      return { state: 'unknown', image: null };
    }
  }

  private async factsOf(name: string): Promise<ImageFacts | null> {
    const known = this.known.get(name);
    if (known) return known;
    const manifest = await this.store.readManifest(name);
    if (!manifest) return null;
    const facts = toFacts(name, manifest);
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(name, facts);
    return facts;
  }

  private async record(
    tx: EntityManager,
    action: string,
    { id, name }: WindowsVersionEntity,
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
  const { firmware, rawSize, minDisk, minMemory, rdpProof, drivers, chunks } = manifest;
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
  };
}
