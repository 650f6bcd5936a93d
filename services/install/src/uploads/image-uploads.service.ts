import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  MAX_UPLOADS,
  partBytes,
  partCount,
  type ImageUpload,
  type ImageUploadParts,
  type ImageUploadRequest,
  type UploadKind,
} from '@casement/proto/http/install/windows/image-uploads.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { InstallConfig } from '../config.js';
import type { PartStore } from '@casement/windows-image/store/part-store.js';
import { maxImageBytes, PART_STORE } from '../image-store/image-store.js';
import { ImageJobsService } from '../image-jobs/image-jobs.service.js';
import { ImageUploadEntity } from './image-upload.entity.js';
import { uploadErrors } from './image-uploads.errors.js';
import { toImageUpload, toUploadParts } from './image-uploads.mapper.js';
import { ImageUploadsRepository } from './image-uploads.repository.js';
import { hashOfParts, missingParts } from './missing-parts.js';
import { readPart } from './part-body.js';

export type StoredUpload = ImageUploadEntity;
type UploadResult = Partial<Pick<StoredUpload, 'status' | 'sha256' | 'editions' | 'failure'>>;

/** Disk space of the image store reserved for imports. */
const SPARE_BYTES = 256 * 2 ** 20;

/** Files that administrators upload in parts, in any order. All administrators share them. */
@Injectable()
export class ImageUploadsService {
  constructor(
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly uploads: ImageUploadsRepository,
    private readonly jobs: ImageJobsService,
    private readonly audit: Audit,
    @Inject(PART_STORE) private readonly store: PartStore,
  ) {}

  async list(): Promise<ImageUpload[]> {
    const [uploads, received] = await Promise.all([this.uploads.list(), this.uploads.received()]);
    return uploads.map((upload) => toImageUpload(upload, received.get(upload.id) ?? 0));
  }

  /** @throws NOT_FOUND */
  async find(id: string): Promise<ImageUploadParts> {
    const upload = await this.uploads.find(id);
    if (!upload) throw uploadErrors.notFound();
    const parts = await this.uploads.parts(id);
    return toUploadParts(upload, bytesOf(upload, parts), parts);
  }

  /** @throws TOO_MANY_UPLOADS, UPLOAD_NO_SPACE, VALIDATION_FAILED for an image above IMAGE_MAX_GIB */
  async create(unit: UnitOfWork, actor: Actor, request: ImageUploadRequest): Promise<ImageUpload> {
    const { kind, name, size } = request;
    if (kind === 'image' && size > maxImageBytes(this.config)) {
      throw uploadErrors.tooLarge(this.config.IMAGE_MAX_GIB);
    }
    const free = await this.store.free();
    return unit.transaction(async (tx) => {
      await this.uploads.lockCreations(tx);
      const { count, bytes } = await this.uploads.outstanding(tx);
      if (count >= MAX_UPLOADS) throw uploadErrors.tooMany();
      const needed = bytes + size + SPARE_BYTES;
      if (free !== null && free < needed) throw uploadErrors.noSpace(free, needed);
      const upload = await this.uploads.insert(tx, {
        id: newId(),
        kind,
        name,
        size,
        sha256: request.sha256 || null,
        createdBy: actor.userId,
      });
      await this.record(tx, 'image-upload.started', upload);
      return toImageUpload(upload, 0);
    });
  }

  /**
   * Stores a part. Repeating it changes nothing. Different content for the same number is rejected because it belongs
   * to another file.
   *
   * @throws NOT_FOUND, UPLOAD_STATE once all parts were sent, UPLOAD_DIFFERENT, UPLOAD_NO_SPACE, VALIDATION_FAILED,
   *   BODY_TOO_LARGE
   */
  async putPart(id: string, number: number, sha256: string, body: Readable): Promise<void> {
    const upload = await this.uploads.find(id);
    if (!upload) throw uploadErrors.notFound();
    const count = partCount(upload.size);
    if (number >= count) throw uploadErrors.partUnknown(count);
    const content = await readPart(body, partBytes(upload.size, number), sha256);
    const there = await this.uploads.partAt(id, number);
    if (there?.sha256 === sha256) return;
    if (upload.status !== 'uploading') throw uploadErrors.closed();
    if (there) throw uploadErrors.different();
    const part = { number, sha256 };
    await this.store.put(id, part, content).catch((error: unknown) => {
      throw uploadErrors.storeFailed(error);
    });
    if (await this.uploads.addPart(id, part, content.length)) return;
    // The upload has meanwhile ended or received other content. The stored part is removed with the upload.
    const now = await this.uploads.find(id);
    if (!now) throw uploadErrors.notFound();
    throw now.status === 'uploading' ? uploadErrors.different() : uploadErrors.closed();
  }

  /**
   * Queues a job that inspects the complete file. Idempotent, except that it re-inspects after a failure.
   *
   * @param partsSha256 SHA-256 over the SHA-256s of all parts
   * @throws NOT_FOUND, UPLOAD_STATE if parts are missing, UPLOAD_DIFFERENT if the parts belong to different files
   */
  complete(id: string, partsSha256: string): Promise<ImageUpload> {
    return this.db.transaction(async (tx) => {
      const upload = await this.uploads.lock(tx, id);
      if (!upload) throw uploadErrors.notFound();
      const parts = await this.uploads.parts(id, tx);
      const missing = missingParts(parts, partCount(upload.size));
      if (missing.length > 0) {
        throw uploadErrors.incomplete(partCount(upload.size) - parts.length);
      }
      if (hashOfParts(parts) !== partsSha256) throw uploadErrors.different();
      if (upload.status === 'uploading' || upload.status === 'failed') {
        await tx.update(ImageUploadEntity, { id }, { status: 'checking', failure: null });
        await this.jobs.add(tx, { kind: 'inspect', uploadId: id });
      }
      await this.uploads.postponeExpiry(tx, id);
      return toImageUpload(await tx.findOneByOrFail(ImageUploadEntity, { id }), upload.size);
    });
  }

  /** The parts are removed in the background. @throws NOT_FOUND, UPLOAD_STATE while a build or an import uses it */
  remove(id: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      await this.jobs.cancelInspection(tx, id);
      const upload = await this.uploads.lock(tx, id);
      if (!upload) throw uploadErrors.notFound();
      if (await this.jobs.isUploadUsed(tx, id)) throw uploadErrors.inUse();
      await tx.delete(ImageUploadEntity, { id });
      await this.record(tx, 'image-upload.deleted', upload);
    });
  }

  /**
   * Prevents the upload from expiring before the job that is about to use it.
   *
   * @throws NOT_FOUND, also for another kind; UPLOAD_STATE unless its inspection has succeeded
   */
  async use(tx: EntityManager, id: string, kind: UploadKind): Promise<StoredUpload> {
    const upload = await this.uploads.lock(tx, id);
    if (upload?.kind !== kind) throw uploadErrors.notFound();
    if (upload.status !== 'ready') throw uploadErrors.notReady();
    await this.uploads.postponeExpiry(tx, id);
    return upload;
  }

  findStored(id: string): Promise<StoredUpload | null> {
    return this.uploads.find(id);
  }

  async setResult(tx: EntityManager, id: string, result: UploadResult): Promise<void> {
    await tx.update(ImageUploadEntity, { id }, result);
  }

  private async record(
    tx: EntityManager,
    action: string,
    { id, kind, name, size, sha256 }: ImageUploadEntity,
  ): Promise<void> {
    await this.audit.record(tx, {
      action,
      target: `image-upload:${id}`,
      after: { kind, name, size, sha256 },
    });
  }
}

const bytesOf = ({ size }: ImageUploadEntity, parts: { number: number }[]): number =>
  parts.reduce((sum, { number }) => sum + partBytes(size, number), 0);
