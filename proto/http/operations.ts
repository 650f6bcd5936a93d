import { z } from 'zod';
import { instant } from './envelope.js';

/**
 * Operations pages for administrators. Every service implements the same routes under /admin/operations/{service} for
 * itself.
 */
export const operatedService = z.enum(['auth', 'billing', 'install', 'telegram', 'security']);
export type OperatedService = z.infer<typeof operatedService>;

/** Dependency of the service, e.g. `database`. */
const servicePart = z.object({
  name: z.string(),
  ok: z.boolean(),
  /** Error message; `null` while the part works. */
  problem: z.string().nullable(),
});
export type ServicePart = z.infer<typeof servicePart>;

/** Event that every attempt failed to process. Its content is not shown. */
const deadLetter = z.object({
  id: z.string(),
  /** Consumer whose handlers failed, e.g. `telegram:billing.topup.paid.v1`. */
  consumer: z.string(),
  subject: z.string(),
  event_id: z.string(),
  /** Error of the last try without secrets and addresses. */
  error: z.string(),
  attempts: z.number().int(),
  first_seen: instant,
  last_tried: instant,
  /** An administrator has requested another try, which has not ended yet. */
  retry_requested: z.boolean(),
});
export type DeadLetter = z.infer<typeof deadLetter>;

/** Job that failed or keeps failing. */
const failedJob = z.object({
  /** Kind, e.g. `image-import`. Identifies the job together with the id. */
  kind: z.string(),
  id: z.string(),
  /** Subject of the job, without personal data. */
  title: z.string(),
  error: z.string(),
  attempts: z.number().int(),
  since: instant,
  /** False if the data for a retry no longer exists. */
  can_retry: z.boolean(),
});
export type FailedJob = z.infer<typeof failedJob>;

/** External dependency’s response to a test, without secrets and addresses. */
export const dependencyTestResult = z.object({
  ok: z.boolean(),
  answer: z.string(),
  asked_at: instant,
});
export type DependencyTestResult = z.infer<typeof dependencyTestResult>;

const dependencyState = z.object({
  /** Example: `payment-gateway`. */
  name: z.string(),
  /** Whether the prerequisites of a test, such as settings or an image, exist. */
  configured: z.boolean(),
  /** Result of the last test of this dependency; `null` before the first test. */
  last: dependencyTestResult.nullable(),
});
export type DependencyState = z.infer<typeof dependencyState>;

/** Newest rows and the total count. */
const listed = <T extends z.ZodType>(row: T) =>
  z.object({ total: z.number().int(), rows: z.array(row) });

/** GET /admin/operations/{service}. */
export const serviceOperations = z.object({
  service: operatedService,
  version: z.string(),
  /** Replica that returned this response. */
  replica: z.string(),
  started_at: instant,
  parts: z.array(servicePart),
  /** `null`, like the following fields, while the service's database cannot be read. */
  dead_letters: listed(deadLetter).nullable(),
  failed_jobs: listed(failedJob).nullable(),
  outside: z.array(dependencyState).nullable(),
});
export type ServiceOperations = z.infer<typeof serviceOperations>;
