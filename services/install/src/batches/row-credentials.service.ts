import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  rowProblems,
  type BatchRequest,
  type RetryBatchRowRequest,
} from '@casement/proto/http/batches.js';
import type { InstallRequest } from '@casement/proto/http/install.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { unpackCredentials } from '@casement/install-engine/ssh/credentials.js';
import { SshAccessReader } from '../installs/ssh-access.js';
import type { BatchRowEntity } from './batch.entity.js';
import { batchErrors } from './batches.errors.js';

/** How long passwords wait for their row's turn, or for a retry. */
const KEPT_MS = 24 * 3_600_000;

const stored = z.object({
  /** Of the VPS; empty where the key is enough. */
  password: z.string(),
  /** As openPrivateKey returns it. */
  key: z.string().nullable(),
  rdp: z.string(),
});

/** What a row needs for its turn: how to sign in to its VPS, and the password that Windows is given. */
type RowCredentials = z.infer<typeof stored>;
type RowId = Pick<BatchRowEntity, 'batchId' | 'number'>;
type Kept = Pick<BatchRowEntity, 'credentials' | 'credentialsUntil'>;

/** Binds it to its row, so that one row's ciphertext is useless in another. */
const contextOf = ({ batchId, number }: RowId) => `batch:${batchId}:${number}`;

/** Passwords and keys of rows that wait, sealed as those of installs are. */
@Injectable()
export class RowCredentialsService {
  constructor(
    private readonly access: SshAccessReader,
    private readonly secrets: SecretBox,
  ) {}

  /** The batch's key, opened; null without one. @throws VALIDATION_FAILED with the field, RATE_LIMITED */
  async openKey(
    actor: Actor,
    { ssh_key, ssh_passphrase }: Pick<BatchRequest, 'ssh_key' | 'ssh_passphrase'>,
  ): Promise<string | null> {
    const asked = { passwd_vps: '', ssh_key, ssh_passphrase };
    const { credentials } = await this.access.read(actor, asked);
    return unpackCredentials(credentials).key;
  }

  /** As a row's columns. */
  keep(row: RowId, credentials: RowCredentials): Kept {
    return {
      credentials: this.secrets.seal(JSON.stringify(credentials), contextOf(row)),
      credentialsUntil: new Date(Date.now() + KEPT_MS),
    };
  }

  /**
   * For a retry: what is given now in place of what is stored, for another 24 hours.
   * @param key opened
   * @throws VALIDATION_FAILED where neither has it, or the form would refuse it
   */
  renew(row: BatchRowEntity, request: RetryBatchRowRequest, key: string | null): Kept {
    const before = row.credentials === null ? null : this.open(row);
    const isGiven = Boolean(request.passwd_vps) || key !== null;
    const vps = isGiven ? { password: request.passwd_vps ?? '', key } : before;
    if (!vps) throw batchErrors.credentialsNeeded('passwd_vps');
    const rdp = request.passwd_rdp || before?.rdp;
    if (!rdp) throw batchErrors.credentialsNeeded('passwd_rdp');
    const { password } = vps;
    const asked = { ip: row.ip, passwd_vps: password, win_ver: row.winVer, passwd_rdp: rdp };
    const [problem] = rowProblems([asked], vps.key !== null);
    if (problem) throw batchErrors.refused(problem);
    return this.keep(row, { password, key: vps.key, rdp });
  }

  /** What the form would send for this row. @throws Error where they were erased, or cannot be opened any more */
  requestOf(row: BatchRowEntity): InstallRequest {
    const { password, key, rdp } = this.open(row);
    return {
      ip: row.ip,
      passwd_vps: password,
      win_ver: row.winVer,
      passwd_rdp: rdp,
      ...(key !== null ? { ssh_key: key } : {}),
      ...(row.sshPort !== null ? { ssh_port: row.sshPort } : {}),
      ...(row.sshUser !== null ? { ssh_user: row.sshUser } : {}),
    };
  }

  private open(row: RowId & Pick<BatchRowEntity, 'credentials'>): RowCredentials {
    if (row.credentials === null) throw new Error(`${contextOf(row)} has no credentials`);
    return stored.parse(JSON.parse(this.secrets.open(row.credentials, contextOf(row))));
  }
}
