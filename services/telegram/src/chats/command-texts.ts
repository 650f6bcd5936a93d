import { DEFAULT_TIME_ZONE } from '@casement/proto/http/time-zone.js';
import { LANGUAGES, type Language } from '@casement/proto/language.js';
import { telegramTexts } from '@casement/proto/texts/telegram.js';
import type { LinkOutcome } from './links.service.js';
import type { LatestNotice } from '../notices/notices.service.js';
import { noticeText } from '../notices/notice-texts.js';
import { quote } from '../notices/telegram-html.js';
import { commandMenu } from './command-menu.js';

export const help = (language: Language): string =>
  telegramTexts[language].help(
    commandMenu(language)
      .map(({ command, description }) => `/${command} – ${description}`)
      .join('\n'),
  );

/**
 * Returns the text that names the linked account.
 *
 * @param username undefined while auth is down
 */
export const account = (username: string | undefined, language: Language): string => {
  const { linking: m } = telegramTexts[language];
  return username ? m.account(quote(username, 60)) : m.someAccount;
};

export function codeUsed(
  outcome: LinkOutcome,
  username: string | undefined,
  backupLink: string | undefined,
  language: Language,
): string {
  const { linking: m } = telegramTexts[language];
  if (outcome.kind !== 'linked') return m[outcome.kind];
  return [
    `${outcome.again ? m.connectedAgain : m.connected} ${account(username, language)} ${m.notificationsOn}`,
    outcome.movedHere && m.movedHere,
    outcome.movedAccount && m.movedAccount,
    m.whatNext,
    backupLink && m.backup(quote(backupLink, 300)),
  ]
    .filter(Boolean)
    .join('\n\n');
}

export function history(
  notices: LatestNotice[],
  publicUrl: string,
  language: Language,
  timeZone = DEFAULT_TIME_ZONE,
): string {
  const m = telegramTexts[language];
  if (notices.length === 0) return m.noHistory;
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return m.history(
    notices
      .map(
        (notice) =>
          `${time.format(notice.occurredAt)}: ${noticeText(notice, publicUrl, language, timeZone).title}`,
      )
      .join('\n'),
    timeZone,
  );
}

export function languages(language: Language): string {
  const m = telegramTexts[language];
  return `${m.language} ${m.otherLanguages(LANGUAGES.map((code) => `/language ${code}`).join(', '))}`;
}
