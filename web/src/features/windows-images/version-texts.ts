import type { ImageKind } from '@casement/proto/http/install/linux.js';
import { t } from '@/messages/i18n.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { linuxVersionMessages } from '@/messages/admin/windows/linux-versions.js';

/** Texts about versions of this system. */
export function versionTexts(kind: ImageKind) {
  const { versions } = t(adminInstallMessages);
  return kind === 'windows' ? versions : { ...versions, ...t(linuxVersionMessages) };
}
