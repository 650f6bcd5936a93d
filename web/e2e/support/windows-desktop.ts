import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@casement/common/testing/free-port.js';
import { signIn } from '@casement/install-engine/rdp/sign-in.js';
import { StandInDesktops } from '@casement/desktop-relay/testing/stand-in-desktops.js';
import {
  FreerdpShadow,
  missingPrograms,
} from '@casement/install-engine/testing/rdp/freerdp-shadow.js';

export const ACCOUNT = { user: 'Administrator', password: 'Sünrise-9!' };

const RELAY = join(import.meta.dirname, '../../../services/desktop-relay/dist/main.js');
const EDITOR = join(import.meta.dirname, 'desktop-editor.tcl');

export const missing = [
  ...missingPrograms,
  ...(spawnSync('which', ['wish']).status === 0 ? [] : ['wish']),
];

/** FreeRDP's server with an editor on its desktop, standing in for a customer's Windows. */
export class WindowsDesktop {
  private constructor(
    private readonly shadow: FreerdpShadow,
    private readonly editor: ChildProcess,
    private readonly folder: string,
    private readonly certificateSha256: string,
  ) {}

  static async start(): Promise<WindowsDesktop> {
    const shadow = await FreerdpShadow.start(ACCOUNT, 'nla', '1024x768');
    const folder = mkdtempSync(join(tmpdir(), 'casement-desktop-'));
    const editor = spawn('wish', [EDITOR, join(folder, 'text')], {
      stdio: 'inherit',
      env: { ...process.env, DISPLAY: shadow.display },
    });
    const proof = await signIn({ host: '127.0.0.1', port: shadow.port }, ACCOUNT);
    if (proof.kind !== 'accepted') throw new Error(`the sign-in was not proven: ${proof.kind}`);
    return new WindowsDesktop(shadow, editor, folder, proof.certificateSha256);
  }

  /** Target of a desktop ticket for this machine. */
  get target() {
    const { certificateSha256 } = this;
    return { host: '127.0.0.1', port: this.shadow.port, certificateSha256 };
  }

  /** Returns the text that the editor has saved; empty before the first change. */
  text(): string {
    try {
      return readFileSync(join(this.folder, 'text'), 'utf8');
    } catch {
      return '';
    }
  }

  async close(): Promise<void> {
    this.editor.kill();
    await this.shadow.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Relay replicas as processes behind a gateway that serves the pages of `pagesUrl` from the same origin. */
export class Relays {
  private readonly replicas: { process: ChildProcess; port: number }[] = [];

  private constructor(
    readonly origin: string,
    readonly install: StandInDesktops,
    private readonly gateway: Server,
  ) {}

  static async start(pagesUrl: string, count: number): Promise<Relays> {
    const gateway = createServer((incoming, answer) => {
      const { url: path, method, headers } = incoming;
      // No keep-alive: the server may close an idle connection just when it is reused.
      const options = { method, headers, agent: false };
      const upstream = request(new URL(path!, pagesUrl), options, (got) => {
        answer.writeHead(got.statusCode!, got.headers);
        got.pipe(answer);
      });
      upstream.on('error', () => answer.destroy());
      incoming.pipe(upstream);
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const { port } = gateway.address() as { port: number };
    const relays = new Relays(`http://127.0.0.1:${port}`, await StandInDesktops.start(), gateway);
    for (let i = 0; i < count; i += 1) await relays.startReplica();
    // The first relay that accepts the connection gets it.
    gateway.on('upgrade', (incoming, browser, head) => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
      for (let i = 0; i < incoming.rawHeaders.length; i += 2)
        lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
      const connectFirst = ([first, ...others]: { port: number }[]) => {
        if (!first) return browser.destroy();
        const relay = connect(first.port, '127.0.0.1');
        relay.once('error', () => connectFirst(others));
        relay.once('connect', () => {
          relay.removeAllListeners('error');
          for (const [one, other] of [
            [relay, browser],
            [browser, relay],
          ] as const) {
            one.on('error', () => other.destroy());
            one.on('close', () => other.destroy());
          }
          relay.write(`${lines.join('\r\n')}\r\n\r\n`);
          relay.write(head);
          relay.pipe(browser).pipe(relay);
        });
      };
      connectFirst(relays.replicas);
    });
    return relays;
  }

  /** Kills the replica that serves the open desktop. */
  async killFirstRelay(): Promise<void> {
    const [first] = this.replicas.splice(0, 1);
    first!.process.kill('SIGKILL');
    await once(first!.process, 'exit');
  }

  close(): void {
    for (const { process: replica } of this.replicas) replica.kill('SIGKILL');
    this.gateway.close();
    this.gateway.closeAllConnections();
    this.install.stopServer();
  }

  private async startReplica(): Promise<void> {
    const port = await freePort();
    const replica = spawn(process.execPath, [RELAY], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        HTTP_HOST: '127.0.0.1',
        HTTP_PORT: String(port),
        PUBLIC_URL: this.origin,
        INSTALL_GRPC_URL: this.install.url,
        INSTALL_ALLOWED_NETWORKS: '127.0.0.0/8',
        INSTALL_OWN_ADDRESSES: '203.0.113.1',
        DRAIN_MS: '0',
        LOG_LEVEL: 'info',
      },
    });
    this.replicas.push({ process: replica, port });
    await new Promise<void>((resolve, reject) => {
      let output = '';
      replica.stdout.on('data', (part: Buffer) => {
        output += part.toString();
        if (output.includes('listening')) resolve();
      });
      replica.once('exit', () => reject(new Error(`the relay did not start:\n${output}`)));
    });
  }
}
