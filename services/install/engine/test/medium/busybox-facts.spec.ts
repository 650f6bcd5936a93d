import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFacts } from '@casement/install-engine/machine/facts.js';
import { vpsScript } from '@casement/install-engine/scripts.js';

/** Programs that Alpine does not take from busybox: kmod's, with options that busybox's lack. */
const NOT_BUSYBOX = ['modprobe', 'insmod', 'rmmod', 'lsmod', 'depmod', 'modinfo', 'busybox'];

const busybox = spawnSync('sh', ['-c', 'command -v busybox'], { encoding: 'utf8' }).stdout.trim();

(busybox ? describe : describe.skip)('facts.sh with busybox programs (Spec 6)', () => {
  let bin: string;
  beforeAll(() => {
    bin = mkdtempSync(join(tmpdir(), 'casement-busybox-'));
    for (const name of execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n')) {
      if (!NOT_BUSYBOX.includes(name)) symlinkSync(busybox, join(bin, name));
    }
  });
  afterAll(() => rmSync(bin, { recursive: true }));

  async function factsBy(shell: string, path: string) {
    const input = await vpsScript('facts');
    const { stdout } = spawnSync(shell, ['-s'], { input, env: { PATH: path }, encoding: 'utf8' });
    const { room, route4, route6, listening, ...facts } = parseFacts(stdout);
    return {
      ...facts,
      // Values that change between runs.
      clock: 0,
      listens: listening.length > 0,
      room: Object.keys(room),
      // busybox's ip does not print the protocol of a route (network-capture.spec.ts).
      gateways: [route4?.via, route4?.source, route6?.via],
    };
  }

  it('reports the same facts as the system’s own programs', async () => {
    const path = process.env['PATH'] ?? '';
    const own = await factsBy('sh', path);
    expect(own).toMatchObject({ uid: process.getuid?.(), arch: expect.stringMatching(/./) });
    expect(await factsBy(join(bin, 'sh'), `${bin}:${path}`)).toEqual(own);
  });
});
