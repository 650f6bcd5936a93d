import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@casement/common/testing/free-port.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { md4 } from '../../rdp/ntlm/md4.js';
import { probeRdp } from '../../rdp/probe.js';

const has = (program: string) => spawnSync('which', [program]).status === 0;
export const missingPrograms = ['freerdp-shadow-cli', 'Xvfb'].filter((program) => !has(program));

/** FreeRDP's own remote desktop server, with NLA and one account in its SAM file, on a separate display. */
export class FreerdpShadow {
  private constructor(
    readonly port: number,
    /** X display, such as `:99`; its contents are the desktop. */
    readonly display: string,
    private readonly folder: string,
    private readonly children: ChildProcess[],
  ) {}

  static async start(
    account: { user: string; password: string },
    security: 'nla' | 'tls' = 'nla',
    size = '640x480',
    /** Root folder of Debian trixie with FreeRDP 3, see `make judges`. Defaults to this machine with FreeRDP 2. */
    root = '',
  ): Promise<FreerdpShadow> {
    const folder = await mkdtemp(join(root || '/', tmpdir(), 'casement-freerdp-'));
    const inside = folder.slice(root.length);
    const [freerdp, ...into] = root
      ? ['freerdp-shadow-cli3', 'chroot', root]
      : ['freerdp-shadow-cli'];
    const run = (command: string[], options: SpawnOptions) => {
      const [program, ...args] = [...into, ...command];
      return spawn(program, args, options);
    };
    const hash = md4(Buffer.from(account.password, 'utf16le')).toString('hex');
    await writeFile(join(folder, 'sam'), `${account.user}:::${hash}:::\n`);
    // The shadow opens the display twice. Without -noreset, Xvfb resets between the two and sometimes refuses the
    // second.
    const screen = run(
      ['Xvfb', '-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    const display = await new Promise<string>((resolve, reject) => {
      screen.once('exit', () => reject(new Error('Xvfb did not start')));
      screen.stdio[3]!.once('data', (line: Buffer) => resolve(line.toString().trim()));
    });
    const port = await freePort();
    const server = run(
      [
        freerdp,
        '/bind-address:127.0.0.1',
        `/port:${port}`,
        `/sec:${security}`,
        '+auth',
        `/sam-file:${inside}/sam`,
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        // FreeRDP creates its certificate below HOME.
        env: { ...process.env, DISPLAY: `:${display}`, HOME: inside },
      },
    );
    const output: string[] = [];
    for (const stream of [server.stdout, server.stderr]) {
      stream!.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    }
    const shadow = new FreerdpShadow(port, `:${display}`, folder, [server, screen]);
    const limits = { connectMs: 1000, listenMs: 0, answerMs: 5000 };
    const answers = async () => (await probeRdp('127.0.0.1', port, limits)).kind === 'rdp';
    await waitFor(async () => server.exitCode !== null || (await answers()));
    if (server.exitCode !== null) {
      await shadow.close();
      throw new Error(`${freerdp} did not start:\n${output.join('')}`);
    }
    return shadow;
  }

  async close(): Promise<void> {
    for (const child of this.children) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGKILL')) await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
