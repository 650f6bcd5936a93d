import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { selfSigned } from '../../src/testing/rdp/certificate.js';

/** Servers of the Rust program in `ironrdp`, built by `make judges`. */
export class IronRdpServer {
  /** One line per closed connection. */
  readonly log: string[] = [];

  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param mode bare NTLM by IronRDP's server, or NTLM in SPNEGO by sspi-rs */
  static async start(
    program: string,
    mode: 'ntlm' | 'negotiate',
    account: { user: string; password: string },
  ): Promise<IronRdpServer> {
    const folder = await mkdtemp(join(tmpdir(), 'casement-ironrdp-'));
    const { cert, key } = selfSigned();
    const files = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    await writeFile(files[0], cert);
    await writeFile(files[1], key);
    const child = spawn(program, [mode, ...files, account.user, account.password], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout });
    const port = await new Promise<number>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`ironrdp-test-server ended with ${code}`)));
      lines.once('line', (line) => resolve(Number(line)));
    });
    const server = new IronRdpServer(port, child, folder);
    lines.on('line', (line) => server.log.push(line));
    return server;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode === null && this.child.kill('SIGKILL')) await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}
