import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  rowProblems,
  secretOption,
  type BatchRequest,
  type RetryBatchRowRequest,
} from '@casement/proto/http/install/batches/batches.js';
import type { InstallRequest } from '@casement/proto/http/install/install.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import {
  windowsOptions,
  type WindowsOptions,
} from '@casement/proto/http/install/windows-options.js';
import { unpackCredentials } from '@casement/install-engine/ssh/credentials.js';
import { VpsCredentialsReader } from '../vps-access/vps-credentials-reader.js';
import type { BatchEntity, BatchRowEntity } from './batch.entity.js';
import { batchErrors } from './batches.errors.js';

/** Lifetime of passwords stored for a waiting row or a retry. */
const LIFETIME_MS = 24 * 3_600_000;

const stored = z.object({
  /** Password of the VPS. Empty if the key is sufficient. */
  password: z.string(),
  /** Opened private key, as returned by openPrivateKey. */
  key: z.string().nullable(),
  rdp: z.string(),
  /** Sealed with the credentials because they contain the password of Windows' second account. */
  options: windowsOptions.optional(),
});

type RowCredentials = z.infer<typeof stored>;
type RowId = Pick<BatchRowEntity, 'batchId' | 'number'>;
type SealedColumns = Pick<BatchRowEntity, 'credentials' | 'credentialsUntil'>;
type OptionColumns = Pick<BatchEntity, 'windowsOptions' | 'secretOptions'>;

const secretOptions = z.partialRecord(secretOption, z.string());

/** Binds sealed credentials to their row, so that the ciphertext cannot be used in another row. */
export const rowContext = ({ batchId, number }: RowId) => `batch:${batchId}:${number}`;
export const secretOptionsContext = (batchId: string) => `batch-options:${batchId}`;

/** Returns the names of the secret options that were erased, which a retry of the batch's rows would therefore lack. */
export const missingOptions = ({ windowsOptions: stored, secretOptions: sealed }: OptionColumns) =>
  sealed === null ? (stored?.secrets ?? []) : [];

@Injectable()
export class RowCredentialsService {
  constructor(
    private readonly reader: VpsCredentialsReader,
    private readonly secrets: SecretBox,
  ) {}

  /** Opens the batch's private key. @throws VALIDATION_FAILED with the field, RATE_LIMITED */
  async openKey(
    actor: Actor,
    { ssh_key, ssh_passphrase }: Pick<BatchRequest, 'ssh_key' | 'ssh_passphrase'>,
  ): Promise<string | null> {
    const request = { passwd_vps: '', ssh_key, ssh_passphrase };
    const { vpsCredentials } = await this.reader.read(actor, request);
    return unpackCredentials(vpsCredentials).key;
  }

  seal(row: RowId, credentials: RowCredentials): SealedColumns {
    return {
      credentials: this.secrets.seal(JSON.stringify(credentials), rowContext(row)),
      credentialsUntil: new Date(Date.now() + LIFETIME_MS),
    };
  }

  /** Returns the batch's columns that keep its Windows settings for retries. */
  sealOptions(batchId: string, options: WindowsOptions | undefined): OptionColumns {
    if (!options) return { windowsOptions: { secrets: [] }, secretOptions: null };
    const { account_password, product_key, script, ...choices } = options;
    const secrets = secretOption.options.filter((name) => options[name] !== undefined);
    const text = JSON.stringify({ account_password, product_key, script });
    return {
      windowsOptions: { choices, secrets },
      secretOptions:
        secrets.length > 0 ? this.secrets.seal(text, secretOptionsContext(batchId)) : null,
    };
  }

  /**
   * Merges new credentials into the stored ones and stores them with the batch's Windows settings for another 24 hours.
   * @param key opened private key
   * @throws VALIDATION_FAILED if a password is missing or invalid, BATCH_STATE if the settings are no longer known
   */
  renew(
    batch: BatchEntity,
    row: BatchRowEntity,
    request: RetryBatchRowRequest,
    key: string | null,
  ): SealedColumns {
    const before = row.credentials === null ? null : this.open(row);
    const isNew = Boolean(request.passwd_vps) || key !== null;
    const vps = isNew ? { password: request.passwd_vps ?? '', key } : before;
    if (!vps) throw batchErrors.credentialsNeeded('passwd_vps');
    const rdp = request.passwd_rdp || before?.rdp;
    if (!rdp) throw batchErrors.credentialsNeeded('passwd_rdp');
    const { password } = vps;
    const merged = { ip: row.ip, passwd_vps: password, win_ver: row.winVer, passwd_rdp: rdp };
    const [problem] = rowProblems([merged], vps.key !== null);
    if (problem) throw batchErrors.refused(problem);
    const options = this.optionsOf(batch, before);
    return this.seal(row, { password, key: vps.key, rdp, options });
  }

  /**
   * Builds the request that the form would send for this row. @throws Error if the credentials were erased or cannot
   * be opened
   */
  requestOf(row: BatchRowEntity): InstallRequest {
    const { password, key, rdp, options } = this.open(row);
    return {
      ip: row.ip,
      passwd_vps: password,
      win_ver: row.winVer,
      passwd_rdp: rdp,
      ...(key !== null ? { ssh_key: key } : {}),
      ...(row.sshPort !== null ? { ssh_port: row.sshPort } : {}),
      ...(row.sshUser !== null ? { ssh_user: row.sshUser } : {}),
      ...(options && { windows_options: options }),
    };
  }

  /** @throws BATCH_STATE */
  private optionsOf(batch: BatchEntity, before: RowCredentials | null): WindowsOptions | undefined {
    const { id, windowsOptions: stored, secretOptions: sealed } = batch;
    if (stored === null) {
      // A guess could open remote desktop to everyone.
      if (before === null) throw batchErrors.optionsUnknown();
      return before.options;
    }
    if (!stored.choices) return undefined;
    const options = { account_group: 'users' as const, ...stored.choices };
    if (sealed !== null) {
      const opened = this.secrets.open(sealed, secretOptionsContext(id));
      return { ...options, ...secretOptions.parse(JSON.parse(opened)) };
    }
    // The row may still have them.
    const { account_password, product_key, script } = before?.options ?? {};
    const left = { ...options, account_password, product_key, script };
    // An account cannot be created without its password.
    return stored.secrets.includes('account_password') && account_password === undefined
      ? { ...left, account_name: undefined }
      : left;
  }

  private open(row: RowId & Pick<BatchRowEntity, 'credentials'>): RowCredentials {
    if (row.credentials === null) throw new Error(`${rowContext(row)} has no credentials`);
    return stored.parse(JSON.parse(this.secrets.open(row.credentials, rowContext(row))));
  }
}
