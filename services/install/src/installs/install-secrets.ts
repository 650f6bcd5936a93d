import { Injectable } from '@nestjs/common';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import {
  secretsOf,
  unpackCredentials,
  type VpsCredentials,
} from '@casement/install-engine/ssh/credentials.js';
import {
  secretsOfAccess,
  unpackLinuxAccess,
  type LinuxAccess,
} from '@casement/install-engine/linux/linux-access.js';
import type { SettingsSecrets } from '@casement/install-engine/windows/settings.js';
import type { InstallEntity } from './install.entity.js';

/** Binds a sealed secret to its install, so that the ciphertext cannot be used in another row. */
export const installContexts = {
  vps: (installId: string) => `install:${installId}:vps-password`,
  rdp: (installId: string) => `install:${installId}:rdp-password`,
  account: (installId: string) => `install:${installId}:account-password`,
  productKey: (installId: string) => `install:${installId}:product-key`,
  script: (installId: string) => `install:${installId}:script`,
  linux: (installId: string) => `install:${installId}:linux-access`,
  reset: (installId: string) => `install:${installId}:password-reset`,
};

type SettingsColumns = Pick<InstallEntity, 'id' | 'accountPassword' | 'productKey' | 'script'>;
type SecretColumns = SettingsColumns &
  Pick<InstallEntity, 'vpsCredentials' | 'rdpPassword' | 'linuxAccess'>;

/** Secrets of a new install in plain text. */
export interface NewSecrets extends SettingsSecrets {
  /** Packed credentials; `null` if a recovery system runs the stage. */
  vpsCredentials: string | null;
  /** `null` for Linux. */
  rdpPassword: string | null;
  /** Packed access to Linux. Absent for Windows. */
  linuxAccess?: string | null;
}

@Injectable()
export class InstallSecrets {
  constructor(private readonly box: SecretBox) {}

  seal(id: string, secrets: NewSecrets) {
    const { vpsCredentials, rdpPassword, accountPassword, productKey, script } = secrets;
    const { linuxAccess = null } = secrets;
    const seal = (secret: string | null, context: string) =>
      secret === null ? null : this.box.seal(secret, context);
    return {
      vpsCredentials: seal(vpsCredentials, installContexts.vps(id)),
      rdpPassword: seal(rdpPassword, installContexts.rdp(id)),
      linuxAccess: seal(linuxAccess, installContexts.linux(id)),
      accountPassword: seal(accountPassword, installContexts.account(id)),
      productKey: seal(productKey, installContexts.productKey(id)),
      script: seal(script, installContexts.script(id)),
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

  linuxAccess({ id, linuxAccess }: Pick<SecretColumns, 'id' | 'linuxAccess'>): LinuxAccess | null {
    return linuxAccess === null
      ? null
      : unpackLinuxAccess(this.box.open(linuxAccess, installContexts.linux(id)));
  }

  ofSettings({ id, accountPassword, productKey, script }: SettingsColumns): SettingsSecrets {
    return {
      accountPassword:
        accountPassword && this.box.open(accountPassword, installContexts.account(id)),
      productKey: productKey && this.box.open(productKey, installContexts.productKey(id)),
      script: script && this.box.open(script, installContexts.script(id)),
    };
  }

  /** Returns every secret that is still stored, for redaction. */
  allOf(install: SecretColumns): (string | null)[] {
    const credentials = this.vpsCredentials(install);
    const { accountPassword, productKey } = this.ofSettings(install);
    const access = this.linuxAccess(install);
    return [
      ...(access ? secretsOfAccess(access) : []),
      ...(credentials ? secretsOf(credentials) : []),
      this.rdpPassword(install),
      accountPassword,
      productKey,
    ];
  }
}
