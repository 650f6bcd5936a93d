import type { Language } from '@casement/proto/language.js';
import { UNKNOWN_DEVICE } from '../sessions/device-name.js';
import { mailTexts } from './texts/mail-texts.js';

/** @param device English result of `deviceName` */
export function deviceText(language: Language, device: string): string {
  const { newNetwork: m } = mailTexts[language];
  if (device === UNKNOWN_DEVICE) return m.unknownDevice;
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  return browser && system ? m.device(browser, system) : device;
}
