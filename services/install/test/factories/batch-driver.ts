import { Database } from '@casement/common/data/database/database.js';
import { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import type { Batch, BatchRowStatus } from '@casement/proto/http/install/batches/batches.js';
import { BatchRunner } from '../../src/batches/batch-runner.js';
import { batchLeases } from '../../src/batches/batch-worker.js';

export type CheckEnd = 'passed' | 'SSH_AUTH_FAILED' | 'SSH_TIMEOUT';
export type InstallEnd = 'completed' | 'failed' | 'manual_review';

/** Drives batches of one user in an app without workers. Acts as the worker and as the machines. */
export class BatchDriver {
  constructor(
    private readonly app: TestApp,
    readonly userId: string,
  ) {}

  get path(): string {
    return '/api/user/batches';
  }

  post(path: string, body: object = {}) {
    return this.app.http
      .post(`${this.path}${path}`)
      .set(this.app.as({ userId: this.userId }))
      .send(body);
  }

  async create(body: object): Promise<Batch> {
    const answer = await this.post('', body).expect(202);
    return (answer.body as { data: Batch }).data;
  }

  async get(id: string): Promise<Batch> {
    const answer = await this.app.http
      .get(`${this.path}/${id}`)
      .set(this.app.as({ userId: this.userId }))
      .expect(200);
    return (answer.body as { data: Batch }).data;
  }

  async statuses(id: string): Promise<BatchRowStatus[]> {
    return (await this.get(id)).rows.map(({ status }) => status);
  }

  /**
   * Advances the batch once, like a worker.
   * @returns false if no work is left
   */
  async poll(id: string): Promise<boolean> {
    await this.db.query(
      'UPDATE install_batch SET run_after = now(), lease_until = NULL WHERE id = $1',
      [id],
    );
    const table = batchLeases(this.db, 30);
    const lease = await table.claim('test');
    if (!lease) return false;
    const held = new HeldLease(table, lease, performance.now());
    try {
      await this.app.get(BatchRunner).run(held);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      held.end();
    }
    await table.release(lease, 3_600_000);
    return true;
  }

  async endChecks(endOf: (ip: string) => CheckEnd = () => 'passed'): Promise<void> {
    const open = await this.db.query<{ id: string; ip: string }>(
      `SELECT id, ip FROM vps_check WHERE status IN ('pending', 'running') AND user_id = $1`,
      [this.userId],
    );
    for (const { id, ip } of open) {
      const end = endOf(ip);
      const failure = { code: end, message: `ended: ${end}`, cure: 'wait' };
      await this.db.query(
        `UPDATE vps_check SET status = $2, vps_password = NULL, finished_at = now(),
           state = state || jsonb_build_object('failure', $3::jsonb, 'installSeconds', 600) WHERE id = $1`,
        [
          id,
          end === 'passed' ? 'passed' : 'failed',
          JSON.stringify(end === 'passed' ? null : failure),
        ],
      );
    }
  }

  /** Advances the batch and ends checks until all are done. */
  async check(id: string, endOf?: (ip: string) => CheckEnd): Promise<Batch> {
    for (;;) {
      await this.poll(id);
      await this.endChecks(endOf);
      await this.poll(id);
      const batch = await this.get(id);
      if (batch.counts.checking === 0) return batch;
    }
  }

  async endInstalls(endOf: (ip: string) => InstallEnd | null = () => 'completed'): Promise<void> {
    const open = await this.db.query<{ id: string; ip: string }>(
      `SELECT id, ip FROM install WHERE status = 'pending' AND user_id = $1`,
      [this.userId],
    );
    for (const { id, ip } of open) {
      const end = endOf(ip);
      if (!end) continue;
      const failure = { code: 'DISK_TOO_SMALL', message: 'too small', cure: 'a larger one' };
      await this.db.query(
        `UPDATE install SET status = $2, vps_password = NULL, agent_token_hash = NULL, version = version + 1,
           engine_state = jsonb_set(engine_state, '{failure}', $3::jsonb) WHERE id = $1`,
        [id, end, JSON.stringify(end === 'failed' ? failure : null)],
      );
    }
  }

  private get db(): Database {
    return this.app.get(Database);
  }
}

export const aRow = (n: number, over: object = {}) => ({
  ip: `8.8.${Math.floor(n / 250) + 10}.${(n % 250) + 1}`,
  passwd_vps: 'sesame-root',
  win_ver: 'ws2022',
  passwd_rdp: 'sesame-rdp-1',
  ...over,
});
