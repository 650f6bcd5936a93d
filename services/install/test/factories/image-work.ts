import { Database } from '@casement/common/data/database/database.js';
import { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { ImageJobLeases } from '../../src/image-jobs/image-job-leases.js';
import { ImageRunner } from '../../src/images/image-runner.js';

export const imageLeases = (app: TestApp): ImageJobLeases =>
  new ImageJobLeases(app.get(Database), 30);

/** Runs the next image job like a worker. @returns false if there is no job */
export async function runNextImageJob(app: TestApp, stop?: AbortSignal): Promise<boolean> {
  const leases = imageLeases(app);
  const claimedAt = performance.now();
  const lease = await leases.claim('a worker');
  if (!lease) return false;
  const held = new HeldLease(leases, lease, claimedAt);
  const abort = () => held.abort(new Error('the service is stopping'));
  stop?.addEventListener('abort', abort);
  if (stop?.aborted) abort();
  try {
    await app.get(ImageRunner).run(held);
  } catch (error) {
    if (!held.signal.aborted) throw error;
  } finally {
    held.end();
  }
  await leases.release(lease, 0);
  return true;
}

export async function runImageJobs(app: TestApp): Promise<void> {
  while (await runNextImageJob(app));
}
