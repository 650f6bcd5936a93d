import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { UploadedEdition } from '@casement/proto/http/install/windows/image-uploads.js';
import { InstallConfig } from '../config.js';
import { BuildRefused } from '@casement/windows-image/build/build-refused.js';
import { listEditions } from '@casement/windows-image/build/build-image.js';
import { openSource } from '@casement/windows-image/build/file-source.js';
import { fittingRecipe, readRecipes } from '@casement/windows-image/build/recipe.js';
import { CountedBytes } from '@casement/windows-image/formats/byte-stream.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { importTempFolder } from '../image-store/image-store.js';
import type { ImageUploadEntity } from './image-upload.entity.js';
import { UploadedFiles, writeUploaded } from './uploaded-file.js';

export interface Inspected {
  sha256: string;
  editions: UploadedEdition[] | null;
}

@Injectable()
export class UploadInspector {
  constructor(
    private readonly config: InstallConfig,
    private readonly files: UploadedFiles,
  ) {}

  /**
   * @param jobId names the folder for temporary files, which is removed at the end
   * @throws ImageRefused SHA256_DIFFERENT, UPLOAD_GONE, UPLOAD_LOST, UPLOAD_REFUSED if an ISO has no Windows or no
   * drivers, PROGRAM_MISSING, UPLOAD_TEMP_SPACE
   */
  async inspect(
    upload: ImageUploadEntity,
    jobId: string,
    signal: AbortSignal,
    onBytes: (done: number) => void,
  ): Promise<Inspected> {
    const folder = join(importTempFolder(this.config), jobId);
    // Removes leftovers of a crashed worker.
    await rm(folder, { recursive: true, force: true });
    try {
      return await this.read(upload, folder, signal, onBytes);
    } catch (error) {
      if (!(error instanceof BuildRefused)) throw error;
      // The local path is meaningless to the reader.
      const why = error.message.replaceAll(join(folder, ISO), upload.name);
      throw new ImageRefused('UPLOAD_REFUSED', { name: upload.name, why }, { cause: error });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async read(
    upload: ImageUploadEntity,
    folder: string,
    signal: AbortSignal,
    onBytes: (done: number) => void,
  ): Promise<Inspected> {
    const file = await this.files.find(upload.id);
    const counted = new CountedBytes(this.files.bytes(file, signal), onBytes);
    const path = join(folder, ISO);
    if (upload.kind === 'image') await readToEnd(counted.read());
    else await writeUploaded(file, counted.read(), path, signal);
    const sha256 = counted.sha256();
    if (upload.sha256 !== null && upload.sha256 !== sha256) {
      throw new ImageRefused('SHA256_DIFFERENT', { found: sha256 });
    }
    if (upload.kind === 'iso') return { sha256, editions: await editionsOf(path, folder, signal) };
    if (upload.kind === 'drivers') await requireDrivers(path, signal);
    return { sha256, editions: null };
  }
}

const ISO = 'uploaded.iso';

async function readToEnd(bytes: AsyncGenerator<Buffer>): Promise<void> {
  while (!(await bytes.next()).done);
}

async function editionsOf(
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<UploadedEdition[]> {
  const recipes = await readRecipes();
  const editions = await listEditions(path, folder, signal);
  if (editions.length === 0) throw new BuildRefused('The medium has no edition of Windows.');
  return editions.map((edition) => {
    const { index, name, id, architecture, languages, build } = edition;
    const recipe = fittingRecipe(recipes, edition)?.name ?? null;
    return { index, name, id, architecture, languages, build, recipe };
  });
}

async function requireDrivers(path: string, signal: AbortSignal): Promise<void> {
  const files = await (await openSource(path, signal)).list();
  if (!files.some((file) => file.path.toLowerCase().endsWith('.inf'))) {
    throw new BuildRefused('it has no drivers (no INF file).');
  }
}
