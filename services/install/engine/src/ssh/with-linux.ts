import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { EngineError } from '../failures/engine-error.js';
import { connectSsh, type SshLimits } from './connect.js';
import type { VpsCredentials } from './credentials.js';
import { RemoteLinux, type Actor } from './remote.js';

interface LinuxTarget {
  /** Install or check: the guard on the VPS compares it. */
  id: string;
  host: string;
  port: number;
  /** root, or one that becomes root by sudo. */
  username: string;
  /** Decrypted for this one use. */
  credentials: () => Promise<VpsCredentials>;
  /** Null at the first connection. */
  fingerprint: string | null;
}

/**
 * One worker's connection to one VPS, kept from step to step: a VPS that limits new connections (ufw limit, fail2ban,
 * MaxStartups) refuses a worker that comes back for each of them. Its maker closes it.
 */
export class ReusableConnection {
  private linux: RemoteLinux | null = null;

  /** The connection of before, as long as it lives; else a new one. */
  async open(connect: () => Promise<RemoteLinux>): Promise<RemoteLinux> {
    if (this.linux?.isOpen) return this.linux;
    this.linux = null;
    return (this.linux = await connect());
  }

  close(): void {
    this.linux?.close();
    this.linux = null;
  }
}

/** Where Linux is signed in to, and as whom: root, or one that becomes root by sudo. */
export interface SshAccount {
  port: number;
  user: string;
}

/** The worker that runs a step. */
export interface Worker {
  /** Grows with every new holder of the install's lease; the VPS refuses an older one. */
  epoch: number;
  /** The lease is lost or the process ends: stop as soon as possible. */
  signal: AbortSignal;
  /** For all steps that this worker runs in a row; without it each step opens its own. */
  connection?: ReusableConnection;
}

/**
 * Connects, pins the host key and does the work over that one connection. It ends with the work, unless it is kept, and
 * at once when the work fails or the signal is aborted.
 * @throws EngineError ADDRESS_REFUSED and those of connectSsh and RemoteLinux.attach
 */
export async function withLinuxAt<T>(
  target: LinuxTarget,
  { epoch, signal, connection: reusable }: Worker,
  settings: { addresses: Pick<AddressPolicy, 'check'>; ssh: SshLimits },
  work: (linux: RemoteLinux) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  if (!settings.addresses.check(target.host).ok) {
    throw new EngineError('ADDRESS_REFUSED', { address: target.host });
  }
  const connection = reusable ?? new ReusableConnection();
  const actor = { installId: target.id, epoch };
  const stop = () => connection.close();
  signal.addEventListener('abort', stop);
  let isUsable = false;
  try {
    const linux = await connection.open(() => attach(target, actor, settings.ssh));
    signal.throwIfAborted();
    const result = await work(linux);
    isUsable = reusable !== undefined;
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    if (!isUsable) stop();
  }
}

async function attach(target: LinuxTarget, actor: Actor, limits: SshLimits): Promise<RemoteLinux> {
  const { host, port, username, fingerprint } = target;
  const ssh = await connectSsh(
    {
      host,
      port,
      username,
      ...(await target.credentials()),
      pinnedFingerprint: fingerprint ?? undefined,
    },
    limits,
  );
  try {
    return await RemoteLinux.attach(ssh, actor);
  } catch (error) {
    ssh.close();
    throw error;
  }
}
