import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { CHUNK_STORE, importTempFolder, maxImageBytes } from '../image-store/image-store.js';
import { InstallConfig } from '../config.js';
import { buildImage, type BuiltImage } from '@casement/windows-image/build/build-image.js';
import { BuildRefused } from '@casement/windows-image/build/build-refused.js';
import { CountedBytes } from '@casement/windows-image/formats/byte-stream.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { importImage } from '@casement/windows-image/import/import-image.js';
import type { ImportedImage } from '@casement/windows-image/import/import-raw.js';
import { fileBytes } from '@casement/windows-image/formats/sparse-file.js';
import { UploadedFiles, writeUploaded } from '../uploads/uploaded-file.js';
import {
  ImageJobsService,
  type JobLog,
  type StoredImageJob,
} from '../image-jobs/image-jobs.service.js';

type Lease = HeldLease<StoredImageJob>;

@Injectable()
export class ImageBuilder {
  constructor(
    private readonly config: InstallConfig,
    private readonly jobs: ImageJobsService,
    private readonly files: UploadedFiles,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /**
   * Works in a folder named after the job, which is always removed. A worker that takes over starts again from the
   * uploads.
   *
   * @throws ImageRefused BUILD_REFUSED, PROGRAM_MISSING, UPLOAD_GONE, UPLOAD_LOST, UPLOAD_TEMP_SPACE and those of an
   * import
   */
  async build(job: StoredImageJob, lease: Lease): Promise<ImportedImage> {
    const folder = join(importTempFolder(this.config), job.id);
    const log = this.jobs.logOf(job, lease);
    if (job.attempts > 1)
      log.add(`Attempt ${job.attempts}: starting again because the previous worker stopped.`);
    // Removes leftovers of a crashed worker.
    await rm(folder, { recursive: true, force: true });
    try {
      const output = join(folder, 'disk.raw');
      describe(await this.assemble(job, lease, folder, output, log), log);
      const image = await this.import(job, lease, output);
      log.add('Imported.');
      return image;
    } catch (error) {
      if (!(error instanceof BuildRefused)) throw error;
      // Local paths are meaningless to the reader.
      const why = error.message.replaceAll(`${folder}/`, '');
      throw new ImageRefused('BUILD_REFUSED', { why }, { cause: error });
    } finally {
      await rm(folder, { recursive: true, force: true });
      await log.written();
    }
  }

  private async assemble(
    job: StoredImageJob,
    lease: Lease,
    folder: string,
    output: string,
    log: JobLog,
  ): Promise<BuiltImage> {
    const report = this.jobs.progressRecorder(lease);
    const [iso, drivers] = [join(folder, 'windows.iso'), join(folder, 'drivers.iso')];
    log.add('Copying the uploaded files');
    await this.copy(job.uploadId, iso, lease);
    await this.copy(job.driversUploadId, drivers, lease);
    let last = '';
    return buildImage({
      iso,
      drivers,
      output,
      edition: String(job.edition),
      recipe: job.recipe ?? undefined,
      firmware: job.firmware ?? undefined,
      ...(job.diskGib !== null && { sizeMib: job.diskGib * 1024 }),
      signal: lease.signal,
      onStep: (step, percent) => {
        if (step !== last) log.add(step);
        last = step;
        report({ step: 'building', done: percent ?? 0, total: percent === null ? null : 100 });
      },
    });
  }

  private async copy(uploadId: string | null, path: string, lease: Lease): Promise<void> {
    const file = await this.files.find(uploadId);
    const report = this.jobs.progressRecorder(lease);
    const counted = new CountedBytes(this.files.bytes(file, lease.signal), (done) =>
      report({ step: 'copying', done, total: file.size }),
    );
    await writeUploaded(file, counted.read(), path, lease.signal);
  }

  private async import(job: StoredImageJob, lease: Lease, path: string): Promise<ImportedImage> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const bytes = fileBytes(file, path, lease.signal);
      return await importImage({ bytes, size }, this.store.forJob(lease.signal), {
        maxSize: maxImageBytes(this.config),
        folder: `${path}.import`,
        signal: lease.signal,
        onProgress: this.jobs.progressRecorder(lease),
        handshakeOnly: job.handshakeOnly,
      });
    } finally {
      await file.close();
    }
  }
}

function describe({ edition, recipe, drivers, findings }: BuiltImage, log: JobLog): void {
  const { name, major, minor, build } = edition;
  log.add(`${name}, Windows ${major}.${minor}.${build}, by ${recipe.name}`);
  for (const { inf, version, from } of drivers) log.add(`Driver ${inf} ${version} (${from})`);
  for (const { code, result, message } of findings) {
    if (result !== 'ok' && result !== 'skipped') log.add(`${result}: ${code} ${message}`);
  }
}
