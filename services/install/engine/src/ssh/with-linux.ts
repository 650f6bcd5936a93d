import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { EngineError } from '../failures/engine-error.js';
import { connectSsh, type SshLimits } from './connect.js';
import type { VpsCredentials } from './credentials.js';
import { RemoteLinux, type Actor } from './remote.js';

interface LinuxTarget {
  /** Id of the install or check, compared by the guard on the VPS. */
  id: string;
  host: string;
  port: number;
  /** Either root or a user with sudo. */
  username: string;
  /** Decrypted for a single use. */
  credentials: () => Promise<VpsCredentials>;
  /** `null` at the first connection. */
  fingerprint: string | null;
}

/**
 * Connection from one worker to one VPS, reused across steps because a VPS that limits new connections (ufw limit,
 * fail2ban, MaxStartups) would refuse one per step. The creator closes it.
 */
export class ReusableConnection {
  private linux: RemoteLinux | null = null;

  /** Returns the live connection or opens a new one. */
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

/** SSH port and account: root, or a user with sudo. */
export interface SshAccount {
  port: number;
  user: string;
}

export interface Worker {
  /** Lease epoch; increases with every new holder of the install. The VPS rejects older epochs. */
  epoch: number;
  /** Aborted when the lease is lost or the process ends. */
  signal: AbortSignal;
  /** Shared by consecutive steps of this worker; without it each step opens a connection. */
  connection?: ReusableConnection;
}

/**
 * Connects, pins the host key and runs `work`. The connection closes afterwards unless it is reusable, and
 * immediately if the work fails or the signal aborts.
 * @throws EngineError ADDRESS_REFUSED, or as connectSsh and RemoteLinux.attach
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
