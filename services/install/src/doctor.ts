import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { checkDisk } from '@casement/common/platform/doctor/checks.js';
import { doctor } from '@casement/common/platform/doctor/doctor.js';
import { ok, problem } from '@casement/common/platform/doctor/findings.js';
import type { InstallConfig } from './config.js';
import { imageStore } from './image-store/image-store.js';
import { install } from './install.service-definition.js';

await doctor(install, {
  checks: async (config) => [
    await checkImageStore(config),
    ...(existsSync(config.DATA_DIR) ? [await checkDisk(config.DATA_DIR)] : []),
  ],
});

async function checkImageStore(config: InstallConfig) {
  const where = config.IMAGE_S3_BUCKET ? `bucket ${config.IMAGE_S3_BUCKET}` : 'folder';
  try {
    await imageStore(config).readManifest('0'.repeat(64));
    return ok('image store', `${where} is readable`);
  } catch (error) {
    const remedy = 'Check the IMAGE_S3_ settings or the volume. No install can start without it.';
    return problem('image store', `${where}: ${(error as Error).message}`, remedy);
  }
}
