import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@casement/local/paths.js';
import { freePort } from '@casement/local/ports.js';
import type { Wiring } from '@casement/local/environment.js';
import { MACHINES } from './machines.js';

/** Product of one demo, started like `make start` with a separate data folder. */
export class Product {
  private child: ChildProcess | null = null;

  private constructor(
    /** Address of the gateway. */
    readonly base: string,
    /** Address that people open: the demo's front, which forwards to the gateway. */
    readonly publicUrl: string,
    readonly dataDir: string,
    readonly adminPassword: string,
    private readonly settings: Record<string, string>,
    private readonly detached: boolean,
  ) {}

  /** @param detached Ctrl-C then reaches only the demo, which stops the product in order */
  static async start(
    publicPort: number,
    dataDir: string,
    adminPassword: string,
    detached = true,
  ): Promise<Product> {
    const port = await freePort();
    const publicUrl = `http://localhost:${publicPort}`;
    const product = new Product(
      `http://localhost:${port}`,
      publicUrl,
      dataDir,
      adminPassword,
      {
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        DATA_DIR: dataDir,
        ADMIN_USERNAME: 'admin',
        ADMIN_PASSWORD: adminPassword,
        TOOLKIT_DIR: join(dataDir, 'demo-toolkit'),
        INSTALL_ALLOWED_NETWORKS: MACHINES.network,
        WEBHOOK_ALLOWED_NETWORKS: MACHINES.network,
        INSTALL_TARGET_PORT: String(MACHINES.port),
        INSTALL_AGENT_URL: `http://127.0.0.1:${port}`,
        INSTALL_LOOK_AGAIN_MS: '300',
        // Everyone in the demo shares one address.
        THROTTLE_FACTOR: '1000',
      },
      detached,
    );
    await product.launch();
    return product;
  }

  /** Services' databases, by service. */
  get databaseUrls(): Record<string, string> {
    const file = join(this.dataDir, 'run.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { wiring: Wiring }).wiring.databaseUrls;
  }

  get sandboxUrl(): string {
    return `http://localhost:${process.env['SANDBOX_PORT'] ?? 8090}`;
  }

  get mailUrl(): string {
    return `http://localhost:${process.env['MAIL_PORT'] ?? 1080}`;
  }

  /** Runs a service's command in its environment. @throws Error with its output if it fails */
  inside(...args: string[]): void {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(repositoryRoot, 'deploy/local/dist/inside.js'), ...args],
      { cwd: repositoryRoot, env: { ...process.env, ...this.settings }, encoding: 'utf8' },
    );
    if (status !== 0)
      throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  }

  async stop(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }

  private async launch(): Promise<void> {
    const main = join(repositoryRoot, 'deploy/local/dist/main.js');
    const child = spawn(process.execPath, [main], {
      cwd: repositoryRoot,
      env: { ...process.env, ...this.settings },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: this.detached,
    });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Casement is ready at')) resolve();
        else process.stdout.write(text);
      });
      child.once('exit', () => reject(new Error('Casement did not start.')));
    });
  }
}
