import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import type {
  OperatedService,
  DependencyTestResult,
  ServiceOperations,
  ServicePart,
} from '@casement/proto/http/operations.js';
import type { Actor } from '../../core/context/actor.js';
import { SERVICE_NAME } from '../../core/config/service-name.js';
import { Database } from '../../data/database/database.js';
import { isId, creationTimeOf } from '../../data/database/new-id.js';
import { Readiness } from '../health/readiness.js';
import { withTimeout } from '../../core/async/with-timeout.js';
import { logger } from '../../core/logging/logger.js';
import { Audit } from '../../messaging/audit.js';
import { DeadLetters, type DeadLetter } from '../../messaging/dead-letters/dead-letters.js';
import { FailedJobs } from './failed-jobs.js';
import { operationsErrors } from './operations.errors.js';
import { ExternalDependencies } from './external-dependencies.js';
import { Redactor } from './redactor.js';

const log = logger('operations');
const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Version, replica and start time of the process that responds. All services of a release have the same version. */
const release = {
  version,
  /** Host name (the pod's name in Kubernetes) and process id. */
  replica: `${hostname()}/${process.pid}`,
  startedAt: new Date(Date.now() - process.uptime() * 1_000),
} as const;

const MAX_LISTED_DEAD_LETTERS = 50;
/** Below the browser's timeout of 10 s, so that a hanging database does not hide the other parts. */
const READ_MS = 4_000;

/** Status of this service and the actions that administrators can take. */
@Injectable()
export class OperationsService {
  constructor(
    @Inject(SERVICE_NAME) private readonly name: string,
    private readonly db: Database,
    private readonly readiness: Readiness,
    private readonly deadLetterStore: DeadLetters,
    private readonly jobs: FailedJobs,
    private readonly dependencies: ExternalDependencies,
    private readonly redactor: Redactor,
    private readonly audit: Audit,
  ) {}

  async overview(): Promise<ServiceOperations> {
    const [parts, deadLetters, failedJobs, outside] = await Promise.all([
      this.parts(),
      orNull('dead letters', this.deadLetters()),
      orNull('failed jobs', this.jobs.list()),
      orNull('external dependencies', this.dependencies.list()),
    ]);
    return {
      service: this.name as OperatedService,
      version: release.version,
      replica: release.replica,
      started_at: release.startedAt.toISOString(),
      parts,
      dead_letters: deadLetters,
      failed_jobs: failedJobs,
      outside,
    };
  }

  /**
   * Requests another try, which follows within seconds. Repeated requests before that cause a single try.
   *
   * @throws NOT_FOUND
   */
  async retryDeadLetter(id: string): Promise<void> {
    if (!isId(id)) throw operationsErrors.deadLetterNotFound();
    await this.db.transaction(async (tx) => {
      const asked = await this.deadLetterStore.requestReplay(tx, id);
      if (asked) return this.record('dead-letter.retried', asked, tx);
      // No letter was marked: it is already requested or in progress, or it does not exist.
      if (!(await this.deadLetterStore.exists(tx, id))) throw operationsErrors.deadLetterNotFound();
    });
  }

  /**
   * Deletes a letter, so the event never takes effect.
   *
   * @throws NOT_FOUND, or CONFLICT while it is being retried
   */
  async discardDeadLetter(id: string): Promise<void> {
    if (!isId(id)) throw operationsErrors.deadLetterNotFound();
    await this.db.transaction(async (tx) => {
      const discarded = await this.deadLetterStore.discard(tx, id);
      if (discarded) return this.record('dead-letter.discarded', discarded, tx);
      throw (await this.deadLetterStore.exists(tx, id))
        ? operationsErrors.deadLetterInProgress()
        : operationsErrors.deadLetterNotFound();
    });
  }

  retryJob(kind: string, id: string): Promise<void> {
    return this.jobs.retry(kind, id);
  }

  /** @throws NOT_FOUND, or RATE_LIMITED if it was tested a moment ago */
  testDependency(actor: Actor, name: string): Promise<DependencyTestResult> {
    return this.dependencies.test(actor, name);
  }

  private record(
    action: string,
    { id, consumer, subject, messageId }: DeadLetter,
    tx: Parameters<Audit['record']>[0],
  ): Promise<void> {
    return this.audit.record(tx, {
      action,
      target: `dead-letter:${id}`,
      before: { consumer, subject, eventId: messageId },
    });
  }

  private async parts(): Promise<ServicePart[]> {
    const parts = await this.readiness.inspect();
    return parts.map(({ name, error }) => ({
      name,
      ok: error === undefined,
      problem: error === undefined ? null : this.redactor.redactError(error),
    }));
  }

  private async deadLetters(): Promise<ServiceOperations['dead_letters']> {
    const [rows, total] = await Promise.all([
      this.deadLetterStore.list(MAX_LISTED_DEAD_LETTERS),
      this.deadLetterStore.count(),
    ]);
    return {
      total,
      rows: rows.map((deadLetter) => ({
        id: deadLetter.id,
        consumer: deadLetter.consumer,
        subject: deadLetter.subject,
        event_id: deadLetter.messageId,
        error: this.redactor.redact(deadLetter.error),
        attempts: deadLetter.deliveries,
        first_seen: creationTimeOf(deadLetter.id).toISOString(),
        last_tried: deadLetter.deadAt.toISOString(),
        retry_requested: deadLetter.replayRequestedAt !== null,
      })),
    };
  }
}

async function orNull<T>(what: string, work: Promise<T>): Promise<T | null> {
  try {
    return await withTimeout(READ_MS, work);
  } catch (err) {
    log.warn({ err, what }, 'could not read the operations overview');
    return null;
  }
}
