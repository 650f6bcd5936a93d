import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import type { InstallRequest } from '@casement/proto/http/install.js';
import { packCredentials } from '@casement/install-engine/ssh/credentials.js';
import { openPrivateKey } from '@casement/install-engine/ssh/private-key.js';
import { installErrors } from './installs.errors.js';

type Asked = Pick<
  InstallRequest,
  'passwd_vps' | 'ssh_port' | 'ssh_user' | 'ssh_key' | 'ssh_passphrase'
>;

/** How a VPS is signed in to, as an install and a check keep it. */
export interface SshAccess {
  sshPort: number | null;
  sshUser: string | null;
  /** To be sealed. */
  credentials: string;
}

/** Each may use a whole processor for some seconds. */
const MAX_OPENING = 2;

/** As long as no ordinary key takes. */
const LONG_MS = 3_000;
/** Of one user, within a pause of each other; one that was given up counts as all of them. */
const MAX_LONG = 3;
const PAUSE_MS = 10 * 60_000;

/** Reads how a request wants its VPS signed in to. Its key is opened here, once; the passphrase goes no further. */
@Injectable()
export class SshAccessReader {
  /** Users with a key that is being opened: one each, so that no user's keys keep all others waiting. */
  private readonly opening = new Set<string>();
  /** Users whose keys took long here, so that a few accounts do not hold all places with one such key after another. */
  private readonly long = new Map<string, { count: number; until: number }>();

  /** @throws VALIDATION_FAILED with the field, RATE_LIMITED */
  async read(
    { userId }: Actor,
    { passwd_vps, ssh_port, ssh_user, ssh_key, ssh_passphrase }: Asked,
  ): Promise<SshAccess> {
    const key = ssh_key?.trim() ? await this.open(userId, ssh_key, ssh_passphrase ?? '') : null;
    return {
      sshPort: ssh_port ?? null,
      sshUser: ssh_user || null,
      credentials: packCredentials({ password: passwd_vps, key }),
    };
  }

  private async open(userId: string, text: string, passphrase: string): Promise<string> {
    if (this.opening.has(userId) || this.opening.size >= MAX_OPENING) {
      throw installErrors.tooManyKeys();
    }
    this.refuseLong(userId);
    this.opening.add(userId);
    const startedAt = Date.now();
    try {
      const opened = await openPrivateKey(text, passphrase);
      const isGivenUp = 'problem' in opened && opened.problem === 'slow';
      if (isGivenUp) this.countLong(userId, MAX_LONG);
      else if (Date.now() - startedAt >= LONG_MS) this.countLong(userId, 1);
      if ('problem' in opened) throw installErrors.keyRefused(opened.problem);
      return opened.key;
    } finally {
      this.opening.delete(userId);
    }
  }

  private refuseLong(userId: string): void {
    const now = Date.now();
    for (const [id, { until }] of this.long) if (until <= now) this.long.delete(id);
    if ((this.long.get(userId)?.count ?? 0) >= MAX_LONG) throw installErrors.tooManyLongKeys();
  }

  private countLong(userId: string, weight: number): void {
    const before = this.long.get(userId)?.count ?? 0;
    this.long.set(userId, { count: before + weight, until: Date.now() + PAUSE_MS });
  }
}
