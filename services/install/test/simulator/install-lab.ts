import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billingMigrations } from '@casement/billing/database/migrations.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { TestBlocks } from '@casement/common/testing/test-blocks.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { testTokens, type TestTokens } from '@casement/common/testing/test-tokens.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { PasswordReset } from '@casement/proto/http/install/password-reset.js';
import type { DesktopTicket } from '@casement/proto/http/install/desktops/desktops.js';
import { desktopRoutes } from '@casement/proto/http/install/desktops/desktops.routes.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { linuxRoutes } from '@casement/proto/http/install/linux.routes.js';
import { monitoringRoutes } from '@casement/proto/http/install/monitoring.routes.js';
import { imageRoutes } from '@casement/proto/http/install/windows/images.routes.js';
import { scriptRoutes } from '@casement/proto/http/install/windows/scripts.routes.js';
import { windowsVersionRoutes } from '@casement/proto/http/install/windows/windows-versions.routes.js';
import { operationsRoutes } from '@casement/proto/http/operations.routes.js';
import type { Routes } from '@casement/proto/http/route.js';
import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { installMigrations } from '../../src/database/migrations.js';
import type { ConvertState, StepName } from '@casement/install-engine/convert/state.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { isData } from '@casement/windows-image/store/manifest.js';
import { ServiceProcess } from '@casement/common/testing/service-process.js';
import { startStandInAuth } from './stand-in-auth.js';
import {
  RDP_PASSWORD,
  SimulatedVps,
  type SimulatedVpsOptions,
} from '../../src/testing/simulated-vps.js';
import { makeTestImage, makeTestToolkit } from '../../src/testing/test-image.js';

const ROOT_PASSWORD = 'Sim-Root-1';

/** Paths that administrators can read from install, without the stream of events, which does not end. */
const ADMIN_READS = [
  desktopRoutes,
  imageRoutes,
  installRoutes,
  linuxRoutes,
  monitoringRoutes,
  operationsRoutes,
  scriptRoutes,
  windowsVersionRoutes,
]
  .flatMap((routes: Routes) => Object.values(routes))
  .filter(({ method, path, raw }) => {
    return method === 'GET' && path.startsWith('/admin/') && raw !== 'text/event-stream';
  })
  .map(({ path }) => path);

interface RequestAnswer {
  status: number;
  id: string;
  text: string;
}

/** Timeout for hangs. An install takes seconds, or minutes on a busy machine. */
const HANG_MS = 300_000;

/**
 * Billing and install as real processes on a real PostgreSQL and NATS, with simulated VPSs to convert. Tests reach
 * them only by the calls that customers and VPSs make.
 */
export class InstallLab {
  readonly userId = newId();
  readonly vpss: SimulatedVps[] = [];
  private chunks: string[] = [];
  /** Id of a version whose image claims to be Linux. */
  private readonly linuxId = newId();

  private constructor(
    private readonly folder: string,
    private readonly databases: { billing: TestDatabase; install: TestDatabase },
    private readonly nats: TestNats,
    private readonly tokens: TestTokens,
    private readonly auth: { close: () => void },
    private readonly ports: {
      billing: number;
      grpc: number;
      install: number;
      calls: number;
      ssh: number;
    },
    readonly billing: ServiceProcess,
    readonly workers: ServiceProcess[],
  ) {}

  /**
   * @param options.works false accepts requests without running a worker
   * @param options.separateApi runs an additional process for calls that converts nothing, as in a cluster
   * @param options.traces address of an OpenTelemetry collector
   * @param options.leaseSeconds short, for tests that kill or pause workers and wait for the next one
   */
  static async start({
    workers = 1,
    works = true,
    separateApi = false,
    logLevel = 'info',
    leaseSeconds = 2,
    concurrency = 16,
    pollMs = 100,
    traces = '',
    bootGuard = false,
    linuxPrice = 0,
  } = {}): Promise<InstallLab> {
    const folder = await mkdtemp(join(tmpdir(), 'casement-install-lab-'));
    const databases = {
      billing: await testDatabase([...commonMigrations, ...billingMigrations]),
      install: await testDatabase([...commonMigrations, ...installMigrations]),
    };
    const nats = await testNats();
    const tokens = await testTokens();
    const auth = await startStandInAuth();
    const ports = {
      billing: await freePort(),
      grpc: await freePort(),
      install: await freePort(),
      calls: await freePort(),
      ssh: await freePort(),
    };
    const common = {
      NODE_ENV: 'test',
      DRAIN_MS: '0',
      ...nats.env,
      AUTH_JWKS_URL: tokens.jwksUrl,
      DATA_DIR: folder,
      LOG_LEVEL: logLevel,
      OTEL_EXPORTER_OTLP_ENDPOINT: traces,
      BILLING_GRPC_URL: `127.0.0.1:${ports.grpc}`,
      AUTH_GRPC_URL: auth.url,
    };
    const billing = new ServiceProcess(
      'billing',
      {
        ...common,
        HTTP_PORT: String(ports.billing),
        GRPC_PORT: String(ports.grpc),
        DATABASE_URL: databases.billing.url,
      },
      join(folder, 'billing.log'),
    );
    const worker = async (port: number, name: string, { calls = 0, converts = works } = {}) =>
      new ServiceProcess(
        'install',
        {
          ...common,
          HTTP_PORT: String(port),
          GRPC_PORT: String(calls || (await freePort())),
          DATABASE_URL: databases.install.url,
          INSTALL_ALLOWED_NETWORKS: '127.0.0.0/8',
          INSTALL_AGENT_URL: `http://127.0.0.1:${ports.install}`,
          INSTALL_TARGET_PORT: String(ports.ssh),
          INSTALL_CONCURRENCY: String(concurrency),
          INSTALL_LEASE_SECONDS: String(leaseSeconds),
          INSTALL_LOOK_AGAIN_MS: String(pollMs),
          INSTALL_WORKER: String(converts),
          INSTALL_PROOF_NETWORKS: '198.51.100.0/24',
          BOOT_GUARD: String(bootGuard),
          LINUX_PRICE_AFTER_FAILURE: String(linuxPrice),
        },
        join(folder, `${name}.log`),
      );
    const first = { calls: ports.calls, converts: works && !separateApi };
    const processes = [await worker(ports.install, 'install-1', first)];
    while (processes.length < workers + Number(separateApi)) {
      processes.push(await worker(await freePort(), `install-${processes.length + 1}`));
    }
    const lab = new InstallLab(folder, databases, nats, tokens, auth, ports, billing, processes);
    await lab.prepare();
    return lab;
  }

  /**
   * Sets the customer's quota as an administrator. Retries 503, which billing returns if a busy machine delays its
   * call to auth.
   */
  async grant(amount: number): Promise<void> {
    const url = `http://127.0.0.1:${this.ports.billing}/api/admin/users/${this.userId}/quota`;
    const set = () =>
      fetch(url, {
        method: 'POST',
        headers: this.headers({ admin: true, userId: newId() }),
        body: JSON.stringify({ amount, operation: 'set' }),
      });
    const answer = await waitFor(async () => {
      const answer = await set();
      return answer.status !== 503 && answer;
    });
    if (!answer.ok) throw new Error(`quota was not set: ${answer.status} ${await answer.text()}`);
  }

  /** Returns the metrics of the first process. */
  async metrics(): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${this.ports.install}/internal/metrics`);
    return answer.text();
  }

  async quota(): Promise<number> {
    const rows = await this.databases.billing.query<{ sum: number }>(
      'SELECT coalesce(sum(amount), 0)::int AS sum FROM ledger_entry WHERE user_id = $1',
      [this.userId],
    );
    return rows[0].sum;
  }

  async vps(
    host: string,
    options: Partial<Omit<SimulatedVpsOptions, 'host' | 'chunks'>> = {},
  ): Promise<SimulatedVps> {
    const vps = new SimulatedVps({
      host,
      port: this.ports.ssh,
      password: ROOT_PASSWORD,
      chunks: this.chunks,
      ...options,
    });
    this.vpss.push(vps);
    await vps.start();
    return vps;
  }

  /**
   * Requests an install as a customer. Retries while billing responds too late (503), as it may on a busy machine.
   * The address becomes free after a minute, when the sweeper has settled the first request.
   * @returns the status, the install's id and the response text
   */
  async request(ip: string, over: Record<string, unknown> = {}): Promise<RequestAnswer> {
    let answer = await this.requestOnce(ip, over);
    if (answer.status !== 503) return answer;
    await waitFor(
      async () => {
        answer = await this.requestOnce(ip, over);
        return answer.status !== 503;
      },
      { timeoutMs: HANG_MS, everyMs: 1000 },
    );
    return answer;
  }

  /**
   * Requests an install that must be accepted.
   * @returns its id
   * @throws with the response if it is refused, because waiting for the end of a missing install would time out
   */
  async begin(ip: string, over: Record<string, unknown> = {}): Promise<string> {
    const { status, id, text } = await this.request(ip, over);
    if (status !== 200) throw new Error(`The install of ${ip} did not begin: ${status} ${text}`);
    return id;
  }

  async requestOnce(
    ip: string,
    over: Record<string, unknown> = {},
    { to = this.workers[0], headers = {} }: { to?: ServiceProcess; headers?: object } = {},
  ): Promise<RequestAnswer> {
    const windows = { win_ver: 'simulated', passwd_rdp: RDP_PASSWORD };
    const body = { ip, passwd_vps: ROOT_PASSWORD, ...windows, ...over };
    return this.post(`${to.url}/api/user/install`, body, headers);
  }

  /** Has the owner install Windows again from the recovery system of install `id`. */
  async beginAgain(id: string, code: string, over: Record<string, unknown> = {}): Promise<string> {
    const url = `${this.workers[0].url}/api/user/install/${id}/again`;
    const body = { code, win_ver: 'simulated', passwd_rdp: RDP_PASSWORD, ...over };
    const answer = await waitFor(
      async () => {
        const answer = await this.post(url, body).catch(() => null);
        return answer !== null && answer.status !== 503 && answer;
      },
      { timeoutMs: HANG_MS, everyMs: 500 },
    );
    if (answer.status !== 200) throw new Error(`It did not begin again: ${answer.text}`);
    return answer.id;
  }

  /** Has the owner start Windows from the recovery system, or have Windows remove it, until the service answers. */
  async orderRecovery(id: string, order: 'start-windows' | 'recovery'): Promise<void> {
    const url = `${this.workers[0].url}/api/user/install/${id}/${order}`;
    const method = order === 'recovery' ? 'DELETE' : 'POST';
    await this.until(async () => {
      const headers = this.headers({ userId: this.userId });
      const answer = await fetch(url, { method, headers }).catch(() => null);
      return answer?.status === 200;
    });
  }

  /** Has the owner reset the Windows password, until the service answers. */
  async resetPassword(id: string, code: string, passwd_rdp: string): Promise<void> {
    const url = `${this.workers[0].url}/api/user/install/${id}/password`;
    await this.until(async () => {
      const answer = await this.post(url, { code, passwd_rdp }).catch(() => null);
      // A reset whose answer was lost may be in progress.
      return answer?.status === 200 || answer?.status === 409;
    });
  }

  /** Returns the last reset of the Windows password; `null` also while the service is down. */
  async lastReset(id: string): Promise<PasswordReset | null> {
    const url = `${this.workers[0].url}/api/user/install/${id}/password`;
    const headers = this.headers({ userId: this.userId });
    const answer = await fetch(url, { headers }).catch(() => null);
    if (!answer?.ok) return null;
    return ((await answer.json()) as { data: PasswordReset | null }).data;
  }

  /** Has the owner return the machine of install `id` to Linux. */
  async beginReturn(id: string, code: string, access: Record<string, string>): Promise<string> {
    const url = `${this.workers[0].url}/api/user/install/${id}/linux`;
    const answer = await waitFor(
      async () => {
        const body = { code, version_id: this.linuxId, ...access };
        const answer = await this.post(url, body).catch(() => null);
        return answer !== null && answer.status !== 503 && answer;
      },
      { timeoutMs: HANG_MS, everyMs: 500 },
    );
    if (answer.status !== 200) throw new Error(`It did not begin: ${answer.text}`);
    return answer.id;
  }

  private async post(url: string, body: object, headers: object = {}): Promise<RequestAnswer> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...this.headers({ userId: this.userId }), ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    const { data } = JSON.parse(text) as { data?: { id: string } };
    return { status: answer.status, id: data?.id ?? '', text };
  }

  /** Requests "Check my VPS". @returns the status and the check's id */
  async check(
    ip: string,
    over: Record<string, unknown> = {},
  ): Promise<{ status: number; id: string }> {
    const answer = await fetch(`http://127.0.0.1:${this.ports.install}/api/user/install/check`, {
      method: 'POST',
      headers: this.headers({ userId: this.userId }),
      body: JSON.stringify({ ip, passwd_vps: ROOT_PASSWORD, win_ver: 'simulated', ...over }),
    });
    const body = (await answer.json()) as { data?: { id: string } };
    return { status: answer.status, id: body.data?.id ?? '' };
  }

  async desktopTicket(id: string): Promise<string> {
    const url = `http://127.0.0.1:${this.ports.install}/api/user/install/${id}/desktop`;
    const headers = this.headers({ userId: this.userId });
    const answer = await fetch(url, { method: 'POST', headers });
    return ((await answer.json()) as { data: DesktopTicket }).data.ticket;
  }

  /** Opens a desktop of the install like a relay. @returns the used ticket */
  async openDesktop(id: string): Promise<string> {
    const ticket = await this.desktopTicket(id);
    const relay = grpcClient('install', {
      url: `127.0.0.1:${this.ports.calls}`,
      deadlineMs: 60_000,
    });
    const opening = { ticket, replica: 'relay-1', clientAddress: '203.0.113.7' };
    await relay.OpenDesktop(opening);
    // Uses the ticket a second time, so that the log of the refusal is also searched.
    await relay.OpenDesktop(opening).catch(() => undefined);
    relay.close();
    return ticket;
  }

  /** Has the owner check the password. @returns the status and the response text */
  async checkRdp(id: string, password: string): Promise<{ status: number; text: string }> {
    const url = `http://127.0.0.1:${this.ports.install}/api/user/install/${id}/rdp-check`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: this.headers({ userId: this.userId }),
      body: JSON.stringify({ password }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  async cancel(id: string): Promise<{ status: number; message: string }> {
    const url = `http://127.0.0.1:${this.ports.install}/api/user/install/${id}/cancel`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: this.headers({ userId: this.userId }),
    });
    return {
      status: answer.status,
      message: ((await answer.json()) as { message: string }).message,
    };
  }

  /** Polls a check until it has ended, even if the service restarts meanwhile. */
  async checked(id: string): Promise<VpsCheck> {
    const url = `http://127.0.0.1:${this.ports.install}/api/user/install/check/${id}`;
    let last: VpsCheck | undefined;
    await waitFor(
      async () => {
        const answer = await fetch(url, { headers: this.headers({ userId: this.userId }) });
        last = ((await answer.json()) as { data: VpsCheck }).data;
        return last.finished_at !== null;
      },
      { timeoutMs: HANG_MS, everyMs: 200 },
    );
    return last!;
  }

  checkRow(id: string) {
    return this.databases.install
      .query<Record<string, unknown>>('SELECT * FROM vps_check WHERE id = $1', [id])
      .then((rows) => rows[0]);
  }

  /** Sets the status as an administrator. */
  async edit(id: string, status: string): Promise<{ status: number; record: InstallRecord }> {
    const url = `http://127.0.0.1:${this.ports.install}/api/admin/install-data/${id}`;
    const answer = await fetch(url, {
      method: 'PUT',
      headers: this.headers({ admin: true, userId: newId() }),
      body: JSON.stringify({ status }),
    });
    return {
      status: answer.status,
      record: ((await answer.json()) as { data: InstallRecord }).data,
    };
  }

  async record(id: string): Promise<InstallRecord> {
    const url = `http://127.0.0.1:${this.ports.install}/api/user/install-history?pageSize=100`;
    const answer = await fetch(url, { headers: this.headers({ userId: this.userId }) });
    const { data } = (await answer.json()) as { data: InstallRecord[] };
    return data.find((record) => record.id === id)!;
  }

  /** Waits until the install has ended or is in review, even if the service restarts meanwhile. */
  async settled(id: string): Promise<InstallRecord> {
    const ends = ['completed', 'failed', 'manual_review'];
    let last: InstallRecord | undefined;
    await waitFor(
      async () => {
        last = await this.record(id).catch(() => undefined);
        return last !== undefined && ends.includes(last.status);
      },
      { timeoutMs: HANG_MS, everyMs: 200 },
    ).catch(async (cause: unknown) => {
      const row = JSON.stringify(await this.installRow(id));
      const log = await readFile(join(this.folder, 'install-1.log'), 'utf8');
      throw new Error(`It did not end: ${row}\n${log.slice(-4_000)}`, { cause });
    });
    return last!;
  }

  get sshPort(): number {
    return this.ports.ssh;
  }

  get httpPort(): number {
    return this.ports.install;
  }

  get chunkHashes(): readonly string[] {
    return this.chunks;
  }

  /** Waits until the balance has the expected value. Returns the balance then or at the timeout. */
  async quotaBecomes(expected: number): Promise<number> {
    await this.until(async () => (await this.quota()) === expected).catch(() => undefined);
    return this.quota();
  }

  until(condition: () => boolean | Promise<boolean>, timeoutMs = HANG_MS): Promise<true> {
    return waitFor(condition, { timeoutMs, everyMs: 100 });
  }

  async engineState(id: string): Promise<ConvertState> {
    return (await this.installRow(id))['engine_state'] as ConvertState;
  }

  async atStep(id: string, step: StepName): Promise<void> {
    await this.until(async () => (await this.engineState(id)).step === step);
  }

  /**
   * Blocks this address in every service, like the security service does. Resolves when install enforces the block.
   */
  async block(ip: string): Promise<void> {
    await new TestBlocks(this.nats).block(ip);
    await this.until(async () => (await this.statusFrom(ip)) === 403);
  }

  async unblock(ip: string): Promise<void> {
    await new TestBlocks(this.nats).unblock(ip);
    await this.until(async () => (await this.statusFrom(ip)) === 200);
  }

  /** Returns the status that a customer gets from this address. */
  async statusFrom(ip: string): Promise<number> {
    const url = `http://127.0.0.1:${this.ports.install}/api/user/install-history`;
    const headers = { ...this.headers({ userId: this.userId }), 'x-real-ip': ip };
    return (await fetch(url, { headers })).status;
  }

  /** Sets the required processor features of all Windows versions; `null` lets their images decide. */
  async requireProcessor(features: string | null): Promise<void> {
    await this.databases.install.query('UPDATE windows_version SET processor = $1', [features]);
  }

  /** Returns every install of an address, including installs whose quota is not held yet. */
  installsOf(ip: string): Promise<{ id: string; status: string }[]> {
    return this.databases.install.query('SELECT id, status FROM install WHERE ip = $1', [ip]);
  }

  /** Moves the ends of all installs into the past, for limits by time. */
  async letDaysPass(days: number): Promise<void> {
    await this.databases.install.query(
      `UPDATE install SET status_changed_at = status_changed_at - make_interval(days => $1)`,
      [days],
    );
  }

  /** Simulates that a minute has passed since a crash. Claims have expired and reservations are swept. */
  async letCrashesPass(): Promise<void> {
    await this.databases.install.query(
      `UPDATE idempotency_key SET claimed_until = now() - interval '1 second' WHERE done_at IS NULL`,
    );
    await this.databases.install.query(
      `UPDATE install SET created_at = created_at - interval '1 minute' WHERE status = 'reserving'`,
    );
  }

  installRow(id: string) {
    return this.databases.install
      .query<Record<string, unknown>>('SELECT * FROM install WHERE id = $1', [id])
      .then((rows) => rows[0]);
  }

  /** Returns everything stored: logs, every table of both databases, every event. Requires `keepOutboxes`. */
  async dumpStoredData(): Promise<Record<string, string>> {
    const dump: Record<string, string> = {};
    for (const name of await readdir(this.folder)) {
      if (name.endsWith('.log')) dump[name] = await readFile(join(this.folder, name), 'utf8');
    }
    for (const [name, database] of Object.entries(this.databases)) {
      const tables = await database.query<{ table: string }>(
        `SELECT format('%I', tablename) AS table FROM pg_tables WHERE schemaname = 'public'`,
      );
      const rows = await Promise.all(
        tables.map(({ table }) => database.query(`SELECT t::text AS row FROM ${table} AS t`)),
      );
      dump[`${name}-db`] = JSON.stringify(rows);
    }
    const outboxes = Object.values(this.databases).map((database) =>
      database.query('SELECT c::text FROM outbox_copy AS c'),
    );
    dump['outboxes'] = JSON.stringify(await Promise.all(outboxes));
    const events = await Promise.all(
      (
        [
          'install.job.requested.v1',
          'install.job.status-changed.v1',
          'billing.quota.changed.v1',
          'security.signal.raised.v1',
          'security.audit.recorded.v1',
        ] as const
      ).map((subject) => this.nats.events(subject)),
    );
    dump['events'] = JSON.stringify(events);
    return dump;
  }

  /** Copies the rows of each outbox, which are deleted once they are published. */
  async keepOutboxes(): Promise<void> {
    for (const database of Object.values(this.databases)) {
      await database.query('CREATE TABLE outbox_copy AS TABLE outbox WITH NO DATA');
      await database.query(
        `CREATE FUNCTION copy_outbox() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN INSERT INTO outbox_copy SELECT NEW.*; RETURN NEW; END'`,
      );
      await database.query(
        `CREATE TRIGGER copy_outbox AFTER INSERT ON outbox
         FOR EACH ROW EXECUTE FUNCTION copy_outbox()`,
      );
    }
  }

  /** Sends install an event that it cannot read, and waits for the dead letter. */
  async addDeadLetter(): Promise<void> {
    const { connection, namespace } = this.nats;
    connection.publish(`${namespace}.billing.topup.paid.v1`, 'not an event');
    await this.until(async () => {
      const found = await this.databases.install.query('SELECT id FROM dead_letter');
      return found.length > 0;
    });
  }

  /** Returns what billing and install contribute to the data export of the customer. */
  async dataExport(): Promise<string[]> {
    const exports: string[] = [];
    for (const [service, port] of [
      ['billing', this.ports.grpc],
      ['install', this.ports.calls],
    ] as const) {
      const client = grpcClient(service, { url: `127.0.0.1:${port}`, deadlineMs: 60_000 });
      exports.push((await client.ExportUser({ userId: this.userId })).json);
      client.close();
    }
    return exports;
  }

  /** Calls install as the customer. */
  async customer(path: string, body?: object): Promise<{ status: number; text: string }> {
    const answer = await fetch(`http://127.0.0.1:${this.ports.install}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: this.headers({ userId: this.userId }),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** Returns the responses about these installs to their owner, and of all reading routes for administrators. */
  responsesAbout(ids: string[]): Promise<string[]> {
    const base = `http://127.0.0.1:${this.ports.install}/api`;
    const admin = this.headers({ admin: true, userId: newId() });
    const owner = this.headers({ userId: this.userId });
    const calls: [string, Record<string, string>][] = [
      ['/user/install-history', owner],
      ...ids.flatMap((id): [string, Record<string, string>][] => [
        [`/user/install/${id}/log`, owner],
        [`/user/install/${id}/events`, owner],
      ]),
      ...ADMIN_READS.flatMap((path): [string, Record<string, string>][] =>
        path.includes('{id}')
          ? ids.map((id) => [path.replace('{id}', id), admin])
          : [[path.replace('{service}', 'install'), admin]],
      ),
    ];
    return Promise.all(
      calls.map(async ([path, headers]) => (await fetch(`${base}${path}`, { headers })).text()),
    );
  }

  /** Returns the statuses of these installs, unordered. */
  async statuses(ids: readonly string[]): Promise<string[]> {
    const rows = await this.databases.install.query<{ status: string }>(
      'SELECT status FROM install WHERE id = ANY($1)',
      [ids],
    );
    return rows.map(({ status }) => status);
  }

  steps(): Promise<{ installId: string; name: string; worker: string; startedAt: Date }[]> {
    return this.databases.install.query(
      `SELECT install_id AS "installId", name, worker, started_at AS "startedAt"
       FROM install_step ORDER BY started_at, id`,
    );
  }

  /**
   * Returns the number of statements in both databases, without this lab's own, and of events so far. Requires a
   * PostgreSQL that counts statements.
   */
  async work(): Promise<{ statements: number; events: number }> {
    let statements = 0;
    for (const database of Object.values(this.databases)) {
      await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
      const [{ calls }] = await database.query<{ calls: number }>(
        `SELECT sum(calls)::int AS calls FROM pg_stat_statements
          WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND query NOT LIKE 'SELECT status FROM install WHERE id = ANY%'`,
      );
      statements += calls;
    }
    return { statements, events: await this.nats.published() };
  }

  /**
   * Moves the deadlines of a silent VPS into the past instead of waiting for minutes. Must be called between two runs
   * of a worker, because a running worker would write the old deadline back.
   */
  async letTimePass(id: string, minutes: number): Promise<void> {
    const earlier = new Date(Date.now() - minutes * 60_000).toISOString();
    await this.until(async () => {
      const changed = await this.databases.install.query(
        `UPDATE install SET
           engine_state = jsonb_set(engine_state, '{stepSince}', to_jsonb($2::text)),
           agent_state = jsonb_set(agent_state, '{reportedAt}', to_jsonb($2::text)),
           run_after = now()
         WHERE id = $1 AND lease_owner IS NULL RETURNING id`,
        [id, earlier],
      );
      return changed.length === 1;
    });
  }

  /** Makes an install in review due now, unless a worker holds it. */
  async runDueNow(id: string): Promise<void> {
    await this.databases.install.query(
      `UPDATE install SET run_after = now()
       WHERE id = $1 AND status = 'manual_review' AND lease_owner IS NULL`,
      [id],
    );
  }

  /** Makes queueing an install hang until the returned function is called. */
  async hangQueue(): Promise<() => Promise<void>> {
    const { install } = this.databases;
    await install.query('SELECT pg_advisory_lock(1)');
    await install.query(
      `CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END'`,
    );
    await install.query(
      `CREATE TRIGGER hang BEFORE UPDATE ON install FOR EACH ROW
       WHEN (OLD.status = 'reserving' AND NEW.status = 'pending') EXECUTE FUNCTION hang()`,
    );
    return async () => {
      await install.query('SELECT pg_advisory_unlock(1)');
      await install.query('DROP FUNCTION hang CASCADE');
    };
  }

  /**
   * Restarts install after `reserving` rows have become old enough to be swept, and waits for the sweep.
   * @returns the number of such rows
   */
  async sweepReservations(): Promise<number> {
    const { install } = this.databases;
    const [front] = this.workers;
    await front.stop();
    const aged = await install.query(
      `UPDATE install SET created_at = created_at - interval '2 minutes'
       WHERE status = 'reserving' RETURNING id`,
    );
    await front.start();
    await this.until(async () => {
      const left = await install.query(`SELECT id FROM install WHERE status = 'reserving'`);
      return left.length === 0;
    });
    return aged.length;
  }

  async close(): Promise<void> {
    for (const vps of this.vpss) await vps.cutPower();
    for (const worker of this.workers) {
      worker.resume();
      await worker.stop();
    }
    await this.billing.stop();
    this.auth.close();
    await this.tokens.close();
    await this.nats.close();
    await this.databases.billing.close();
    await this.databases.install.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async prepare(): Promise<void> {
    await makeTestToolkit(join(this.folder, 'toolkit'));
    const raw = await makeTestImage(this.folder);
    const store = new FolderChunkStore(join(this.folder, 'images'));
    const manifest = { ...(await store.readManifest(raw.sha256))!, languages: ['de-DE', 'id-ID'] };
    const sha256 = await store.putManifest(manifest);
    this.chunks = manifest.chunks.filter(isData).map((chunk) => chunk.zstd);
    const withoutNla = await store.putManifest({ ...manifest, rdpProof: 'handshake' });
    const withEna = await store.putManifest({ ...manifest, drivers: ['stornvme', 'ena'] });
    for (const [slug, image] of [
      ['simulated', sha256],
      ['simulated-without-nla', withoutNla],
      ['simulated-with-ena', withEna],
    ]) {
      await this.databases.install.query(
        'INSERT INTO windows_version (id, name, slug, manifest_sha256) VALUES ($1, $2, $2, $3)',
        [newId(), slug, image],
      );
    }
    const image = { ...manifest, windows: undefined };
    const linux = await store.putManifest({ ...image, linux: { firmware: ['bios'] } });
    await this.databases.install.query(
      `INSERT INTO windows_version (id, kind, name, slug, manifest_sha256)
       VALUES ($1, 'linux', 'Simulated Linux', 'simulated-linux', $2)`,
      [this.linuxId, linux],
    );
    await Promise.all([this.billing, ...this.workers].map((process) => process.start()));
  }

  private headers(subject: { userId: string; admin?: boolean }): Record<string, string> {
    return {
      authorization: `Bearer ${this.tokens.token(subject)}`,
      'content-type': 'application/json',
    };
  }
}
