import { isTimeZone } from '@casement/proto/http/time-zone.js';
import { isComputerName, KEYBOARDS } from '@casement/proto/http/install/windows-choices.js';
import type { Facts } from './facts.js';

/** Settings of the customer's Linux that Windows takes over. `null` if unknown or unknown to Windows. */
export interface LinuxSettings {
  /** IANA name. */
  timeZone: string | null;
  /** Windows' layout id (KLID). */
  keyboard: string | null;
  /** Such as id-ID. */
  region: string | null;
  computerName: string | null;
  rtcIsUtc: boolean;
}

/** Names of console key maps that differ from X11's. */
const KEY_MAPS: Record<string, string> = { uk: 'gb', sv: 'se', la: 'latam', jp106: 'jp' };
/** Zones differ by at least 15 minutes. */
const CLOCK_TOLERANCE_S = 300;

export function linuxSettings(facts: Facts): LinuxSettings {
  const { timeZone, keyboard, locale, hostname, clock, rtc } = facts;
  return {
    timeZone: isTimeZone(timeZone) ? timeZone : null,
    keyboard: keyboardOf(keyboard),
    region: regionOf(locale),
    computerName: computerNameOf(hostname),
    rtcIsUtc: rtc > 0 && Math.abs(rtc - clock) <= CLOCK_TOLERANCE_S,
  };
}

/** Uses the first of several layouts and ignores the variant: `de,us` and `de-nodeadkeys` are `de`. */
function keyboardOf(text: string): string | null {
  const name = /^[a-z]+\d*/.exec(text)?.[0] ?? '';
  const layout = KEY_MAPS[name] ?? name;
  return KEYBOARDS.find(([, , linux]) => linux === layout)?.[0] ?? null;
}

function regionOf(locale: string): string | null {
  const [, language, country] = /^([a-z]{2,3})_([A-Z]{2})\b/.exec(locale) ?? [];
  return language && country ? `${language}-${country}` : null;
}

function computerNameOf(hostname: string): string | null {
  const [label = ''] = hostname.split('.');
  const name = label
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 15)
    .replace(/-+$/, '');
  return isComputerName(name) ? name : null;
}
