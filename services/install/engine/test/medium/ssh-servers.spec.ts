import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectSsh, SSH_LIMITS } from '@casement/install-engine/ssh/connect.js';
import type { SshTarget } from '@casement/install-engine/ssh/sign-in-dialog.js';

const PASSWORD = 'sesame';

/** Programs that serve a connection on stdin and stdout, or listen on PORT. All need root and a mount namespace. */
const SERVERS: [string, { program: string; key: (dir: string) => string[]; run: string }][] = [
  [
    'dropbear',
    {
      program: '/usr/sbin/dropbear',
      key: (dir) => ['dropbearkey', '-t', 'ed25519', '-f', `${dir}/host`],
      run: 'dropbear -F -E -r DIR/host -p 127.0.0.1:PORT -P DIR/pid',
    },
  ],
  [
    'tinyssh',
    {
      program: '/usr/sbin/tinysshd',
      key: (dir) => ['tinysshd-makekey', '-q', `${dir}/host`],
      run: 'tinysshd DIR/host',
    },
  ],
  [
    'OpenSSH with MaxSessions 1',
    {
      program: '/usr/sbin/sshd',
      key: (dir) => ['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', `${dir}/host`],
      run: 'sshd -i -e -f /dev/null -h DIR/host -o MaxSessions=1 -o PermitRootLogin=yes -o StrictModes=no',
    },
  ],
];

for (const [title, { program, key: hostKey, run }] of SERVERS) {
  const missing = [
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...[program, '/usr/bin/unshare'].filter((file) => !existsSync(file)),
  ];
  const name = `${title}${missing.length === 0 ? '' : ` (not run: no ${missing.join(', ')})`}`;
  (missing.length === 0 ? describe : describe.skip)(name, () => {
    let dir: string;
    let server: Server;
    let port: number;
    const children = new Set<ChildProcess>();

    beforeAll(async () => {
      dir = mkdtempSync('/tmp/casement-servers-');
      mkdirSync(`${dir}/home/.ssh`, { recursive: true, mode: 0o700 });
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', `${dir}/key`]);
      const publicKey = readFileSync(`${dir}/key.pub`);
      writeFileSync(`${dir}/home/.ssh/authorized_keys`, publicKey, { mode: 0o600 });
      const hash = execFileSync('openssl', ['passwd', '-6', PASSWORD]).toString().trim();
      const shadow = readFileSync('/etc/shadow', 'utf8');
      writeFileSync(
        `${dir}/shadow`,
        shadow.replace(/^root:.*$/m, () => `root:${hash}:20000:0:99999:7:::`),
        { mode: 0o600 },
      );
      const [keygen, ...args] = hostKey(dir);
      execFileSync(keygen, args, { stdio: 'ignore' });
      const inside = [
        `mount --bind ${dir}/home /root`,
        `mount --bind ${dir}/shadow /etc/shadow`,
        'mkdir -p /run/sshd',
        `exec /usr/sbin/${run.replaceAll('DIR', dir)}`,
      ].join(' && ');
      if (run.includes('PORT')) return listenOn(inside);
      server = createServer((socket) => {
        const child = spawn('unshare', ['-m', 'sh', '-c', inside], {
          stdio: ['pipe', 'pipe', 'ignore'],
        });
        children.add(child);
        child.stdin.on('error', () => undefined);
        socket.on('error', () => undefined).on('close', () => child.kill());
        socket.pipe(child.stdin);
        child.stdout.pipe(socket);
      });
      port = await listening(server);
    });

    /** Starts a server that listens on a free port itself. */
    async function listenOn(line: string): Promise<void> {
      server = createServer();
      port = await listening(server);
      await new Promise((resolve) => server.close(resolve));
      children.add(
        spawn('unshare', ['-m', 'sh', '-c', line.replace('PORT', String(port))], {
          stdio: 'ignore',
        }),
      );
      const accepts = () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => resolve(true));
          socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
        });
      for (let tries = 0; tries < 200 && !(await accepts()); tries++) await sleep(50);
    }
    afterAll(async () => {
      for (const child of children) child.kill();
      server?.close();
      await sleep(100);
      rmSync(dir, { recursive: true });
    });

    const target = (over: Partial<SshTarget>): SshTarget => ({
      host: '127.0.0.1',
      port,
      username: 'root',
      password: '',
      ...over,
    });

    it('runs several scripts and takes a file', async () => {
      const key = readFileSync(`${dir}/key`, 'utf8');
      const ssh = await connectSsh(target({ key }), SSH_LIMITS);
      try {
        const content = 'line\n'.repeat(50_000);
        const file = join(dir, 'uploaded');
        await ssh.feed(`cat >${file}`, Readable.from([content]), 30_000);
        expect(readFileSync(file, 'utf8')).toBe(content);
        for (let n = 0; n < 5; n++) {
          const { stdout } = await ssh.run(`echo ${n}; id -u`, 30_000);
          expect(stdout).toBe(`${n}\n0\n`);
        }
      } finally {
        ssh.close();
      }
    });

    it('reports whether the password was accepted', async () => {
      const outcome = (password: string) =>
        connectSsh(target({ password }), SSH_LIMITS).then(
          (ssh) => {
            ssh.close();
            return 'signed in';
          },
          (error: { code: string }) => error.code,
        );
      const takesPasswords = title !== 'tinyssh';
      expect(await outcome('wrong')).toBe(
        takesPasswords ? 'SSH_AUTH_FAILED' : 'SSH_PASSWORD_DISABLED',
      );
      if (title === 'dropbear') expect(await outcome(PASSWORD)).toBe('signed in');
    });
  });
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
