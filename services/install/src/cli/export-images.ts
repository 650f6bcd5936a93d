import 'reflect-metadata';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { exitWithError } from '@casement/common/platform/bootstrap/exit-with-error.js';
import { exportStore } from '@casement/windows-image/store/store-archive.js';
import { InstallConfig } from '../config.js';
import { imageStore } from '../image-store/image-store.js';

/**
 * Writes the image store as a tar archive to standard output. Standard input lists the files to leave out, one per
 * line, so that a backup copies each chunk once.
 */
async function main(): Promise<void> {
  const known: string[] = [];
  for await (const line of createInterface({ input: process.stdin })) known.push(line);
  const damaged: string[] = [];
  const store = imageStore(loadConfig(InstallConfig, process.env));
  await pipeline(
    exportStore(store, known, (image) => damaged.push(image)),
    process.stdout,
  );
  if (damaged.length > 0) {
    throw new Error(
      `${damaged.join(', ')} is incomplete in the image store. All others were written. Verify it in Admin → Windows.`,
    );
  }
}

try {
  await main();
} catch (error) {
  exitWithError('the images were not all exported', error);
}
