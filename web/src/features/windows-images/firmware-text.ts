import type { AdminLinuxVersion } from '@casement/proto/http/install/linux.js';
import { t } from '@/messages/i18n.js';
import { windowsImageMessages } from '@/messages/admin/windows/windows-images.js';

/** Names of the firmware by which an image boots, e.g. `BIOS, UEFI`. */
export function firmwareText(firmware: AdminLinuxVersion['firmware']): string {
  const { firmwares } = t(windowsImageMessages);
  return firmware.map((name) => firmwares[name]).join(', ');
}
