import { Injectable } from '@nestjs/common';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import {
  secretsOf,
  unpackCredentials,
  type VpsCredentials,
} from '@casement/install-engine/ssh/credentials.js';
import type { SettingsSecrets } from '@casement/install-engine/windows/settings.js';
import type { InstallEntity } from './install.entity.js';

/** Binds a sealed secret to its install, so that the ciphertext cannot be used in another row. */
export const installContexts = {
  vps: (installId: string) => `install:${installId}:vps-password`,
  rdp: (installId: string) => `install:${installId}:rdp-password`,
  account: (installId: string) => `install:${installId}:account-password`,
  productKey: (installId: string) => `install:${installId}:product-key`,
};

type SecretColumns = Pick<
  InstallEntity,
  'id' | 'vpsCredentials' | 'rdpPassword' | 'accountPassword' | 'productKey'
>;

/** Secrets of a new install in plain text. */
export interface NewSecrets extends SettingsSecrets {
  /** Packed credentials; `null` if a recovery system runs the stage. */
  vpsCredentials: string | null;
  rdpPassword: string;
}

@Injectable()
export class InstallSecrets {
  constructor(private readonly box: SecretBox) {}

  seal(
    installId: string,
    { vpsCredentials, rdpPassword, accountPassword, productKey }: NewSecrets,
  ) {
    return {
      vpsCredentials:
        vpsCredentials === null
          ? null
          : this.box.seal(vpsCredentials, installContexts.vps(installId)),
      rdpPassword: this.box.seal(rdpPassword, installContexts.rdp(installId)),
      accountPassword:
        accountPassword === null
          ? null
          : this.box.seal(accountPassword, installContexts.account(installId)),
      productKey:
        productKey === null
          ? null
          : this.box.seal(productKey, installContexts.productKey(installId)),
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

  ofSettings({
    id,
    accountPassword,
    productKey,
  }: Pick<SecretColumns, 'id' | 'accountPassword' | 'productKey'>): SettingsSecrets {
    return {
      accountPassword:
        accountPassword && this.box.open(accountPassword, installContexts.account(id)),
      productKey: productKey && this.box.open(productKey, installContexts.productKey(id)),
    };
  }

  /** Returns every secret that is still stored, for redaction. */
  allOf(install: SecretColumns): (string | null)[] {
    const credentials = this.vpsCredentials(install);
    const { accountPassword, productKey } = this.ofSettings(install);
    return [
      ...(credentials ? secretsOf(credentials) : []),
      this.rdpPassword(install),
      accountPassword,
      productKey,
    ];
  }
}
