import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@casement/common/testing/free-port.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { md4 } from '../../src/engine/rdp/ntlm/md4.js';
import { probeRdp } from '../../src/engine/rdp/probe.js';

const has = (program: string) => spawnSync('which', [program]).status === 0;
export const missingPrograms = ['freerdp-shadow-cli', 'Xvfb'].filter((program) => !has(program));

/** FreeRDP's own remote desktop server, with NLA and one account in its SAM file, on a display of its own. */
export class FreerdpShadow {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly children: ChildProcess[],
  ) {}

  static async start(
    account: { user: string; password: string },
    security: 'nla' | 'tls' = 'nla',
  ): Promise<FreerdpShadow> {
    const folder = await mkdtemp(join(tmpdir(), 'casement-freerdp-'));
    const hash = md4(Buffer.from(account.password, 'utf16le')).toString('hex');
    await writeFile(join(folder, 'sam'), `${account.user}:::${hash}:::\n`);
    const screen = spawn(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', '640x480x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    const display = await new Promise<string>((resolve, reject) => {
      screen.once('exit', () => reject(new Error('Xvfb did not start')));
      screen.stdio[3]!.once('data', (line: Buffer) => resolve(line.toString().trim()));
    });
    const port = await freePort();
    const server = spawn(
      'freerdp-shadow-cli',
      [
        '/bind-address:127.0.0.1',
        `/port:${port}`,
        `/sec:${security}`,
        '+auth',
        `/sam-file:${folder}/sam`,
      ],
      // It makes its certificate below HOME.
      { stdio: 'ignore', env: { ...process.env, DISPLAY: `:${display}`, HOME: folder } },
    );
    const shadow = new FreerdpShadow(port, folder, [server, screen]);
    const limits = { connectMs: 1000, listenMs: 0, answerMs: 5000 };
    await waitFor(async () => (await probeRdp('127.0.0.1', port, limits)).kind === 'rdp');
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
