import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImageFailure } from '@casement/proto/http/images.js';
import { SecretBox } from '@casement/common/crypto/secret-box.js';
import { Database } from '@casement/common/database/database.js';
import { logger } from '@casement/common/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { AddressPolicy } from '@casement/common/net/address-policy.js';
import { CHUNK_STORE } from '../agent/agent.tokens.js';
import { InstallConfig } from '../config.js';
import type { ChunkStore } from '../engine/image/chunk-store.js';
import { collectGarbage } from '../engine/image/collect-garbage.js';
import { ImageRefused } from '../engine/image/image-failures.js';
import { importImage } from '../engine/image/import-image.js';
import { isData, type ImageManifest } from '../engine/image/manifest.js';
import { findDamage } from '../engine/image/verify-image.js';
import { importFolder, importTempFolder, mostImageBytes } from '../folders.js';
import { openImportFile, type OpenSource } from './file-source.js';
import { sourceContext, type ImageJobEntity } from './image-job.entity.js';
import { ImageJobsRepository, type JobLease } from './image-jobs.repository.js';
import { HeldJob, JobLost } from './image-lease.js';
import { ImagesRepository } from './images.repository.js';
import { openUrl } from './url-source.js';

/** A job that ended its worker so often is not tried again. */
const MOST_ATTEMPTS = 3;

const log = logger('images');

type Conclusion = (tx: EntityManager, job: ImageJobEntity) => Promise<ImageFailure | null>;

/** Does one job of the queue, from its claim to its end. */
@Injectable()
export class ImageRunner {
  constructor(
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly jobs: ImageJobsRepository,
    private readonly images: ImagesRepository,
    private readonly audit: Audit,
    private readonly secrets: SecretBox,
    private readonly addresses: AddressPolicy,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /** @returns false where there was nothing to do */
  async runNext(worker: string, stop?: AbortSignal): Promise<boolean> {
    const lease = await this.jobs.claim(worker, this.config.INSTALL_LEASE_SECONDS);
    if (!lease) return false;
    const held = new HeldJob(this.jobs, lease, this.config.INSTALL_LEASE_SECONDS, stop);
    try {
      await this.run(lease, held);
    } finally {
      held.stop();
    }
    return true;
  }

  private async run(lease: JobLease, held: HeldJob): Promise<void> {
    try {
      const job = await this.jobs.find(lease.id);
      if (!job) return;
      if (job.attempts > MOST_ATTEMPTS) {
        throw new ImageRefused('WORKER_LOST', { attempts: MOST_ATTEMPTS });
      }
      const conclude = await this.work(job, held);
      await this.end(lease, conclude);
    } catch (error) {
      if (held.signal.aborted || error instanceof JobLost) return this.letGo(lease, held);
      if (!(error instanceof ImageRefused)) {
        log.error({ err: error, imageJobId: lease.id }, 'image job broke');
      }
      await this.end(lease, () => Promise.resolve(failureOf(error)));
    }
  }

  private work(job: ImageJobEntity, held: HeldJob): Promise<Conclusion> {
    switch (job.kind) {
      case 'import':
        return this.import(job, held);
      case 'verify':
        return this.verify(job, held);
      case 'collect':
        return this.collect(held);
    }
  }

  /** The version gets its image only when all of it is there and is what was asked for. */
  private async import(job: ImageJobEntity, held: HeldJob): Promise<Conclusion> {
    const source = await this.open(job, held.signal);
    try {
      const { sha256, manifest } = await importImage(source, this.store, {
        maxSize: mostImageBytes(this.config),
        folder: join(importTempFolder(this.config), job.id),
        signal: held.signal,
        onProgress: held.report,
        ...(job.sha256 && { sha256: job.sha256 }),
        ...(job.minMemory && { minMemory: job.minMemory }),
      });
      return async (tx) => {
        const version = await this.images.lockVersion(tx, job.versionId!);
        if (!version) return null;
        await this.images.give(tx, version.id, sha256);
        await this.jobs.collect(tx);
        await this.audit.record(tx, {
          action: 'windows-image.imported',
          target: `windows-version:${version.id}`,
          actorId: job.requestedBy ?? '',
          before: { image: version.manifestSha256 ?? version.withdrawnManifestSha256 },
          after: { image: sha256, source: job.source, size: manifest.rawSize },
        });
        return null;
      };
    } finally {
      await source.close();
    }
  }

  private open(job: ImageJobEntity, signal: AbortSignal): Promise<OpenSource> {
    if (job.sourceKind === 'file') return openImportFile(importFolder(this.config), job.source!);
    const url = this.secrets.open(job.sourceSealed!, sourceContext(job.id));
    return openUrl(url, {
      addresses: this.addresses,
      maxSize: mostImageBytes(this.config),
      signal,
    });
  }

  /**
   * Damaged chunks are deleted, so that the next import stores them anew; and every image that has one of them is
   * withdrawn: a disk is wiped before the first chunk is missed.
   */
  private async verify(job: ImageJobEntity, held: HeldJob): Promise<Conclusion> {
    const version = await this.images.find(job.versionId!);
    const image = version?.manifestSha256 ?? version?.withdrawnManifestSha256;
    if (!image) return () => Promise.resolve(null);
    const manifest = await this.store.readManifest(image);
    if (!manifest) return (tx) => this.withdraw(tx, [image], 'all', 0);
    const chunks = new Set(manifest.chunks.filter(isData).map(({ zstd }) => zstd)).size;
    const damaged = await findDamage(manifest, this.store, {
      signal: held.signal,
      onProgress: (done, total) => held.report({ step: 'verifying', done, total }),
    });
    if (damaged.size === 0) {
      return async (tx) => {
        await this.images.foundWhole(tx, image);
        return null;
      };
    }
    const withdrawn = await this.imagesWith(damaged);
    for (const name of damaged) {
      held.mayGoOn();
      await this.store.deleteChunk(name);
    }
    return (tx) => this.withdraw(tx, [image, ...withdrawn], damaged.size, chunks);
  }

  private async withdraw(
    tx: EntityManager,
    images: string[],
    damaged: number | 'all',
    chunks: number,
  ): Promise<ImageFailure> {
    await this.images.withdraw(tx, images);
    await this.audit.record(tx, {
      action: 'windows-image.withdrawn',
      target: `image:${images[0]}`,
      actorId: '',
      after: { images, damaged },
    });
    const code = damaged === 'all' ? 'MANIFEST_UNREADABLE' : 'IMAGE_DAMAGED';
    return failureOf(new ImageRefused(code, { damaged, chunks }));
  }

  private async imagesWith(chunks: Set<string>): Promise<string[]> {
    const found: string[] = [];
    for (const image of await this.images.ofVersions()) {
      const manifest = await this.store.readManifest(image);
      if (manifest && hasAny(manifest, chunks)) found.push(image);
    }
    return found;
  }

  private async collect(held: HeldJob): Promise<Conclusion> {
    const collected = await collectGarbage(this.store, await this.images.needed(), held.mayGoOn);
    if (collected.chunks + collected.manifests > 0)
      log.info({ ...collected }, 'image chunks collected');
    return async (tx) => {
      await this.jobs.forgetOld(tx);
      return null;
    };
  }

  /** What the work comes to and the job's end are one: a job that was cancelled comes to nothing. */
  private async end(lease: JobLease, conclude: Conclusion): Promise<void> {
    await this.db.transaction(async (tx) => {
      const job = await this.jobs.hold(tx, lease);
      if (!job) return;
      const failure = await conclude(tx, job);
      await this.jobs.end(tx, lease, failure);
      if (failure) {
        log.warn(
          { imageJobId: job.id, kind: job.kind, failureCode: failure.code },
          'image job failed',
        );
        // What was stored of an image that did not come to be.
        if (job.kind === 'import') await this.jobs.collect(tx);
      }
    });
  }

  private async letGo(lease: JobLease, held: HeldJob): Promise<void> {
    const reason: unknown = held.signal.reason;
    if (reason instanceof JobLost) log.info({ imageJobId: lease.id }, 'image job lost');
    else await this.jobs.release(lease);
  }
}

const hasAny = (manifest: ImageManifest, chunks: Set<string>): boolean =>
  manifest.chunks.some((chunk) => isData(chunk) && chunks.has(chunk.zstd));

/** In words for an administrator; an unexpected error's own words may hold anything. */
export function failureOf(error: unknown): ImageFailure {
  const refused = error instanceof ImageRefused ? error : new ImageRefused(codeOf(error));
  return { code: refused.code, message: refused.message, cure: refused.cure };
}

/** The store's folder or its server: the system's error codes, or an HTTP answer. */
function codeOf(error: unknown): 'STORE_FAILED' | 'UNEXPECTED' {
  const { code, $metadata } = error as { code?: unknown; $metadata?: unknown };
  return typeof code === 'string' || $metadata !== undefined ? 'STORE_FAILED' : 'UNEXPECTED';
}
