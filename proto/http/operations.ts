import { z } from 'zod';
import { instant } from './envelope.js';

/**
 * What an administrator sees of the running product and mends there. Every service answers the same calls under
 * /admin/operations/{service}, each about itself.
 */
export const operatedService = z.enum(['auth', 'billing', 'install', 'telegram', 'security']);
export type OperatedService = z.infer<typeof operatedService>;

/** Something that the service needs, e.g. `database`. */
const servicePart = z.object({
  name: z.string(),
  ok: z.boolean(),
  /** Why it is not; null while it is. */
  problem: z.string().nullable(),
});
export type ServicePart = z.infer<typeof servicePart>;

/** An event that every attempt failed to process. Its content is not shown. */
const deadLetter = z.object({
  id: z.string(),
  /** Whose handlers refused it, e.g. `telegram:billing.topup.paid.v1`. */
  consumer: z.string(),
  subject: z.string(),
  event_id: z.string(),
  /** Of the last try; without secrets and addresses. */
  error: z.string(),
  attempts: z.number().int(),
  first_seen: instant,
  last_tried: instant,
  /** An administrator asked for one more try, which has not ended yet. */
  retry_requested: z.boolean(),
});
export type DeadLetter = z.infer<typeof deadLetter>;

/** Work that failed, or keeps failing. */
const failedJob = z.object({
  /** E.g. `image-import`. With the id it names the job. */
  kind: z.string(),
  id: z.string(),
  /** What it was about, without personal data. */
  title: z.string(),
  error: z.string(),
  attempts: z.number().int(),
  since: instant,
  /** False where nothing is left to try again with. */
  can_retry: z.boolean(),
});
export type FailedJob = z.infer<typeof failedJob>;

/** An external dependency’s own answer to a test, without secrets and addresses. */
export const dependencyTestResult = z.object({
  ok: z.boolean(),
  answer: z.string(),
  asked_at: instant,
});
export type DependencyTestResult = z.infer<typeof dependencyTestResult>;

const dependencyState = z.object({
  /** E.g. `payment-gateway`. */
  name: z.string(),
  /** Whether it has what it needs to be asked at all: its settings, an image. */
  configured: z.boolean(),
  /** Of the last test; null before the first. */
  last: dependencyTestResult.nullable(),
});
export type DependencyState = z.infer<typeof dependencyState>;

/** The newest ones, and how many there are. */
const listed = <T extends z.ZodType>(row: T) =>
  z.object({ total: z.number().int(), rows: z.array(row) });

/** GET /admin/operations/{service}. */
export const serviceOperations = z.object({
  service: operatedService,
  version: z.string(),
  /** The one of several that answered. */
  replica: z.string(),
  started_at: instant,
  parts: z.array(servicePart),
  /** These are null while the service's database can't be read. */
  dead_letters: listed(deadLetter).nullable(),
  failed_jobs: listed(failedJob).nullable(),
  outside: z.array(dependencyState).nullable(),
});
export type ServiceOperations = z.infer<typeof serviceOperations>;
