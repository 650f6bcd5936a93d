import { Injectable } from '@nestjs/common';
import type { FailedJob } from '@casement/proto/http/operations.js';
import { operationsErrors } from './operations.errors.js';
import { Redactor } from './redactor.js';

/** A job as its service knows it; the error is made fit to be shown afterwards. */
export interface JobRow {
  id: string;
  /** What it was about, without personal data. */
  title: string;
  error: string;
  attempts: number;
  since: Date;
  /** True unless given. */
  canRetry?: boolean;
}

/** One kind of work that can fail. */
export interface JobSource {
  /** In kebab-case, e.g. `image-import`. */
  kind: string;
  /** Newest first. */
  list(limit: number): Promise<{ total: number; rows: JobRow[] }>;
  /**
   * Once more; it is its own audit record, made with the change. A second call finds nothing to do, or throws.
   *
   * @throws DomainError NOT_FOUND, or one with the reason why it cannot be
   */
  retry(id: string): Promise<void>;
}

const SHOWN = 20;

/**
 * What failed in this service, of every kind that its features have added.
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

  /** Newest first, so many of each kind. */
  async list(): Promise<{ total: number; rows: FailedJob[] }> {
    const lists = await Promise.all(
      [...this.sources.values()].map(async (source) => ({
        kind: source.kind,
        ...(await source.list(SHOWN)),
      })),
    );
    const rows = lists.flatMap(({ kind, rows: jobs }) => jobs.map((job) => this.shown(kind, job)));
    return {
      total: lists.reduce((sum, { total }) => sum + total, 0),
      rows: rows.sort((a, b) => b.since.localeCompare(a.since)),
    };
  }

  /** @throws NOT_FOUND, and what the source throws */
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
