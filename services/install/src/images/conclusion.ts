import type { EntityManager } from 'typeorm';
import type { ImageFailure } from '@casement/proto/http/images.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import type { ImageJobEntity } from './image-job.entity.js';

/** What a job's work comes to, in the transaction that ends the job; null where it has succeeded. */
export type Conclusion = (tx: EntityManager, job: ImageJobEntity) => Promise<ImageFailure | null>;

/** For an administrator; the message of an unexpected error may hold anything. */
export function failureOf(error: unknown): ImageFailure {
  const refused = error instanceof ImageRefused ? error : new ImageRefused(codeOf(error));
  return { code: refused.code, message: refused.message, cure: refused.cure };
}

/** Of the system: the store's folder, or a connection that broke off. */
function codeOf(error: unknown): 'STORE_FAILED' | 'UNEXPECTED' {
  return typeof (error as { code?: unknown }).code === 'string' ? 'STORE_FAILED' : 'UNEXPECTED';
}
