import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@casement/common/testing/free-port.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { S3Settings } from '@casement/windows-image/store/s3-client.js';

/** Must match versitygw.sh, which builds it. */
const VERSION = 'v1.8.0';
const BINARY =
  process.env['VERSITYGW'] ??
  join(
    process.env['CASEMENT_CACHE'] ?? join(homedir(), '.cache', 'casement'),
    'bin',
    `versitygw-${VERSION}`,
  );

/** Reason why versitygw cannot be used here, or null if it can. */
export const missingVersitygw = existsSync(BINARY)
  ? null
  : 'no versitygw here; make s3-check builds it';

const ROOT = { accessKeyId: 'casement-root', secretAccessKey: 'a-secret-of-the-root' };
/** Account without permissions on any bucket. */
export const STRANGER = { accessKeyId: 'stranger', secretAccessKey: 'a-secret-of-a-stranger' };

/**
 * Versity's S3 gateway over a folder: an independent implementation that checks signatures, clocks and permissions.
 */
export class Versitygw {
  readonly bucket = 'images';
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {}

  /** Starts the gateway with an empty bucket. */
  static async start(): Promise<Versitygw> {
    const folder = await mkdtemp(join(tmpdir(), 'casement-versitygw-'));
    const gateway = new Versitygw(await freePort(), folder);
    await mkdir(gateway.objects, { recursive: true });
    await mkdir(join(folder, 'accounts'));
    const account = { access: STRANGER.accessKeyId, secret: STRANGER.secretAccessKey };
    await writeFile(
      join(folder, 'accounts', 'users.json'),
      JSON.stringify({
        accessAccounts: { [account.access]: { ...account, role: 'user' } },
      }),
    );
    await gateway.run();
    return gateway;
  }

  /** Folder that holds the objects as files. Files written here appear in the bucket. */
  get objects(): string {
    return join(this.folder, 'data', this.bucket);
  }

  get settings(): S3Settings {
    const endpoint = `http://127.0.0.1:${this.port}`;
    return { endpoint, region: 'us-east-1', bucket: this.bucket, prefix: 'casement/', ...ROOT };
  }

  /** Restarts on the same port with the existing objects. */
  async run(): Promise<void> {
    this.child = spawn(
      BINARY,
      [
        ...['--quiet', '--port', `127.0.0.1:${this.port}`],
        ...['--iam-dir', join(this.folder, 'accounts')],
        ...['posix', join(this.folder, 'data')],
      ],
      {
        stdio: 'ignore',
        env: { ROOT_ACCESS_KEY: ROOT.accessKeyId, ROOT_SECRET_KEY: ROOT.secretAccessKey },
      },
    );
    await waitFor(() =>
      fetch(this.settings.endpoint).then(
        () => true,
        () => false,
      ),
    );
  }

  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.child!.once('exit', resolve));
    this.child!.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    if (this.child!.exitCode === null && this.child!.signalCode === null) await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
