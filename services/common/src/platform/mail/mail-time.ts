import { DEFAULT_TIME_ZONE } from '@casement/proto/http/time-zone.js';
import type { Language } from '@casement/proto/language.js';

const LOCALES: Record<Language, string> = { en: 'en-GB', id: 'id-ID' };

/** Formats a time for mails (SPEC §9). Older versions of auth return no time zone. */
export function mailTime(
  at: Date,
  { language, timeZone = DEFAULT_TIME_ZONE }: { language: Language; timeZone?: string },
): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  return `${at.toLocaleString(LOCALES[language], format)} (${timeZone})`;
}
