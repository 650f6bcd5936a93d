import { t } from '@/messages/i18n.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';

/** Returns the page's own name for a check of the VPS, or the server's name if the page has none. */
export const checkName = (name: string): string => {
  const names: Record<string, string> = t(vpsCheckMessages).names;
  return names[name] ?? name;
};
