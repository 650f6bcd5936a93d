import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import {
  CHUNK_STORE,
  importFolder,
  importTempFolder,
  maxImageBytes,
} from '../image-store/image-store.js';
import { InstallConfig } from '../config.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { importImage } from '@casement/windows-image/import/import-image.js';
import type { ImportedImage } from '@casement/windows-image/import/import-raw.js';
import { UploadedFiles } from '../uploads/uploaded-file.js';
import { openImportFile, type OpenSource } from './file-source.js';
import { ImageJobsService, type StoredImageJob } from '../image-jobs/image-jobs.service.js';
import { VersionImages } from '../windows-versions/version-images.service.js';
import { openUrl, sealedUrlContext } from './url-source.js';

@Injectable()
export class ImageImporter {
  constructor(
    private readonly config: InstallConfig,
    private readonly jobs: ImageJobsService,
    private readonly versions: VersionImages,
    private readonly files: UploadedFiles,
    private readonly secrets: SecretBox,
    private readonly addresses: AddressPolicy,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /** @throws ImageRefused if the source cannot be read or is not an installable image */
  async import(job: StoredImageJob, lease: HeldLease<StoredImageJob>): Promise<ImportedImage> {
    const version = await this.versions.find(job.versionId!);
    const source = await this.open(job, lease.signal);
    try {
      return await importImage(source, this.store.forJob(lease.signal), {
        maxSize: maxImageBytes(this.config),
        folder: join(importTempFolder(this.config), job.id),
        signal: lease.signal,
        onProgress: this.jobs.progressRecorder(lease),
        ...(job.sha256 && { sha256: job.sha256 }),
        ...(job.minMemory && { minMemory: job.minMemory }),
        handshakeOnly: job.handshakeOnly,
        ...(version && { kind: version.kind }),
      });
    } finally {
      await source.close();
    }
  }

  private open(job: StoredImageJob, signal: AbortSignal): Promise<OpenSource> {
    if (job.sourceKind === 'file') return openImportFile(importFolder(this.config), job.source!);
    if (job.sourceKind === 'upload') return this.openUpload(job.uploadId, signal);
    const url = this.secrets.open(job.sourceSealed!, sealedUrlContext(job.id));
    return openUrl(url, {
      addresses: this.addresses,
      maxSize: maxImageBytes(this.config),
      signal,
    });
  }

  private async openUpload(id: string | null, signal: AbortSignal): Promise<OpenSource> {
    const file = await this.files.find(id);
    const bytes = this.files.bytes(file, signal);
    const close = async () => void (await bytes.return(undefined));
    return { bytes, size: file.size, close };
  }
}
