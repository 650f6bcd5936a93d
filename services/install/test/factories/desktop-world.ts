import type { TokenSubject } from '@casement/common/testing/test-tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { grpcClient, type GrpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import type { TestDatabase } from '@casement/common/testing/test-database.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type {
  DesktopEnd,
  InstallService,
  OpenDesktopResponse,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import type { DesktopTicket } from '@casement/proto/http/install/desktops/desktops.js';
import type { RdpProof } from '@casement/install-engine/convert/state.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { aRequest, installApp } from './install-app.js';
import { FakeQuota } from './fake-quota.js';

export const CERTIFICATE = 'c'.repeat(64);
export const PROOF: RdpProof = {
  account: 'Administrator',
  port: 3389,
  proof: 'password_accepted',
  provenAt: '2026-11-01T00:00:00.000Z',
  certificateSha256: CERTIFICATE,
};
const RELAY = 'relay-1';

const NO_TRAFFIC = { bytesToWindows: 0, bytesToBrowser: 0 };

export class DesktopWorld {
  private lastByte = 0;

  private constructor(
    readonly app: Awaited<ReturnType<typeof installApp>>,
    readonly relay: GrpcClient<InstallService>,
  ) {}

  static async start(
    env: Record<string, string> = {},
    names: Record<string, string> = {},
    database?: TestDatabase,
  ): Promise<DesktopWorld> {
    const users = {
      names: () => Promise.resolve(new Map(Object.entries(names))),
      get: (id: string) => Promise.resolve({ id }),
      onApplicationShutdown: () => undefined,
    };
    const app = await installApp({
      quota: new FakeQuota(1000),
      override: [[UserDirectory, users]],
      env: { INSTALL_ALLOWED_NETWORKS: '127.0.0.0/24', ...env },
      ...(database && { database }),
    });
    const relay = grpcClient('install', {
      url: app.grpcUrl,
      deadlineMs: 60_000,
    });
    return new DesktopWorld(app, relay);
  }

  get db(): Database {
    return this.app.get(Database);
  }

  async close(): Promise<void> {
    this.relay.close();
    await this.app.close();
  }

  /** Creates a completed install, with PROOF by default. */
  async completed(userId: string, proof: RdpProof | null = PROOF): Promise<string> {
    const ip = `127.0.0.${10 + (this.lastByte = (this.lastByte + 1) % 200)}`;
    const { body } = await this.app.http
      .post('/api/user/install')
      .set(this.app.as({ userId }))
      .send(aRequest({ ip }))
      .expect(200);
    const { id } = (body as { data: { id: string } }).data;
    await this.change(
      id,
      { status: 'completed', finishedAt: new Date(), vpsCredentials: null },
      proof,
    );
    return id;
  }

  async change(
    id: string,
    changes: Partial<InstallEntity>,
    rdp: RdpProof | null = PROOF,
  ): Promise<void> {
    const { manager } = this.db;
    const { engineState } = await manager.findOneByOrFail(InstallEntity, { id });
    const set = { engineState: { ...engineState, rdp }, ...changes };
    await manager.update(InstallEntity, { id }, set);
  }

  ask(id: string, subject: TokenSubject) {
    return this.app.http.post(`/api/user/install/${id}/desktop`).set(this.app.as(subject));
  }

  async ticket(id: string, subject: TokenSubject): Promise<DesktopTicket> {
    return ((await this.ask(id, subject).expect(201)).body as { data: DesktopTicket }).data;
  }

  open(ticket: string, replica = RELAY): Promise<OpenDesktopResponse> {
    return this.relay.OpenDesktop({ ticket, replica, clientAddress: '203.0.113.7' });
  }

  async opened(subject: TokenSubject & { userId: string }, replica = RELAY) {
    const installId = await this.completed(subject.userId);
    const { ticket } = await this.ticket(installId, subject);
    return this.open(ticket, replica);
  }

  async report(
    sessions: {
      sessionId: string;
      bytesToWindows?: number;
      bytesToBrowser?: number;
      ended?: string;
    }[],
    replica = RELAY,
  ): Promise<DesktopEnd[]> {
    const reports = sessions.map((one) => ({ ...NO_TRAFFIC, ...one }));
    return (await this.relay.ReportDesktops({ replica, sessions: reports })).end;
  }

  /** Simulates that the relay reported nothing for this interval. */
  async silence(id: string, interval: string): Promise<void> {
    await this.db.query(
      'UPDATE desktop_session SET reported_at = reported_at - $2::interval WHERE id = $1',
      [id, interval],
    );
  }

  /** Simulates that this interval has passed for the desktop or ticket while its relay kept reporting. */
  async age(id: string, interval: string): Promise<void> {
    await this.db.query(
      `UPDATE desktop_session SET created_at = created_at - $2::interval,
         ticket_expires_at = ticket_expires_at - $2::interval, opened_at = opened_at - $2::interval,
         active_at = active_at - $2::interval, ended_at = ended_at - $2::interval
       WHERE id = $1`,
      [id, interval],
    );
  }

  async row(id: string): Promise<Record<string, unknown>> {
    const [row] = await this.db.query('SELECT * FROM desktop_session WHERE id = $1', [id]);
    if (!row) throw new Error(`no desktop ${id}`);
    return row;
  }

  /** Returns the id of the user's latest ticket, or an unused id if there is none. */
  async latest(userId: string): Promise<string> {
    const [row] = await this.db.query<{ id: string }>(
      'SELECT id FROM desktop_session WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
      [userId],
    );
    return row?.id ?? newId();
  }

  async latestOpen(userId: string): Promise<string> {
    const [row] = await this.db.query<{ id: string }>(
      'SELECT id FROM desktop_session WHERE user_id = $1 AND opened_at IS NOT NULL ORDER BY id DESC LIMIT 1',
      [userId],
    );
    return row?.id ?? newId();
  }

  async run(job: string): Promise<void> {
    await this.app.get(Jobs).runNow(job);
  }

  /** Returns a value of /internal/metrics, or 0 if it is missing. */
  async metric(line: string): Promise<number> {
    const { text } = await this.app.http.get('/internal/metrics').expect(200);
    const found = text.split('\n').find((one) => one.startsWith(`${line} `));
    return Number(found?.split(' ').at(-1) ?? 0);
  }
}
