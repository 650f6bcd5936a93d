import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vpsScript } from '@casement/install-engine/scripts.js';

const RULES = 'PermitRootLogin yes\nPasswordAuthentication yes\n';

/** Runs the script with this machine's sh, a temporary /etc/ssh and stub programs that only record their calls. */
describe('/root-password.sh', () => {
  let root: string;
  const at = (...segments: string[]) => join(root, ...segments);
  const read = (...segments: string[]) => readFileSync(at(...segments), 'utf8');
  /** Recorded calls, without read-only queries. */
  const asked = () =>
    existsSync(at('asked'))
      ? read('asked')
          .trim()
          .split('\n')
          .filter((line) => !/^(sshd -T|ssh )/.test(line))
      : [];
  /** Stubs the output of `sshd -T` for root, always or until the main file contains `unless`. */
  const effective = (lines: string, unless = '') =>
    tool(
      'sshd',
      `[ "$1" = -T ] || exit 0
${unless && `grep -q '${unless}' ${at('ssh', 'sshd_config')} && exit 0`}
printf '${lines}'`,
    );

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'casement-root-password-'));
    mkdirSync(at('ssh'));
    mkdirSync(at('bin'));
    writeFileSync(at('tty'), '');
    writeFileSync(at('passwd'), 'root:x:0:0:root:/root:/bin/bash\n');
    writeFileSync(at('shadow'), 'root:$y$hash:20000:0:99999:7:::\n');
    writeFileSync(at('ssh', 'sshd_config'), 'Port 22\n');
    tool('id', 'echo 0');
    for (const name of ['passwd', 'sshd', 'systemctl', 'service', 'ssh']) tool(name, '');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function tool(name: string, body: string) {
    writeFileSync(at('bin', name), `#!/bin/sh\necho "${name} $*" >>${at('asked')}\n${body}\n`);
    chmodSync(at('bin', name), 0o755);
  }

  async function run(change = (text: string) => text) {
    const script = (await vpsScript('root-password'))
      .replaceAll('/etc/ssh', at('ssh'))
      .replaceAll('/run/sshd', at('run'))
      .replaceAll(/\/etc\/(passwd|shadow|nologin)/g, `${root}/$1`)
      .replaceAll('/dev/tty', at('tty'));
    const { status, stdout, stderr } = spawnSync('sh', ['-s'], {
      input: change(script),
      env: { PATH: `${at('bin')}:${process.env['PATH']}` },
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  it('sets the password entered on the terminal and allows root to sign in with it', async () => {
    const { status, output } = await run();
    expect(status).toBe(0);
    expect(output).toContain('Done. Root can now sign in over SSH');
    expect(asked()).toEqual(['id -u', 'passwd root', 'sshd -t', 'systemctl reload ssh']);
    expect(read('ssh', 'sshd_config')).toBe(`${RULES}Port 22\n`);
    expect(read('ssh', 'sshd_config.before-casement')).toBe('Port 22\n');
  });

  it('leaves the main file unchanged if it includes the drop-in file first', async () => {
    const settings = 'Include /etc/ssh/sshd_config.d/*.conf\n';
    writeFileSync(at('ssh', 'sshd_config'), settings);
    expect(await run()).toMatchObject({ status: 0 });
    expect(read('ssh', 'sshd_config')).toBe(settings);
    expect(read('ssh', 'sshd_config.d', '00-0-casement.conf')).toBe(RULES);
  });

  it('also changes the main file if a setting precedes its Include line', async () => {
    const settings = 'PermitRootLogin no\nInclude /etc/ssh/sshd_config.d/*.conf\n';
    writeFileSync(at('ssh', 'sshd_config'), settings);
    effective('permitrootlogin no\\n', 'PermitRootLogin yes');
    expect(await run()).toMatchObject({ status: 0 });
    expect(read('ssh', 'sshd_config')).toBe(`${RULES}${settings}`);
    expect(read('ssh', 'sshd_config.before-casement')).toBe(settings);
  });

  it.each([
    ['a Match block', 'permitrootlogin prohibit-password\\n', 'PermitRootLogin is not "yes"'],
    ['AllowUsers without root', 'allowusers admin deploy\\n', 'AllowUsers does not name root'],
    ['DenyUsers', 'denyusers root@*\\n', 'DenyUsers names root'],
    ['AllowGroups without root', 'allowgroups sudo\\n', 'AllowGroups does not name the group root'],
    ['ForceCommand', 'forcecommand /bin/menu\\n', 'ForceCommand keeps root'],
    [
      'AuthenticationMethods',
      'authenticationmethods publickey,password publickey\\n',
      'AuthenticationMethods asks for more than a password',
    ],
  ])('does not print Done if %s keeps root out', async (_, lines, reason) => {
    effective(lines);
    const { status, output } = await run();
    expect(status).toBe(1);
    expect(output).toContain('root still cannot sign in with it');
    expect(output).toContain(reason);
    expect(output).not.toContain('Done');
  });

  it('does not print Done if root cannot sign in for another reason', async () => {
    tool('ssh', 'exit 255');
    const { status, output } = await run();
    expect(status).toBe(1);
    expect(output).toContain('signing in with it failed');
    expect(output).not.toContain('Done');
  });

  it.each([
    ['', '-p 22 ', 'root@127.0.0.1 '],
    ['port 2222\\nlistenaddress 0.0.0.0:2222\\n', '-p 2222 ', 'root@127.0.0.1 '],
    ['port 22\\nlistenaddress [::]:22\\n', '-p 22 ', 'root@::1 '],
    ['port 22\\nlistenaddress 203.0.113.5:22\\n', '-p 22 ', 'root@203.0.113.5 '],
  ])('signs in by password before it prints Done: %j', async (settings, port, address) => {
    effective(settings);
    expect(await run()).toMatchObject({ status: 0 });
    const signIn = read('asked').trim().split('\n').at(-1);
    expect(signIn).toContain(`ssh -F /dev/null ${port}`);
    expect(signIn).toContain('PubkeyAuthentication=no');
    expect(signIn).toContain(address);
  });

  it('reports that the sign-in was not tested if there is no ssh client', async () => {
    const { status, output } = await run((script) =>
      script.replace('command -v ssh ', 'command -v no-ssh '),
    );
    expect(status).toBe(0);
    expect(output).toContain('It was not tried');
    expect(output).not.toContain('Done');
  });

  it('prints Done if the user lists name root', async () => {
    effective('permitrootlogin yes\\nallowusers admin root\\nforcecommand none\\n');
    expect(await run()).toMatchObject({ status: 0 });
  });

  it.each(['any', 'publickey,password password', 'keyboard-interactive:pam'])(
    'prints Done if the password is sufficient: AuthenticationMethods %s',
    async (methods) => {
      effective(`authenticationmethods ${methods}\\n`);
      expect(await run()).toMatchObject({ status: 0 });
    },
  );

  it.each([
    ['passwd', 'root:x:0:0:root:/root:/usr/sbin/nologin', 'usermod -s /bin/sh root'],
    ['shadow', 'root:$y$hash:20000:0:99999:7::18000:', 'chage -E -1 root'],
  ])('reports the account setting that keeps root out: %s', async (file, line, reason) => {
    writeFileSync(at(file), `${line}\n`);
    const { status, output } = await run();
    expect(status).toBe(1);
    expect(output).toContain(reason);
  });

  it('prints Done if /etc/nologin keeps out every user except root', async () => {
    writeFileSync(at('nologin'), '');
    expect(await run()).toMatchObject({ status: 0 });
  });

  it('reverts settings that the SSH server rejects', async () => {
    tool('sshd', 'exit 1');
    expect(await run()).toMatchObject({
      status: 1,
      output: expect.stringContaining(
        'does not accept its settings; nothing was restarted.',
      ) as string,
    });
    expect(read('ssh', 'sshd_config')).toBe('Port 22\n');
    expect(asked()).not.toContain('systemctl reload ssh');
  });

  it('supports other service names of the SSH server and other ways to reload it', async () => {
    tool('systemctl', 'exit 1');
    tool('service', '[ "$1" = sshd ]');
    expect(await run()).toMatchObject({ status: 0 });
    expect(asked().at(-1)).toBe('service sshd reload');
  });

  it('needs no reload if socket activation starts the SSH server', async () => {
    for (const name of ['systemctl', 'service']) {
      tool(name, '[ "$*" = "is-active --quiet ssh.socket" ]');
    }
    expect(await run()).toMatchObject({ status: 0 });
  });

  it('reports that the SSH server could not be reloaded', async () => {
    for (const name of ['systemctl', 'service']) tool(name, 'exit 1');
    const { status, output } = await run();
    expect(status).toBe(1);
    expect(output).toContain('could not be told of its settings. Please restart this machine.');
    expect(output).not.toContain('Done');
  });

  it.each([
    ['who is not root', 'id', 'echo 1000', 'Please run this as root'],
    ['whose password was rejected', 'passwd', 'exit 10', 'Choose a new password'],
  ])('changes nothing for a user %s', async (_user, name, body, sentence) => {
    tool(name, body);
    expect(await run()).toMatchObject({
      status: 1,
      output: expect.stringContaining(sentence) as string,
    });
    expect(read('ssh', 'sshd_config')).toBe('Port 22\n');
  });

  it('does nothing if its download was truncated', async () => {
    await run((script) => script.slice(0, script.lastIndexOf('}')));
    expect(asked()).toEqual([]);
  });
});
