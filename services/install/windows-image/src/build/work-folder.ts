import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BuildRefused } from './build-refused.js';

/**
 * Runs `work` with a temporary folder next to `output`. The next build of the same output removes a folder left by a
 * crashed build.
 * @throws BuildRefused if another build of the same output is running
 */
export async function withWorkFolder<T>(
  output: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = `${output}.building`;
  const owner = join(folder, 'pid');
  const pid = Number(await readFile(owner, 'utf8').catch(() => ''));
  if (pid > 0 && isAlive(pid)) {
    throw new BuildRefused(`${output} is being built already, by process ${pid}.`);
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? `there is no ${dirname(folder)}` : error.code;
    throw new BuildRefused(`${folder} cannot be made: ${reason}.`, { cause: error });
  });
  try {
    await writeFile(owner, String(process.pid));
    return await work(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new BuildRefused(`There is no space left beside ${output}.`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
