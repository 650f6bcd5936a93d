import { t } from '@/messages/i18n.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';

/** Returns the name of a VPS check in the current language; unknown checks keep the server's name. */
export const checkName = (name: string): string => {
  const names: Record<string, string> = t(vpsCheckMessages).names;
  return names[name] ?? name;
};
