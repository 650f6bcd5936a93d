import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BillingService } from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import { grpcClient, type GrpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { waitFor } from '@casement/common/testing/wait-for.js';

const WITH_PARENT = join(__dirname, 'exit-with-parent.mjs');
const MAIN = join(__dirname, '..', '..', 'dist', 'main.js');

/** Runs the built billing in a separate process so that it can be killed. Requires `tsc -b`. */
export class BillingProcess {
  private child: ChildProcess | null = null;
  private up = false;

  private constructor(
    private readonly env: Record<string, string>,
    private readonly folder: string,
    readonly url: string,
    readonly rpc: GrpcClient<BillingService>,
  ) {}

  static async start(env: Record<string, string>): Promise<BillingProcess> {
    const [httpPort, grpcPort] = [await freePort(), await freePort()];
    const rpc = grpcClient('billing', {
      url: `127.0.0.1:${grpcPort}`,
      deadlineMs: 2_000,
    });
    const ports = { HTTP_PORT: String(httpPort), GRPC_PORT: String(grpcPort) };
    const folder = mkdtempSync(join(tmpdir(), 'casement-billing-'));
    const billing = new BillingProcess(
      { ...env, ...ports },
      folder,
      `http://127.0.0.1:${httpPort}`,
      rpc,
    );
    await billing.boot();
    return billing;
  }

  get isUp(): boolean {
    return this.up;
  }

  /** Kills the process with kill -9, so no handler runs and nothing is cleaned up. */
  async kill(): Promise<void> {
    const { child } = this;
    this.up = false;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const hasExited = once(child, 'exit');
    child.kill('SIGKILL');
    await hasExited;
  }

  /** Starts the process. Resolves once it answers requests. */
  async boot(): Promise<void> {
    const logFile = join(this.folder, 'log');
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, ['--import', WITH_PARENT, MAIN], {
      env: { PATH: process.env['PATH'], ...this.env },
      stdio: ['pipe', log, log],
    });
    closeSync(log);
    this.child = child;
    const ended = () => child.exitCode !== null || child.signalCode !== null;
    const isReady = async () =>
      (await fetch(`${this.url}/health/ready`).catch(() => null))?.ok ?? false;
    await waitFor(async () => ended() || (await isReady()), { timeoutMs: 150_000, everyMs: 50 });
    if (child.exitCode !== null) {
      throw new Error(`billing ended: ${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    }
    this.up = this.child === child;
  }

  async close(): Promise<void> {
    this.rpc.close();
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
