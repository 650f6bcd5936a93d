import { access, constants, stat } from 'node:fs/promises';
import { ImageRefused } from '../image-failures.js';

/** Checks a file that was named on the command line. @throws ImageRefused FILE_MISSING, FILE_IS_FOLDER, FILE_UNREADABLE */
export async function requireFile(path: string): Promise<void> {
  try {
    if ((await stat(path)).isDirectory()) throw new ImageRefused('FILE_IS_FOLDER', { path });
    await access(path, constants.R_OK);
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    const { code: reason = '' } = error as NodeJS.ErrnoException;
    const isMissing = reason === 'ENOENT' || reason === 'ENOTDIR';
    throw new ImageRefused(isMissing ? 'FILE_MISSING' : 'FILE_UNREADABLE', { path, reason });
  }
}
