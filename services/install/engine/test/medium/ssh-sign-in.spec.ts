import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectSsh, SSH_LIMITS } from '@casement/install-engine/ssh/connect.js';
import type { SshTarget } from '@casement/install-engine/ssh/sign-in-dialog.js';
import { openPrivateKey } from '@casement/install-engine/ssh/private-key.js';
import { RemoteLinux } from '@casement/install-engine/ssh/remote.js';

/** Uses the real programs. Both need root and a mount namespace that leaves this machine's accounts untouched. */
const missing = [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...['/usr/sbin/sshd', '/usr/bin/sudo', '/usr/bin/unshare'].filter((file) => !existsSync(file)),
];

const PASSWORD = `sesame'of "sudo" $73`;
const PHRASE = 'sesame of the key';

const name = `signing in to a real sshd${missing.length === 0 ? '' : ` (not run: no ${missing.join(', ')})`}`;
(missing.length === 0 ? describe : describe.skip)(name, () => {
  let dir: string;
  let port: number;
  let sshd: ChildProcess;
  const keys: Record<string, string> = {};

  const makeKey = (name: string, ...options: string[]) => {
    const file = join(dir, name);
    execFileSync('ssh-keygen', ['-q', '-a', '1', '-f', file, '-N', '', ...options]);
    keys[name] = readFileSync(file, 'utf8');
    return readFileSync(`${file}.pub`, 'utf8');
  };

  beforeAll(async () => {
    dir = mkdtempSync('/tmp/casement-sshd-');
    chmodSync(dir, 0o755);
    port = await freePort();
    const authorized = [
      makeKey('ed25519', '-t', 'ed25519'),
      makeKey('locked', '-t', 'ed25519', '-N', PHRASE),
      makeKey('rsa', '-t', 'rsa', '-b', '2048'),
      makeKey('ecdsa', '-t', 'ecdsa'),
    ];
    makeKey('other', '-t', 'ed25519');
    makeKey('host', '-t', 'ed25519');
    mkdirSync(join(dir, 'home'));
    writeFileSync(join(dir, 'authorized_keys'), authorized.join(''));
    writeFileSync(
      join(dir, 'sshd_config'),
      [
        `Port ${port}`,
        'ListenAddress 127.0.0.1',
        `HostKey ${dir}/host`,
        `AuthorizedKeysFile ${dir}/authorized_keys`,
        'PidFile none',
        'UsePAM yes',
        'StrictModes no',
        'PasswordAuthentication no',
        'KbdInteractiveAuthentication no',
        'PermitRootLogin prohibit-password',
        'Match User trusted,asked',
        '  PasswordAuthentication yes',
        '',
      ].join('\n'),
    );
    const hash = execFileSync('openssl', ['passwd', '-6', '-stdin'], { input: PASSWORD })
      .toString()
      .trim();
    const users = ['trusted', 'asked', 'nobody-special'];
    const accounts = users.map((name, i) => `${name}:x:${7300 + i}:65534::${dir}/home:/bin/bash\n`);
    const shadow = users.map((name) => `${name}:${hash}:20000:0:99999:7:::\n`);
    writeFileSync(join(dir, 'passwd'), readFileSync('/etc/passwd', 'utf8') + accounts.join(''));
    writeFileSync(join(dir, 'shadow'), readFileSync('/etc/shadow', 'utf8') + shadow.join(''), {
      mode: 0o600,
    });
    writeFileSync(
      join(dir, 'sudoers'),
      'Defaults use_pty\ntrusted ALL=(ALL) NOPASSWD: ALL\nasked ALL=(ALL) ALL\n',
      { mode: 0o440 },
    );
    // Only this sshd and its children see these accounts.
    const inside = [
      `mount --bind ${dir}/passwd /etc/passwd`,
      `mount --bind ${dir}/shadow /etc/shadow`,
      `mount --bind ${dir}/sudoers /etc/sudoers`,
      'mkdir -p /run/sshd',
      `exec /usr/sbin/sshd -D -e -f ${dir}/sshd_config`,
    ].join(' && ');
    sshd = spawn('unshare', ['-m', 'sh', '-c', inside], { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    sshd.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
    for (let tries = 0; !output.includes('listening on') && sshd.exitCode === null; tries++) {
      if (tries > 200) throw new Error(output);
      await sleep(50);
    }
  });
  afterAll(() => {
    sshd?.kill();
    rmSync(dir, { recursive: true });
  });

  const target = (over: Partial<SshTarget>): SshTarget => ({
    host: '127.0.0.1',
    port,
    username: 'root',
    password: '',
    ...over,
  });

  /** Checks a script and an upload as the engine runs them. */
  async function worksAsRoot(over: Partial<SshTarget>) {
    const ssh = await connectSsh(target(over), SSH_LIMITS);
    try {
      const linux = await RemoteLinux.attach(ssh, { installId: 'install-1', epoch: 1 });
      const { stdout } = await linux.read('id -u; exec 3>&1; wc -c </dev/stdin');
      const content = 'line\n'.repeat(50_000);
      const file = join(dir, 'uploaded', 'file');
      const upload = { size: content.length, content: Readable.from([content]) };
      await linux.upload(file, upload, 30_000);
      expect(readFileSync(file, 'utf8')).toBe(content);
      expect(stdout).toBe('0\n0\n');
      expect((await linux.read('exit 7')).exitCode).toBe(7);
    } finally {
      ssh.close();
      rmSync(join(dir, 'uploaded'), { recursive: true, force: true });
    }
  }
  const failure = (over: Partial<SshTarget>) =>
    worksAsRoot(over).then(
      () => 'signed in',
      (error: { code: string }) => error.code,
    );

  it.each(['ed25519', 'rsa', 'ecdsa'])('signs in as root with a key: %s', async (name) => {
    await worksAsRoot({ key: keys[name] });
  });

  it('signs in as root with a key that had a passphrase', async () => {
    const opened = await openPrivateKey(keys['locked'], PHRASE);
    await worksAsRoot(opened as { key: string });
  });

  it.each([
    ['a key, and sudo without a password', { username: 'trusted', key: 'ed25519' }],
    ['a password, and sudo without one', { username: 'trusted', password: PASSWORD }],
    ['a key, and sudo with a password', { username: 'asked', key: 'ed25519', password: PASSWORD }],
    ['a password for both', { username: 'asked', password: PASSWORD }],
    [
      'a password after the key was rejected',
      { username: 'asked', key: 'other', password: PASSWORD },
    ],
  ])('signs in as another user with %s', async (_, { key, ...over }: Partial<SshTarget>) => {
    await worksAsRoot({ ...over, key: key ? keys[key] : null });
  });

  it.each([
    ['an unknown key', 'SSH_KEY_REFUSED', { key: 'other' }],
    ['a missing key if passwords are disabled', 'SSH_PASSWORD_DISABLED', { password: PASSWORD }],
    ['a wrong password', 'SSH_USER_AUTH_FAILED', { username: 'asked', password: 'wrong' }],
    [
      'a wrong password and an unknown key',
      'SSH_USER_AUTH_FAILED',
      { username: 'asked', key: 'other', password: 'wrong' },
    ],
    ['a missing password for sudo', 'SUDO_PASSWORD_MISSING', { username: 'asked', key: 'rsa' }],
    [
      'a wrong password for sudo',
      'SUDO_PASSWORD_REFUSED',
      { username: 'asked', key: 'rsa', password: 'wrong' },
    ],
    [
      'a user without sudo rights',
      'SUDO_REFUSED',
      { username: 'nobody-special', key: 'rsa', password: PASSWORD },
    ],
  ])('detects %s', async (_, code, { key, ...over }: Partial<SshTarget>) => {
    expect(await failure({ ...over, key: key ? keys[key] : null })).toBe(code);
  });

  it('exposes the sudo password in no process list and no environment', async () => {
    const ssh = await connectSsh(target({ username: 'asked', password: PASSWORD }), SSH_LIMITS);
    try {
      const { stdout } = await ssh.run('cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ', 30_000);
      expect(stdout).toContain('casement-sudo:');
      expect(stdout).not.toContain('sesame');
    } finally {
      ssh.close();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
