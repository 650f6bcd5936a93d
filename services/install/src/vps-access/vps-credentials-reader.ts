import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { InstallRequest } from '@casement/proto/http/install/install.js';
import { packCredentials } from '@casement/install-engine/ssh/credentials.js';
import { openPrivateKey } from '@casement/install-engine/ssh/private-key.js';
import { vpsAccessErrors } from './vps-access.errors.js';

type RequestedCredentials = Pick<
  InstallRequest,
  'passwd_vps' | 'ssh_user' | 'ssh_key' | 'ssh_passphrase'
>;

/** SSH account of a VPS, as columns of an install or a check. */
export interface VpsAccount {
  sshUser: string | null;
  /** Packed password and key. Plain text that must be sealed before it is stored. */
  vpsCredentials: string;
}

/** Low because opening a key may occupy a CPU core for seconds. */
const CONCURRENCY = 2;

/** Time from which a key counts as slow. Ordinary keys open faster. */
const SLOW_MS = 3_000;
/** Slow keys of one user within PAUSE_MS of each other. A key whose opening timed out counts as MAX_SLOW_KEYS. */
const MAX_SLOW_KEYS = 3;
const PAUSE_MS = 10 * 60_000;

/** Reads the SSH credentials of a request. The private key is opened once, here. The passphrase is not passed on. */
@Injectable()
export class VpsCredentialsReader {
  /** Users whose key is being opened. Each user may open one key at a time, so that no user blocks all others. */
  private readonly opening = new Set<string>();
  /** Users with slow keys. Prevents a few accounts from occupying all slots with one slow key after another. */
  private readonly slow = new Map<string, { count: number; until: number }>();

  /** @throws VALIDATION_FAILED with the field, RATE_LIMITED */
  async read(
    { userId }: Actor,
    { passwd_vps, ssh_user, ssh_key, ssh_passphrase }: RequestedCredentials,
  ): Promise<VpsAccount> {
    const key = ssh_key?.trim() ? await this.open(userId, ssh_key, ssh_passphrase ?? '') : null;
    return {
      sshUser: ssh_user || null,
      vpsCredentials: packCredentials({ password: passwd_vps, key }),
    };
  }

  private async open(userId: string, text: string, passphrase: string): Promise<string> {
    if (this.opening.has(userId) || this.opening.size >= CONCURRENCY) {
      throw vpsAccessErrors.tooManyKeys();
    }
    this.refuseSlow(userId);
    this.opening.add(userId);
    const startedAt = Date.now();
    try {
      const opened = await openPrivateKey(text, passphrase);
      const isGivenUp = 'problem' in opened && opened.problem === 'slow';
      if (isGivenUp) this.countSlow(userId, MAX_SLOW_KEYS);
      else if (Date.now() - startedAt >= SLOW_MS) this.countSlow(userId, 1);
      if ('problem' in opened) throw vpsAccessErrors.keyRefused(opened.problem);
      return opened.key;
    } finally {
      this.opening.delete(userId);
    }
  }

  private refuseSlow(userId: string): void {
    const now = Date.now();
    for (const [id, { until }] of this.slow) if (until <= now) this.slow.delete(id);
    if ((this.slow.get(userId)?.count ?? 0) >= MAX_SLOW_KEYS)
      throw vpsAccessErrors.tooManySlowKeys();
  }

  private countSlow(userId: string, weight: number): void {
    const before = this.slow.get(userId)?.count ?? 0;
    this.slow.set(userId, { count: before + weight, until: Date.now() + PAUSE_MS });
  }
}
