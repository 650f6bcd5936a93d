import type { AddressPolicy } from '@casement/common/net/address-policy.js';
import { EngineError } from '../engine-error.js';
import { connectSsh, type SshLimits } from './connect.js';
import { RemoteLinux, type Actor } from './remote.js';

export interface LinuxTarget {
  host: string;
  port: number;
  username: string;
  /** Decrypted for this one use. */
  password: () => Promise<string>;
  /** Null at the first connection. */
  fingerprint: string | null;
}

/**
 * Connects, pins the host key and does the work over that one connection, which ends with it, and at once when
 * the signal is aborted.
 * @throws EngineError ADDRESS_REFUSED and those of connectSsh and RemoteLinux.attach
 */
export async function withLinuxAt<T>(
  target: LinuxTarget,
  actor: Actor,
  settings: { addresses: Pick<AddressPolicy, 'check'>; ssh: SshLimits; signal: AbortSignal },
  work: (linux: RemoteLinux) => Promise<T>,
): Promise<T> {
  const { host, port, username } = target;
  const { signal } = settings;
  signal.throwIfAborted();
  if (!settings.addresses.check(host).ok) {
    throw new EngineError('ADDRESS_REFUSED', { address: host });
  }
  const ssh = await connectSsh(
    {
      host,
      port,
      username,
      password: await target.password(),
      pinnedFingerprint: target.fingerprint ?? undefined,
    },
    settings.ssh,
  );
  const stop = () => ssh.close();
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    return await work(await RemoteLinux.attach(ssh, actor));
  } finally {
    signal.removeEventListener('abort', stop);
    ssh.close();
  }
}
