import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peek } from '../formats/byte-stream.js';
import { convertToRaw, copyToFile } from '../formats/convert-disk.js';
import { decompress } from '../formats/decompress.js';
import { compressionOf, diskFormatOf, HEAD_BYTES } from '../formats/disk-format.js';
import { requireFile } from '../formats/require-file.js';
import { checkContract, type ContractCheck } from './check-contract.js';
import { openDiskFile } from '../volumes/disk-reader.js';

/**
 * Checks an image file against the contract. Compressed and foreign formats are converted to a temporary raw file
 * first.
 * @throws ImageRefused if the file cannot be read
 */
export async function checkImageFile(path: string, maxSize: number): Promise<ContractCheck> {
  const folder = join(tmpdir(), `casement-check-${randomUUID()}`);
  try {
    const disk = await openDiskFile(await rawFile(path, folder, maxSize));
    try {
      return await checkContract(disk);
    } finally {
      await disk.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function rawFile(path: string, folder: string, maxSize: number): Promise<string> {
  await requireFile(path);
  const source = createReadStream(path);
  const outer = await peek(source, HEAD_BYTES);
  const compression = compressionOf(outer.head);
  try {
    if (!compression) {
      const format = diskFormatOf(outer.head);
      return format === 'raw' ? path : await convertToRaw(path, format, { folder, maxSize });
    }
    const inner = await peek(decompress(compression, outer.stream), HEAD_BYTES);
    const format = diskFormatOf(inner.head);
    const plain = join(folder, 'source');
    await copyToFile(inner.stream, plain, { maxSize });
    return format === 'raw' ? plain : await convertToRaw(plain, format, { folder, maxSize });
  } finally {
    source.destroy();
  }
}
