import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import ssh2 from 'ssh2';
import { connectSsh, SSH_LIMITS } from '@casement/install-engine/ssh/connect.js';
import type { SshSession } from '@casement/install-engine/ssh/session.js';
import { hostKey } from '@casement/install-engine/testing/ssh-key.js';

/** Tests root's start files with the same bash that sshd would start. */
describe('shell over SSH', () => {
  let home: string;
  let server: ssh2.Server;
  let ssh: SshSession;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'casement-shell-'));
    server = new ssh2.Server({ hostKeys: [hostKey()] }, (client) => {
      client.on('error', () => undefined);
      client.on('authentication', (auth) => auth.accept());
      client.on('session', (accept) => {
        accept().on('exec', (acceptExec, _, { command }) => {
          const channel = acceptExec();
          // Simulates sshd; bash reads ~/.bashrc when it detects that sshd started it.
          const shell = spawn('bash', ['-c', command], {
            env: { HOME: home, PATH: process.env['PATH'], SSH_CLIENT: '192.0.2.1 1 22' },
          });
          shell.stdin.on('error', () => undefined);
          channel.on('close', () => shell.kill());
          channel.pipe(shell.stdin);
          shell.stdout.pipe(channel, { end: false });
          shell.stderr.pipe(channel.stderr, { end: false });
          shell.on('close', (code) => {
            channel.exit(code ?? 255);
            channel.end();
          });
        });
      });
    });
    await listening(server);
    const target = { host: '127.0.0.1', port: portOf(server), username: 'root', password: 'x' };
    ssh = await connectSsh(target, { ...SSH_LIMITS, startMs: 2_000 });
  });
  afterEach(async () => {
    ssh.close();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
    rmSync(home, { recursive: true });
  });

  const startFile = (text: string) => writeFileSync(join(home, '.bashrc'), `${text}\n`);

  async function scriptAndFile() {
    const file = join(home, 'file');
    const content = 'line\n'.repeat(100_000);
    const script = await ssh.run('echo "$((20 + 22))"; exit 3', 60_000);
    await ssh.feed(`cat >${file}`, Readable.from([content]), 60_000);
    expect(readFileSync(file, 'utf8')).toBe(content);
    return script;
  }

  it('runs a script and receives a file', async () => {
    expect(await scriptAndFile()).toEqual({ exitCode: 3, stdout: '42\n', stderr: '' });
  });

  it('ignores output of a start file', async () => {
    startFile('echo "Welcome to 0 boot-1 100"; neofetch() { :; }; printf "no end of line"');
    const { stdout } = await scriptAndFile();
    expect(stdout).toBe('42\n');
  });

  it('works if a start file replaces the shell with another shell', async () => {
    startFile('echo hello; exec dash');
    expect(await scriptAndFile()).toEqual({ exitCode: 3, stdout: '42\n', stderr: '' });
  });

  it.each([
    ['SSH_START_FILE', 'read -p "Continue? " answer'],
    ['SSH_START_FILE', 'echo "open terminal failed: not a terminal" >&2; exec false'],
    ['SSH_START_FILE', 'echo "Must be connected to a terminal." >&2; exec false'],
    ['SSH_START_FILE', 'exec sleep 60'],
    ['SSH_START_FILE_ENDS', 'set -e; false'],
    ['SSH_START_FILE_ENDS', 'exit'],
    ['SSH_NO_SHELL', 'echo "1) status 2) reboot"; exit'],
  ])('reports an obstructing start file as %s: %j', async (code, text) => {
    startFile(text);
    await expect(ssh.run('echo 42', 60_000)).rejects.toMatchObject({ code });
  });

  it('names the start file that the shell blames', async () => {
    startFile('set -e; casement_unknown_command');
    const message = expect.stringContaining(`startup file ${home}/.bashrc is probably the cause`);
    await expect(ssh.run('echo 42', 60_000)).rejects.toMatchObject({
      code: 'SSH_START_FILE_ENDS',
      message,
    });
  });

  it.each(['', ' >&2'])('closes the connection to a VPS that prints without end%s', async (to) => {
    await expect(ssh.run(`while :; do echo more; done${to}`, 60_000)).rejects.toMatchObject({
      code: 'OS_UNREADABLE',
    });
    expect(ssh.isOpen).toBe(false);
  });
});

describe('sudo over SSH', () => {
  const PASSWORD = 'sesame-7';
  let bin: string;
  let server: ssh2.Server;
  beforeEach(async () => {
    bin = mkdtempSync(join(tmpdir(), 'casement-sudo-'));
    server = new ssh2.Server({ hostKeys: [hostKey()] }, (client) => {
      client.on('error', () => undefined);
      client.on('authentication', (auth) => auth.accept());
      client.on('session', (accept) => {
        accept().on('exec', (acceptExec, _, { command }) => {
          const channel = acceptExec();
          const shell = spawn('sh', ['-c', command], {
            env: { PATH: `${bin}:${process.env['PATH']}` },
          });
          shell.stdin.on('error', () => undefined);
          channel.on('close', () => shell.kill());
          channel.pipe(shell.stdin);
          shell.stdout.pipe(channel, { end: false });
          shell.stderr.pipe(channel.stderr, { end: false });
          shell.on('close', (code) => {
            channel.exit(code ?? 255);
            channel.end();
          });
        });
      });
    });
    await listening(server);
  });
  afterEach(async () => {
    await new Promise<void>((resolve) => void server.close(() => resolve()));
    rmSync(bin, { recursive: true });
  });

  /** @param prompt printed by a stand-in for sudo; `$SUDO_PROMPT` is the caller's prompt */
  async function outcome(prompt: string, { options = '-k|-S|-u|root', password = PASSWORD } = {}) {
    const sudo = [
      '#!/bin/sh',
      'while :; do case $1 in',
      `  ${options}) shift ;;`,
      '  -*) echo "sudo: invalid option $1" >&2; exit 1 ;;',
      '  *) break ;;',
      'esac; done',
      `for try in 1 2; do printf %s "${prompt}" >&2; read -r answer`,
      `  [ "$answer" = ${PASSWORD} ] && exec "$@"`,
      '  echo "sudo: Authentication failed, try again." >&2',
      'done; exit 1',
    ];
    writeFileSync(join(bin, 'sudo'), `${sudo.join('\n')}\n`, { mode: 0o755 });
    const target = { host: '127.0.0.1', port: portOf(server), username: 'ubuntu', password };
    const ssh = await connectSsh(target, { ...SSH_LIMITS, startMs: 2_000 });
    try {
      return (await ssh.run('echo done', 20_000)).stdout.trim();
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      ssh.close();
    }
  }

  it.each([
    ['sudo', '$SUDO_PROMPT'],
    ['sudo-rs 0.2.5 and older, which has no -p', '[sudo: authenticate] Password: '],
    ['sudo-rs', '[sudo: $SUDO_PROMPT] Password: '],
  ])('answers the prompt of %s', async (_, prompt) => {
    expect(await outcome(prompt)).toBe('done');
    expect(await outcome(prompt, { password: 'wrong' })).toBe('SUDO_PASSWORD_REFUSED');
    expect(await outcome(prompt, { password: '' })).toBe('SUDO_PASSWORD_MISSING');
  });

  it('quotes a sudo-rs question that does not ask for a password', async () => {
    const prompt = '[sudo: input needed] Verification code: ';
    expect(await outcome(prompt)).toBe('SSH_PROMPT_UNKNOWN');
  });
});

it('closes the connection to a VPS that does not close it', async () => {
  const ownAbort = new AbortController();
  const server = new ssh2.Server({ hostKeys: [hostKey()] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (auth) => auth.accept());
    client.on('session', (accept) => {
      accept().on('exec', (acceptExec) => {
        const channel = acceptExec();
        channel.write('casement-begin\n');
        const printing = setInterval(() => channel.write('more\n'), 10);
        client.on('close', () => clearInterval(printing));
        ownAbort.abort();
      });
    });
  });
  await listening(server);
  // Data to the server is dropped once `ownAbort` is aborted, so the server sees no end and keeps sending.
  let hasClosed = Promise.resolve();
  const front = createServer({ allowHalfOpen: true }, (socket) => {
    const proxied = connect(portOf(server), '127.0.0.1');
    proxied.pipe(socket, { end: false });
    socket.on('data', (part) => void (ownAbort.signal.aborted || proxied.write(part)));
    socket.on('error', () => undefined);
    hasClosed = new Promise((resolve) => {
      socket.on('close', () => {
        proxied.destroy();
        resolve();
      });
    });
  });
  await listening(front);
  const target = { host: '127.0.0.1', port: portOf(front), username: 'root', password: 'x' };
  const ssh = await connectSsh(target);
  const lost = expect(ssh.run('true', 60_000)).rejects.toMatchObject({ code: 'SSH_LOST' });
  await once(ownAbort.signal, 'abort');
  ssh.close();
  await hasClosed;
  await lost;
  for (const each of [front, server]) each.close();
});

const listening = (server: ssh2.Server | Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const portOf = (server: ssh2.Server | Server) => (server.address() as AddressInfo).port;
