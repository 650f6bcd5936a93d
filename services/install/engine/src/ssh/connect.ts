import { connect as connectTcp, type Socket } from 'node:net';
import { Client } from 'ssh2';
import { EngineError, type FailureValues } from '../failures/engine-error.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { fingerprintOf } from './fingerprint.js';
import { SshSession } from './session.js';
import { SignInDialog, type SignInFailure, type SshTarget } from './sign-in-dialog.js';

export interface SshLimits {
  /** Time limit of the TCP connect, in ms. */
  tcpMs: number;
  /** Time limit of the SSH greeting, in ms. */
  bannerMs: number;
  /** Time limit of key exchange and sign-in together, in ms. */
  signInMs: number;
  /** Time limit of a shell's start, in ms. */
  startMs: number;
}

export const SSH_LIMITS: SshLimits = {
  tcpMs: 15_000,
  bannerMs: 15_000,
  signInMs: 45_000,
  startMs: 20_000,
};

/**
 * Signs in by key, then by password (plain or keyboard-interactive), and pins the host key.
 * @throws EngineError SSH_TIMEOUT, SSH_REFUSED, SSH_UNREACHABLE, SSH_SILENT, SSH_NOT_SSH, SSH_HANDSHAKE_FAILED, SSH_BANNER_TOO_LONG, SSH_CLOSED,
 * SSH_AUTH_FAILED, SSH_USER_AUTH_FAILED, SSH_KEY_REFUSED, SSH_KEY_ALSO, SSH_PASSWORD_ALSO, SSH_SECOND_FACTOR,
 * SSH_PROMPT_UNKNOWN, SSH_PASSWORD_DISABLED, SSH_PASSWORD_EXPIRED, SSH_ACCOUNT_EXPIRED, SSH_HOST_KEY_CHANGED
 */
export async function connectSsh(
  target: SshTarget,
  limits: SshLimits = SSH_LIMITS,
): Promise<SshSession> {
  const { client, fingerprint, software } = await signInTo(target, limits);
  const { username: user, password } = target;
  const pinned = { ...target, pinnedFingerprint: fingerprint };
  return new SshSession(client, {
    fingerprint,
    startMs: limits.startMs,
    sudo: user === 'root' ? null : { user, password },
    // TinySSH ends the connection after each command.
    ...(/^tinyssh/i.test(software) && {
      reconnect: async () => (await signInTo(pinned, limits)).client,
    }),
  });
}

interface SignedIn {
  client: Client;
  fingerprint: string;
  /** Name and version of the server, such as `OpenSSH_9.2p1`. */
  software: string;
}

async function signInTo(target: SshTarget, limits: SshLimits): Promise<SignedIn> {
  const socket = await openTcp(target, limits.tcpMs);
  try {
    return await signIn(target, limits, socket);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

const TCP_CODES: Record<string, FailureCode> = {
  ECONNREFUSED: 'SSH_REFUSED',
  EHOSTUNREACH: 'SSH_UNREACHABLE',
  ENETUNREACH: 'SSH_UNREACHABLE',
  EADDRNOTAVAIL: 'SSH_UNREACHABLE',
};

function openTcp({ host, port }: SshTarget, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host, port });
    const fail = (code: FailureCode, cause?: unknown) => {
      socket.destroy();
      reject(new EngineError(code, { port }, { cause }));
    };
    const timer = setTimeout(() => fail('SSH_TIMEOUT'), timeoutMs);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      // The next user adds its own listener. Without any listener, an early reset would end the process.
      socket.on('error', () => {});
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      fail(TCP_CODES[error.code ?? ''] ?? 'SSH_TIMEOUT', error);
    });
  });
}

function signIn(target: SshTarget, limits: SshLimits, socket: Socket): Promise<SignedIn> {
  const client = new Client();
  let fingerprint = '';
  let keyChanged = false;
  let received = Buffer.alloc(0);
  let isSsh = false;
  let isExpired = false;
  let isEncrypted = false;

  return new Promise((resolve, reject) => {
    const fail = (code: FailureCode, cause?: unknown, more: FailureValues = {}) => {
      clearTimeout(bannerTimer);
      clearTimeout(signInTimer);
      client.destroy();
      const { port, username: user } = target;
      reject(new EngineError(code, { port, user, ...more }, { cause }));
    };
    const failAs = ({ code, values }: SignInFailure, cause?: unknown) => fail(code, cause, values);
    const dialog = new SignInDialog(target, failAs);
    // A listener that accepts and never sends must not occupy a worker for the full sign-in time.
    const bannerTimer = setTimeout(() => fail('SSH_SILENT'), limits.bannerMs);
    const signInTimer = setTimeout(
      () => fail(fingerprint ? 'SSH_TIMEOUT' : 'SSH_SILENT'),
      limits.bannerMs + limits.signInMs,
    );
    const listen = (data: Buffer) => {
      // A server may print text of any length before its version, a line of at most 255 bytes (RFC 4253, 4.2).
      received = Buffer.concat([received, data]);
      const start = received.indexOf('SSH-');
      isSsh = start !== -1;
      received = received.subarray(isSsh ? start : -3);
      if (isSsh) clearTimeout(bannerTimer);
      if (isSsh && (received.includes('\n') || received.length > 255)) socket.off('data', listen);
    };
    socket.on('data', listen);

    client.once('ready', () => {
      clearTimeout(bannerTimer);
      clearTimeout(signInTimer);
      client.off('error', closed);
      client.off('close', closedQuietly);
      const software = /SSH-[\d.]+-(\S*)/.exec(received.toString('latin1'))?.[1] ?? '';
      resolve({ client, fingerprint, software });
    });
    // Sent before the sign-in is refused, and only if the password was correct.
    client.on('banner', (text) => (isExpired ||= /account has expired/i.test(text)));
    client.once('handshake', () => (isEncrypted = true));
    client.once('change password', () => fail('SSH_PASSWORD_EXPIRED'));
    const closed = (error?: Error & { level?: string }) => {
      if (keyChanged) fail('SSH_HOST_KEY_CHANGED', error);
      else if (isExpired) fail('SSH_ACCOUNT_EXPIRED', error);
      else if (error?.level === 'client-authentication') failAs(dialog.failure(), error);
      else if (received.length > 0 && !isSsh) fail('SSH_NOT_SSH', error);
      else if (received.length === 0) fail('SSH_SILENT', error);
      // sshd closes the connection without a message after too many wrong passwords.
      else if (dialog.hasTried) failAs(dialog.failure(), error);
      else fail(earlyEndCode(error?.message ?? '', isEncrypted), error);
    };
    const closedQuietly = () => closed();
    client.once('error', closed);
    client.once('close', closedQuietly);
    // ssh2 may report a second error; without a listener it would end the process.
    client.on('error', () => {});

    client.connect({
      sock: socket,
      username: target.username,
      readyTimeout: 0,
      keepaliveInterval: 10_000,
      keepaliveCountMax: 3,
      authHandler: dialog.next,
      ...(target.hostKeyType && { algorithms: { serverHostKey: [target.hostKeyType] } }),
      hostVerifier: (key: Buffer) => {
        fingerprint = fingerprintOf(key);
        keyChanged =
          target.pinnedFingerprint !== undefined && target.pinnedFingerprint !== fingerprint;
        return !keyChanged;
      },
    });
  });
}

/** Maps ssh2's error message to the reason why the connection ended before the sign-in. */
function earlyEndCode(message: string, isEncrypted: boolean): FailureCode {
  if (/max ident/i.test(message)) return 'SSH_BANNER_TOO_LONG';
  // ssh2 accepts packets of 35,000 bytes, as RFC 4253 requires. sshd sends its banner in one packet, after the key
  // exchange. An oversized packet before it is not a banner but a damaged or interrupted exchange.
  if (/packet length/i.test(message))
    return isEncrypted ? 'SSH_BANNER_TOO_LONG' : 'SSH_HANDSHAKE_FAILED';
  return message === '' || /reset|closed|lost|before handshake/i.test(message)
    ? 'SSH_CLOSED'
    : 'SSH_HANDSHAKE_FAILED';
}
