import type { EntityManager } from 'typeorm';
import type { ImageFailure } from '@casement/proto/http/install/windows/images.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import type { StoredImageJob } from '../image-jobs/image-jobs.service.js';

/** Stores the result of a job in the transaction that ends it. @returns the failure, or `null` after success */
export type Conclusion = (tx: EntityManager, job: StoredImageJob) => Promise<ImageFailure | null>;

/** Hides messages of unexpected errors, which may contain anything. */
export function failureOf(error: unknown): ImageFailure {
  const refused = error instanceof ImageRefused ? error : new ImageRefused(codeOf(error));
  return { code: refused.code, message: refused.message, cure: refused.cure };
}

/** System errors come from the store's folder or a lost connection. */
function codeOf(error: unknown): 'STORE_FAILED' | 'UNEXPECTED' {
  return typeof (error as { code?: unknown }).code === 'string' ? 'STORE_FAILED' : 'UNEXPECTED';
}
