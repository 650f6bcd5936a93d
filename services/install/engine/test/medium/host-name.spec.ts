import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFacts } from '@casement/install-engine/machine/facts.js';
import { vpsScript } from '@casement/install-engine/scripts.js';

/** Linux accepts any 64 bytes, and /etc/hostname may be empty. */
describe('VPS host name (Spec 6)', () => {
  let bin: string;
  beforeEach(() => (bin = mkdtempSync(join(tmpdir(), 'casement-name-'))));
  afterEach(() => rmSync(bin, { recursive: true }));

  async function factsOf(name: string) {
    writeFileSync(join(bin, 'name'), name);
    const uname = join(bin, 'uname');
    writeFileSync(uname, `#!/bin/sh\n[ "$1" = -n ] || exec /bin/uname "$@"\ncat ${bin}/name\n`);
    chmodSync(uname, 0o755);
    const { stdout } = spawnSync('sh', ['-s'], {
      input: await vpsScript('facts'),
      env: { PATH: `${bin}:${process.env['PATH']}` },
      encoding: 'utf8',
    });
    return parseFacts(stdout);
  }

  it.each([
    ['of 64 characters', `${'a.'.repeat(31)}Z9`],
    ['with upper case and an underscore', 'WEB_01.Example.Co.Id'],
    ['that looks like an option', '-n'],
    ['that a shell would expand', '$(id) `id` * %s \\n'],
    ['that looks like a fact', 'UID=1'],
    ['in another script', 'сервер'],
    ['that is empty', ''],
  ])('is read unchanged: one %s', async (_, name) => {
    expect(await factsOf(name)).toMatchObject({ hostname: name, uid: process.getuid?.() });
  });
});
