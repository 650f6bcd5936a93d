import { createServer, type AddressInfo, type Server } from 'node:net';
import ssh2 from 'ssh2';
import { hostKey } from '../testing/ssh-key.js';
import { connectSsh, type SshLimits } from './connect.js';

const LIMITS: SshLimits = { tcpMs: 10_000, bannerMs: 10_000, signInMs: 10_000, startMs: 10_000 };
/** Short limits for servers that never answer. */
const SHORT: SshLimits = { ...LIMITS, tcpMs: 500, bannerMs: 200 };
const PASSWORD = "pass'word $1";
const KEY = hostKey();

const open: { close(): unknown }[] = [];
afterEach(() => void open.splice(0).forEach((server) => server.close()));

const listen = (server: Server | ssh2.Server): Promise<number> => {
  open.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
};

type Methods = ('password' | 'keyboard-interactive' | 'publickey')[];

function sshServer(methods: Methods, stdout = 'hello\n', exitCode = 0): Promise<number> {
  const server = new ssh2.Server({ hostKeys: [KEY] }, (client) => {
    client.on('error', () => {});
    client.on('authentication', (auth) => {
      if (
        auth.method === 'password' &&
        methods.includes('password') &&
        auth.password === PASSWORD
      ) {
        return auth.accept();
      }
      if (auth.method === 'keyboard-interactive' && methods.includes('keyboard-interactive')) {
        return auth.prompt([{ prompt: 'Password: ', echo: false }], ([answer]) =>
          answer === PASSWORD ? auth.accept() : auth.reject(methods),
        );
      }
      auth.reject(methods);
    });
    client.on('session', (accept) => {
      accept().on('exec', (acceptExec) => {
        const channel = acceptExec();
        const end = () => {
          channel.write(stdout);
          channel.exit(exitCode);
          channel.end();
        };
        channel.resume();
        // A server that refuses to run commands does not wait for a script.
        if (exitCode !== 0) return end();
        channel.write('casement-begin\n');
        channel.on('end', end);
      });
    });
  });
  return listen(server);
}

const target = (port: number, changes = {}) => ({
  host: '127.0.0.1',
  port,
  username: 'root',
  password: PASSWORD,
  ...changes,
});
const failing = (port: number, changes = {}, limits = LIMITS) =>
  connectSsh(target(port, changes), limits).then(
    (session) => {
      session.close();
      return 'connected';
    },
    (error: { code: string }) => error.code,
  );

describe(connectSsh.name, () => {
  it.each<[string, Methods]>([
    ['password', ['password']],
    ['keyboard-interactive', ['keyboard-interactive']],
  ])('signs in by %s', async (_, methods) => {
    const ssh = await connectSsh(target(await sshServer(methods)), LIMITS);
    expect(await ssh.run('echo hello', 60_000)).toMatchObject({ exitCode: 0, stdout: 'hello\n' });
    expect(ssh.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
    ssh.close();
  });

  it('detects a wrong password', async () => {
    const port = await sshServer(['password', 'keyboard-interactive']);
    expect(await failing(port, { password: 'wrong' })).toBe('SSH_AUTH_FAILED');
  });

  it('detects a server that accepts no passwords', async () => {
    expect(await failing(await sshServer(['publickey']))).toBe('SSH_PASSWORD_DISABLED');
  });

  it('detects an expired account by its PAM message', async () => {
    const banner = 'Your account has expired; please contact your system administrator.\n';
    const server = new ssh2.Server({ hostKeys: [KEY], banner }, (client) => {
      client.on('error', () => {});
      client.on('authentication', (auth) =>
        auth.method === 'password' ? client.end() : auth.reject(['password']),
      );
    });
    expect(await failing(await listen(server))).toBe('SSH_ACCOUNT_EXPIRED');
  });

  it('detects a host key that differs from the pinned one', async () => {
    const port = await sshServer(['password']);
    const { fingerprint, ...ssh } = await connectSsh(target(port), LIMITS).then((session) => {
      session.close();
      return session;
    });
    expect(ssh).toBeDefined();
    expect(await failing(port, { pinnedFingerprint: fingerprint })).toBe('connected');
    expect(await failing(port, { pinnedFingerprint: 'SHA256:other' })).toBe('SSH_HOST_KEY_CHANGED');
  });

  it('detects a port without a listener', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    open.pop();
    expect(await failing(port)).toBe('SSH_REFUSED');
  });

  it('detects a listener that never answers', async () => {
    const server = createServer((socket) => socket.on('error', () => {}));
    expect(await failing(await listen(server), {}, SHORT)).toBe('SSH_SILENT');
  });

  it('waits for the sign-in of a server that printed a long text before its version', async () => {
    const greeting = 'Authorised use only.\r\n'.repeat(100);
    const server = new ssh2.Server({ hostKeys: [KEY], greeting }, (client) => {
      client.on('error', () => {});
      // Simulates a server that looks up our name by DNS during the sign-in.
      client.on('authentication', (auth) => void setTimeout(() => auth.accept(), 400));
    });
    expect(await failing(await listen(server), {}, { ...LIMITS, bannerMs: 300 })).toBe('connected');
  });

  it('detects a greeting that is too long for one packet', async () => {
    const banner = `${'Authorised use only. '.repeat(2200)}\n`;
    const server = new ssh2.Server({ hostKeys: [KEY], banner }, (client) => {
      client.on('error', () => {});
      client.on('authentication', (auth) => auth.accept());
    });
    expect(await failing(await listen(server))).toBe('SSH_BANNER_TOO_LONG');
  });

  it('reports an unreadable packet before the key exchange as a failed handshake', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.write(
        Buffer.concat([Buffer.from('SSH-2.0-OpenSSH_9.2p1\r\n'), Buffer.alloc(64, 0x7f)]),
      );
    });
    expect(await failing(await listen(server))).toBe('SSH_HANDSHAKE_FAILED');
  });

  it('detects a server with only unsupported encryption', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.write('SSH-2.0-OpenSSH_10.0\r\n');
      const names = (text: string) => {
        const list = Buffer.from(text);
        const length = Buffer.alloc(4);
        length.writeUInt32BE(list.length);
        return Buffer.concat([length, list]);
      };
      const lists = [
        'mlkem768x25519-sha256',
        'ecdsa-sha2-nistp256',
        ...Array<string>(2).fill('aes256-ctr'),
        ...Array<string>(2).fill('hmac-sha2-256'),
        ...Array<string>(2).fill('none'),
        '',
        '',
      ];
      const payload = Buffer.concat([
        Buffer.from([20]),
        Buffer.alloc(16),
        ...lists.map(names),
        Buffer.alloc(5),
      ]);
      const padding = 8 - ((payload.length + 5) % 8) + 8;
      const head = Buffer.alloc(5);
      head.writeUInt32BE(payload.length + padding + 1);
      head[4] = padding;
      socket.write(Buffer.concat([head, payload, Buffer.alloc(padding)]));
    });
    expect(await failing(await listen(server))).toBe('SSH_HANDSHAKE_FAILED');
  });

  it('detects a server that closes the connection before the sign-in', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('SSH-2.0-OpenSSH_9.2\r\n');
      socket.once('data', () => socket.end());
    });
    expect(await failing(await listen(server))).toBe('SSH_CLOSED');
  });

  it('retries a channel that MaxSessions refuses temporarily', async () => {
    let refusals = 3;
    const server = new ssh2.Server({ hostKeys: [KEY] }, (client) => {
      client.on('error', () => {});
      client.on('authentication', (auth) => auth.accept());
      client.on('session', (accept, reject) => {
        if (refusals-- > 0) return void reject();
        accept().on('exec', (acceptExec) => {
          const channel = acceptExec();
          channel.write('casement-begin\n');
          channel.resume();
          channel.on('end', () => {
            channel.write('hello\n');
            channel.exit(0);
            channel.end();
          });
        });
      });
    });
    const ssh = await connectSsh(target(await listen(server)), LIMITS);
    expect(await ssh.run('echo hello', 60_000)).toMatchObject({ stdout: 'hello\n' });
    ssh.close();
  });

  it('detects a server that refuses every channel', async () => {
    const server = new ssh2.Server({ hostKeys: [KEY] }, (client) => {
      client.on('error', () => {});
      client.on('authentication', (auth) => auth.accept());
      client.on('session', (_, reject) => void reject());
    });
    const ssh = await connectSsh(target(await listen(server)), { ...LIMITS, startMs: 300 });
    await expect(ssh.run('true', 60_000)).rejects.toMatchObject({ code: 'SSH_NO_SHELL' });
    ssh.close();
  });

  it('survives a connection that closes while a channel is refused', async () => {
    const server = new ssh2.Server({ hostKeys: [KEY] }, (client) => {
      client.on('error', () => {});
      client.on('authentication', (auth) => auth.accept());
      client.on('session', (_, reject) => {
        reject();
        setTimeout(() => client.end(), 50);
      });
    });
    const ssh = await connectSsh(target(await listen(server)), LIMITS);
    await expect(ssh.run('true', 60_000)).rejects.toMatchObject({ code: 'SSH_LOST' });
    // Waits until the second attempt to open the channel, which must not throw.
    await new Promise((resolve) => setTimeout(resolve, 400));
    ssh.close();
  });

  it('detects a server that does not use SSH', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    expect(await failing(await listen(server))).toBe('SSH_NOT_SSH');
  });

  it('detects an image that redirects root to another account', async () => {
    const banner = 'Please login as the user "ubuntu" rather than the user "root".\n';
    const ssh = await connectSsh(target(await sshServer(['password'], banner, 142)), LIMITS);
    await expect(ssh.run('id -u', 60_000)).rejects.toMatchObject({ code: 'NOT_ROOT' });
    ssh.close();
  });

  it('detects an account that may not run commands', async () => {
    const banner = 'This account is currently not available.\n';
    const ssh = await connectSsh(target(await sshServer(['password'], banner, 1)), LIMITS);
    await expect(ssh.run('id -u', 60_000)).rejects.toMatchObject({ code: 'SSH_NO_SHELL' });
    ssh.close();
  });

  it('detects a password that must be changed first', async () => {
    const banner = 'Password change required but no TTY available.\n';
    const ssh = await connectSsh(target(await sshServer(['password'], banner, 1)), LIMITS);
    await expect(ssh.run('id -u', 60_000)).rejects.toMatchObject({ code: 'SSH_PASSWORD_EXPIRED' });
    ssh.close();
  });
});
