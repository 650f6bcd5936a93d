import { commonMessages } from '@/messages/common.js';
import { t } from '../../messages/i18n.js';

const UNKNOWN = 'Unknown device';

/** Translates the device of a session, which the server names in English (`Chrome on Windows`). */
export function deviceText(device: string): string {
  const { device: m } = t(commonMessages);
  if (device === UNKNOWN) return m.unknown;
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  return browser && system ? m.on(browser, system) : device;
}
