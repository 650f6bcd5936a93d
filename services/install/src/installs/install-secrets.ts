import { Injectable } from '@nestjs/common';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import {
  secretsOf,
  unpackCredentials,
  type VpsCredentials,
} from '@casement/install-engine/ssh/credentials.js';
import type { InstallEntity } from './install.entity.js';

/** Binds a sealed secret to its install, so that the ciphertext cannot be used in another row. */
export const installContexts = {
  vps: (installId: string) => `install:${installId}:vps-password`,
  rdp: (installId: string) => `install:${installId}:rdp-password`,
  account: (installId: string) => `install:${installId}:account-password`,
};

type SecretColumns = Pick<
  InstallEntity,
  'id' | 'vpsCredentials' | 'rdpPassword' | 'accountPassword'
>;

/** Secrets of a new install in plain text. */
export interface NewSecrets {
  /** Packed credentials. */
  vpsCredentials: string;
  rdpPassword: string;
  accountPassword: string | null;
}

@Injectable()
export class InstallSecrets {
  constructor(private readonly box: SecretBox) {}

  seal(installId: string, { vpsCredentials, rdpPassword, accountPassword }: NewSecrets) {
    return {
      vpsCredentials: this.box.seal(vpsCredentials, installContexts.vps(installId)),
      rdpPassword: this.box.seal(rdpPassword, installContexts.rdp(installId)),
      accountPassword:
        accountPassword === null
          ? null
          : this.box.seal(accountPassword, installContexts.account(installId)),
    };
  }

  vpsCredentials({ id, vpsCredentials }: SecretColumns): VpsCredentials | null {
    return vpsCredentials === null
      ? null
      : unpackCredentials(this.box.open(vpsCredentials, installContexts.vps(id)));
  }

  rdpPassword({ id, rdpPassword }: Pick<SecretColumns, 'id' | 'rdpPassword'>): string | null {
    return rdpPassword && this.box.open(rdpPassword, installContexts.rdp(id));
  }

  accountPassword({
    id,
    accountPassword,
  }: Pick<SecretColumns, 'id' | 'accountPassword'>): string | null {
    return accountPassword && this.box.open(accountPassword, installContexts.account(id));
  }

  /** Returns every secret that is still stored, for redaction. */
  allOf(install: SecretColumns): (string | null)[] {
    const credentials = this.vpsCredentials(install);
    return [
      ...(credentials ? secretsOf(credentials) : []),
      this.rdpPassword(install),
      this.accountPassword(install),
    ];
  }
}
