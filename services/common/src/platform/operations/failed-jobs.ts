import { Injectable } from '@nestjs/common';
import type { FailedJob } from '@casement/proto/http/operations.js';
import { operationsErrors } from './operations.errors.js';
import { Redactor } from './redactor.js';

/** Job as reported by its feature. FailedJobs redacts the error. */
export interface JobRow {
  id: string;
  /** Subject of the job, without personal data. */
  title: string;
  error: string;
  attempts: number;
  since: Date;
  /** Defaults to true. */
  canRetry?: boolean;
}

export interface JobSource {
  /** Kebab-case name, e.g. `image-import`; part of the URL that retries a job. */
  kind: string;
  /** Returns the newest jobs first. */
  list(limit: number): Promise<{ total: number; rows: JobRow[] }>;
  /**
   * Retries a job and records an audit entry in the same transaction. A second call has no effect or throws.
   *
   * @throws DomainError NOT_FOUND, or another one with the reason
   */
  retry(id: string): Promise<void>;
}

const MAX_LISTED = 20;

/**
 * Failed jobs of this service, of every kind added by its features.
 *
 * @example constructor(failed: FailedJobs) { failed.add({ kind: 'mail', list: …, retry: … }); }
 */
@Injectable()
export class FailedJobs {
  private readonly sources = new Map<string, JobSource>();

  constructor(private readonly redactor: Redactor) {}

  add(source: JobSource): void {
    this.sources.set(source.kind, source);
  }

  /** Lists the newest jobs of each kind first, at most MAX_LISTED per kind. */
  async list(): Promise<{ total: number; rows: FailedJob[] }> {
    const lists = await Promise.all(
      [...this.sources.values()].map(async (source) => ({
        kind: source.kind,
        ...(await source.list(MAX_LISTED)),
      })),
    );
    const rows = lists.flatMap(({ kind, rows: jobs }) => jobs.map((job) => this.shown(kind, job)));
    return {
      total: lists.reduce((sum, { total }) => sum + total, 0),
      rows: rows.sort((a, b) => b.since.localeCompare(a.since)),
    };
  }

  /** @throws NOT_FOUND, and the errors of the source */
  async retry(kind: string, id: string): Promise<void> {
    const source = this.sources.get(kind);
    if (!source) throw operationsErrors.jobNotFound();
    await source.retry(id);
  }

  private shown(kind: string, { id, title, error, attempts, since, canRetry = true }: JobRow) {
    return {
      kind,
      id,
      title: this.redactor.redact(title),
      error: this.redactor.redact(error),
      attempts,
      since: since.toISOString(),
      can_retry: canRetry,
    };
  }
}
