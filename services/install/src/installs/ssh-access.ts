import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/auth/actor.js';
import type { InstallRequest } from '@casement/proto/http/install.js';
import { packCredentials } from '../engine/ssh/credentials.js';
import { openPrivateKey } from '../engine/ssh/private-key.js';
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

/** Reads how a request wants its VPS signed in to. Its key is opened here, once; the passphrase goes no further. */
@Injectable()
export class SshAccessReader {
  /** Users with a key that is being opened: one each, so that no user's keys keep all others waiting. */
  private readonly opening = new Set<string>();

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
    this.opening.add(userId);
    try {
      const opened = await openPrivateKey(text, passphrase);
      if ('problem' in opened) throw installErrors.keyRefused(opened.problem);
      return opened.key;
    } finally {
      this.opening.delete(userId);
    }
  }
}
